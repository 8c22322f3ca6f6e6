"""What a league plays, and the names of its games: equal names mean the same game again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Game, State
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_tools.grade.fingerprints import course_fingerprint
from course_tools.league.entrants import Entrant

_DECIDING = ("crew.py", "entrants.py", "playing.py", "rules.py", "seat.py")


@dataclass(frozen=True)
class Rules:
    """What holds for all games of a league."""

    game: Game
    budget: int = 1000
    """So many positions a player may look at for one move."""
    seconds: int = 60
    """So many seconds a player may compute in one game: a safety net, far above honest play."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse a game that has no winner and loser, and numbers that mean nothing."""
        if len(self.game.players) != 2 or not self.game.zero_sum:
            raise ValueError(
                f"a league needs a game for two in which one gains what the other loses, and"
                f" {self.game!r} is none"
            )
        for name, number in (("budget", self.budget), ("seconds", self.seconds)):
            if number < 1:
                raise ValueError(f"{name} is {number}; it must be a whole number from 1 up")

    def opening(self, turn: int) -> State:
        """Where this game of two players begins: the first two at the start, later ones do not.

        Two players that draw no random numbers would play the same two games again and again. So
        every two games more begin after two actions that are drawn, and both sit on each side.
        """
        rng = Random(f"{self.seed} opening {turn // 2}")
        state = self.game.initial
        for _ in range(2 if turn > 1 else 0):
            after = self.game.result(state, rng.choice(self.game.actions(state)))
            if self.game.is_terminal(after):
                break
            state = after
        return state

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON takes them."""
        return {
            "game": game_to_data(self.game),
            "budget": self.budget,
            "seconds": self.seconds,
            "seed": self.seed,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Rules:
        """The rules that `to_data` wrote down."""
        return cls(game_from_data(data["game"]), data["budget"], data["seconds"], data["seed"])


class Seating(NamedTuple):
    """One game to be played: who moves first, who second, and how often they have met before."""

    first: str
    second: str
    turn: int = 0


def key_of(
    seating: Seating, entrants: dict[str, Entrant], rules: Rules, *, course: str, unsafe: bool
) -> str:
    """The name of a game: a digest of all that decides how it goes."""
    decides = [
        course,
        rules.to_data(),
        seating,
        [entrants[name].digest for name in seating[:2]],
        unsafe,
    ]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def league_fingerprint(course: Path) -> str:
    """The name of the library as it is now, as far as it decides games."""
    digest = hashlib.sha256(course_fingerprint(course).encode())
    for name in _DECIDING:
        digest.update((course / "course_lib" / "league" / name).read_bytes())
    return digest.hexdigest()
