"""Nothing that students get answers an exercise: no function earns more than a trivial one."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial, wraps
from pathlib import Path
from types import FunctionType, MethodType
from typing import NamedTuple

import nbformat
import pytest

import course_lib
from autograder_tests import bank, exercises
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.closed import checked
from course_lib.play.clock import OutOfTime, within
from course_lib.questions.question import Question

CONSTANTS = (None, 0, 1, -1, True, False, "X", (), (0, 0), [], set())

TRIVIAL = (
    lambda first, *_: first,
    lambda _, second, *__: second,
    lambda first, *_: first[0],
    lambda *given: given[-1] if given else None,
    lambda game, state, *_: game.actions(state)[0],
)
"""Functions that give an argument back, or the first part of one, or the first legal action."""

ADAPTERS = {
    "its first part": lambda found: found[0],
    "its second part": lambda found: found[1],
    "its value": lambda found: found.value,
    "its action": lambda found: found.action,
    "as a set": set,
}
"""What somebody would make of an answer that comes in another form."""

PROGRAMS = (
    "course_lib.bridges.openspiel",  # it and the next one begin by importing what isn't there
    "course_lib.bridges.pettingzoo",
    "course_lib.commands",
    "course_lib.__main__",
    "course_lib.play.tournament._begin_worker",
    "course_lib.bridges.",
)
"""What starts and ends programs and processes, or needs other people's, and knows no answer."""

EXCEPT = {
    # Offered as the reader's own function of an earlier lesson, it earns what that is worth.
    "my_evaluation": "course_lib.lessons.lending.LENT.04.evaluate_lines",
    # Where this is graded, the game behind it is empty (test_library_is_no_answer.py wraps it).
    "player": "course_lib.lessons.lending.state_of",
    # So is the room with careless searches (SEARCHES in autograder_tests/out_of_reach.py).
    "bounded_alphabeta": "course_lib.lessons.lesson_03.careless.value_of",
    # Its search refuses: what earns is the first line, the utility of a final state.
    "expectimax": "course_lib.lessons.first_ladder._value",
}
"""What earns something as an answer to an exercise, and may."""

DEFINE = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.ClassDef)

ROOT = Path(__file__).resolve().parents[2]


@cache
def shipped():
    """Every function and method of the library, by a name that says where it stands."""
    return list(_shipped())


def _shipped():
    met = set()
    for info in pkgutil.walk_packages(course_lib.__path__, "course_lib."):
        if not info.name.startswith(PROGRAMS):
            for name, thing in vars(importlib.import_module(info.name)).items():
                yield from functions_in(thing, f"{info.name}.{name}", met)


def functions_in(thing, place, met):
    """The course's own functions in this value: itself, its methods, what it holds or calls."""
    if id(thing) in met:
        return
    met.add(id(thing))
    inside = ()
    match thing:
        case {}:
            inside = thing.items()
        case list() | tuple():
            inside = enumerate(thing)
        case type() if thing.__module__.startswith("course_lib"):
            inside = vars(thing).items()
        case Question():
            inside = [("key", thing.key)]
        case staticmethod() | classmethod():
            inside = [("", thing.__func__)]
        case partial():
            inside = [("func", thing.func)]
            yield place, thing
        case FunctionType() | MethodType() if thing.__module__.startswith("course_lib"):
            if not f"{thing.__module__}.{thing.__qualname__}".startswith(PROGRAMS):
                yield place, thing
        case _ if hasattr(thing, "__wrapped__"):
            inside = [("", thing.__wrapped__)]
    for name, part in inside:
        yield from functions_in(part, f"{place}.{name}", met)


