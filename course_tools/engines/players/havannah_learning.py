"""A strategy that learns: weights for random games, tuned by playing against itself.

In each step all weights are moved a little up or down at random, and a player with these plays one
with the opposite moves. Whoever wins more games pulls the weights its way, by as much as it won
more. (J. Spall calls this simultaneous perturbation.) Nothing is known of good play before.

What makes random games stronger need not make a search with them stronger, so that is measured
apart: `course experiment havannah-learning`. On size 4, with 60 simulations a move, the weights
that come with the library won 217 of 300 games. Learned and played on size 5 it was 58 of 100,
which leaves it open.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Self

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.play import PlayerFunction
from course_lib.play.record import JsonFile, field, read_json
from course_lib.search import mcts_search
from course_tools.engines.players.havannah_learning_games import (
    FEATURES,
    NEUTRAL,
    WeightedGames,
    weighted_game,
)

SIZE = 4
"""The board on which is learned: small, so that thousands of games take a minute."""

GAMES = 100
"""Games in a step."""

_SHIFT = 0.3
_PULL, _SLOWING = 0.5, 50


@dataclass(frozen=True)
class Learning(JsonFile):
    """What has been learned after so many steps; the same seed learns the same."""

    seed: int = 1
    steps: int = 0
    weights: tuple[float, ...] = NEUTRAL
    size: int = SIZE

    def further(self, games: int = GAMES) -> Learning:
        """What is learned after one step more."""
        rng = Random(f"{self.seed} {self.steps} {games}")
        shifts = [rng.choice((-_SHIFT, _SHIFT)) for _ in self.weights]
        up, down = (
            WeightedGames([w + sign * s for w, s in zip(self.weights, shifts, strict=True)])
            for sign in (1, -1)
        )
        share = _won_more(Havannah(self.size), up, down, games, rng)
        pull = _PULL * share / (1 + self.steps / _SLOWING) ** 0.6
        weights = [
            round(w + pull * s / _SHIFT, 6) for w, s in zip(self.weights, shifts, strict=True)
        ]
        return Learning(self.seed, self.steps + 1, tuple(weights), self.size)

    def to_json(self) -> str:
        """All of it as JSON, each weight with its name."""
        weights = dict(zip(FEATURES, self.weights, strict=True))
        data = {"seed": self.seed, "steps": self.steps, "size": self.size, "weights": weights}
        return json.dumps(data, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What `to_json` wrote; anything else is a `ValueError`."""
        data = read_json(text, "what was learned")
        weights = field(data, "weights", dict)
        if tuple(weights) != FEATURES:
            raise ValueError(f"the weights are for {tuple(weights)}; today's are for {FEATURES}")
        return cls(
            seed=field(data, "seed", int),
            steps=field(data, "steps", int),
            weights=tuple(float(field(weights, name, int, float)) for name in FEATURES),
            size=field(data, "size", int),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this to a file, whole or not at all."""
        part = Path(f"{os.fspath(path)}.part")
        super().save(part)
        part.replace(path)


def _won_more(
    game: Havannah, one: WeightedGames, other: WeightedGames, games: int, rng: Random
) -> float:
    """How many games more `one` wins than `other`, as a share; they take turns with X."""
    more = 0.0
    for number in range(games):
        seat = number % 2
        players = (one, other) if seat == 0 else (other, one)
        more += weighted_game(game, game.initial, players, rng).utilities[seat]
    return more / games


@cache
def learned_weights() -> tuple[float, ...]:
    """The weights that come with the library, in the order of FEATURES."""
    kept = files("course_tools.engines.players").joinpath("havannah_learning.json")
    return Learning.from_json(kept.read_text(encoding="utf-8")).weights


def learned_player(
    *, simulations: int, rng: Random, weights: Sequence[float] | None = None
) -> PlayerFunction:
    """A player that searches like `mcts_player`, but with games by weights instead of random ones.

    Without `weights` those that come with the library; `NEUTRAL` makes all cells equally likely.
    """
    games = WeightedGames(learned_weights() if weights is None else weights)
    return LearnedPlayer(simulations, rng, games)


class LearnedPlayer:
    """What `learned_player` makes."""

    def __init__(self, simulations: int, rng: Random, games: WeightedGames) -> None:
        """Keep what the search needs."""
        self.simulations, self.rng, self.games = simulations, rng, games

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the new game's own randomness, if it has any."""
        self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """The action most looked at."""
        given: dict[str, Any] = {"simulations": self.simulations, "rng": self.rng}
        _, action = mcts_search(game, state, playout=self.games, **given)
        return action

    def __repr__(self) -> str:
        return f"learned_player(simulations={self.simulations})"
