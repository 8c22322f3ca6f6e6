"""Squares as the Go Text Protocol writes them: `D4`, and no letter I."""

from __future__ import annotations

import re
from typing import cast

from course_lib.game import Action
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import Square

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns; I is left out, because it looks like 1. So a board has 25 columns at most."""

COLOURS = ("black", "white")
"""The players in the order in which they move."""

_VERTEX = re.compile(r"([A-HJ-Z])([1-9]\d?)")


def vertex(game: KInARow, square: Action) -> str:
    """The name of a square.

    >>> from course_lib.games import Gomoku
    >>> vertex(Gomoku(15), (0, 8)), Gomoku(15).action_name((0, 8))
    ('J15', 'i15')
    """
    row, column = cast("Square", square)
    return f"{LETTERS[column]}{game.rows - row}"


def square_at(game: KInARow, text: str) -> Action:
    """The square with this name; one off the board, or no name, is a `ValueError`."""
    found = _VERTEX.fullmatch(text.strip().upper())
    if found is None:
        raise ValueError(
            f"{text!r} is no vertex; one such as D4 would be, and there is no letter I"
        )
    row, column = game.rows - int(found[2]), LETTERS.index(found[1])
    if not (0 <= row < game.rows and column < game.columns):
        last = vertex(game, (0, game.columns - 1))
        raise ValueError(f"{text!r} is off the board, which goes from A1 to {last}")
    return row, column


def check_width(game: KInARow) -> None:
    """Refuse a board that has more columns than the protocol has letters."""
    if game.columns > len(LETTERS):
        raise ValueError(
            f"GTP has letters for {len(LETTERS)} columns; this board has {game.columns}"
        )
