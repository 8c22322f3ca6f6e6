"""The judges of sets: which of their members are missing, and which should not be there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, gives, same


@a_judge
def right_set(case: Case, answer: Answer, *, extra: str) -> Objection | None:
    """Nothing if the set is right, else what is missing in it or should not be there.

    `extra` says of a member that should not be there what is wrong with it.
    """
    objection = gives(case, answer)
    if objection is None or same(case.expected, answer.value):
        return objection
    expected = in_order(case.expected)
    if not isinstance(answer.value, set | frozenset):
        sentence = objection.sentence.replace(repr(case.expected), expected)
        return replace(objection, sentence=sentence, expected=expected)
    faults = {
        "leaves out": case.expected - answer.value,
        extra: answer.value - case.expected,
    }
    parts = [f"{fault} {listed(members)}" for fault, members in faults.items() if members]
    sentence = f"{case.shown} {' and '.join(parts)}"
    return replace(objection, sentence=sentence, expected=expected, got=in_order(answer.value))


def in_order(members: Iterable[Any]) -> str:
    """A set as Python writes it, but in order, so that two of them can be compared.

    >>> in_order({(1, 0), (0, 2)}), in_order(set())
    ('{(0, 2), (1, 0)}', 'set()')
    """
    return f"{{{listed(members)}}}" if members else "set()"


def listed(members: Iterable[Any]) -> str:
    """These members, whatever they are, in order and with commas between them."""
    return ", ".join(sorted(map(repr, members)))
