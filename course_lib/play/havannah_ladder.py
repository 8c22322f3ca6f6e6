"""How strong Havannah players are, each compared with all others: ratings that were measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

PLACE = Path(__file__).with_suffix(".json")


class Rung(NamedTuple):
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
    rungs: tuple[Rung, ...]
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
    data = json.loads(PLACE.read_text(encoding="utf-8"))
    rungs = tuple(Rung(*entry) for entry in data["rungs"])
    pairs = tuple((one, other, points, games) for one, other, points, games in data["pairs"])
    return Ladder(data["size"], data["simulations"], rungs, pairs)
