"""Lesson 03 with exactly one bug each: the known mistakes of `alphabeta` and its limited form."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from autograder_tests.agents_03_search import (
    INFINITE,
    Kind,
    Window,
    alphabeta_of,
    exchanged,
    for_first,
    for_mover,
    is_max,
    limited_of,
    nothing_handed_down,
    only_own_bound,
    right_value,
)
from course_lib.game import Game, State

Agent = Callable[..., Any]


def cut_first(*, at: Callable[[float, float], bool]) -> Agent:
    """Alpha-beta that leaves the loop before the value that causes the cut is kept."""

    def alphabeta(
        game: Game, state: State, alpha: float = -math.inf, beta: float = math.inf
    ) -> float:
        if game.is_terminal(state):
            return for_first(game, state)
        rising = is_max(game, state)
        best = -math.inf if rising else math.inf
        for action in game.actions(state):
            value = alphabeta(game, game.result(state, action), alpha, beta)
            if at(value, beta) if rising else at(alpha, value):
                break
            best = max(best, value) if rising else min(best, value)
            if rising:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best

    return alphabeta


def window_kept_outside(game: Game, state: State, *window: float) -> float:
    """Alpha-beta whose one window is shared by the whole search, siblings included."""
    low, high = window or INFINITE

    def value_of(state: State) -> float:
        nonlocal low, high
        if game.is_terminal(state):
            return for_first(game, state)
        rising = is_max(game, state)
        best = -math.inf if rising else math.inf
        for action in game.actions(state):
            value = value_of(game.result(state, action))
            if rising:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    return value_of(state)


def exchanged_tests(
    game: Game, state: State, alpha: float = -math.inf, beta: float = math.inf
) -> float:
    """Alpha-beta that compares with alpha where MAX moves, and with beta where MIN does."""
    if game.is_terminal(state):
        return for_first(game, state)
    rising = is_max(game, state)
    best = -math.inf if rising else math.inf
    for action in game.actions(state):
        value = exchanged_tests(game, game.result(state, action), alpha, beta)
        best = max(best, value) if rising else min(best, value)
        if best <= alpha if rising else best >= beta:
            break
        if rising:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return best


def best_action(game: Game, state: State, *window: float) -> Any:
    """The action, where the value was asked for."""
    if game.is_terminal(state):
        return for_first(game, state)
    choose = max if is_max(game, state) else min

    def value(action: Any) -> float:
        """What this action is worth to the first player."""
        return right_value(game, game.result(state, action), *(window or INFINITE))

    return choose(game.actions(state), key=value)


def for_player_to_move(game: Game, state: State, *window: float) -> float:
    """The value for the player to move at the root."""
    value = right_value(game, state, *(window or INFINITE))
    return value if is_max(game, state) else -value


def window_ignored(game: Game, state: State, *_: float) -> float:
    """A right search, which always begins with the whole window."""
    return right_value(game, state, *INFINITE)


def own_side(bound_of: str) -> Callable[[float, float, float, Kind], Window]:
    """Ways to narrow the window in which both kinds of nodes move the same bound."""
    if bound_of == "alpha":
        return lambda low, high, best, _: (max(low, best), high)
    return lambda low, high, best, _: (low, min(high, best))


def from_zero(best: float, value: float, rising: Kind) -> float:
    """The better of two values, for a best value that began at 0."""
    return max(best, value) if rising else min(best, value)


COMMON: dict[str, dict[str, Any]] = {
    "nothing is ever cut": {"cut": lambda *_: False},
    "the cut comes only at >, where >= prunes more": {
        "cut": lambda low, high, _, __: low > high,
    },
    "every level starts with a fresh window": {"down": nothing_handed_down},
    "only the bound from the level right above is handed down": {"down": only_own_bound},
    "only MAX cuts": {"cut": lambda low, high, _, rising: rising and low >= high},
    "only MIN cuts": {"cut": lambda low, high, _, rising: not rising and low >= high},
    "alpha and beta are handed down the wrong way round": {"down": exchanged},
    "the sign is wrong where MIN moves": {"gives": lambda best, rising: best if rising else -best},
    "both players maximise": {"rises": lambda *_: True},
    "the best value starts at 0": {"starts": lambda _: 0, "keeps": from_zero},
    "only the first action is followed": {"cut": lambda *_: True},
    "utility is asked for the player to move, not for the first": {"utility": for_mover},
}
"""Mistakes that both searches know, as the parts that are exchanged."""

ALPHABETA: dict[str, Agent] = {
    **{name: alphabeta_of(**wrong) for name, wrong in COMMON.items()},
    "MAX compares with alpha, and MIN with beta": exchanged_tests,
    "MIN changes alpha instead of beta": alphabeta_of(narrows=own_side("alpha")),
    "MAX changes beta instead of alpha": alphabeta_of(narrows=own_side("beta")),
    "the cut comes before the value is kept": cut_first(at=lambda one, other: one >= other),
    "the window is shared by all siblings": window_kept_outside,
    "the window that is handed in is not used": window_ignored,
    "the last value is kept instead of the best": alphabeta_of(
        keeps=lambda _best, value, _rising: value
    ),
    "the best action is returned instead of the value": best_action,
    "the value is for the player to move, not for the first": for_player_to_move,
}

LIMITED: dict[str, Agent] = {
    **{name: limited_of(**wrong) for name, wrong in COMMON.items()},
    "the search stops one ply too early": limited_of(limit=1),
    "the search goes one ply too deep": limited_of(limit=-1),
    "a ply is counted only where MAX moves": limited_of(
        shorter=lambda depth, rising: depth - rising
    ),
    "the depth is never counted down": limited_of(shorter=lambda depth, _: depth),
    "final states are estimated, too": limited_of(limit_first=True),
    "states at the limit are worth 0": limited_of(estimate=lambda *_: 0),
    "the estimate is for the player to move, not for the first": limited_of(
        estimate=lambda game, state, evaluate: evaluate(game, state, game.to_move(state))
    ),
    "the estimate is for the second player": limited_of(
        estimate=lambda game, state, evaluate: evaluate(game, state, game.players[1])
    ),
}
