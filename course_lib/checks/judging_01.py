"""How answers of lesson 01 are judged where it is not enough to say that they are not equal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, gives, same


def right_board(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the board is right; whether the old one has changed is asked elsewhere."""
    return None if same(case.expected, answer.value) else gives(case, answer)


def right_squares(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the set is right, else which squares are missing in it or should not be there."""
    objection = gives(case, answer)
    if objection is None or same(case.expected, answer.value):
        return objection
    expected = in_order(case.expected)
    if not isinstance(answer.value, set | frozenset):
        sentence = objection.sentence.replace(repr(case.expected), expected)
        return replace(objection, sentence=sentence, expected=expected)
    faults = {
        "leaves out": case.expected - answer.value,
        "has what is no free square here:": answer.value - case.expected,
    }
    told = [f"{fault} {listed(squares)}" for fault, squares in faults.items() if squares]
    sentence = f"{case.shown} {' and '.join(told)}"
    return replace(objection, sentence=sentence, expected=expected, got=in_order(answer.value))


def in_order(squares: Iterable[Any]) -> str:
    """A set as Python writes it, but in order, so that two of them can be compared.

    >>> in_order({(1, 0), (0, 2)}), in_order(set())
    ('{(0, 2), (1, 0)}', 'set()')
    """
    return f"{{{listed(squares)}}}" if squares else "set()"


def listed(squares: Iterable[Any]) -> str:
    """These squares, or whatever they are, in order and with commas between them."""
    return ", ".join(sorted(map(repr, squares)))
