"""Elo ratings, for lesson 08, the ladders and the league: what they promise, which fit best."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

SCALE = 400
"""Somebody who is rated so many points higher scores ten points for each one of the other's."""

HIGHEST = 4_000.0
"""Beyond this, up or down, a rating is called infinite."""

_OUTSIDE = 0.025
"""An interval of 95 % leaves so much out at each end."""


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

    A draw counts as half a win. The interval is exact, not an approximation for many games: at its
    lower end, so many points or more would have had a chance of 2.5 %, and so few or fewer at its
    upper end, where the very result counts half (mid-P). It takes the games as independent.

    >>> print(rating_from([Result(0, 7, 10)]))
    147 (-85 to 418)
    >>> print(rating_from([Result(0, 10, 10)]))
    above 183
    """
    elo = most_likely(results)
    low = _where_it_falls_below(lambda below: _chance_of_more(results, -below) - _OUTSIDE)
    high = _where_it_falls_below(lambda above: 1 - _chance_of_more(results, above) - _OUTSIDE)
    return Rating(elo, _infinite(-low), _infinite(high))


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

    return _where_it_falls_below(surplus)


# --- ratings of players who have met one another --------------------------------------------------

_ROOM = 1.9207
"""An interval of 95 % reaches as far as the logarithm of the likelihood falls by this much."""

_CLOSE, _MOST_ROUNDS = 1e-8, 200

PairScore = tuple[str, str, float, int] | tuple[str, str, float, int, int]
"""Two players, the points of the first, the games between them, and how many of those were drawn,
where that is known."""


def ratings_of(pairs: Iterable[PairScore], anchor: str | None = None) -> dict[str, Rating]:
    """The ratings that explain these results best, with intervals of 95 %.

    A rating is the distance from the average of all, which is 0, or from the `anchor`. Players who
    have met neither each other nor, through others, somebody in common are compared with nobody:
    each such group has an average of its own.

    Of all ratings we take those that make the results likeliest (Bradley and Terry), after adding a
    small part of a drawn game to each pair: to the pairs that decide most the most, and to all
    together one game less than there are players (that is Jeffreys' prior, or Firth's correction).
    So who has won everything gets a number, too, and many games outweigh it. The interval of a
    rating reaches up and down to where the best explanation gets too unlikely. A draw counts as
    half a win, and says more than a game that is won or lost by chance: where draws are counted,
    intervals are narrower by just that.

    >>> for name, rating in ratings_of([("a", "b", 3, 3), ("b", "c", 2, 3)]).items():
    ...     print(name, rating)
    a 255 (-42 to 830)
    b -83 (-382 to 110)
    c -172 (-527 to 103)
    """
    every = [pair for pair in pairs if pair[3]]
    found: dict[str, Rating] = {}
    for group in _groups(every):
        found |= _rated(sorted(group), [pair for pair in every if pair[0] in group], anchor)
    return found


def _groups(pairs: Sequence[PairScore]) -> list[set[str]]:
    """The players in groups: who has met, directly or through others, is in one."""
    groups: list[set[str]] = []
    for one, other, *_ in pairs:
        joined = [group for group in groups if group & {one, other}]
        groups = [group for group in groups if group not in joined]
        groups.append({one, other}.union(*joined))
    return groups


def _rated(
    names: Sequence[str], pairs: Sequence[PairScore], anchor: str | None
) -> dict[str, Rating]:
    """The ratings of players who have all met, directly or through others."""
    model = _Model(names, pairs)
    best, most = model.fitted()
    unit, room, found = SCALE / math.log(10), _ROOM * model.luck(best), {}
    for name in names:
        if name == anchor:
            found[name] = Rating(0.0, 0.0, 0.0)
            continue
        contrast = model.difference(name, anchor if anchor in names else None)
        ends = [model.end(contrast, best, most - room, room, direction) for direction in (-1, 1)]
        found[name] = Rating(*(unit * one for one in (float(contrast @ best), *ends)))
    return found


class _Model:
    """The likelihood of some results for strengths, whose average is 0."""

    def __init__(self, names: Sequence[str], pairs: Iterable[PairScore]) -> None:
        import numpy as np  # noqa: PLC0415 - slow to load, and only who rates a league needs it

        self.numpy: Any = np
        self.place = place = {name: at for at, name in enumerate(names)}
        self.won = np.zeros((len(place), len(place)))
        self.drawn = 0
        for one, other, points, games, *drawn in pairs:
            self.drawn += sum(drawn)
            self.won[place[one], place[other]] += points
            self.won[place[other], place[one]] += games - points
        self.played = self.won + self.won.T

    def difference(self, one: str, other: str | None) -> Any:
        """What makes of all strengths the distance of one player from another, or the average."""
        contrast = self.numpy.full(len(self.won), -1 / len(self.won) if other is None else 0.0)
        contrast[self.place[one]] += 1
        if other is not None:
            contrast[self.place[other]] -= 1
        return contrast

    def inverse(self, strength: Any) -> Any:
        """How uncertain these strengths are, and with one another (a covariance)."""
        return self._known(strength)[1]

    def fitted(self, start: Any = None, contrast: Any = None, at: float = 0) -> tuple[Any, float]:
        """The likeliest strengths, and how likely they are.

        With a contrast, only those count in which it is so much.
        """
        numpy = self.numpy
        strength = numpy.zeros(len(self.won)) if start is None else start
        if contrast is not None:
            strength = strength + contrast * (at - contrast @ strength) / (contrast @ contrast)
        likely, covariance, slope = self._known(strength)
        for _ in range(_MOST_ROUNDS):
            step = covariance @ slope
            if contrast is not None:
                across = covariance @ contrast
                step = step - across * (contrast @ step) / (contrast @ across)
            longest = float(numpy.abs(step).max())
            if longest < _CLOSE:
                break
            step = step / max(1.0, longest / 2)  # never far: it could be too far
            while (there := self._known(strength + step))[0] < likely - _CLOSE:
                step = step / 2
            strength, (likely, covariance, slope) = strength + step, there
        return strength, likely

    def luck(self, strength: Any) -> float:
        """How much of the chance in games that are won or lost there is where some are drawn.

        It is the variance of the points, as a share of what it would be without draws; a game more
        of either kind keeps it from being nothing.
        """
        ahead = strength[:, None] - strength[None, :]
        chance = 1 / (1 + self.numpy.exp(-ahead))
        without = float((self.played * chance * (1 - chance)).sum()) / 2
        return max(1 / 4, without - self.drawn / 4 + 1 / 4) / (without + 1 / 4)

    def end(self, contrast: Any, best: Any, least: float, room: float, direction: int) -> float:
        """How far the contrast can go in this direction with results not less likely than that."""
        near = float(contrast @ best)
        width = math.sqrt(2 * room * float(contrast @ self.inverse(best) @ contrast))
        strength = best
        while True:
            far = near + direction * width
            strength, likely = self.fitted(strength, contrast, far)
            lacking = likely - least
            if lacking <= 0:
                break
            near, room, width = far, lacking, 1.5 * width
        stayed = ""
        while abs(far - near) > _FINE:
            # Where a straight line between the two ends meets 0; an end that stays counts half.
            middle = (near * lacking - far * room) / (lacking - room)
            strength, likely = self.fitted(strength, contrast, middle)
            if abs(likely - least) < _FINE / 10:
                return middle
            if likely > least:
                near, room = middle, likely - least
                lacking, stayed = lacking / 2 if stayed == "far" else lacking, "far"
            else:
                far, lacking = middle, likely - least
                room, stayed = room / 2 if stayed == "near" else room, "near"
        return (near + far) / 2

    def _known(self, strength: Any) -> tuple[float, Any, Any]:
        """The logarithm of the likelihood, the covariance, and where the likelihood grows."""
        numpy, many = self.numpy, len(self.won)
        ahead = strength[:, None] - strength[None, :]
        chance = 1 / (1 + numpy.exp(-ahead))
        weight = self.played * chance * (1 - chance)
        flat = numpy.full((many, many), 1 / many)  # nothing depends on the average
        information = numpy.diag(weight.sum(axis=1)) - weight + flat
        covariance = numpy.linalg.inv(information) - flat
        own = numpy.diag(covariance)
        # How much a pair's own games decide of it: so much of a drawn game is added.
        decides = weight * (own[:, None] + own[None, :] - 2 * covariance)
        slope = (self.won - self.played * chance + decides * (0.5 - chance)).sum(axis=1)
        likely = numpy.linalg.slogdet(information)[1] / 2
        likely -= (self.won * numpy.logaddexp(0, -ahead)).sum()
        return float(likely), covariance, slope


_FINE = 0.002
"""An end of an interval is found to a third of a point."""

# --- how rare some points are ---------------------------------------------------------------------


def _chance_of_more(results: Sequence[Result], rating: float) -> float:
    """The chance of more points than these, and half the chance of just as many."""
    points = sum(result.points for result in results)
    chances = [1.0]
    for _, group in groupby(sorted(results), key=lambda result: result.opponent):
        each = [*group]
        chances = _sums(chances, _wins(sum(one.games for one in each), rating - each[0].opponent))
    more = sum(chances[math.floor(points) + 1 :])
    return more + (chances[int(points)] / 2 if points == int(points) else 0)


def _wins(games: int, ahead: float) -> list[float]:
    """The chances of 0, 1, 2 ... wins in so many games by somebody rated so much higher."""
    odds = math.log(10) * ahead / SCALE
    lost = -math.log1p(math.exp(-abs(odds))) - max(0.0, odds)
    whole = math.lgamma(games + 1)
    return [
        math.exp(whole - math.lgamma(k + 1) - math.lgamma(games - k + 1) + games * lost + k * odds)
        for k in range(games + 1)
    ]


def _sums(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The chances of 0, 1, 2 ... in all, from those of two parts."""
    found = [0.0] * (len(one) + len(other) - 1)
    for at, chance in enumerate(one):
        for more, by in enumerate(other):
            found[at + more] += chance * by
    return found


def _where_it_falls_below(falling: Callable[[float], float]) -> float:
    """Where this function, which is not below 0 at -HIGHEST and falls from there, gets below 0."""
    low, high = -HIGHEST, HIGHEST
    for _ in range(45):
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
