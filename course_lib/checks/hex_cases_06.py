"""What the cases of lesson 06 share: stones as arguments, drawn on a board, and their judge."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import Case, Objection, gives, same
from course_lib.games.hexboard import Cell, cell_name, hex_board

FEW = 8
"""So many cells are written out in a message; of more it says how many."""


@dataclass(frozen=True)
class HexCase(Case):
    """A case whose stones lie on a hexagonal board."""

    drawn: Position | None = None
    """The stones as the verdict shows them."""

    @property
    def board(self) -> Any:
        """The stones, drawn."""
        return self.drawn


def right_cells(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right set of cells, else the first that is too much, or lacking."""
    given, right, size = answer.value, case.expected, case.arguments[-1]
    objection = unchanged(case, answer)
    if objection is None or not isinstance(given, set | frozenset) or same(right, given):
        return objection
    extra = sorted(given - right, key=repr)
    lost = sorted(right - given)
    if extra and extra[0] not in hex_board(size).index:
        why = f"{extra[0]!r} is no cell of the board"
    elif extra:
        why = f"{extra[0]!r} does not belong there"
    else:
        why = f"{lost[0]!r} is missing"
    return Objection(f"{case.shown} gave {told(given)}: {why}", None, listed(right), listed(given))


def unchanged(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer has the expected value and has left the stones alone."""
    objection = gives(case, answer)
    if objection is None:
        return None
    if not same(case.expected, answer.value):
        return _in_order(objection, case.expected, answer.value)
    return Objection(
        f"{case.shown} changed what it was given; others still need it, so work on a copy",
        "the stones that were given are changed",
        objection.expected,
        objection.got,
    )


def _in_order(objection: Objection, *values: Any) -> Objection:
    """The same with sets written in order, however Python would have it."""
    for value in values:
        if isinstance(value, set | frozenset):
            was, now = repr(value), listed(value)
            sentence = objection.sentence.replace(was, now)
            expected, got = (
                now if text == was else text for text in (objection.expected, objection.got)
            )
            objection = replace(objection, sentence=sentence, expected=expected, got=got)
    return objection


def told(cells: Collection[Any]) -> str:
    """How many cells these are."""
    return f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"


def listed(cells: Collection[Any]) -> str:
    """A set of cells in order, as Python writes it; the end of a long one is left out."""
    if not cells:
        return "set()"
    shown = sorted(cells, key=repr)
    more = f", ... {len(shown)} in all" if len(shown) > FEW else ""
    return "{" + ", ".join(map(repr, shown[:FEW])) + more + "}"


def names_of(cells: Iterable[Cell]) -> str:
    """The names of these cells in order, such as `A1 A2`."""
    return " ".join(map(cell_name, sorted(cells)))
