"""Whether numba can be used; where it can't, one line says so, once."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from course_lib.play.clock import called_after

PATIENCE = 2.0
"""Seconds after which somebody who waits for compiled code wants to know why."""


@cache
def have_numba() -> bool:
    """Whether compiled code can be used here; asked for the first time, it says if not.

    It loads numba to know: one that is installed may still not fit the Python or the numpy here.
    """
    if find_spec("numba") is None:
        why, get = "is not installed", "pip install numba"
    else:
        try:
            import_module("numba")
        except Exception as error:  # noqa: BLE001 - whatever a broken numba raises, we do without
            why, get = f"can't be loaded ({error})", "pip install --upgrade numba"
        else:
            return True
    print(  # noqa: T201 - a warning would stop programs that take warnings for errors
        f"numba {why}, so the same is done without it, more slowly (to get it: {get}).",
        file=sys.stderr,
    )
    return False


def said_if_slow() -> AbstractContextManager[None]:
    """Run the lines below, which get compiled code ready; if that takes long, say so once.

    Only a person at a terminal is told, and never on standard output, which belongs to protocols.
    """
    return called_after(PATIENCE, _say_that_it_takes_a_while)


@cache
def _say_that_it_takes_a_while() -> None:
    """Tell a person who waits; anybody else has no use for it."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(
            "Compiling the search: once after installation this takes up to half a minute.\n"
        )
        sys.stderr.flush()
