"""Alpha-beta made of parts, each of which may be wrong: for the known mistakes of lesson 03."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from course_lib.game import Game, State

Window = tuple[float, float]
Kind = bool
"""Of a node: true where MAX moves."""

INFINITE: Window = (-math.inf, math.inf)


def for_first(game: Game, state: State) -> float:
    """The utility for the first player."""
    return game.utility(state, game.players[0])


def for_mover(game: Game, state: State) -> float:
    """The utility for the player to move."""
    return game.utility(state, game.to_move(state))


def is_max(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def estimate_for_first(game: Game, state: State, evaluate: Any) -> float:
    """The estimate for the first player."""
    value: float = evaluate(game, state, game.players[0])
    return value


def both(low: float, high: float, _: Kind) -> Window:
    """The whole window, as it has to be handed down."""
    return low, high


def nothing_handed_down(_low: float, _high: float, _rising: Kind) -> Window:
    """A fresh window for every level."""
    return INFINITE


def only_own_bound(low: float, high: float, rising: Kind) -> Window:
    """The bound of the node right above, without those from further up."""
    return (low, math.inf) if rising else (-math.inf, high)


def exchanged(low: float, high: float, _: Kind) -> Window:
    """Alpha where beta belongs, and beta where alpha does."""
    return high, low


@dataclass(frozen=True)
class Parts:
    """What a search consists of. As it stands here, all of it is right."""

    utility: Callable[[Game, State], float] = for_first
    estimate: Callable[[Game, State, Any], float] = estimate_for_first
    down: Callable[[float, float, Kind], Window] = both
    rises: Callable[[Game, State], bool] = is_max
    cut: Callable[[float, float, float, Kind], bool] = lambda low, high, _, __: low >= high
    """Whether alpha, beta and the best value, at a node of this kind, end the loop."""
    starts: Callable[[Kind], float] = lambda rising: -math.inf if rising else math.inf
    keeps: Callable[[float, float, Kind], float] = lambda best, value, rising: (
        max(best, value) if rising else min(best, value)
    )
    narrows: Callable[[float, float, float, Kind], Window] = lambda low, high, best, rising: (
        (max(low, best), high) if rising else (low, min(high, best))
    )
    seen: Callable[[float], float] = lambda value: value
    """What is made of a child's value."""
    gives: Callable[[float, Kind], float] = lambda best, _: best
    shorter: Callable[[float, Kind], float] = lambda depth, _: depth - 1
    limit_first: bool = False
    limit: int = 0


def search(  # noqa: PLR0917 - as textbooks write it
    parts: Parts,
    game: Game,
    state: State,
    low: float,
    high: float,
    depth: float = math.inf,
    evaluate: Any = None,
) -> float:
    """The value that alpha-beta made of these parts finds."""
    if parts.limit_first and depth <= parts.limit:
        return parts.estimate(game, state, evaluate)
    if game.is_terminal(state):
        return parts.utility(game, state)
    if depth <= parts.limit:
        return parts.estimate(game, state, evaluate)
    rising = parts.rises(game, state)
    best = parts.starts(rising)
    below = parts.shorter(depth, rising)
    for action in game.actions(state):
        handed = parts.down(low, high, rising)
        after = game.result(state, action)
        value = parts.seen(search(parts, game, after, *handed, below, evaluate))
        best = parts.keeps(best, value, rising)
        low, high = parts.narrows(low, high, best, rising)
        if parts.cut(low, high, best, rising):
            break
    return parts.gives(best, rising)


def alphabeta_of(**wrong: Any) -> Callable[..., float]:
    """`alphabeta` with these parts exchanged."""
    parts = Parts(**wrong)

    def alphabeta(
        game: Game, state: State, alpha: float = -math.inf, beta: float = math.inf
    ) -> float:
        return search(parts, game, state, alpha, beta)

    return alphabeta


def limited_of(**wrong: Any) -> Callable[..., float]:
    """`limited_alphabeta` with these parts exchanged."""
    parts = Parts(**wrong)

    def limited_alphabeta(  # noqa: PLR0917 - as the exercise has it
        game: Game,
        state: State,
        depth: int,
        evaluate: Any,
        alpha: float = -math.inf,
        beta: float = math.inf,
    ) -> float:
        return search(parts, game, state, alpha, beta, depth, evaluate)

    return limited_alphabeta


right_value = partial(search, Parts())
