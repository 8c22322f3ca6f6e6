"""Weights for games of Havannah, learned by self-play: `python -m benchmarks.learn_havannah`.

In each step all weights are moved a little up or down at random, and a player with these plays one
with the opposite moves. Whoever wins more games pulls the weights its way, by as much as it won
more. (J. Spall calls this simultaneous perturbation.) Nothing is known of good play before. What
makes random games stronger need not make a search with them stronger, so that is measured apart.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.thesis import Share, won_by
from course_lib.games.havannah import Havannah
from course_lib.play import tournament
from course_lib.play.progress import with_progress
from course_tools.engines.havannah_learning import (
    FEATURES,
    NEUTRAL,
    WeightedGames,
    learned_player,
    weighted_game,
)

SIZE = 4
"""The board on which is learned: small, so that thousands of games take a minute."""

GAMES = 100
"""Games in a step."""

_SHIFT = 0.3
_PULL, _SLOWING = 0.5, 50


@dataclass(frozen=True)
class Learning:
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


def helped(learning: Learning, simulations: int, games: int) -> Share:
    """What a search wins with what was learned, against the same without, as often a move."""
    weights = {"learned": learning.weights, "not learned": NEUTRAL}
    players = {
        name: learned_player(simulations=simulations, rng=Random(0), weights=kept)
        for name, kept in weights.items()
    }
    table = tournament(players, Havannah(learning.size), games, f"learning {learning.seed}")
    return won_by(table.records, "learned")


def main(words: Sequence[str] | None = None) -> int:
    """0 when it has learned, and said what."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learn_havannah")
    parser.add_argument("--steps", type=int, default=300, help="steps of learning (300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="games to measure with (100)")
    parser.add_argument("--simulations", type=int, default=60, help="a move in those games (60)")
    parser.add_argument("--file", type=Path, help="where the weights are written")
    arguments = parser.parse_args(words)
    learning = Learning(arguments.seed)
    for _ in with_progress(range(arguments.steps), arguments.steps, "steps"):
        learning = learning.further()
    weights = dict(zip(FEATURES, learning.weights, strict=True))
    data = {"seed": learning.seed, "steps": learning.steps, "size": SIZE, "weights": weights}
    if arguments.file is not None:
        arguments.file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8", newline="\n")
    print("a cell that ...               is so many times as likely")
    for name, weight in zip(FEATURES, learning.weights, strict=True):
        print(f"{name:28}{math.exp(weight):10.2f}")
    if arguments.games:
        print(f"with these weights won: {helped(learning, arguments.simulations, arguments.games)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
