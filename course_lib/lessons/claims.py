"""A game whose positions somebody claimed to know, beside the truth: `plot_claims`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from course_lib.lessons.capstone_log import Ply
from course_lib.views.figure import Plot
from course_lib.views.theme import BLUE, FADED, VERMILION


def plot_claims(rows: Sequence[Ply]) -> Plot:
    """Who was said to win after each ply, and who does, for rows such as `capstone_log()` has.

    Claims are crosses, and the truth is dots; where the two differ the ground is shaded.
    """
    if not rows:
        raise ValueError("there are no plies to plot; capstone_log() has some")
    plot = Plot(height=2.6)
    [panel] = plot.panels
    sides = ("guards", "musketeers")
    false = [row.ply for row in rows if row.claimed != row.true]
    for ply in false:
        panel.axvspan(ply - 0.5, ply + 0.5, color=FADED, alpha=0.4, linewidth=0)
    true = [sides.index(row.true) for row in rows]
    plies = [row.ply for row in rows]
    panel.step(plies, true, where="mid", color=BLUE, linewidth=1)
    panel.plot(plies, true, "o", color=BLUE, markersize=5, label="who wins")
    panel.plot(
        plies,
        [sides.index(row.claimed) + 0.15 for row in rows],
        "x",
        color=VERMILION,
        markersize=5,
        label="who was said to win",
    )
    panel.set_yticks(range(len(sides)), sides)
    panel.set(xlabel="ply", ylim=(-0.4, 1.6), xlim=(plies[0] - 1, plies[-1] + 1))
    panel.grid(visible=False)
    panel.legend(loc="center right")
    return plot.told(f"Shaded: {len(false)} of {len(rows)} claims are false.{_turns(rows)}")


def _turns(rows: Sequence[Ply]) -> str:
    """Which moves threw a win away, in a sentence for each."""
    return "".join(
        f" With ply {after.ply}, {after.move}, the {before.true} throw their win away."
        for before, after in pairwise(rows)
        if before.true != after.true
    )
