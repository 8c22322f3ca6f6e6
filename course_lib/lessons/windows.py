"""How lessons 08 and 09 look at a board: its windows, and who could finish one where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.games.k_in_a_row import lines_of
from course_lib.games.squares import Places


def windows_of(game: Any) -> Sequence[Places]:
    """The places of every window: as many squares in a line as are needed to win.

    A place is the number of a square in reading order: 0 is the left one of the top row.

    >>> from course_lib import ConnectFour
    >>> len(windows_of(ConnectFour())), windows_of(ConnectFour())[0]
    (69, (0, 1, 2, 3))
    """
    return lines_of(game.rows, game.columns, game.length)


def row_from_below(game: Any, place: int) -> int:
    """The number of this place's row as people count: 1 is the lowest.

    >>> from course_lib import ConnectFour
    >>> row_from_below(ConnectFour(), 0), row_from_below(ConnectFour(), 41)
    (6, 1)
    """
    return int(game.rows - place // game.columns)
