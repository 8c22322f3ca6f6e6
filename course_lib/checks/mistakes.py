"""Naming a mistake: a student's outputs beside those of programs with one known mistake.

A mistake is named only where it is proved: one known wrong program alone gives all the outputs that
were seen, and no right one does.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import NO_RETURN, Exercise, Fingerprint
from course_lib.checks.students import Student
from course_lib.plain import to_json

NOTHING = ("an exception", "no end", "strange", "null")
"""What comes from so many different mistakes that it is no sign of any one."""


def known_mistake(exercise: Exercise, student: Student) -> str | None:
    """The one known mistake whose program gives the same answers everywhere, if there is one.

    Where several give the same values, or the right ones, the states that were visited decide.
    Where an answer is typed piece by piece, the pieces that are right speak against no mistake.
    """
    known, right = exercise.mistakes, exercise.right
    probes = exercise.probes()
    if not known or not probes:
        return None
    answers = _answers(exercise, student, probes)
    mine = _fingerprint_of(exercise, answers)
    if fails_everywhere(mine):
        return None
    if exercise.pieces is not None:
        alike = [name for name in known if _explains(known[name], mine, right)]
    else:
        alike = [name for name, theirs in known.items() if _values(theirs) == _values(mine)]
    if len(alike) > 1 or _values(mine) == _values(right):
        alike = [name for name in alike if known[name] == mine]
    if len(alike) != 1 or (alike == [NO_RETURN] and not all(each.no_return for each in answers)):
        return None
    return alike[0]


def fails_everywhere(found: Fingerprint) -> bool:
    """Whether every probe ended in an exception or not at all; that has many possible reasons."""
    return len(set(_values(found))) == 1 and found[0][0] in map(_short, NOTHING[:2])


def fingerprint(
    exercise: Exercise, student: Student, probes: Sequence[tuple[Any, ...]]
) -> Fingerprint:
    """How this student answers the probes; no more is asked of one that had to be stopped."""
    with student.ready():
        return _fingerprint_of(exercise, _answers(exercise, student, probes))


def _answers(
    exercise: Exercise, student: Student, probes: Sequence[tuple[Any, ...]]
) -> list[Answer]:
    answers: list[Answer] = []
    for arguments in probes:
        answer = student.call(
            exercise.name,
            *arguments,
            budget=20_000,
            seconds=exercise.seconds,
            digest=exercise.digest,
        )
        answers.append(answer)
        if answer.stopped:
            break
    return answers


def _fingerprint_of(exercise: Exercise, answers: Sequence[Answer]) -> Fingerprint:
    take_apart = exercise.pieces
    if take_apart is None:
        return [[_short(_what_came(answer)), answer.digest] for answer in answers]
    return [[_short(_plain(piece)), ""] for answer in answers for piece in take_apart(answer.value)]


def _what_came(answer: Answer) -> str:
    """What can be seen of a call from outside, as text; exceptions are all alike."""
    if answer.error is not None:
        return "an exception"
    if answer.stopped:
        return "no end"
    value, afterwards = _plain(answer.value), _plain(answer.afterwards)
    if "strange" in (value, afterwards):
        value = afterwards = "strange"
    shares = " shared" if answer.shares_rows else ""
    return f"{value} {afterwards} {answer.same_as} {bool(answer.printed.strip())}{shares}"


def _plain(value: Any) -> str:
    """A value as text, in which 1 and 1.0 are one answer, and what is no plain data is alike."""
    try:
        return to_json(_rounded(value))
    except TypeError:
        return "strange"


def _rounded(value: Any) -> Any:
    """The value with its floats cut to nine digits: how a sum is rounded depends on the Python."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return value
        short = float(f"{value:.9g}")
        return int(short) if short.is_integer() else short
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(map(_rounded, value))
    if isinstance(value, dict):
        return {_rounded(key): _rounded(part) for key, part in value.items()}
    return value


def _explains(theirs: Fingerprint, mine: Fingerprint, right: Fingerprint) -> bool:
    """Whether every piece that is not right is just as wrong as with this mistake, and telling."""
    telling = [
        piece == wrong and piece[0] not in map(_short, NOTHING)
        for piece, fine, wrong in zip(mine, right, theirs, strict=False)
        if piece != fine
    ]
    return bool(telling) and all(telling)


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _values(found: Fingerprint) -> list[str]:
    return [value for value, _ in found]
