"""Plays a league: takes in the players, lets them play, and writes down what came of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from course_tools.grade.files import remove_unfinished, write_whole
from course_tools.grade.lock import LockedError, only_one
from course_tools.league.effort import Effort, efforts
from course_tools.league.entrants import Entrant
from course_tools.league.hall import Hall, Tell
from course_tools.league.order import Order, taken_in
from course_tools.league.pairing import Swiss, round_robin, usual_rounds
from course_tools.league.playing import Played
from course_tools.league.table import Table, half_points, table_of
from course_tools.league.taking_in import Entered

COMPUTING = "computing.html"
"""The page of what was measured; all other pages are the same after every run."""


@dataclass(frozen=True)
class Finished:
    """All that came of a league."""

    order: Order
    entrants: tuple[Entrant, ...]
    odd: tuple[str, ...]
    rounds: tuple[tuple[Played, ...], ...]
    sat_out: tuple[str, ...]
    """Who had nobody to play with, round by round."""
    table: Table
    played: int
    """How many games were played now; the others were there already, or are forfeits."""
    forfeits: int = 0
    """How many games were lost unplayed by who was withdrawn."""
    isolation: str = ""

    @property
    def games(self) -> tuple[Played, ...]:
        """All games, in the order in which they were to be played."""
        return tuple(played for games in self.rounds for played in games)

    @property
    def page(self) -> Path:
        """The page with the ladder."""
        return self.order.out / "ladder.html"

    @property
    def computing_page(self) -> Path:
        """The page that says how long everybody has computed."""
        return self.order.out / COMPUTING

    @cached_property
    def efforts(self) -> tuple[Effort, ...]:
        """What everybody has computed, the most for a position first."""
        return efforts(self.entrants, self.games)

    def to_data(self) -> dict[str, Any]:
        """The result as JSON takes it; it says nothing of when and where it was played."""
        return {
            "rules": self.order.rules.to_data(),
            "kind": "swiss" if self.order.swiss else "round robin",
            "standings": [one._asdict() for one in self.table.standings],
            "rounds": [[_line(one) for one in games] for games in self.rounds],
            "sat_out": list(self.sat_out),
            "odd": list(self.odd),
        }


def _tell_nobody(played: Played, titles: tuple[str, str], done: int, total: int) -> None:
    """Nothing."""


def play_league(order: Order, tell: Tell = _tell_nobody) -> Finished:
    """What comes of the league.

    Games are written one by one: when this is ended by force and called again, it goes on where it
    was. Raises `NoLeagueError`, `LockedError`, `NoIsolation`, `SchedulerError` or `CantWriteError`.
    """
    into = order.out / "intake"
    try:
        with only_one(order.out):
            remove_unfinished(order.out)
            shutil.rmtree(into, ignore_errors=True)
            try:
                return _finished(order, taken_in(order, into), tell)
            finally:
                shutil.rmtree(into, ignore_errors=True)
    except LockedError:
        raise LockedError(
            f"another `course league` is at work in {order.out}; wait until it is done, or end it:"
            " the games that were played are safe"
        ) from None


def _finished(order: Order, came: Entered, tell: Tell) -> Finished:
    """Everything played, kept and written."""
    from course_tools.league.computing_page import computing_page  # noqa: PLC0415 - slow to load
    from course_tools.league.page import ladder_page  # noqa: PLC0415 - likewise

    with closing(Hall(order, came.entrants, tell)) as hall:
        swiss = Swiss([one.name for one in came.entrants], order.games, order.rules.seed)
        rounds = tuple(_rounds(order, hall, swiss))
        isolation = hall.crew.isolation if hall.crew is not None else ""
    games = [played for one in rounds for played in one]
    table = table_of(came.entrants, games, order.rules)
    finished = Finished(
        order,
        came.entrants,
        came.odd,
        rounds,
        tuple(swiss.sat_out),
        table,
        hall.count,
        hall.forfeits,
        isolation,
    )
    for played in games:
        hall.kept.write_replay(played)  # where it is missing
    text = json.dumps(finished.to_data(), indent=1, allow_nan=False) + "\n"
    write_whole(order.out / "league.json", text.encode())
    write_whole(finished.computing_page, computing_page(finished).encode())
    write_whole(finished.page, ladder_page(finished, hall.kept).encode())
    return finished


def _rounds(order: Order, hall: Hall, swiss: Swiss) -> Iterator[tuple[Played, ...]]:
    """The games round by round."""
    names = list(hall.entrants)
    if not order.swiss:
        for seatings in round_robin(names, order.games):
            yield hall.played(seatings)
        return
    for _ in range(order.rounds or usual_rounds(len(names))):
        games = hall.played(swiss.next_round())
        for played in games:
            for name in played.seating[:2]:
                swiss.count(name, half_points(played, name))
        yield games


def _line(played: Played) -> dict[str, Any]:
    """A game in short."""
    record = played.record
    return {
        "first": played.seating.first,
        "second": played.seating.second,
        "winner": record.players[record.winner] if record.winner is not None else None,
        "start": record.game.render(record.start),
        "moves": " ".join(record.game.action_name(action) for action in record.actions),
        "end": record.detail,
        "fault": played.fault,
        "by": played.loser_by_fault,
        "key": played.key,
    }
