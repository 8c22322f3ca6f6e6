"""A game whose positions somebody claimed to know, beside the truth: `plot_claims`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from course_lib.lessons.capstone_log import Ply
from course_lib.views.figure import Curve, Panel, Plot, curves


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
