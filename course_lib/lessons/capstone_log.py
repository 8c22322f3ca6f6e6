"""The game in which the musketeers were once said to be proven winners, with the true values.

It is the log of a capstone project of 2017, which solved Three Musketeers in 117,239 seconds and
called every position of this game won for the musketeers. All its moves are legal. But until the
guards' mistake at ply 22 it is the guards who win.
"""

from __future__ import annotations

from typing import NamedTuple

from course_lib.game import Player, State
from course_lib.games.three_musketeers import ThreeMusketeers

SECONDS = 117_239.052
"""How long that search took, by its own log."""

_WRITTEN = """
e5-e4 d5-e5 e4-e3 c5-d5 c3-c2 b5-c5 e3-e2 a5-b5 c2-c1 b5-a5 e2-d2 a5-b5 d2-d3 b5-a5
d3-d4 a5-b5 d4-d5 b5-a5 d5-c5 a5-b5 c5-c4 b5-a5 c4-b4 a5-b5 b4-b3 b5-b4 b3-b2 e5-e4
b2-a2 a4-a5 a2-a3 a5-a4 a3-a4 b4-b3 a1-b1 e4-e3 c1-d1 b3-b2 b1-b2 e3-e2 d1-e1 e2-e3
"""

MOVES = tuple(_WRITTEN.split())
"""The moves, which the log shows as boards; plies 38 to 41 can't be read and are one legal way."""

MISTAKE = 22
"""The ply with which the guards throw their win away; before it they win, after it they don't."""


class Ply(NamedTuple):
    """A position of the log: after so many plies, by which move, who was said to win, who does."""

    ply: int
    move: str
    state: State
    claimed: Player
    true: Player


def capstone_log() -> list[Ply]:
    """The positions of the log from the start on, each with the claim and the truth.

    >>> [row.ply for row in capstone_log() if row.claimed == row.true][:3]
    [22, 23, 24]
    """
    game = ThreeMusketeers()
    state, rows = game.initial, []
    for ply, move in enumerate(["", *MOVES]):
        if move:
            state = game.result(state, game.action_named(move))
        true = "guards" if ply < MISTAKE else "musketeers"
        rows.append(Ply(ply, move, state, "musketeers", true))
    return rows
