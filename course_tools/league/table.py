"""The table of a league: how strong everybody is, how often they won, and what went wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from course_lib.play.standings import Pair, Tournament
from course_tools.league.entrants import Entrant
from course_tools.league.playing import Played
from course_tools.league.ratings import ratings
from course_tools.league.rules import Rules


class Standing(NamedTuple):
    """One line of the table."""

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


class Table(NamedTuple):
    """The standings, best first, and who did how against whom."""

    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]


def table_of(entrants: Sequence[Entrant], games: Sequence[Played], rules: Rules) -> Table:
    """The table after these games; who has played none is not in it."""
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
    found = []
    for rating in ratings(tuple(titles), [_result(one) for one in games]):
        row = rows[rating.player]
        moves, positions, most = zip(*used[rating.player], strict=True)
        found.append(
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
    return Table(tuple(found), whole.pairs)


def half_points(played: Played, name: str) -> int:
    """What this player has got in this game: 2 for a win, 1 for a draw."""
    worth = played.record.utilities[played.seat_of(name)]
    return 1 + (worth > 0) - (worth < 0)


def _result(played: Played) -> tuple[str, str, float]:
    first, second, _ = played.seating
    return first, second, half_points(played, first) / 2
