"""The ladder of lesson 08: its players' games, and the ratings that follow from them.

`python -m benchmarks.ladder_connect_four` plays them and writes `course_lib/lessons/ladder.json`.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from itertools import combinations
from random import Random

from benchmarks.ratings import ratings_of
from course_lib.lessons.ladder import LADDER, PLACE, games_between, points_of


def measured(
    games: int, seed: int, names: Collection[str] = tuple(LADDER)
) -> list[tuple[str, str, float, int]]:
    """Every two of these against each other: the points of the first, out of so many games."""
    found = []
    for one, other in combinations(names, 2):
        rng = Random(f"{seed} {one} {other}")
        players = [(name, LADDER[name](rng)) for name in (one, other)]
        records = games_between(players[0], players[1], games, seed)
        found.append((one, other, sum(points_of(one, record) for record in records), games))
    return found


def write(games: int = 60, seed: int = 8) -> None:
    """Play the ladder's games, and keep their results and the ratings."""
    pairs = measured(games, seed)
    ratings = {name: round(rating) for name, rating in ratings_of(pairs, "random").items()}
    lines = ",\n".join(json.dumps(pair) for pair in pairs)
    text = f'{{"seed": {seed}, "ratings": {json.dumps(ratings)}, "pairs": [\n{lines}\n]}}\n'
    PLACE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
