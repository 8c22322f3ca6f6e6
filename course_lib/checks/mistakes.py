"""Naming a mistake: a student's outputs beside those of programs with one known mistake.

A mistake is named only where it is proved: one known wrong program alone gives all the outputs that
were seen, and no right one does. What was printed is no output here: whoever prints to see what
happens makes the same mistake as before.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Sequence
from typing import Any

from course_lib.checks.calling import Answer, Request, Student
from course_lib.checks.cases import NO_RETURN, PRINTED, Exercise, Fingerprint
from course_lib.plain import to_json

NOTHING = ("strange", "null")
"""What comes from so many different mistakes that it is no sign of any one."""

_CRASH = "!"
"""How the hash of an exception begins."""

_FORMS = (
    *("positional argument", "keyword argument", "not supported between", "unsupported operand"),
    *("empty", "unpack", "subscript", "callable", "iterable", "hash", "out of range"),
)
"""What the texts of exceptions say in every Python; the first that is found tells two apart."""


def known_mistake(exercise: Exercise, student: Student) -> str | None:
    """The one known mistake whose program gives the same answers everywhere, if there is one.

    Where several give the same values, or the right ones, the states that were visited decide.
    Where an answer is typed piece by piece, the pieces that are right speak against no mistake.
    """
    known, right = exercise.mistakes, exercise.right
    if not known or not exercise.probes:
        return None
    answers = _answers(exercise, student)
    mine = _fingerprint_of(exercise, answers)
    if fails_everywhere(mine):
        return None
    if exercise.pieces is not None:
        alike = [name for name in known if _explains(known[name], mine, right)]
    else:
        alike = [name for name, theirs in known.items() if _values(theirs) == _values(mine)]
    if len(alike) > 1 or _values(mine) == _values(right):
        alike = [name for name in alike if known[name] == mine]
    # Those two have proofs of their own: None may have been returned on purpose.
    return alike[0] if len(alike) == 1 and alike[0] not in {NO_RETURN, PRINTED} else None


def fails_everywhere(found: Fingerprint) -> bool:
    """Whether every probe ended in an exception or not at all; that has many possible reasons."""
    values = set(_values(found))
    return values == {_short("no end")} or all(value.startswith(_CRASH) for value in values)


def fingerprint(exercise: Exercise, student: Student) -> Fingerprint:
    """How this student answers the probes; no more is asked of one that had to be stopped."""
    return _fingerprint_of(exercise, _answers(exercise, student))


def _answers(exercise: Exercise, student: Student) -> list[Answer]:
    requests = (
        Request(
            (probe,),
            seconds=exercise.seconds,
            budget=20_000,
            digest=exercise.digest,
            lesson=exercise.lesson,
        )
        for probe in exercise.probes
    )
    answers: list[Answer] = []
    began = time.process_time()
    for answer in student.in_turn(requests):
        answers.append(answer)
        if answer.stopped or time.process_time() - began > exercise.seconds:
            break
    return answers


def _fingerprint_of(exercise: Exercise, answers: Sequence[Answer]) -> Fingerprint:
    if exercise.pieces is None:
        # Where the solution raises an exception, any other is as good.
        refused = [value == _CRASH for value, _ in exercise.right] or [True] * len(answers)
        return [
            [_CRASH if answer.error and fine else _what_came(answer), answer.digest]
            for answer, fine in zip(answers, refused, strict=False)
        ]
    take_apart = exercise.lessons_own(exercise.pieces)
    return [[_short(_plain(piece)), ""] for answer in answers for piece in take_apart(answer.value)]


def _what_came(answer: Answer) -> str:
    """What can be seen of a call from outside, as a hash; of an exception its kind."""
    if answer.error is not None:
        kind, text = answer.error.type, answer.error.message
        form = next((form for form in _FORMS if form in text), "")
        return _CRASH + _short(f"{kind} {form} {'NoneType' in text}")
    if answer.stopped:
        return _short("no end")
    value, afterwards = _plain(answer.value), _plain(answer.afterwards)
    if "strange" in (value, afterwards):
        value = afterwards = "strange"
    return _short(f"{value} {afterwards} {answer.same_as} {answer.shares_rows}")


def _plain(value: Any) -> str:
    """A value as text, in which 1 and 1.0 are one answer, and what is no plain data is alike."""
    try:
        return to_json(rounded(value))
    except TypeError:
        return "strange"


def rounded(value: Any) -> Any:
    """The value with its floats cut to nine digits: how a sum is rounded depends on the Python."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return value
        short = float(f"{value:.9g}")
        return int(short) if short.is_integer() else short
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(map(rounded, value))
    if isinstance(value, dict):
        return {rounded(key): rounded(part) for key, part in value.items()}
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
