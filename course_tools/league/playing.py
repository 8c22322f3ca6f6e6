"""Plays one game of a league, and writes down what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from course_lib.checks.students import Process
from course_lib.game import Action, Game, Player, State
from course_lib.play.faults import Forfeit
from course_lib.play.games_by_name import game_to_data
from course_lib.play.match import play_game
from course_lib.play.record import FAULTS as BY_FAULT
from course_lib.play.record import GameRecord
from course_tools.league.entrants import Entrant
from course_tools.league.rules import Rules, Seating
from course_tools.league.seat import FAULTS, ILLEGAL, JUNK, TIME, StudentPlayer

_VERSION = 1


class DamagedGameError(ValueError):
    """A text that should hold a game of this league does not."""


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
    computed: Mapping[Player, float] = field(default_factory=dict, compare=False)
    """The seconds of computing for each seat, where that was measured: no part of what came of it,
    since it would be different the next time."""

    @property
    def loser_by_fault(self) -> str:
        """The name of who has lost by a fault, or nothing."""
        culprit = self.record.culprit
        return self.record.players[culprit] if self.fault and culprit is not None else ""

    def seat_of(self, name: str) -> Player:
        """Where this player sat."""
        return next(seat for seat, who in self.record.players.items() if who == name)

    def to_text(self) -> str:
        """The game as one line of JSON."""
        data = {
            "version": _VERSION,
            "key": self.key,
            "seating": list(self.seating),
            "game": game_to_data(self.record.game),
            "record": self.record.to_data(),
            "fault": self.fault,
            "used": {seat: list(numbers) for seat, numbers in self.used.items()},
        }
        return json.dumps(data, allow_nan=False) + "\n"

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> Played:
        """The game that `to_text` wrote, played again and checked; else a `DamagedGameError`."""
        try:
            data = json.loads(text)
            _check_kind(data, rules)
            first, second, turn = data["seating"]
            record = GameRecord.from_data(rules.game, data["record"])
            used = {seat: _three(data["used"][seat]) for seat in rules.game.players}
            seating = Seating(str(first), str(second), int(turn))
            return cls(str(data["key"]), seating, record, data["fault"], used)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedGameError(f"this is no game: {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class GameToPlay:
    """All that is needed to play one game, wherever that is."""

    key: str
    seating: Seating
    entrants: tuple[Entrant, Entrant]
    rules: Rules

    def to_data(self) -> dict[str, Any]:
        """The game to be played as JSON takes it."""
        return {
            "key": self.key,
            "seating": list(self.seating),
            "entrants": [one.to_data() for one in self.entrants],
            "rules": self.rules.to_data(),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> GameToPlay:
        """The game that `to_data` wrote down."""
        first, second = map(Entrant.from_data, data["entrants"])
        rules = Rules.from_data(data["rules"])
        return cls(data["key"], Seating(*data["seating"]), (first, second), rules)

    def play(self, begin: Callable[[], Process]) -> Played:
        """Play it, each player in a process of its own from `begin`.

        The randomness depends on the seed, the players' names and how often they have met: so the
        game comes out the same wherever and whenever it is played.
        """
        rules = self.rules
        seated: list[StudentPlayer] = []
        with ExitStack() as stack:
            # Here, and not in `new_game`: that no process can be had is nobody's fault.
            for entrant in self.entrants:
                seated.append(StudentPlayer(entrant, begin(), rules))
                stack.callback(seated[-1].close)
            record = play_game(
                rules.game,
                seated,
                state=rules.opening(self.seating.turn),
                rng=Random(f"{rules.seed} {self.seating}"),
            )
        fault = next((one.fault for one in seated if one.fault), "")
        if record.reason in BY_FAULT and not fault:
            fault = ILLEGAL if record.reason == "illegal" else JUNK
        used = {
            seat: (one.moves, one.positions, one.most)
            for seat, one in zip(rules.game.players, seated, strict=True)
        }
        computed = {
            seat: one.computed
            for seat, one in zip(rules.game.players, seated, strict=True)
            if one.computed is not None
        }
        return Played(self.key, self.seating, record, fault, used, computed)

    def without(self, withdrawn: Collection[str], why: str) -> Played:
        """The game as it ends if these players are not let in any more, for this reason."""
        seated = [_Absent(one.name, why if one.name in withdrawn else "") for one in self.entrants]
        record = play_game(self.rules.game, seated)
        used = dict.fromkeys(self.rules.game.players, (0, 0, 0))
        return Played(f"withdrawn-{self.key}", self.seating, record, TIME, used)


class _Absent:
    """A player of a game that is not played."""

    def __init__(self, name: str, why: str) -> None:
        self.__name__, self._why = name, why

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Lose, if there is a reason."""
        if self._why:
            raise Forfeit(self._why, "time")

    def __call__(self, game: Game, state: State) -> Action:
        """Nothing: a game with somebody withdrawn ends before its first move."""
        raise RuntimeError("a game was to be played without its players")


def _check_kind(data: dict[str, Any], rules: Rules) -> None:
    """Refuse what was written otherwise, or of another game."""
    if data["version"] != _VERSION or data["game"] != game_to_data(rules.game):
        raise ValueError("it is of another version, or of another game")
    if data["fault"] not in ("", *FAULTS):
        raise ValueError(f"there is no fault {data['fault']!r}")


def _three(numbers: Any) -> tuple[int, int, int]:
    """Three whole numbers; anything else is a `ValueError`."""
    moves, positions, most = numbers
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError(f"{numbers!r} should be three whole numbers from 0 up")
    return moves, positions, most
