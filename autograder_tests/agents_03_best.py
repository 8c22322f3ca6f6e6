"""Lesson 03: the known mistakes of `best_actions` and of `least_leaves`, by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from autograder_tests.agents_03_search import Parts, is_max, search
from course_lib.game import Action, Game, State

Choose = Callable[[Any], float]


def values_of(
    game: Game, state: State, depth: int, evaluate: Any, parts: Parts | None = None
) -> dict[Action, float]:
    """Each action and its true value."""
    return {
        action: search(
            parts or Parts(),
            game,
            game.result(state, action),
            -math.inf,
            math.inf,
            depth - 1,
            evaluate,
        )
        for action in game.actions(state)
    }


def best_of(
    *,
    at_max: Choose = max,
    at_min: Choose = min,
    deeper: int = 0,
    parts: Parts | None = None,
    form: Callable[[list[Action], float], Any] = lambda best, _: best,
) -> Callable[..., Any]:
    """`best_actions` with these parts exchanged."""

    def best_actions(game: Game, state: State, depth: int, evaluate: Any) -> Any:
        values = values_of(game, state, depth + deeper, evaluate, parts)
        value = (at_max if is_max(game, state) else at_min)(values.values())
        return form([action for action in values if values[action] == value], value)

    return best_actions


def ties_among_bounds(*, cut: bool) -> Callable[..., list[Action]]:
    """`best_actions` that hands the window on to siblings and believes each number it gets."""

    def best_actions(game: Game, state: State, depth: int, evaluate: Any) -> list[Action]:
        low, high = -math.inf, math.inf
        rising = is_max(game, state)
        best = -math.inf if rising else math.inf
        found: list[Action] = []
        for action in game.actions(state):
            after = game.result(state, action)
            value = search(Parts(), game, after, low, high, depth - 1, evaluate)
            if not cut:
                value = max(low, min(high, value))
            if value == best:
                found.append(action)
            elif value > best if rising else value < best:
                best, found = value, [action]
            if rising:
                low = max(low, best)
            else:
                high = min(high, best)
        return found

    return best_actions


def never_emptied(game: Game, state: State, depth: int, evaluate: Any) -> list[Action]:
    """The actions that were best at some moment, those that were surpassed later included."""
    values = values_of(game, state, depth, evaluate)
    rising = is_max(game, state)
    best = -math.inf if rising else math.inf
    found: list[Action] = []
    for action, value in values.items():
        if value >= best if rising else value <= best:
            best = value
            found.append(action)
    return found


BEST: dict[str, Callable[..., Any]] = {
    "ties are collected among cut-off bounds": ties_among_bounds(cut=True),
    "ties are collected among bounds that were cut to the window": ties_among_bounds(cut=False),
    "actions that were surpassed later stay in the list": never_emptied,
    "only the first of the best actions is listed": best_of(form=lambda best, _: best[:1]),
    "only the last of the best actions is listed": best_of(form=lambda best, _: best[-1:]),
    "all actions are listed": lambda game, state, *_: list(game.actions(state)),
    "the largest value is taken where MIN moves, too": best_of(at_min=max),
    "the smallest value is taken where MAX moves, too": best_of(at_max=min),
    "MAX and MIN are exchanged": best_of(at_max=min, at_min=max),
    "the first move is not counted as a ply, so the search goes one too deep": best_of(deeper=1),
    "the search stops one ply too early": best_of(parts=Parts(limit=1)),
    "a tuple is returned instead of a list": best_of(form=lambda best, _: tuple(best)),
    "a set is returned instead of a list": best_of(form=lambda best, _: set(best)),
    "one action is returned instead of a list": best_of(form=lambda best, _: best[0]),
    "the value is returned instead of the actions": best_of(form=lambda _, value: value),
    "the estimate is for the player to move, not for the first": best_of(
        parts=Parts(
            estimate=lambda game, state, evaluate: evaluate(game, state, game.to_move(state))
        )
    ),
}

LEAVES: dict[str, Callable[[int, int], Any]] = {
    "the 1 that both halves share is not taken off": lambda b, d: b ** (d // 2) + b ** -(-d // 2),
    "all leaves are counted, as minimax looks at them": lambda b, d: b**d,
    "one half alone is counted": lambda b, d: b ** (-(-d // 2)),
    "the exponent d / 2 is not rounded": lambda b, d: b ** (d / 2),
    "both exponents are d / 2, neither rounded up nor down": lambda b, d: 2 * b ** (d / 2) - 1,
    "both exponents are rounded down": lambda b, d: 2 * b ** (d // 2) - 1,
    "both exponents are rounded up": lambda b, d: 2 * b ** (-(-d // 2)) - 1,
    "the 1 is added, not taken off": lambda b, d: b ** (d // 2) + b ** -(-d // 2) + 1,
    "the two powers are multiplied, not added": lambda b, d: b ** (d // 2) * b ** -(-d // 2) - 1,
    "it multiplies by half the depth, where a power is needed": lambda b, d: (
        b * (d // 2) + b * -(-d // 2) - 1
    ),
    "branching and depth are exchanged": lambda b, d: d ** (b // 2) + d ** -(-b // 2) - 1,
}
