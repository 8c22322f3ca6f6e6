"""Lesson 06 in pictures: stones that are plain sets of cells, and how strong each player is."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.views.figure import Plot, bars

if TYPE_CHECKING:
    from course_lib.views.svg import Picture

__all__ = [
    "STEPS",
    "cells_named",
    "cells_of",
    "havannah_ladder",
    "plot_ladder",
    "show_stones",
]

LADDER = Path(__file__).with_name("havannah_ladder.json")


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


class RatedPlayer(NamedTuple):
    """A player and its Elo rating, with the 95 % interval `low` to `high`."""

    player: str
    elo: int
    low: int
    high: int


class Ladder(NamedTuple):
    """The ratings, the weakest first, and what was played for them.

    Who searches had so many simulations for each move, or as many as the name says.
    `pairs` holds for each two players the points of the first one, and out of how many games.
    """

    size: int
    simulations: int
    rungs: tuple[RatedPlayer, ...]
    pairs: tuple[tuple[str, str, float, int], ...]


def havannah_ladder() -> Ladder:
    """Ratings of Havannah players, from random to strong, with `straight` at 0.

    All games were played on one size, with as many simulations for each move of a player that
    searches. `UCT` is the search of lesson 5; `+rave`, `+bridges`... each add one idea to the
    player before, in the order of `pairs`. `python -m benchmarks.ladder_havannah` plays it again.

    >>> found = havannah_ladder()
    >>> found.size, found.rungs[0].player
    (5, 'random')
    """
    data = json.loads(LADDER.read_text(encoding="utf-8"))
    rungs = tuple(RatedPlayer(*entry) for entry in data["rungs"])
    pairs = tuple((one, other, points, games) for one, other, points, games in data["pairs"])
    return Ladder(data["size"], data["simulations"], rungs, pairs)


def plot_ladder() -> Plot:
    """A plot of all players by their rating, the weakest below, with 95 % intervals."""
    ladder = havannah_ladder()
    # "defence" is the reader's own in this lesson.
    names = {rung: "Rogers" if rung.player == "defence" else rung.player for rung in ladder.rungs}
    strongest_first = ladder.rungs[::-1]
    words = ", ".join(f"{name} {rung.elo}" for rung, name in names.items())
    return bars(
        {names[rung]: rung.elo for rung in strongest_first},
        ranges=[(rung.low, rung.high) for rung in strongest_first],
        x="Elo rating, with straight at 0",
        caption=f"Size {ladder.size}, {ladder.simulations:,} simulations for each move of a search,"
        f" or as many as its name says: {words}.",
    )
