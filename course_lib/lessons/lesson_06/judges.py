"""The judge of lesson 06: cells of a board of hexagons."""

from __future__ import annotations

from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, whole_numbers
from course_lib.checks.judges import explained
from course_lib.games.hexboard import cell_name, hex_board


def right_cell(case: Case, answer: Answer) -> Objection | None:
    """Objects to all but the right cell of a hexagonal board, or `None`: what is wrong with it.

    The size of the board is the last argument.
    """
    size = case.arguments[-1]
    taken = {cell for part in case.arguments[:-1] if not isinstance(part, int) for cell in part}

    def why(given: Any) -> str | None:
        if not (isinstance(given, tuple) and len(given) == 2 and whole_numbers(given)):
            return None
        if given not in hex_board(size).index:
            return f"that is not a cell of the board, of which the cells go up to {2 * size - 1}"
        if given in taken:
            return f"there is a stone on {cell_name(given)} already"
        return None

    return explained(case, answer, why)
