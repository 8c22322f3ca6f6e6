"""The ladder of a league: everybody's rating and points, and which games to look at.

A game that was not played, because somebody had been withdrawn, counts in the table, marked, and
not in the ratings: it says nothing of how strong anybody is. Whoever was withdrawn before half of
its games were played is out for all: the others have met it or not as chance would have it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist, median
from typing import Any, NamedTuple

from course_lib.lessons.elo import PairScore, expected_score, ratings_of
from course_tools.grader.league.entrants import Entrant
from course_tools.grader.league.games import Played
from course_tools.grader.league.seat import TIME

MIDDLE = 1500
"""What all ratings are on the average."""


class Standing(NamedTuple):
    """One line of the ladder."""

    name: str
    title: str
    elo: float | None
    low: float | None
    high: float | None
    """The 95 % interval of the rating is `low` to `high`; who has played no game that counts has
    none of them."""
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    faults: Mapping[str, int]
    """How many of the losses came by each kind of fault."""
    positions: float
    """How many positions it looked at for a move, on the average."""
    most: int
    """The most for one move."""
    unplayed: int = 0
    """How many of the games were not played, because one of the two had been withdrawn."""
    annulled: bool = False
    """Whether it was withdrawn so early that none of its games count."""


class Doubt(NamedTuple):
    """Two players whose games came out as their other games and their styles hardly allow."""

    one: str
    other: str
    points: float
    promised: float
    """So many points the ratings promise `one` in as many games."""
    games: int


class Ladder(NamedTuple):
    """The standings, best first, and who did how against whom."""

    standings: tuple[Standing, ...]
    scores: Sequence[PairScore]
    """The points of each pair, of games too that were not played."""
    doubts: Sequence[Doubt] = ()
    """What the teacher alone is told: which games to look at."""


def ladder_of(entrants: Sequence[Entrant], games: Sequence[Played]) -> Ladder:
    """The ladder after these games; who has played none is not in it."""
    seated = {name for one in games for name in one.seating[:2]}
    titles = {one.name: one.title for one in entrants if one.name in seated}
    out = annulled(games)
    counted = [one for one in games if not out & {*one.seating[:2]}]
    scores = _scores(different(one for one in counted if not one.walkover))
    rated = ratings_of(scores)
    standings = []
    for name in sorted(titles, key=lambda name: (_place(rated.get(name)), name)):
        mine = [one for one in (games if name in out else counted) if name in one.seating[:2]]
        points = [one.points(name) for one in mine]
        faults = Counter(one.fault for one in mine if one.loser_by_fault == name)
        used = [one.used[one.seat_of(name)] for one in mine] or [(0, 0, 0)]
        moves, positions, most = zip(*used, strict=True)
        elo, low, high = (
            [round(MIDDLE + end, 1) for end in rated[name]] if name in rated else [None] * 3
        )
        standings.append(
            Standing(
                name,
                titles[name],
                elo,
                low,
                high,
                len(mine),
                sum(points),
                sum(got > 1 / 2 for got in points),
                sum(got == 1 / 2 for got in points),
                sum(got < 1 / 2 for got in points),
                dict(faults),
                round(sum(positions) / max(1, sum(moves)), 1),
                max(most),
                sum(one.walkover for one in mine),
                name in out,
            )
        )
    every = _scores(counted)
    return Ladder(tuple(standings), every, doubtful(scores))


def annulled(games: Sequence[Played]) -> set[str]:
    """Who was withdrawn for taking too long before half of its games were played."""
    withdrawn = {one.loser_by_fault for one in games if one.walkover and one.fault == TIME}
    few = set()
    for name in withdrawn:
        mine = [one.walkover for one in games if name in one.seating[:2]]
        if 2 * mine.count(False) < len(mine):
            few.add(name)
    return few


def _scores(games: Iterable[Played]) -> list[PairScore]:
    """The points in the games of each two."""
    points: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for one in games:
        first, second = sorted(one.seating[:2])
        points[first, second].append(one.points(first))
    return [(*pair, sum(got), len(got), got.count(1 / 2)) for pair, got in points.items()]


def different(games: Iterable[Played]) -> list[Played]:
    """Each game once: players without chance in them play the same one again and again."""
    found: dict[Any, Played] = {}
    for one in games:
        record = one.record
        key = (*record.players.items(), record.start, record.actions, record.reason)
        found.setdefault(key, one)
    return list(found.values())


_STYLES = range(0, 2_000, 25)
"""How much styles may matter, as a standard deviation in points of Elo."""

_STYLE_AT_MOST, _RARE = 2, 3.5
"""So many standard deviations of styles excuse a result, and so many of chance beyond them."""


def doubtful(scores: Sequence[PairScore]) -> list[Doubt]:
    """The pairs whose games are worth a look, of different games alone.

    Some players suit one another better than their ratings say. How much that matters in this
    league is taken from the middle one of all pairs, so one that is far off makes no difference.
    """
    if not scores:
        return []
    elo = {name: rating.elo for name, rating in ratings_of(scores).items()}

    def promised(pair: PairScore, style: float) -> float:
        one, other, _, games, *_ = pair
        return games * expected_score(elo[one] + style, elo[other])

    def off(pair: PairScore, mean: float, spread: float = 0) -> float:
        chance = mean * (1 - mean / pair[3]) + 1 / 4
        return (pair[2] - mean) / math.hypot(math.sqrt(chance), spread)

    def off_with(pair: PairScore, style: float) -> float:
        spread = (promised(pair, style) - promised(pair, -style)) / 2
        return abs(off(pair, promised(pair, 0), spread))

    # Where nearly all games are won by one side, they say little of styles.
    near = [pair for pair in scores if 0.1 < promised(pair, 0) / pair[3] < 0.9] or scores
    usual = NormalDist().inv_cdf(3 / 4)
    style = next(
        (one for one in _STYLES if median(off_with(pair, one) for pair in near) <= usual),
        _STYLES[-1],
    )
    found = []
    for pair in scores:
        one, other, points, games, *_ = pair
        mean = promised(pair, 0)
        side = math.copysign(1, points - mean)
        far = side * off(pair, promised(pair, side * _STYLE_AT_MOST * style))
        if far > _RARE:
            found.append(Doubt(one, other, points, round(mean, 1), games))
    return found


def _place(rating: Any) -> float:
    """Where this rating comes in the order; equal ones differ by the last digits worked out."""
    return math.inf if rating is None else -round(rating.elo, 3)
