"""Elo ratings from all games at once, each with an interval that says how sure it is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

MIDDLE = 1500
"""What all ratings are on the average."""

_UNIT = 400 / math.log(10)
"""400 points more mean ten times as many points won."""

_SURE = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""

_CLOSE = 1e-10
_MOST_STEPS = 200
_LONGEST_STEP = 2.0


class Rating(NamedTuple):
    """How strong a player is; `low` to `high` is the 95 % interval."""

    player: str
    elo: float
    low: float
    high: float


def ratings(players: Sequence[str], results: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """The ratings of these players, best first.

    A result is `(one, other, points of the one)`: 1 for a win, 1/2 for a draw, 0 for a loss. Of all
    ratings those are taken that make the results likeliest, whatever their order (Bradley and
    Terry). Everybody has one win and one loss more, against an imagined player in the middle: so
    the ratings of those who have won or lost everything stay finite, and nobody's is far from the
    others' after few games. The intervals come from the curvature of the likelihood there, and are
    about the distance from the average, which is 1500; a draw counts as half a win, which makes
    them a little too wide.

    >>> [(one.player, round(one.elo)) for one in ratings(["a", "b"], [("a", "b", 1)] * 3)]
    [('a', 1657), ('b', 1343)]
    """
    place = {player: at for at, player in enumerate(players)}
    played = np.zeros((len(players), len(players)))
    won: defaultdict[int, float] = defaultdict(float)
    for one, other, points in results:
        at, to = place[one], place[other]
        played[at, to] += 1
        played[to, at] += 1
        won[at] += points
        won[to] += 1 - points
    points_of = np.array([won[at] for at in range(len(players))])
    strength, curvature = _likeliest(played, points_of)
    from_average = np.eye(len(players)) - 1 / len(players)
    together = from_average @ np.linalg.inv(curvature) @ from_average
    spread = _SURE * _UNIT * np.sqrt(np.diag(together))
    found = [
        Rating(player, elo, elo - wide, elo + wide)
        for player, elo, wide in zip(
            players,
            (MIDDLE + _UNIT * from_average @ strength).tolist(),
            spread.tolist(),
            strict=True,
        )
    ]
    return sorted(found, key=lambda one: (-one.elo, one.player))


def _likeliest(played: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The strengths, on a natural scale, and how sharply the likelihood falls around them."""
    strength = np.zeros(len(points))
    for _ in range(_MOST_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        of_middle = 1 / (1 + np.exp(-strength))
        slope = points + 1 - (played * chance).sum(axis=1) - 2 * of_middle
        weight = played * chance * (1 - chance)
        curvature = np.diag(weight.sum(axis=1) + 2 * of_middle * (1 - of_middle)) - weight
        step = np.linalg.solve(curvature, slope)
        if np.abs(step).max() < _CLOSE:
            break
        strength = strength + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    return strength, curvature
