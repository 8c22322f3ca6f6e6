"""The experiment of the strategy that learns: learn on, and see whether it helps a search."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from course_lib.games.havannah import Havannah
from course_lib.play import PlayerFunction
from course_lib.play.progress import with_progress
from course_tools.engines.players.havannah_claims import Share, won_by
from course_tools.engines.players.havannah_kept import KeptGames
from course_tools.engines.players.havannah_learning import Learning, learned_player
from course_tools.engines.players.havannah_learning_games import FEATURES, NEUTRAL


class Helped(NamedTuple):
    """What a search wins with what was learned, against the same without, at equal simulations."""

    size: int
    simulations: int
    won: Share

    def __str__(self) -> str:
        found = self.won
        agrees = "it helps" if found.low > 0.5 else "it harms" if found.high < 0.5 else "open"
        return (
            f"size {self.size}, {self.simulations} simulations a move: with the weights won"
            f" {found}: {agrees}"
        )


def learned(steps: int, seed: int, path: Path | None = None) -> Learning:
    """What is learned in so many steps in all, kept in this file after each, and begun from it."""
    learning = Learning(seed)
    if path is not None and path.exists():
        learning = Learning.load(path)
        if learning.seed != seed:
            raise ValueError(
                f"{path} was begun with seed {learning.seed}, not {seed}; name another file, or"
                f" --seed {learning.seed}"
            )
    missing = steps - learning.steps
    for _ in with_progress(range(missing), missing, "steps"):
        learning = learning.further()
        if path is not None:
            learning.save(path)
    return learning


def helped(learning: Learning, size: int, simulations: int, games: int) -> Helped:
    """So many games between two searches that differ in their weights only."""
    weights = {"learned": learning.weights, "not learned": NEUTRAL}
    makers = {name: partial(_made, simulations, kept) for name, kept in weights.items()}
    records = KeptGames().match(makers, Havannah(size), games, f"learning {learning.seed}")
    return Helped(size, simulations, won_by(records, "learned"))


def _made(simulations: int, weights: tuple[float, ...], rng: Random) -> PlayerFunction:
    """A player with these weights."""
    return learned_player(simulations=simulations, rng=rng, weights=weights)


def learning_lines(learning: Learning, simulations: int, games: int) -> Iterator[str]:
    """The weights, and then how much they help on the board where they were learned."""
    yield f"{learning.steps} steps on size {learning.size}, seed {learning.seed}"
    yield ""
    yield "a cell that ...               is so many times as likely"
    for name, weight in zip(FEATURES, learning.weights, strict=True):
        yield f"{name:28}{math.exp(weight):10.2f}"
    if games:
        yield ""
        yield str(helped(learning, learning.size, simulations, games))
