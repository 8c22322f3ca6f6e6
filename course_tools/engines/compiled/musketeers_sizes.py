"""Who wins Three Musketeers on other boards and with two musketeers: `sizes`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from course_lib.game import Player
from course_lib.games.three_musketeers import GUARD, MUSKETEER, ThreeMusketeers
from course_tools.engines.compiled.musketeers_strong import StrongSolution

BOARDS = (
    *((3, 3, 3), (3, 4, 3), (4, 3, 3), (3, 5, 3), (4, 4, 3), (4, 5, 3), (5, 4, 3)),
    *((3, 3, 2), (3, 4, 2), (4, 4, 2), (4, 5, 2), (5, 5, 2)),
)
"""Rows, columns and musketeers of boards of which every position is solved in some seconds."""


class Size(NamedTuple):
    """A board, the start on it, who wins from there, and how many positions there are a side.

    Of these the musketeers win so many when they are to move, and so many when the guards are.
    """

    rows: int
    columns: int
    musketeers: int
    start: str
    winner: Player
    positions: int
    to_move: int
    not_to_move: int


def sizes(boards: tuple[tuple[int, int, int], ...] = BOARDS) -> Iterator[Size]:
    """Each of these boards solved strongly, one after another; nothing is kept of it."""
    for rows, columns, musketeers in boards:
        start = start_of(rows, columns, musketeers)
        game = ThreeMusketeers(start)
        with TemporaryDirectory() as folder:
            table = StrongSolution(game, Path(folder) / "bitmaps")
            table.make()
            winner, counts = table.winner(game.initial), table.counts()
            table.close()
        yield Size(rows, columns, musketeers, start, winner, *counts)


def start_of(rows: int, columns: int, musketeers: int) -> str:
    """The usual start on another board: two opposite corners, the third musketeer in the middle.

    >>> start_of(3, 4, 3)
    'GGGM/GGMG/MGGG'
    """
    if musketeers not in {2, 3}:
        raise ValueError(f"{musketeers} musketeers: the start is known for two and for three")
    board = [[GUARD] * columns for _ in range(rows)]
    board[0][-1] = board[-1][0] = MUSKETEER
    if musketeers == 3:
        board[rows // 2][columns // 2] = MUSKETEER
    return "/".join("".join(row) for row in board)
