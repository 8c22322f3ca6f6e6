"""Each kernel is one text: numba compiles it where it is installed, else plain Python runs it.

A function marked `@kernel` is compiled when it is first called, and numba keeps what it compiled
from run to run, until the file changes in which the function stands; so kernels call those of their
own file only. They take arrays of whole numbers of 64 bits, or lists where there is no numba, so
that a kernel does nothing that only one of the two can do, and keeps its numbers below 2 ** 63.

Numba takes a while to load: files with kernels are imported when somebody asks a question.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar, cast

Array = Any
"""An array of numbers: of numpy where kernels are compiled, else a list."""

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def have_numba() -> bool:
    """Whether compiled code can be used here; asked for the first time, it says if not.

    It loads numba to know: one that is installed may still not fit the Python or the numpy here.
    """
    if (missing := _missing_numba()) is None:
        return True
    why, get = missing
    say(f"numba {why}, so the same is done without it, more slowly (to get it: {get}).")
    return False


def say(sentence: str) -> None:
    """Print this on stderr: a warning would stop programs that take warnings for errors."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201


say_once = cache(say)


@cache
def _missing_numba() -> tuple[str, str] | None:
    """Why numba cannot be used and how to get it, or `None` where it is loaded."""
    if find_spec("numba") is None:
        return "is not installed", "pip install numba"
    try:
        import_module("numba")
    except Exception as error:  # noqa: BLE001 - whatever a broken numba raises, we do without
        return f"can't be loaded ({error})", "pip install --upgrade numba"
    _watch_the_compiler(import_module("numba.core.event"))
    return None


def kernel(function: Function) -> Function:
    """The function, compiled where numba is installed; it may neither make nor give back arrays.

    numba counts who holds an array, with a step that no other core may come between. What only
    borrows one does without.
    """
    return _compiled(function, _nrt=False)


def array_kernel(function: Function) -> Function:
    """A kernel that makes arrays, or calls one that does."""
    return _compiled(function)


def _compiled(function: Function, **more: bool) -> Function:
    if _missing_numba() is not None:
        return function
    options = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    return cast("Function", import_module("numba").njit(**options, **more)(function))


def plain(module: str, **changes: Any) -> SimpleNamespace:
    """The kernels of this module, and all else in it, in plain Python, with these changes.

    They take lists of whole numbers that may be as large as they like.
    """
    space = dict(vars(sys.modules[module]))
    for name, found in space.items():
        text = getattr(found, "py_func", found)
        if isinstance(text, FunctionType) and text.__module__ == module:
            space[name] = FunctionType(text.__code__, space, name)
    space |= changes
    return SimpleNamespace(**space)


# --- arrays -----------------------------------------------------------------------------------


def array(values: Sequence[int], *, compiled: bool = True) -> Array:
    """These whole numbers in the form that kernels take, or that those of `plain` take."""
    if not (compiled and have_numba()):
        return list(values)
    np = import_module("numpy")
    return np.array(values, dtype=np.int64)


def large_array(length: int, *, compiled: bool = True) -> Array:
    """So many zeros in that form; memory is taken up when they are first written to."""
    if not (compiled and have_numba()):
        return [0] * length
    np = import_module("numpy")
    return np.zeros(length, dtype=np.int64)


# --- somebody waits ---------------------------------------------------------------------------


def _watch_the_compiler(events: Any) -> None:
    """See to it that somebody who waits for the compiler is told, on a terminal and once.

    It is never written to standard output, which belongs to protocols.
    """

    class Compiling(events.Listener):  # type: ignore[misc]  # numba ships no types
        """Hears of all that is compiled."""

        def on_start(self, event: Any) -> None:
            if sys.stderr is not None and sys.stderr.isatty():
                say_once("Getting the search ready: the first time this takes up to half a minute.")

        def on_end(self, event: Any) -> None:
            """Nothing more is said."""

    events.register("numba:compile", Compiling())
