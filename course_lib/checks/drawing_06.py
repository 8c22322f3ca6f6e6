"""Stones that are plain sets of cells, as a state of Havannah and as a picture, for lesson 06."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from course_lib.checks.answer import Position
from course_lib.game import Player
from course_lib.games.havannah import EMPTY, Havannah, HavannahState, O, X, chains_on
from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.hexchains import hex_chains

if TYPE_CHECKING:
    from course_lib.views.picture import Picture


def show_stones(
    size: int, first: Collection[Cell], other: Collection[Cell] = (), /, **options: Any
) -> Picture:
    """A picture of these stones of X and of O; options as for `show`.

    Nobody has to have played them: there may be more stones of X than of O.

    >>> print(show_stones(2, {(1, 1)}, {(2, 2)}, caption="Two stones"))
    Havannah, Two stones: X on A1; O on B2; the rest is empty
    """
    # Loaded when wanted: a process that only answers calls draws nothing.
    from course_lib.views.boards import board_picture  # noqa: PLC0415

    options.setdefault("caption", "")
    return board_picture(Havannah(size), state_of(size, first, other), **options)


def state_of(
    size: int, first: Collection[Cell], other: Collection[Cell] = (), to_move: Player = X
) -> HavannahState:
    """The state with these stones of X and of O, in which nobody has won yet."""
    board = hex_board(size)
    for cell in (*first, *other):
        if cell not in board.index:
            raise ValueError(f"{cell!r} is no cell (x, y) of the board of size {size}")
    both = sorted(set(first) & set(other))
    if both:
        raise ValueError(f"{both[0]!r} can't hold a stone of X and one of O")
    stones = "".join(X if cell in first else O if cell in other else EMPTY for cell in board.cells)
    return HavannahState(stones, to_move, 0, None, chains_on(hex_chains(size), stones))


def position(size: int, first: Collection[Cell], other: Collection[Cell] = ()) -> Position | None:
    """The stones as a verdict shows them, or `None` if they lie on no board of this size."""
    try:
        return Position(Havannah(size), state_of(size, first, other))
    except ValueError:
        return None


def cells_named(text: str, size: int) -> set[Cell]:
    """The cells with these names.

    >>> sorted(cells_named("A1 b2", 3))
    [(1, 1), (2, 2)]
    """
    return {hex_board(size).cell_named(name) for name in text.split()}
