"""The games of a league: played once, named by all that decides them, and kept as files."""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random

from course_lib.game import Player
from course_lib.play.match import Forfeit, Match, play_game
from course_lib.play.record import FAULTS as RECORD_FAULTS
from course_lib.play.record import GameRecord
from course_tools.cluster import OTHER_COURSE, OtherCourse
from course_tools.files import CantWriteError, write_whole
from course_tools.grader.judge.tasks import course_fingerprint
from course_tools.grader.league.entrants import Entrant
from course_tools.grader.league.rules import Rules
from course_tools.grader.league.schedule import Seating
from course_tools.grader.league.seat import FAULTS, ILLEGAL, JUNK, PATIENCE, TIME, StudentPlayer
from course_tools.grader.sandbox import Limits, NoIsolation, Sandbox
from course_tools.grader.sandbox.session import Session
from course_tools.log import Log
from course_tools.workers import COURSE

_GRACE = 60.0
"""A process gets so many seconds more than its players may take."""


@dataclass(frozen=True)
class Played:
    """A game that was played: its record, the fault that ended it, and what each player used."""

    key: str
    seating: Seating
    record: GameRecord
    fault: str
    """One of `FAULTS`, or nothing; the record names the culprit."""
    used: Mapping[Player, tuple[int, int, int]]
    """For each seat: moves, positions looked at, and the most for one move."""
    walkover: bool = False
    """Whether it was not played, because one of the two had been withdrawn."""

    @property
    def loser_by_fault(self) -> str:
        """The name of who has lost by a fault, or nothing."""
        culprit = self.record.culprit
        return self.record.players[culprit] if self.fault and culprit is not None else ""

    def seat_of(self, name: str) -> Player:
        """Where this player sat."""
        return next(seat for seat, who in self.record.players.items() if who == name)

    def points(self, name: str) -> float:
        """What this player has got: 1 for a win, a half for a draw, and 0 after a fault.

        Where a game can be worth more or less, as in poker, it is 1 for the most that can be won.
        """
        if self.loser_by_fault:
            return float(name != self.loser_by_fault)
        most = max(map(abs, self.record.game.utility_range))
        return (1 + self.record.utilities[self.seat_of(name)] / most) / 2


@dataclass(frozen=True)
class GameToPlay:
    """All that is needed to play one game, wherever that is."""

    seating: Seating
    entrants: tuple[Entrant, Entrant]
    rules: Rules
    course: str = ""
    """The fingerprint of the course that has to play it."""

    @cached_property
    def key(self) -> str:
        """A digest of all that decides how the game goes: equal keys, the same game."""
        players = [one.digest for one in self.entrants]
        decides = [self.course, self.rules.to_data(), self.seating, players]
        return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()

    @property
    def dice(self) -> Random:
        """By which dice and cards fall: the same in two games after each other, seats exchanged.

        Nobody can work them out: they depend on what the other one has written, too.
        """
        players = sorted(one.digest for one in self.entrants)
        return Random(f"{self.course} {self.rules.seed} {players} {self.seating.turn // 2}")

    @property
    def patience(self) -> float:
        """After so many seconds its process is taken to hang."""
        return len(self.entrants) * PATIENCE * self.rules.seconds + _GRACE

    def play(self, begin: Callable[[], Session]) -> Played:
        """Play it, each player in a process of its own from `begin`.

        The randomness depends on the seed, the players' names and how often they have met: so the
        game comes out the same wherever and whenever it is played.
        """
        rules = self.rules
        seated: dict[Player, StudentPlayer] = {}
        with ExitStack() as stack:
            # Here, and not in `new_game`: that no process can be had is nobody's fault.
            for seat, entrant in zip(rules.game.players, self.entrants, strict=True):
                seated[seat] = StudentPlayer(entrant, begin(), rules)
                stack.callback(seated[seat].close)
            record = play_game(
                rules.game,
                list(seated.values()),
                state=rules.opening(self.seating.turn),
                rng=Random(f"{rules.seed} {self.seating}"),
                dice=self.dice,
            )
        fault = next((player.fault for player in seated.values() if player.fault), "")
        if record.reason in RECORD_FAULTS and not fault:
            fault = ILLEGAL if record.reason == "illegal" else JUNK
        used = {seat: (one.moves, one.positions, one.most) for seat, one in seated.items()}
        return Played(self.key, self.seating, record, fault, used)

    def without(self, withdrawn: Collection[str], why: str) -> Played:
        """The game as it ends if these players are withdrawn, for this reason."""
        game = self.rules.game
        players = {seat: one.name for seat, one in zip(game.players, self.entrants, strict=True)}
        culprit = next(seat for seat, name in players.items() if name in withdrawn)
        record = Match(game, players, game.initial).lose(culprit, Forfeit(why, "time"))
        used = dict.fromkeys(game.players, (0, 0, 0))
        return Played(f"withdrawn-{self.key}", self.seating, record, TIME, used, walkover=True)


