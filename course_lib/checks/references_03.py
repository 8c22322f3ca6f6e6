"""The library's own answers to the exercises of lesson 03, for lessons that build on them.

While lessons are graded in which students write their own, these are out of reach.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from course_lib.game import Action, Game, Player, State

Evaluate = Callable[[Game, State, Player], float]


def alphabeta(game: Game, state: State, alpha: float = -math.inf, beta: float = math.inf) -> float:
    """What the state is worth to the first player, or a bound where that is outside the window.

    >>> from course_lib.games import TextbookTree
    >>> alphabeta(TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    3
    """
    return _within(game, state, (alpha, beta), math.inf, _no_estimate)


def limited_alphabeta(  # noqa: PLR0917 - as textbooks write it
    game: Game,
    state: State,
    depth: float,
    evaluate: Evaluate,
    alpha: float = -math.inf,
    beta: float = math.inf,
) -> float:
    """The same to `depth` plies; states there that are not final are worth their estimate."""
    window, first = (alpha, beta), game.players[0]
    return _within(game, state, window, depth, lambda below: evaluate(game, below, first))


def best_actions(game: Game, state: State, depth: int, evaluate: Evaluate) -> list[Action]:
    """All actions that are best for the player to move, each searched with a window of its own."""
    values = {
        action: limited_alphabeta(game, game.result(state, action), depth - 1, evaluate)
        for action in game.actions(state)
    }
    best = (max if game.to_move(state) == game.players[0] else min)(values.values())
    return [action for action, value in values.items() if value == best]


def least_leaves(branching: int, depth: int) -> int:
    """How many leaves alpha-beta looks at with the best order.

    >>> least_leaves(3, 2)
    5
    """
    half = depth // 2
    return branching**half + branching ** (depth - half) - 1


def _within(
    game: Game,
    state: State,
    window: tuple[float, float],
    depth: float,
    estimate: Callable[[State], float],
) -> float:
    """A value inside the window, a bound outside: never more below it, or less above it."""
    opener = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, opener)
    if depth == 0:
        return estimate(state)
    low, high = window
    rising = game.to_move(state) == opener
    found = -math.inf if rising else math.inf
    for child in map(partial(game.result, state), game.actions(state)):
        value = _within(game, child, (low, high), depth - 1, estimate)
        if rising:
            found = max(found, value)
            low = max(low, found)
        else:
            found = min(found, value)
            high = min(high, found)
        if low >= high:
            break
    return found


def _no_estimate(_state: State) -> float:
    raise ValueError("without a limit every line of play is followed to its end")
