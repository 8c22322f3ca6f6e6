"""A league: who plays, who meets whom, each game once, what has come of it: `play_league`."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from course_lib.game import has_chance
from course_lib.views.theme import BLUE, QUIET, VERMILION
from course_tools.cluster import SchedulerError, open_pool
from course_tools.files import LockedError, only_one, remove_unfinished, write_whole
from course_tools.grader.classroom.pages.rendering import rendered
from course_tools.grader.league.entrants import OURS, Intake, baselines, intake
from course_tools.grader.league.games import (
    PLAYS,
    GameFiles,
    GameToPlay,
    Played,
    league_fingerprint,
)
from course_tools.grader.league.ladder import MIDDLE, Ladder, ladder_of
from course_tools.grader.league.rules import Order
from course_tools.grader.league.schedule import Seating, round_robin
from course_tools.grader.league.seat import FAULTS, OVERRUN, TIME
from course_tools.workers import LostError, Pool, results

OnPlayed = Callable[[Played, tuple[str, str], int, int], None]
"""Hears of each game as it is played: the game, the players' names for people, how many games
there are now, and how many are to come."""

MOST_LATE = 3
"""After so many games lost by taking too long, a player loses the others unplayed.

Otherwise one player that never comes back could keep a whole class waiting for hours.
"""

_WITHDRAWN = f"it was withdrawn, because it took too long in {MOST_LATE} games before"

TEMPLATES = Path(__file__).with_name("templates")

MOST_IN_GRID = 40
"""A grid of more players could not be read."""


def players_of(order: Order, into: Path) -> Intake:
    """Who would play, and what is to be said about it; too few are a `ValueError`."""
    came = intake(order.source, order.root, into, class_list=order.class_list)
    everybody = (*came.entrants, *(baselines(order.rules.game) if order.with_baselines else ()))
    if len(everybody) < 2:
        there = everybody[0].name if everybody else "nobody"
        more = "".join(f"\n- {remark}" for remark in came.remarks)
        raise ValueError(
            f"a league needs two players or more, and there is {there}; a player is a function"
            f" my_player(game, state, budget) in a notebook or a file{more}"
        )
    return Intake(everybody, came.remarks)


def play_league(order: Order, on_played: OnPlayed = lambda *_: None) -> League:
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
                league = League(order, players_of(order, into))
                with closing(league.files.log):
                    league.play(on_played)
                    write(league)
                return league
            finally:
                shutil.rmtree(into, ignore_errors=True)
    except LockedError:
        raise LockedError(
            f"another `course league` is at work in {order.out}; wait until it is done, or end it:"
            " the games that were played are safe"
        ) from None


def write(league: League) -> None:
    """Write the pages, and the same as data."""
    for played in league.games:
        league.files.write_replay(played)  # where it is missing
    text = json.dumps(league.to_data(), indent=1, allow_nan=False) + "\n"
    write_whole(league.order.out / "league.json", text.encode())
    write_whole(league.page, ladder_page(league).encode())


def number_of_games(order: Order, players: int) -> int:
    """How many games so many players would play."""
    return players * (players - 1) // 2 * order.games


class League:
    """A league: who plays in it, and all that has come of it."""

    rounds: tuple[tuple[Played, ...], ...]
    ladder: Ladder

    def __init__(self, order: Order, came: Intake) -> None:
        """Prepare; nothing is started before there is a game to play."""
        self.order, self.entrants = order, came.entrants
        self.page = order.out / "ladder.html"
        self.files = GameFiles(order.out)
        self.remarks = (*came.remarks, *self.files.log.damaged)
        self.played = self.forfeits = 0
        """How many games were played now, and how many lost unplayed by who was withdrawn."""
        self.isolation = ""
        """How players are kept away from everything else, once there was a game to play."""
        self._named = {one.name: one for one in came.entrants}
        self._late: Counter[str] = Counter()  # how many games were lost by taking too long
        self._left = number_of_games(order, len(came.entrants))
        self._course = league_fingerprint()

    @property
    def games(self) -> tuple[Played, ...]:
        """All games, in the order in which they were to be played."""
        return tuple(played for games in self.rounds for played in games)

    def play(self, on_played: OnPlayed) -> None:
        """Play all games that are not on the disk, and rank everybody."""
        with ExitStack() as stack:
            self._pool: Pool | None = None
            self.rounds = tuple(
                self._round(one, stack, on_played)
                for one in round_robin([*self._named], self.order.games)
            )
        self.rank()

    def rank(self) -> None:
        """Work out the ladder."""
        self.ladder = ladder_of(self.entrants, self.games)

    def to_data(self) -> dict[str, Any]:
        """The result as JSON takes it; it says nothing of when and where it was played."""
        return {
            "rules": self.order.rules.to_data(),
            "standings": [one._asdict() for one in self.ladder.standings],
            "rounds": [[_summary(one) for one in games] for games in self.rounds],
            "odd": list(self.remarks),
        }

    # --- the games, round by round -----------------------------------------------------------

    def _round(
        self, seatings: Sequence[Seating], stack: ExitStack, on_played: OnPlayed
    ) -> tuple[Played, ...]:
        """The games of this round, in this order, each of which is on the disk then."""
        to_play, done = [self._game(seating) for seating in seatings], dict[str, Played]()
        out, now = self._out, set[str]()
        for game in to_play:
            if out & {*game.seating[:2]}:
                done[game.key] = game.without(out, _WITHDRAWN)
                self.forfeits += 1
            elif (kept := self.files.read(game)) is not None:
                done[game.key] = kept
        self._left -= len(done)
        if left := [game for game in to_play if game.key not in done]:
            if self._pool is None:
                pool = open_pool(PLAYS, self.order.workers, self.order.scheduler)
                self._pool = stack.enter_context(pool)
            with closing(results(self._pool, left)) as all_played:
                for game, result in all_played:
                    if isinstance(result, LostError):
                        who = f"{game.seating.first} against {game.seating.second}"
                        raise SchedulerError(f"{who} could not be played: {result}.")
                    played, self.isolation = result
                    self.files.write(played)
                    self.files.write_replay(played)
                    done[played.key] = played
                    now.add(played.key)
                    self.played += 1
                    first, second = (one.title for one in game.entrants)
                    on_played(played, (first, second), self.played, self._left)
        games = []
        for game in to_play:  # in this order: so it does not matter who was done first
            played, out = done[game.key], self._out
            if out & {*game.seating[:2]} and not played.walkover:
                played = game.without(out, _WITHDRAWN)
                self.forfeits += 1
                self.played -= game.key in now
            games.append(played)
            self._late[played.loser_by_fault] += played.fault == TIME
        return tuple(games)

    @property
    def _out(self) -> set[str]:
        """Who has been withdrawn."""
        return {name for name, count in self._late.items() if count >= MOST_LATE}

    def _game(self, seating: Seating) -> GameToPlay:
        order, both = self.order, (self._named[seating.first], self._named[seating.second])
        return GameToPlay(seating, both, order.rules, self._course)


def _summary(played: Played) -> dict[str, Any]:
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
        "walkover": played.walkover,
        "key": played.key,
    }


# --- its pages: files that need no network, with links to every game ------------------------------


def ladder_page(league: League) -> str:
    """The text of the page with the ladder."""
    order, standings, files = league.order, league.ladder.standings, league.files
    facts = (
        *(("players", f"{len(league.entrants)}"), ("games", f"{len(league.games):,}")),
        ("budget", f"{order.rules.budget:,} positions for a move"),
        ("seed", f"{order.rules.seed}"),
    )
    games = [
        (number, played, files.replay(played.key).relative_to(files.replays.parent).as_posix())
        for number, played in enumerate(league.games, 1)
    ]
    ends = [end for one in standings for end in (one.low, one.high) if end is not None]
    low, high = (min(ends), max(ends)) if ends else (MIDDLE - 100, MIDDLE + 100)
    step = next(size for size in (50, 100, 200, 500, 1000, 5000) if (high - low) / size < 9)
    return rendered(
        "ladder.html",
        "The league",
        folder=TEMPLATES,
        sortable=True,
        finished=league,
        facts=facts,
        scale=(low, high - low, range(-int(-low // step) * step, int(high) + 1, step)),
        colours={"ours": VERMILION, "theirs": BLUE, "marks": QUIET},
        OURS=OURS,
        luck=has_chance(order.rules.game),
        pairs={
            both: result
            for one, other, points, games, *_ in league.ladder.scores
            for both, result in (
                ((one, other), (points, games - points)),
                ((other, one), (games - points, points)),
            )
            if len(standings) <= MOST_IN_GRID
        },
        titles={one.name: one.title for one in league.entrants},
        faults={
            one.name: [each for each in games if each[1].loser_by_fault == one.name]
            for one in standings
        },
        games={
            one.name: [each for each in games if one.name in each[1].seating[:2]]
            for one in standings
        },
        OVERRUN=OVERRUN,
        FAULTS=FAULTS,
    )
