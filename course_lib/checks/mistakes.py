"""Naming a mistake: a student's answers beside the fingerprints of programs with one known bug."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Exercise, Fingerprint
from course_lib.checks.students import Student
from course_lib.plain import to_json


def known_mistake(exercise: Exercise, student: Student) -> str | None:
    """The known mistake whose program gives the same answers everywhere, if there is one.

    Where the values are right, a mistake shows only in the states that were visited. Where an
    answer consists of pieces, those that are right do not speak against a mistake.
    """
    known, right = exercise.mistakes, exercise.right
    probes = exercise.probes()
    if not known or not probes:
        return None
    mine = fingerprint(exercise, student, probes)
    if fails_everywhere(mine):
        return None
    if exercise.pieces is not None:
        explain = [name for name in known if _explains(known[name], mine, right)]
        return min(explain, key=lambda name: _apart(known[name], mine), default=None)
    alike = [name for name, theirs in known.items() if _values(theirs) == _values(mine)]
    exactly = [name for name in alike if known[name] == mine]
    if _values(mine) == _values(right):
        return exactly[0] if exactly else None
    # Several may give equal answers; perhaps they look at other states on their way.
    return next(iter(exactly or alike), None)


def fails_everywhere(found: Fingerprint) -> bool:
    """Whether every probe ended in an exception or not at all; that has many possible reasons."""
    return len(set(_values(found))) == 1 and found[0][0] in {
        _short("an exception"),
        _short("no end"),
    }


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
        if exercise.pieces is None:
            found.append([_short(_what_came(answer)), answer.digest])
        else:
            found += [[_short(_piece(piece)), ""] for piece in exercise.pieces(answer.value)]
        if answer.stopped:
            break
    return found


def _what_came(answer: Answer) -> str:
    """What can be seen of a call from outside, as text; exceptions are all alike."""
    if answer.error is not None:
        return "an exception"
    if answer.stopped:
        return "no end"
    try:
        value = _plain(answer.value)
        afterwards = _plain(answer.afterwards)
    except TypeError:
        value = afterwards = "strange"
    return f"{value} {afterwards} {answer.same_as} {bool(answer.printed.strip())}"


def _piece(value: Any) -> str:
    """A piece of an answer as text; what is no plain data is all alike."""
    try:
        return _plain(value)
    except TypeError:
        return "strange"


def _plain(value: Any) -> str:
    """A value as text, in which 1 and 1.0 are one answer."""
    return to_json(_rounded(value))


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
    """Whether every piece that is not right is just as wrong as with this mistake."""
    return mine != right and all(
        piece in (same, wrong) for piece, same, wrong in zip(mine, right, theirs, strict=False)
    )


def _apart(theirs: Fingerprint, mine: Fingerprint) -> int:
    """In how many pieces the two differ."""
    return sum(one != other for one, other in zip(theirs, mine, strict=False))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _values(found: Fingerprint) -> list[str]:
    return [value for value, _ in found]
