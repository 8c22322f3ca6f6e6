"""Nothing that students get answers an exercise: no function earns more than a trivial one."""

import importlib
import inspect
import pkgutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import course_lib
from autograder_tests import exercises
from course_lib.checks import NotebookStudent
from course_lib.checks.cases import Group
from course_lib.checks.exercises import exercise_named
from course_lib.checks.guard import LESSONS, without_searches
from course_lib.checks.judging import judge

CONSTANTS: tuple[Any, ...] = (None, 0, 1, -1, True, False, "X", (), (0, 0), [], set())

ARGUMENTS: tuple[Any, ...] = (lambda first, *_: first, lambda *given: given[-1] if given else None)
"""Functions that give one of their arguments back."""

PROGRAMS = (
    "course_lib.commands",
    "course_lib.__main__",
    "course_lib.play.tournament._begin_worker",
)
"""What starts and ends programs and processes, and knows nothing of states."""

Function = Callable[..., Any]


@cache
def shipped() -> list[tuple[str, Function]]:
    """Every function and method of the library, by a name that says where it stands."""
    return list(_shipped())


def _shipped() -> Iterator[tuple[str, Function]]:
    for info in pkgutil.walk_packages(course_lib.__path__, "course_lib."):
        if info.name.startswith(PROGRAMS):
            continue
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", None) != info.name:
                continue
            parts = vars(thing).items() if isinstance(thing, type) else [("", thing)]
            for inner, part in parts:
                function = inspect.unwrap(getattr(part, "__func__", part))
                place = f"{info.name}.{name}{'.' if inner else ''}{inner}"
                if isinstance(function, FunctionType) and not place.startswith(PROGRAMS):
                    yield place, function


def takes(function: Function, count: int) -> bool:
    """Whether the function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    return True


def earned(name: str, groups: tuple[Group, ...], function: Function) -> float:
    """The share that this function earns as an answer to this exercise."""
    student = NotebookStudent({**function.__globals__, name: function})
    # Answers come at once; what computes for long, or waits for somebody, is none.
    return judge(replace(exercise_named(name), seconds=0.3), student, groups).share


def too_good(name: str, functions: list[tuple[str, Function]]) -> dict[str, float]:
    """What earns more than a constant or an argument does, the searches guarded as in class."""
    groups = exercises.hidden(name)
    counts = {len(case.arguments) for group in groups for case in group.cases}
    exercise = exercise_named(name)
    with without_searches(active=exercise.lesson in LESSONS):
        constants = [lambda *_, value=value: value for value in CONSTANTS]
        most = max(earned(name, groups, trivial) for trivial in (*constants, *ARGUMENTS))
        shares = {
            place: earned(name, groups, function)
            for place, function in functions
            if any(takes(function, count) for count in counts)
        }
    return {place: share for place, share in shares.items() if share > most}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever these functions write is written there, and no program is started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", None)


@pytest.mark.parametrize("name", exercises.files())
def test_some_functions_of_the_library_are_no_answers(name: str) -> None:
    """A fiftieth of them, others for each exercise."""
    assert too_good(name, shipped()[list(exercises.files()).index(name) :: 50]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", exercises.files())
def test_no_function_of_the_library_is_an_answer(name: str) -> None:
    """Each of them, in the place of each exercise."""
    assert too_good(name, shipped()) == {}
