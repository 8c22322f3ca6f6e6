"""What holds for all games of a league, and what `course league` was asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from course_lib.game import Game, State, has_chance
from course_lib.play.games_by_name import game_to_data


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
        Where dice or cards fall, those make the difference, and every game begins at the start.
        """
        rng = Random(f"{self.seed} opening {turn // 2}")
        state = self.game.initial
        for _ in range(2 if turn > 1 and not has_chance(self.game) else 0):
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


@dataclass(frozen=True)
class Order:
    """What `course league` was asked to do."""

    source: Path
    """What was handed in: a folder, a zip from an LMS, one notebook or one file."""
    out: Path
    """Where the games and the pages go."""
    root: Path
    """The folder with `notebooks`."""
    rules: Rules
    games: int = 2
    """So many games for each two players who meet."""
    with_baselines: bool = False
    class_list: Path | None = None
    workers: int = 1
    scheduler: str = ""
    """The address of a Dask cluster that plays instead of this machine."""
