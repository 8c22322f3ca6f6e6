"""The ladder of lesson 08: its players' games, and the ratings that follow from them.

`python -m benchmarks.ladder_connect_four` plays them and writes `course_lib/lessons/ladder.json`.
The games of MCTS 5000 that are kept there were played by the same search in a compiled form, which
has left: a new run draws other random numbers for it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

from course_lib.lessons.elo import PairScore, ratings_of
from course_lib.lessons.ladder import LADDER, PLACE, games_between, points_of, share_kept

LOST = "random"
"""Whom nobody has ever lost to."""


def measured(games: int, seed: int, names: Collection[str] = tuple(LADDER)) -> list[PairScore]:
    """Every two of these against each other: the points of the first, out of so many games."""
    found = []
    for one, other in combinations(names, 2):
        rng = Random(f"{seed} {one} {other}")
        players = [(name, LADDER[name](rng)) for name in (one, other)]
        records = games_between(players[0], players[1], games, seed)
        found.append((one, other, sum(points_of(one, record) for record in records), games))
    return found


def rated(pairs: Iterable[PairScore]) -> dict[str, list[int]]:
    """Each opponent's rating, with `LOST` at 0, and the ends of its interval.

    It has lost all of its games, so how far it lies below the others is hardly known, which would
    hide how well the others are known: so their intervals are about the distance from their own
    average, and its own is about the distance from the next.
    """
    pairs = list(pairs)
    all_of_them = ratings_of(pairs, LOST)
    others = ratings_of(pair for pair in pairs if LOST not in pair)
    found = {name: [*map(round, all_of_them[name])] for name in all_of_them}
    for name, rating in others.items():
        moved = all_of_them[name].elo - rating.elo
        found[name][1:] = [round(moved + rating.low), round(moved + rating.high)]
    _, nearest = min((rating.elo, rating) for name, rating in all_of_them.items() if name != LOST)
    found[LOST][1:] = [round(nearest.elo - nearest.high), round(nearest.elo - nearest.low)]
    return dict(sorted(found.items(), key=lambda one: one[1]))


def write(games: int = 60, seed: int = 8) -> None:
    """Play the ladder's games, and keep their results and the ratings."""
    shares = {name: kept(name) for name in LADDER}
    keep(measured(games, seed), shares, seed)


def kept(name: str) -> float:
    """In what share of the solver's positions this opponent keeps the best result."""
    return round(share_kept(LADDER[name](Random(1))), 4)


def keep(pairs: Sequence[PairScore], shares: Mapping[str, float], seed: int) -> None:
    """Keep these results, the ratings that follow from them, and how near to perfect each is."""
    ratings = rated(pairs)
    lines = ",\n".join(json.dumps(pair) for pair in pairs)
    parts = {"ratings": ratings, "kept": dict(shares)}
    head = ",\n".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items())
    text = f'{{"seed": {seed}, {head}, "pairs": [\n{lines}\n]}}\n'
    PLACE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