@cache
def given():
    """Every function in a cell of the student notebooks that is no exercise."""
    found = {}
    for path in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        names = {"__name__": "__main__"}
        for cell in nbformat.read(path, as_version=4).cells:
            about = cell.metadata.get("nbgrader", {})
            if cell.cell_type != "code" or about.get("grade"):
                continue
            for part in ast.walk(ast.parse(cell.source)):
                if isinstance(part, DEFINE):
                    code = compile(ast.Module([part], []), path.name, "exec")
                    with suppress(Exception, OutOfTime):  # some need what a student writes
                        within(1, partial(exec, code, names))
                if isinstance(part, ast.FunctionDef) and not about.get("solution"):
                    found[f"{path.stem}.{part.name}"] = names[part.name]
    return [*found.items()]


def takes(function, count):
    """Whether the function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    return True


def earned(name, groups, function):
    """The share that this function earns as an answer to this exercise."""
    student = NotebookStudent({**getattr(function, "__globals__", {}), name: function})
    # Answers come at once; what computes for long, or waits for somebody, is none.
    return judge(replace(exercise_named(name), seconds=0.3), student, groups).share


def too_good(name, functions):
    """What earns more than a constant or an argument does, the searches guarded as in class."""
    groups = exercises.hidden(name)
    counts = {len(case.arguments) for group in groups for case in group.cases}
    exercise = exercise_named(name)
    checked.append(exercise.lesson)
    try:
        constants = [lambda *_, value=value: value for value in CONSTANTS]
        most = max(earned(name, groups, trivial) for trivial in (*constants, *TRIVIAL))
        shares = {
            place: earned(name, groups, function)
            for place, function in functions
            if any(takes(function, count) for count in counts)
            and place.partition(",")[0] != EXCEPT.get(name)
        }
    finally:
        checked.pop()
    return {place: share for place, share in shares.items() if share > most}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Whatever these functions write is written there, and no program is started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(subprocess, "Popen", None)


@pytest.mark.parametrize("name", exercises.files())
@pytest.mark.parametrize("every", [50, pytest.param(1, marks=pytest.mark.slow)])
def test_no_function_of_the_library_is_an_answer(name, every):
    """Each of them in the place of each exercise, or a fiftieth, others for each exercise."""
    some = shipped()[list(exercises.files()).index(name) % every :: every]
    assert too_good(name, [(place, inspect.unwrap(function)) for place, function in some]) == {}


def adapted(how, function):
    """The function with one small step after it; it takes the same arguments."""

    @wraps(function)
    def call(*arguments):
        return ADAPTERS[how](function(*arguments))

    return call


@pytest.mark.slow
@pytest.mark.parametrize("name", exercises.files())
def test_no_function_of_the_library_is_an_answer_with_an_adapter(name):
    """Each of them with one of the adapters, others for each exercise."""
    ways = [*ADAPTERS]
    offset = list(exercises.files()).index(name)
    functions = [
        (f"{place}, {how}", adapted(how, function))
        for number, (place, function) in enumerate(shipped(), offset)
        for how in [ways[number % len(ways)]]
    ]
    assert too_good(name, functions) == {}


@pytest.mark.parametrize("how", ADAPTERS)
def test_an_adapter_finds_an_answer_in_another_form(how):
    """What the bank's right answers give would be found within a pair, a list or a search."""
    name = "actions" if how == "as a set" else "nim_sum"
    source = next(each.source for each in bank.entries(name) if each.right)
    right = loaded(source, "<answer>")[name]
    forms = {"its first part": lambda one: (one, 0), "its second part": lambda one: (0, one)}
    forms |= {"its value": lambda one: Found(one, 0), "its action": lambda one: Found(0, one)}

    def search(argument):
        return forms.get(how, list)(right(argument))

    assert too_good(name, [("planted", search)]) == {}
    assert too_good(name, [("planted", adapted(how, search))]) == {"planted": 1}


class Found(NamedTuple):
    """What a search gives."""

    value: object
    action: object


@pytest.mark.slow
@pytest.mark.parametrize("name", exercises.files())
def test_no_function_that_a_notebook_gives_is_half_an_answer(name):
    """A wrong idea that a lesson shows earns what that idea is worth, which is less."""
    shares = too_good(name, given())
    assert {place: share for place, share in shares.items() if share >= 0.5} == {}
