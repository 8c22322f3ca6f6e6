"""All exercises by name, collected from the files `cases_NN.py` of this folder."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from course_lib.checks.cases import Exercise


@cache
def exercises() -> dict[str, Exercise]:
    """The exercises of all lessons, by name."""
    found: dict[str, Exercise] = {}
    for info in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if re.fullmatch(r"cases_\d\d", info.name):
            module = importlib.import_module(f"course_lib.checks.{info.name}")
            for exercise in module.EXERCISES:
                if exercise.name in found:
                    raise ValueError(f"two exercises are called {exercise.name!r}")
                found[exercise.name] = exercise
    return found


def exercise_named(name: str) -> Exercise:
    """The exercise with this name; another is a `LookupError` that says which comes close."""
    known = exercises()
    if name not in known:
        perhaps = did_you_mean(name, known)
        raise LookupError(
            f"no exercise is called {name!r}{perhaps or '; there are: ' + ', '.join(known)}"
        )
    return known[name]


def did_you_mean(name: str, known: Iterable[str], *, alike: float = 0.5) -> str:
    """Words to put behind a name that nobody knows: the one that comes close, or nothing.

    `alike`, up to 1, is how much of two names has to be the same.

    >>> did_you_mean("alphabta", ["minimax", "alphabeta"])
    ' (did you mean alphabeta?)'
    """
    near = difflib.get_close_matches(name, known, n=1, cutoff=alike)
    return f" (did you mean {near[0]}?)" if near else ""
