"""Whether numba can be used; where it can't, one line says so, once."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec


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
        f"numba {why}, so plain Python does the same more slowly (to get it: {get}).",
        file=sys.stderr,
    )
    return False
