"""Each kernel is one text: numba compiles it where it is installed, else plain Python runs it.

A function marked `@kernel` is made ready when one of its module's kernels is first called: only who
asks a question waits for numba to load. In such a module lists stand for arrays of whole numbers of
64 bits where there is no numba, so a kernel uses nothing that only one of the two can do, and keeps
its numbers below 2 ** 63.

The files that call each other (`*_kernels.py`) are written with `@jitable`, `@loop` and `words`,
and get numba as soon as they are imported; without it they are plain Python that nobody calls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar, cast

from course_tools.engines.clock import called_after

Numbers = Any
"""An array of whole numbers: of numpy where kernels are compiled, else a list."""

PATIENCE = 2.0
"""Seconds after which somebody who waits for compiled code wants to know why."""

OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""How numba compiles kernels: kept from run to run, with other threads running, and little else."""

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def have_numba() -> bool:
    """Whether compiled code can be used here; asked for the first time, it says if not.

    It loads numba to know: one that is installed may still not fit the Python or the numpy here.
    """
    if (missing := _missing_numba()) is None:
        return True
    why, get = missing
    print(  # noqa: T201 - a warning would stop programs that take warnings for errors
        f"numba {why}, so the same is done without it, more slowly (to get it: {get}).",
        file=sys.stderr,
    )
    return False


@cache
def _missing_numba() -> tuple[str, str] | None:
    """Why numba cannot be used and how to get it, or `None` where it is loaded."""
    if find_spec("numba") is None:
        return "is not installed", "pip install numba"
    try:
        import_module("numba")
    except Exception as error:  # noqa: BLE001 - whatever a broken numba raises, we do without
        return f"can't be loaded ({error})", "pip install --upgrade numba"
    return None


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


def kernel(function: Function) -> Function:
    """The function, which is compiled with its module's other kernels when one is first called.

    numba keeps what it compiled until the file changes in which a function stands. So kernels call
    those of their own file only, and `numbers`.
    """
    return cast("Function", _Kernel(function))


def jitable(function: Function) -> Function:
    """The function, which becomes part of each compiled loop that calls it."""
    if _missing_numba() is None:
        import_module("numba.extending").register_jitable(function)
    return function


def loop(function: Function) -> Function:
    """The function, compiled for the arguments of each call; numba keeps it from run to run."""
    if _missing_numba() is not None:
        return function
    return cast("Function", import_module("numba").njit(cache=True)(function))


def words() -> tuple[Any, Any]:
    """The whole numbers of 64 bits, with a sign and without, as loops name them."""
    if _missing_numba() is not None:
        np = import_module("numpy")
        return np.int64, np.uint64
    numba = import_module("numba")
    return numba.int64, numba.uint64


class _Kernel:
    """A kernel that waits for its first call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__, self.__module__ = function.__doc__, function.__module__
        self._compiled: Callable[..., Any] | None = None

    def ready(self) -> Callable[..., Any]:
        """What is called: compiled, or the plain function."""
        if not have_numba():
            return self.function
        if self._compiled is None:
            njit = import_module("numba").njit
            self._compiled = njit(
                cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True
            )(self.function)
        return cast("Callable[..., Any]", self._compiled)

    def __call__(self, *arguments: Any) -> Any:
        """Make the module's kernels ready, so that they call each other directly; call this one."""
        module = vars(sys.modules[self.__module__])
        for name, value in tuple(module.items()):
            if isinstance(value, _Kernel):
                module[name] = value.ready()
                _KERNELS.setdefault(self.__module__, {})[name] = value
        with said_if_slow():
            return self.ready()(*arguments)


_KERNELS: dict[str, dict[str, _Kernel]] = {}
"""The kernels of each module that was made ready."""


class _Numbers(_Kernel):
    """So many zeros: what a kernel makes its lists of."""

    def ready(self) -> Callable[..., Any]:
        """A list or, in compiled code, an array."""
        if have_numba() and self._compiled is None:
            np = import_module("numpy")
            compiled = import_module("numba.extending").register_jitable
            self._compiled = compiled(lambda length: np.zeros(length, dtype=np.int64))
        return self._compiled if self._compiled is not None else self.function


def _zeros(length: int) -> Numbers:
    """So many zeros."""
    return [0] * length


numbers: Callable[[int], Numbers] = _Numbers(_zeros)


def plain(module: str, **changes: Any) -> SimpleNamespace:
    """The kernels of this module, and all else in it, in plain Python, with these changes.

    They take lists of whole numbers that may be as large as they like.
    """
    space = dict(vars(sys.modules[module]))
    waiting = {name: one for name, one in space.items() if isinstance(one, _Kernel)}
    for name, one in {**_KERNELS.get(module, {}), **waiting}.items():
        text = one.function
        own = text.__module__ == module
        space[name] = FunctionType(text.__code__, space, name) if own else text
    space |= changes
    return SimpleNamespace(**space)


def array(values: Sequence[int], *, compiled: bool = True) -> Numbers:
    """These whole numbers in the form that kernels take, or that those of `plain` take."""
    if not (compiled and have_numba()):
        return list(values)
    np = import_module("numpy")
    return np.array(values, dtype=np.int64)


def zeros(length: int, *, compiled: bool = True) -> Numbers:
    """So many zeros in that form; memory is taken up when they are first written to."""
    if not (compiled and have_numba()):
        return [0] * length
    np = import_module("numpy")
    return np.zeros(length, dtype=np.int64)
