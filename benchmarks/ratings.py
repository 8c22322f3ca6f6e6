"""Ratings that explain a ladder's results: `ratings_of`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from course_lib.play.elo import SCALE

_CLOSE = 1e-12
_MOST_ROUNDS = 5_000

PairScore = tuple[str, str, float, int]
"""Two players, the points of the first, and the games between them."""


def ratings_of(pairs: Iterable[PairScore], anchor: str) -> dict[str, float]:
    """The ratings that make these results most likely, the anchor's being 0.

    One drawn game is added to each pair, so that who has lost all the games gets a number as well.
    """
    drawn = [(one, other, points + 0.5, games + 1) for one, other, points, games in pairs]
    return likeliest(drawn, anchor)


def likeliest(pairs: Iterable[PairScore], anchor: str) -> dict[str, float]:
    """The ratings that make exactly these results most likely (Bradley and Terry).

    Nobody may have won everything, or lost everything, against all others.
    """
    won: dict[str, float] = {}
    met: dict[str, list[tuple[str, int]]] = {}
    for one, other, points, games in pairs:
        for name, against, got in ((one, other, points), (other, one, games - points)):
            won[name] = won.get(name, 0.0) + got
            met.setdefault(name, []).append((against, games))
    strength = dict.fromkeys(won, 1.0)
    for _ in range(_MOST_ROUNDS):
        # Each strength becomes what explains this player's points, the others being as they are.
        moved = 0.0
        for name, opponents in met.items():
            before = strength[name]
            expected = sum(games / (before + strength[other]) for other, games in opponents)
            strength[name] = won[name] / expected
            moved = max(moved, abs(math.log(strength[name] / before)))
        if moved < _CLOSE:
            break
    return {name: SCALE * math.log10(one / strength[anchor]) for name, one in strength.items()}