# --- in a worker's process, on this machine or on a cluster ---------------------------------------

PLAYS = "course_tools.grader.league.games:played_here"
"""What the processes do."""

MEMORY = 1024 * 1024 * 1024
"""So many bytes each player may have."""


def played_here(game: GameToPlay) -> tuple[Played, str] | OtherCourse | NoIsolation:
    """What came of this game, and how its players were kept away from everything else.

    A worker of a cluster that has another course, or can isolate nobody, plays none.
    """
    if game.course != _course_here():
        return OTHER_COURSE
    try:
        sandbox = _open_sandbox(game.rules.seconds)
    except NoIsolation as error:
        return error
    return game.play(sandbox.session), sandbox.isolation


def sandbox_for(seconds: int) -> Sandbox:
    """Where players run: limited, and with the library's searches, which anybody may use.

    A player starts no process: the limit to its seconds of computing holds for one process.
    """
    return Sandbox(COURSE, limits=Limits(memory=MEMORY, cpu=seconds, forks=False))


@cache
def _open_sandbox(seconds: int) -> Sandbox:
    """A sandbox that ends with this process."""
    return sandbox_for(seconds).__enter__()


@cache
def _course_here() -> str:
    """The fingerprint of the course that this process has loaded."""
    return league_fingerprint()


def league_fingerprint() -> str:
    """The name of this course as it is now, as far as it decides games."""
    return course_fingerprint(COURSE, "league")


# --- files ---------------------------------------------------------------------------------------

_LETTERS = 24
"""So many letters of its key make the name of a game's page."""


class GameFiles:
    """A log of the games that have been played, and a page to replay each.

    A game is there in whole or not at all.
    """

    def __init__(self, folder: Path) -> None:
        """Read what was played in this folder, or begin one."""
        self.replays, self.log = folder / "replays", Log(folder / "games.log")
        self._kept = {one["key"]: one for one in self.log.entries if "key" in one}

    def read(self, game: GameToPlay) -> Played | None:
        """What came of this game, or `None`; one that can't be is played again."""
        try:
            kept = self._kept[game.key]
            record, fault = GameRecord.from_json(json.dumps(kept)), kept["fault"]
            used: dict[Player, tuple[int, int, int]] = {}
            for seat in record.players:
                moves, positions, most = map(int, kept["used"][seat])
                used[seat] = moves, positions, most
        except (ValueError, LookupError, TypeError):
            return None
        if record.game != game.rules.game or fault not in ("", *FAULTS):
            return None
        return Played(game.key, game.seating, record, fault, used)

    def write(self, played: Played) -> None:
        """Keep this game, a record with more beside it: from here on it can't be lost."""
        more = {"key": played.key, "fault": played.fault, "used": dict(played.used)}
        self._kept[played.key] = json.loads(played.record.to_json(**more))
        self.log.add_now(self._kept[played.key])
        if not self.log.settle():
            raise CantWriteError(errno.EIO, f"{self.log.path} is not surely on the disk")
        self.replay(played.key).unlink(missing_ok=True)  # one of a game that was damaged

    def replay(self, key: str) -> Path:
        """Where the page lies on which this game can be stepped through."""
        return self.replays / f"{key[:_LETTERS]}.html"

    def write_replay(self, played: Played) -> None:
        """Make the page to replay this game, unless it is there."""
        path = self.replay(played.key)
        if path.exists():
            return
        from course_lib.views.export import html_page  # noqa: PLC0415 - slow to load

        title = f"{played.seating.first} against {played.seating.second}"
        write_whole(path, html_page(played.record, title=title).encode())
