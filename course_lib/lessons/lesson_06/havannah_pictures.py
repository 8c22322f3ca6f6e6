"""Lesson 06 in pictures: stones that are plain sets of cells."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import STEPS, Cell, hex_board

if TYPE_CHECKING:
    from course_lib.views.svg import Picture

__all__ = [
    "STEPS",
    "cells_named",
    "cells_of",
    "show_stones",
]


def cells_named(text: str, size: int) -> set[Cell]:
    """The cells with these names.

    >>> sorted(cells_named("A1 b2", 3))
    [(1, 1), (2, 2)]
    """
    return {hex_board(size).cell_named(name) for name in text.split()}


def cells_of(size: int) -> list[Cell]:
    """All cells of the board in order: A1, A2, ... B1, B2, ..."""
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


def show_stones(
    size: int, first: Collection[Cell], other: Collection[Cell] = (), /, **options: Any
) -> Picture:
    """A picture of these stones of X and of O; options as for `show`.

    Nobody has to have played them: there may be more stones of X than of O.

    >>> print(show_stones(2, {(1, 1)}, {(2, 2)}, caption="Two stones"))
    Havannah, Two stones: X on A1; O on B2; the rest is empty
    """
    # Loaded when wanted: who only looks up cells draws nothing.
    from course_lib.views.boards import board_picture  # noqa: PLC0415

    options.setdefault("caption", "")
    return board_picture(Havannah(size), Havannah(size).with_stones(first, other), **options)
