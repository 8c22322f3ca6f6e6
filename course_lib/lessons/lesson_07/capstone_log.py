"""The game in which the musketeers were once said to be proven winners, with the true values.

It is the log of a capstone project of 2017, which solved Three Musketeers in 117,239 seconds and
called every position of this game won for the musketeers. All its moves are legal. But until the
guards' mistake at ply 22 it is the guards who win.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Player, State
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.views.figure import Curve, Panel, Plot, curves

WINNERS = Path(__file__).with_suffix(".json")
"""Who wins after each legal move along this game; `python -m benchmarks.perfect_play`."""

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


def perfect_play(state: State) -> dict[str, Player]:
    """Who wins after each legal move of this state of the standard game, by the move's name."""
    game = ThreeMusketeers()
    if game.is_terminal(state):
        return {}
    known = _known().get(state)
    if known is not None:
        return dict(known["winners"])
    raise LookupError(
        "this position is not in the small slice of the solution that the lesson has; the whole"
        " course has all of it (course analyse three-musketeers). With few guards your own"
        " proven_winner finds out"
    )


@cache
def _known() -> dict[State, dict[str, Any]]:
    """What the file has about each position of the log, in the order of the game."""
    rows = json.loads(WINNERS.read_text(encoding="utf-8"))
    return {ply.state: row for ply, row in zip(capstone_log(), rows, strict=True)}


def plot_claims(rows: Sequence[Ply]) -> Plot:
    """Who was said to win after each ply, and who does, for rows such as `capstone_log()` has.

    Claims are crosses, and the truth is dots; where the two differ the ground is shaded.
    """
    if not rows:
        raise ValueError("there are no plies to plot; capstone_log() has some")
    sides = ("guards", "musketeers")
    false = [row.ply for row in rows if row.claimed != row.true]
    true = [(row.ply, sides.index(row.true)) for row in rows]
    claimed = [(row.ply, sides.index(row.claimed) + 0.15) for row in rows]
    steps = [(ply + side, winner) for ply, winner in true for side in (-0.5, 0.5)]
    panel = Panel(
        [
            Curve("", steps, marks=False, look=0),
            Curve("who wins", true, line=False, look=0),
            Curve("who was said to win", claimed, line=False, look=1),
        ],
        x="ply",
        y_names=sides,
        y_ends=(-0.4, 1.6),
        shaded=false,
        height=220,
    )
    caption = f"Shaded: {len(false)} of {len(rows)} claims are false.{_turns(rows)}"
    return curves(panel, caption=caption)


def _turns(rows: Sequence[Ply]) -> str:
    """Which moves threw a win away, in a sentence for each."""
    return "".join(
        f" With ply {after.ply}, {after.move}, the {before.true} throw their win away."
        for before, after in pairwise(rows)
        if before.true != after.true
    )
