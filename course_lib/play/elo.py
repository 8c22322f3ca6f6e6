"""Elo ratings: what a rating promises, and which ones explain some results best."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

SCALE = 400
"""Somebody who is rated so many points higher scores ten points for each one of the other's."""

HIGHEST = 4_000.0
"""Beyond this, up or down, a rating is called infinite."""

_ROOM = 1.9207
"""An interval of 95 % reaches as far as the logarithm of the likelihood falls by this much."""


class Result(NamedTuple):
    """How somebody did against one opponent, whose rating is known: points out of games."""

    opponent: float
    points: float
    games: int


class Rating(NamedTuple):
    """An Elo rating with its interval of 95 %; where all was won or lost, one end is infinite."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isinf(self.elo):
            return f"above {self.low:.0f}" if self.elo > 0 else f"below {self.high:.0f}"
        return f"{self.elo:.0f} ({_end(self.low)} to {_end(self.high)})"


def expected_score(rating: float, opponent: float) -> float:
    """The share of the points that somebody with this rating should get against the other.

    >>> expected_score(500, 500), round(expected_score(600, 400), 2)
    (0.5, 0.76)
    """
    return 1 / (1 + 10 ** ((opponent - rating) / SCALE))


def rating_from(results: Sequence[Result]) -> Rating:
    """The rating that makes these results most likely, and the interval of those that may be.

    A draw counts as half a win. The interval takes the games as independent.

    >>> print(rating_from([Result(0, 7, 10)]))
    147 (-75 to 414)
    >>> print(rating_from([Result(0, 10, 10)]))
    above 270
    """
    elo = most_likely(results)
    middle = max(-HIGHEST, min(HIGHEST, elo))
    least = _likelihood(results, middle) - _ROOM

    def fit(rating: float) -> float:
        """How much likelier this rating is than it has to be."""
        return _likelihood(results, rating) - least

    low = -_where_it_falls_below(lambda below: fit(-below), -middle)
    high = _where_it_falls_below(fit, middle)
    return Rating(elo, _infinite(low), _infinite(high))


def most_likely(results: Sequence[Result]) -> float:
    """The rating that makes these results most likely; infinite where all was won, or all lost."""
    games = sum(result.games for result in results)
    points = sum(result.points for result in results)
    if not games:
        raise ValueError("there is no result; a rating needs one game or more")
    if points in {0, games}:
        return math.copysign(math.inf, 2 * points - games)

    def surplus(rating: float) -> float:
        """How many more points there are than this rating promises."""
        return points - sum(each.games * expected_score(rating, each.opponent) for each in results)

    return _where_it_falls_below(surplus, -HIGHEST)


def _likelihood(results: Sequence[Result], rating: float) -> float:
    """The logarithm of the chance of these results, if this is the rating."""
    total = 0.0
    for each in results:
        share = expected_score(rating, each.opponent)
        # Close to 0 or 1 the other share would be rounded away, so each is worked out by itself.
        other = expected_score(each.opponent, rating)
        total += each.points * math.log(share) + (each.games - each.points) * math.log(other)
    return total


def _where_it_falls_below(falling: Callable[[float], float], start: float) -> float:
    """Where this function, which is not below 0 at the start and falls from there, gets below 0."""
    low, high = start, HIGHEST
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) >= 0:
            low = middle
        else:
            high = middle
    return low


def _infinite(end: float) -> float:
    """This end of an interval, or infinity where nothing has stopped it."""
    return end if abs(end) < HIGHEST - 1 else math.copysign(math.inf, end)


def _end(number: float) -> str:
    """An end of an interval in words."""
    return "no end" if math.isinf(number) else f"{number:.0f}"
