"""All exercises by name, collected from the files `cases_NN.py` of this folder."""

from __future__ import annotations

import importlib
import pkgutil
import re
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
    """The exercise with this name; another name is a `LookupError` that lists them all."""
    known = exercises()
    if name not in known:
        raise LookupError(f"no exercise is called {name!r}; there are: {', '.join(known)}")
    return known[name]
