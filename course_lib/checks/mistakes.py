"""Naming a mistake: a student's answers beside the fingerprints of programs with one known bug."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Exercise
from course_lib.checks.students import Student
from course_lib.plain import to_json

HERE = Path(__file__).resolve().parent

Fingerprint = list[list[str]]
"""For each probe two short hashes: of what came back, and of the states that were visited."""


def known_mistake(exercise: Exercise, student: Student) -> str | None:
    """The known mistake whose program gives the same answers everywhere, if there is one."""
    known = fingerprints(exercise.lesson).get(exercise.name, {})
    probes = exercise.probes()
    if not known or not probes:
        return None
    mine = fingerprint(exercise, student, probes)
    if len(set(_values(mine))) == 1 and mine[0][0] in {_short("an exception"), _short("no end")}:
        return None  # what fails everywhere fails for many reasons
    alike = [name for name, theirs in known.items() if _values(theirs) == _values(mine)]
    if len(alike) > 1:
        # Equal answers; perhaps they look at other states on their way.
        alike = [name for name in alike if known[name] == mine] or alike
    return alike[0] if alike else None


def fingerprint(
    exercise: Exercise, student: Student, probes: Sequence[tuple[Any, ...]]
) -> Fingerprint:
    """How this student answers the probes; no more is asked of one that had to be stopped."""
    found: Fingerprint = []
    for arguments in probes:
        answer = student.call(
            exercise.name,
            *arguments,
            budget=20_000,
            seconds=exercise.seconds,
            digest=exercise.digest,
        )
        found.append([_short(_what_came(answer)), answer.digest])
        if answer.stopped:
            break
    return found


@cache
def fingerprints(lesson: str) -> dict[str, dict[str, Fingerprint]]:
    """The fingerprints of the known mistakes in this lesson, by exercise and name."""
    path = HERE / f"fingerprints_{lesson}.json"
    if not path.exists():
        return {}
    found: dict[str, dict[str, Fingerprint]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _what_came(answer: Answer) -> str:
    """What can be seen of a call from outside, as text; exceptions are all alike."""
    if answer.error is not None:
        return "an exception"
    if answer.stopped:
        return "no end"
    try:
        # 1 and 1.0 are one answer.
        value = to_json(answer.value).replace(".0", "")
        afterwards = to_json(answer.afterwards)
    except TypeError:
        value = afterwards = "strange"
    return f"{value} {afterwards} {answer.same_as} {bool(answer.printed.strip())}"


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _values(found: Fingerprint) -> list[str]:
    return [value for value, _ in found]
