"""Plays a league: takes in the players, lets them play, and writes down what came of it."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from course_tools.grade.files import LockedError, only_one, remove_unfinished, write_whole
from course_tools.league.effort import efforts, too_busy
from course_tools.league.entrants import Entrant, Intake, baselines, intake
from course_tools.league.finished import Finished
from course_tools.league.games import (
    PLAYS,
    GameFiles,
    GameToPlay,
    Played,
    league_fingerprint,
)
from course_tools.league.page import computing_page, ladder_page
from course_tools.league.ratings import ladder_of
from course_tools.league.rules import Order
from course_tools.league.schedule import Seating, Swiss, round_robin, usual_rounds
from course_tools.league.seat import BUSY, FAULTS, TIME
from course_tools.workers import LostError, Pool, SchedulerError, open_pool, results

OnPlayed = Callable[[Played, tuple[str, str], int, int], None]
"""Hears of each game as it is played: the game, the players' names for people, how many games
there are now, and how many are to come."""

MOST_LATE = 3
"""After so many games lost by taking too long, a player loses the others unplayed.

Otherwise one player that never comes back could keep a whole class waiting for hours.
"""

_WITHDRAWN = f"it was withdrawn, because it took too long in {MOST_LATE} games before"


def players_of(order: Order, into: Path) -> Intake:
    """Who would play, and what is to be said about it; too few are a `ValueError`."""
    came = intake(order.source, order.root, into, class_list=order.class_list)
    everybody = (*came.entrants, *(baselines() if order.with_baselines else ()))
    if len(everybody) < 2:
        there = everybody[0].name if everybody else "nobody"
        more = "".join(f"\n- {remark}" for remark in came.remarks)
        raise ValueError(
            f"a league needs two players or more, and there is {there}; a player is a function"
            f" my_player(game, state, budget) in a notebook or a file{more}"
        )
    return Intake(everybody, came.remarks)


def number_of_games(order: Order, players: int) -> int:
    """How many games so many players would play."""
    if order.swiss:
        return (order.rounds or usual_rounds(players)) * (players // 2) * order.games
    return players * (players - 1) // 2 * order.games


def play_league(order: Order, on_played: OnPlayed = lambda *_: None) -> Finished:
    """What comes of the league.

    Games are written one by one: when this is ended by force and called again, it goes on where it
    was. Raises `ValueError`, `LockedError`, `NoIsolation`, `SchedulerError` or `CantWriteError`.
    """
    into = order.out / "intake"
    try:
        with only_one(order.out):
            remove_unfinished(order.out)
            shutil.rmtree(into, ignore_errors=True)
            try:
                return _finished(order, players_of(order, into), on_played)
            finally:
                shutil.rmtree(into, ignore_errors=True)
    except LockedError:
        raise LockedError(
            f"another `course league` is at work in {order.out}; wait until it is done, or end it:"
            " the games that were played are safe"
        ) from None


def _finished(order: Order, came: Intake, on_played: OnPlayed) -> Finished:
    """Everything played, kept and written."""
    swiss = Swiss([one.name for one in came.entrants], order.games, order.rules.seed)
    with closing(_League(order, came.entrants, on_played)) as league:
        rounds = tuple(_rounds(order, league, swiss))
        measured = efforts(came.entrants, (played for one in rounds for played in one))
        if order.strict and (busy := {one.name for one in too_busy(measured, order.rules.budget)}):
            rounds = tuple(tuple(league.without(one, busy) for one in games) for games in rounds)
    games = [played for one in rounds for played in one]
    finished = Finished(
        order,
        came.entrants,
        came.remarks,
        rounds,
        tuple(swiss.sat_out),
        ladder_of(came.entrants, games, order.rules),
        league.count,
        league.forfeits,
        league.isolation,
        measured,
    )
    for played in games:
        league.files.write_replay(played)  # where it is missing
    text = json.dumps(finished.to_data(), indent=1, allow_nan=False) + "\n"
    write_whole(order.out / "league.json", text.encode())
    write_whole(finished.computing_page, computing_page(finished).encode())
    write_whole(finished.page, ladder_page(finished, league.files).encode())
    return finished


def _rounds(order: Order, league: _League, swiss: Swiss) -> Iterator[tuple[Played, ...]]:
    """The games round by round."""
    names = list(league.entrants)
    if not order.swiss:
        for seatings in round_robin(names, order.games):
            yield league.played(seatings)
        return
    for _ in range(order.rounds or usual_rounds(len(names))):
        games = league.played(swiss.next_round())
        for played in games:
            for name in played.seating[:2]:
                swiss.points[name] += played.half_points(name)
        yield games


class _League:
    """Plays the games of one round after the other; those that are on the disk are only read."""

    def __init__(self, order: Order, entrants: Sequence[Entrant], on_played: OnPlayed) -> None:
        """Prepare; nothing is started before there is a game to play."""
        self.entrants = {one.name: one for one in entrants}
        self.files = GameFiles(order.out)
        self.isolation = ""
        """How players are kept away from everything else, once there was a game to play."""
        self.late: Counter[str] = Counter()
        """How many games each player has lost by taking too long."""
        self.count = self.forfeits = 0
        """How many games were played now, and how many nobody had to play."""
        self._order, self._on_played = order, on_played
        self._course = league_fingerprint()
        self._left = number_of_games(order, len(entrants))
        self._pool: Pool | None = None
        self._stack = ExitStack()

    def close(self) -> None:
        """End the pool."""
        self._stack.close()

    def played(self, seatings: Sequence[Seating]) -> tuple[Played, ...]:
        """The games of this round, in this order, each of which is on the disk then."""
        to_play, done = [self._game(seating) for seating in seatings], dict[str, Played]()
        # What counts are the rounds before this one: so it does not matter who is done first.
        out = {name for name, count in self.late.items() if count >= MOST_LATE}
        for game in to_play:
            if out & {*game.seating[:2]}:
                done[game.key] = game.without(out, _WITHDRAWN)
                self.forfeits += 1
            elif (kept := self.files.read(game)) is not None:
                done[game.key] = kept
        self._left -= len(done)
        if left := [game for game in to_play if game.key not in done]:
            if self._pool is None:
                order = self._order
                pool = open_pool(PLAYS, order.workers, order.scheduler)
                self._pool = self._stack.enter_context(pool)
            with closing(results(self._pool, left)) as all_played:
                for game, result in all_played:
                    if isinstance(result, LostError):
                        who = f"{game.seating.first} against {game.seating.second}"
                        raise SchedulerError(f"{who} could not be played: {result}.")
                    played, self.isolation = result
                    self.files.write(played)
                    self.files.write_replay(played)
                    done[played.key] = played
                    self.count += 1
                    first, second = (self.entrants[who].title for who in played.seating[:2])
                    self._on_played(played, (first, second), self.count, self._left)
        games = tuple(done[game.key] for game in to_play)
        self.late.update(one.loser_by_fault for one in games if one.fault == TIME)
        return games

    def without(self, played: Played, busy: set[str]) -> Played:
        """The game as it counts where these players lose all of theirs."""
        if not busy & {*played.seating[:2]}:
            return played
        return self._game(played.seating).without(busy, f"it {FAULTS[BUSY]}", BUSY)

    def _game(self, seating: Seating) -> GameToPlay:
        order = self._order
        first, second = (self.entrants[name] for name in seating[:2])
        return GameToPlay(seating, (first, second), order.rules, self._course, order.unsafe)
