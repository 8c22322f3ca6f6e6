"""What lesson 08 hands out to look at a board: its windows, and who could finish one where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from course_lib.checks import boards_04

Place = int
"""A square by its number in reading order: 0 is the left one of the top row."""


def windows_of(game: Any) -> Sequence[tuple[Place, ...]]:
    """The places of every window: as many squares in a line as are needed to win.

    They are worked out once for each size of board.

    >>> from course_lib import ConnectFour
    >>> len(windows_of(ConnectFour())), windows_of(ConnectFour())[0]
    (69, (0, 1, 2, 3))
    """
    return _windows(game.rows, game.columns, game.length)


def row_from_below(game: Any, place: Place) -> int:
    """The number of this place's row as people count: 1 is the lowest.

    >>> from course_lib import ConnectFour
    >>> row_from_below(ConnectFour(), 0), row_from_below(ConnectFour(), 41)
    (6, 1)
    """
    return int(game.rows - place // game.columns)


@cache
def _windows(rows: int, columns: int, length: int) -> tuple[tuple[Place, ...], ...]:
    return tuple(boards_04.windows(rows, columns, length))
