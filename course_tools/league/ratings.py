"""How strong everybody is: Elo ratings with intervals, and the ladder of a league."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from course_lib.plain import to_frame
from course_lib.play.elo import SCALE
from course_lib.play.tournament import Pair, Tournament
from course_tools.league.entrants import Entrant
from course_tools.league.games import Played
from course_tools.league.rules import Rules

MIDDLE = 1500
"""What all ratings are on the average."""

_UNIT = SCALE / math.log(10)
"""400 points more mean ten times as many points won."""

_SURE = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""

_CLOSE, _MOST_ROUNDS = 1e-10, 500


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
    if not players:
        return []
    place = {player: at for at, player in enumerate(players)}
    played = np.zeros((len(players), len(players)))
    won = np.ones(len(players))  # the win over the imagined player, whose strength is 0
    for one, other, points in results:
        at, against = place[one], place[other]
        played[at, against] += 1
        played[against, at] += 1
        won[at] += points
        won[against] += 1 - points
    strength = np.zeros(len(players))
    for _ in range(_MOST_ROUNDS):
        # Newton's steps, up to where everybody's points are those that are to be expected.
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        alone = 1 / (1 + np.exp(-strength))
        weight = played * chance * (1 - chance)
        # How sharply the likelihood falls around the ratings.
        curvature = np.diag(weight.sum(axis=1) + 2 * alone * (1 - alone)) - weight
        step = np.linalg.solve(curvature, won - (played * chance).sum(axis=1) - 2 * alone)
        strength += step / max(1.0, np.abs(step).max())  # never far: it could be too far
        if np.abs(step).max() < _CLOSE:
            break
    from_average = np.eye(len(players)) - 1 / len(players)
    together = from_average @ np.linalg.inv(curvature) @ from_average
    spread = _SURE * _UNIT * np.sqrt(np.diag(together))
    rated = [
        Rating(player, elo, elo - wide, elo + wide)
        for player, elo, wide in zip(
            players,
            (MIDDLE + _UNIT * from_average @ strength).tolist(),
            spread.tolist(),
            strict=True,
        )
    ]
    # Equal ratings differ by the last digits that were worked out.
    return sorted(rated, key=lambda one: (-round(one.elo, 6), one.player))


class Standing(NamedTuple):
    """One line of the ladder."""

    name: str
    title: str
    elo: float
    low: float
    high: float
    """The 95 % interval of the rating is `low` to `high`."""
    games: int
    wins: int
    draws: int
    losses: int
    faults: Mapping[str, int]
    """How many of the losses came by each kind of fault."""
    positions: float
    """How many positions it looked at for a move, on the average."""
    most: int
    """The most for one move."""

    @property
    def points(self) -> float:
        """A point for each win, and half a one for a draw."""
        return self.wins + self.draws / 2


class Ladder(NamedTuple):
    """The standings, best first, and who did how against whom."""

    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]

    def to_frame(self) -> Any:
        """The standings as a pandas `DataFrame`, a row for each player."""
        return to_frame(one._asdict() | {"points": one.points} for one in self.standings)


def ladder_of(entrants: Sequence[Entrant], games: Sequence[Played], rules: Rules) -> Ladder:
    """The ladder after these games; who has played none is not in it."""
    seated = {name for one in games for name in one.seating[:2]}
    titles = {one.name: one.title for one in entrants if one.name in seated}
    records = tuple(one.record for one in games)
    whole = Tournament(rules.game, tuple(titles), 1, rules.seed, records)
    rows = {row.player: row for row in whole.rows}
    faults: defaultdict[str, Counter[str]] = defaultdict(Counter)
    used: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for one in games:
        if one.fault:
            faults[one.loser_by_fault][one.fault] += 1
        for seat, name in one.record.players.items():
            used[name].append(one.used[seat])
    results = [(*one.seating[:2], one.half_points(one.seating.first) / 2) for one in games]
    standings = []
    for rating in ratings(tuple(titles), results):
        row = rows[rating.player]
        moves, positions, most = zip(*used[rating.player], strict=True)
        standings.append(
            Standing(
                rating.player,
                titles[rating.player],
                round(rating.elo, 1),
                round(rating.low, 1),
                round(rating.high, 1),
                row.games,
                row.wins,
                row.draws,
                row.losses,
                dict(faults[rating.player]),
                round(sum(positions) / max(1, sum(moves)), 1),
                max(most),
            )
        )
    return Ladder(tuple(standings), whole.pairs)
