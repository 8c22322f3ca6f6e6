"""The judges of cells and stones on a hexagonal board, the size of which is the last argument."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, gives, same
from course_lib.checks.judges.sets import in_order
from course_lib.games.hexboard import cell_name, hex_board


@a_judge
def on_stones(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer has the expected value and has left the stones alone."""
    objection = gives(case, answer)
    if objection is None:
        return None
    if same(case.expected, answer.value):
        return replace(
            objection,
            sentence=f"{case.shown} changed what it was given; others still need it, so work on a"
            " copy",
            mistake="the stones that were given are changed",
        )
    for value in (case.expected, answer.value):
        if isinstance(value, set | frozenset):
            parts = (objection.sentence, objection.expected, objection.got)
            sentence, expected, got = (part.replace(repr(value), in_order(value)) for part in parts)
            objection = replace(objection, sentence=sentence, expected=expected, got=got)
    return objection


@a_judge
def right_cells(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right set of cells, else the first that is too much, or lacking."""
    given, right = answer.value, case.expected
    objection = on_stones(case, answer)
    if objection is None or not isinstance(given, set | frozenset) or same(right, given):
        return objection
    extra, lost = sorted(given - right, key=repr), sorted(right - given)
    if extra and extra[0] not in hex_board(case.arguments[-1]).index:
        why = f"{extra[0]!r} is no cell of the board"
    elif extra:
        why = f"{extra[0]!r} does not belong there"
    else:
        why = f"{lost[0]!r} is missing"
    many = f"{len(given)} cell{'' if len(given) == 1 else 's'}"
    return replace(objection, sentence=f"{case.shown} gave {many}: {why}")


@a_judge
def right_cell(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right cell, or `None`, else what is wrong with the one that was given."""
    given, right, size = answer.value, case.expected, case.arguments[-1]
    objection = on_stones(case, answer)
    if objection is None or same(right, given) or not _is_cell(given):
        return objection
    taken = {cell for part in case.arguments[:-1] if not isinstance(part, int) for cell in part}
    if given not in hex_board(size).index:
        why = f"that is no cell of the board, of which the cells go up to {2 * size - 1}"
    elif given in taken:
        why = f"there is a stone on {cell_name(given)} already"
    else:
        why = f"expected {right}"
    return replace(objection, sentence=f"{case.shown} gave {given}: {why}")


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)
