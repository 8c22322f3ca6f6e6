"""The ladder of lesson 06 as a picture: how strong each Havannah player is, as it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.play.havannah_ladder import havannah_ladder

if TYPE_CHECKING:
    from course_lib.views.figure import Plot


def plot_ladder() -> Plot:
    """A plot of all players by their rating, the weakest below, with 95 % intervals."""
    # Loaded when wanted: matplotlib takes a while.
    from course_lib.views.figure import Plot  # noqa: PLC0415
    from course_lib.views.theme import BLUE  # noqa: PLC0415

    ladder = havannah_ladder()
    rungs = ladder.rungs
    plot = Plot(height=1.4 + 0.24 * len(rungs))
    [panel] = plot.panels
    below = [rung.elo - rung.low for rung in rungs]
    above = [rung.high - rung.elo for rung in rungs]
    ratings, places = [rung.elo for rung in rungs], range(len(rungs))
    panel.errorbar(ratings, places, xerr=[below, above], fmt="o", color=BLUE, capsize=3)
    panel.set_yticks(places, [rung.player for rung in rungs])
    panel.set(xlabel="Elo rating, with straight at 0")
    told = ", ".join(f"{rung.player} {rung.elo}" for rung in rungs)
    return plot.told(
        f"Size {ladder.size}, {ladder.simulations:,} simulations for each move of a search, or as"
        f" many as its name says: {told}."
    )
