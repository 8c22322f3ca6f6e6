"""Rectangular boards: names of squares (`b2`) and mirror images.

A square is `(row, column)` from 0, row 0 on top. Its name is the column's letter and the row's
number counted from the bottom, as in chess:

    (0, 0) (0, 1) (0, 2)        a3 b3 c3
    (1, 0) (1, 1) (1, 2)        a2 b2 c2
    (2, 0) (2, 1) (2, 2)        a1 b1 c1
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from course_lib.plain import letters, number_of

Square = tuple[int, int]

EMPTY = "."

Board = tuple[str, ...]
"""The squares in reading order, each a player's mark or `EMPTY`."""

Places = tuple[int, ...]
"""Squares given by their number in reading order."""

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")


def square_name(square: Square, rows: int) -> str:
    """The name of a square on a board with this many rows.

    >>> square_name((0, 1), rows=3)
    'b3'
    """
    row, column = square
    return f"{letters(column + 1)}{rows - row}"


def square_named(text: str, rows: int, columns: int) -> Square:
    """The square with this name; a name that is none, or off the board, is a `ValueError`."""
    found = _NAME.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(
            f"{text!r} is not a square: write the column's letter and the row's number, like b2"
        )
    row, column = rows - int(found[2]), number_of(found[1]) - 1
    if not (0 <= row < rows and column < columns):
        raise ValueError(
            f"{text!r} is off the board, which goes from a1 (bottom left)"
            f" to {square_name((0, columns - 1), rows)} (top right)"
        )
    return (row, column)


class BoardImage(NamedTuple):
    """A way to lay a board onto itself: where each square goes, and which one comes to each place.

    So `[board[at] for at in places]` is the image of a board in reading order.
    """

    name: str
    square: Callable[[Square], Square]
    places: Places


def square_symmetries(rows: int, columns: int) -> tuple[BoardImage, ...]:
    """Each way to lay the board onto itself: 8 for a square board, 4 for a rectangle."""
    bottom, right = rows - 1, columns - 1
    images: dict[str, Callable[[Square], Square]] = {
        "as it is": lambda at: at,
        "left and right swapped": lambda at: (at[0], right - at[1]),
        "top and bottom swapped": lambda at: (bottom - at[0], at[1]),
        "half a turn": lambda at: (bottom - at[0], right - at[1]),
    }
    if rows == columns:
        images |= {
            "mirrored at the diagonal": lambda at: (at[1], at[0]),
            "mirrored at the other diagonal": lambda at: (right - at[1], bottom - at[0]),
            "a quarter turn right": lambda at: (at[1], bottom - at[0]),
            "a quarter turn left": lambda at: (right - at[1], at[0]),
        }
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    found = []
    for name, image in images.items():
        comes_from = {image(square): at for at, square in enumerate(squares)}
        found.append(BoardImage(name, image, tuple(comes_from[square] for square in squares)))
    return tuple(found)
