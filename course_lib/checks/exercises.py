"""All exercises by name, read from the data that `course build` has made of them.

Each has a file `lessons/NN/NAME.json`: its visible cases with the expected answers, its hints,
and the fingerprints of its known mistakes.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from course_lib.checks import wire
from course_lib.checks.cases import Case, Exercise, Group, OneOf
from course_lib.plain import tagged, untagged

LESSONS = Path(__file__).resolve().parent.parent / "lessons"


class PlainError(Exception):
    """An error of which a notebook shows the sentence, and no traceback."""

    def _render_traceback_(self) -> list[str]:
        """The sentence alone, where IPython would show the lines that led to it."""
        return str(self).splitlines()


class NoExerciseError(PlainError, LookupError):
    """Nobody knows an exercise with this name."""


@cache
def exercises() -> dict[str, Exercise]:
    """The exercises of all lessons, by name, in the order in which they come."""
    names = sorted(_files(), key=lambda name: (_data(name)["lesson"], _data(name)["place"]))
    return {name: _exercise(name) for name in names}


def exercise_named(name: str) -> Exercise:
    """The exercise with this name; another is a `LookupError` that says which comes close."""
    if not isinstance(name, str):
        called = getattr(name, "__name__", "minimax")
        raise NoExerciseError(f'the name of an exercise goes in quotes, like "{called}"')
    if name not in _files():
        known = exercises()
        perhaps = did_you_mean(name, known)
        raise NoExerciseError(
            f"no exercise is called {name!r}{perhaps or '; there are: ' + ', '.join(known)}"
        )
    return _exercise(name)


@cache
def _files() -> dict[str, Path]:
    """Where the data of each exercise lie, by its name."""
    return {path.stem: path for path in LESSONS.glob("*/*.json")}


@cache
def _data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_files()[name].read_text(encoding="utf-8"))
    return data


@cache
def _exercise(name: str) -> Exercise:
    return exercise_from(_data(name))


def exercise_from(data: Mapping[str, Any]) -> Exercise:
    """The exercise in this JSON data; its cases are made when somebody wants them."""
    from course_lib.checks.judges import PIECES  # noqa: PLC0415 - judges need cases, not exercises

    return Exercise(
        name=data["name"],
        lesson=data["lesson"],
        groups=cache(lambda: tuple(map(_group_from, data["groups"]))),
        probes=cache(lambda: tuple(tuple(map(wire.restored, probe)) for probe in data["probes"])),
        seconds=data["seconds"],
        digest=data["digest"],
        budget=data["budget"],
        signature=data["signature"],
        pieces=PIECES[data["pieces"]] if data["pieces"] else None,
        hints=tuple(data["hints"]),
        right=data["right"],
        mistakes=data["mistakes"],
    )


def data_of(group: Group) -> dict[str, Any]:
    """A group of cases as JSON data."""
    cases = list(map(_case_data, group.cases))
    return {"title": group.title, "weight": group.weight, "cases": cases}


def _case_data(case: Case) -> dict[str, Any]:
    several = isinstance(case.expected, OneOf)
    data = {
        "arguments": list(map(wire.stored, case.arguments)),
        "one of" if several else "expected": tagged(case.expected),
        "shown": case.shown,
        "size": case.size,
        "judge": case.judge,
        "parameters": {name: tagged(value) for name, value in case.parameters.items()},
        "budget": case.budget,
        "exact": case.exact,
        "again": None if case.again is None else list(map(wire.stored, case.again)),
        "drawn": tagged(case.drawn),
    }
    return {name: value for name, value in data.items() if value or name in {"expected", "one of"}}


def _group_from(data: Mapping[str, Any]) -> Group:
    return Group(data["title"], tuple(map(_case_from, data["cases"])), data["weight"])


def _case_from(data: Mapping[str, Any]) -> Case:
    again = data.get("again")
    return Case(
        tuple(map(wire.restored, data.get("arguments", ()))),
        OneOf(untagged(data["one of"])) if "one of" in data else untagged(data["expected"]),
        data["shown"],
        data.get("size", 0),
        data["judge"],
        {name: untagged(value) for name, value in data.get("parameters", {}).items()},
        budget=data.get("budget"),
        exact=data.get("exact", False),
        again=None if again is None else tuple(map(wire.restored, again)),
        drawn=untagged(data.get("drawn")),
    )


def did_you_mean(name: str, known: Iterable[str], *, alike: float = 0.5) -> str:
    """Words to put behind a name that nobody knows: the one that comes close, or nothing.

    `alike`, up to 1, is how much of two names has to be the same.

    >>> did_you_mean("alphabta", ["minimax", "alphabeta"])
    ' (did you mean alphabeta?)'
    """
    near = difflib.get_close_matches(name, known, n=1, cutoff=alike)
    return f" (did you mean {near[0]}?)" if near else ""
