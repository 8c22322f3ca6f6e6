"""The compiled search with a desk and a table of its own: `compiled_search(board, stones)`."""

from __future__ import annotations

import numpy as np

from course_tools.engines.compiled.four_compiled import (
    BOTTOM,
    COLUMNS,
    FILES,
    FULL,
    MOST,
    ODD_ROWS,
    PAGE,
    PAGES,
    SHIFT,
    SQUARES,
    STEP,
    UNFINISHED,
    VISITS,
    Words,
    score_of,
)
from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_search import ScoreOf

STRETCH = 3_000_000
"""So many positions are visited in well under a second."""

LARGEST = 56
"""A word of the table has 8 bits for a bound, and the others for the position's key."""


def fits(board: FourBoard) -> bool:
    """Whether the positions of this board can be kept in words of 64 bits."""
    return board.step * board.columns <= LARGEST


def compiled_search(board: FourBoard, stones: int) -> ScoreOf:
    """What scores positions with at least so many stones, with an empty table at first."""
    desk, table = desk_and_table(board, stones)
    return lambda mine, taken: finished_score(mine, taken, desk, table)


def finished_score(mine: int, taken: int, desk: Words, table: Words, stretch: int = STRETCH) -> int:
    """The score of a position, with a look around after every stretch: Ctrl-C is heard then.

    The table keeps what was found out. Since a small one forgets, each stretch is longer than the
    one before, so that one of them is long enough.
    """
    while True:
        desk[MOST] = int(desk[VISITS]) + stretch
        found = int(score_of(mine, taken, desk, table))
        if found != UNFINISHED:
            return found
        stretch += stretch // 16 + 1


def desk_and_table(board: FourBoard, stones: int) -> tuple[Words, Words]:
    """What the compiled search works on, for positions with at least so many stones."""
    bits = table_bits(board.squares - stones)
    # The system hands out pages of zeros when they are first touched, so a large table that is
    # hardly used costs little.
    return desk_for(board, bits), np.zeros(2 << bits, dtype=np.uint64)


def desk_for(board: FourBoard, bits: int) -> Words:
    """The desk for a board and a table of 2 ** `bits` pairs of words."""
    desk = np.zeros(PAGES + PAGE * (board.squares + 1), dtype=np.uint64)
    known = {FULL: board.full, BOTTOM: board.bottom, STEP: board.step, SQUARES: board.squares}
    known |= {COLUMNS: board.columns, ODD_ROWS: board.odd_rows, SHIFT: 64 - bits, MOST: 2**63}
    known |= {FILES + at: file for at, file in enumerate(board.files)}
    for at, value in known.items():
        desk[at] = value
    return desk


def table_bits(empty: int) -> int:
    """The size of a table for so many empty squares, as a power of two pairs of words.

    The least is half a megabyte, the most 256 megabytes.
    """
    return min(max(empty - 13, 15), 24)
