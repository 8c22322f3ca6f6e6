"""Keeps the library's own searches away while the student's search is being graded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from inspect import isgeneratorfunction, unwrap
from types import FunctionType, ModuleType
from typing import Any, NoReturn

LESSONS = {"02", "03", "05", "06", "07"}
"""In these lessons students write the searches, or strategies, that the library has, too."""

KEPT_AWAY = ("course_lib.search", "course_tools.engines", "course_lib.lessons.careless")
"""What is kept away: the rooms with searches, and in this one what comes close to an answer."""

HARMLESS = "course_lib.search.questions"
"""The one of them that stays: it only checks arguments, and boards and random players need it."""


def refused(*_: Any, **__: Any) -> NoReturn:
    """Stands for every function of the library's searches."""
    raise ImportError(
        "in a check and in grading, the library's own searches are out of reach:"
        " the search has to be the one you wrote"
    )


def _refused_items(*_: Any, **__: Any) -> Iterator[NoReturn]:
    """Stands for those that yield: Python wants code of the same kind in a function."""
    # It runs in the place of another module's function, which knows no name of this one.
    from course_lib.checks.guard import refused  # noqa: PLC0415

    yield refused()


class _NoSearches(MetaPathFinder):
    """Refuses to import the rooms with the searches."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        """Nothing for other modules; for these an `ImportError` that says why."""
        if _kept_away(fullname):
            refused()


@contextmanager
def without_searches(*, active: bool = True) -> Iterator[None]:
    """While this lasts, the library's searches can neither be imported nor called.

    What has been imported before, under whatever name, refuses to be called. This keeps honest
    people honest; what keeps others away is a process of its own without the searches inside.
    """
    if not active:
        yield
        return
    modules = {name: module for name, module in sys.modules.items() if _kept_away(name)}
    codes = {function: function.__code__ for function in _functions(modules)}
    finder = _NoSearches()
    for function in codes:
        stand_in = _refused_items if isgeneratorfunction(function) else refused
        function.__code__ = stand_in.__code__
    for name in modules:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _kept_away(name)]:
            del sys.modules[name]
        sys.modules.update(modules)
        for function, code in codes.items():
            function.__code__ = code


def _functions(modules: dict[str, ModuleType]) -> set[FunctionType]:
    """The functions and methods that these modules define, without those that need a closure."""
    return {
        thing
        for name, module in modules.items()
        for part in vars(module).values()
        for thing in map(unwrap, vars(part).values() if isinstance(part, type) else [part])
        if isinstance(thing, FunctionType)
        and thing.__module__ == name
        and not thing.__code__.co_freevars
    }


def _kept_away(name: str) -> bool:
    # Thousands of modules are asked about, and few are the course's own.
    if not name.startswith(("course_lib.", "course_tools.")) or name == HARMLESS:
        return False
    return any(name == room or name.startswith(room + ".") for room in KEPT_AWAY)
