"""Lesson 02 with exactly one bug each: `depth_limited(game, state, depth, evaluate)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.game import Game, State

Agent = Callable[..., Any]
Choose = Callable[[list[float]], float]


def for_first(game: Game, state: State) -> float:
    """The utility for the first player."""
    return game.utility(state, game.players[0])


def estimate_for_first(game: Game, state: State, evaluate: Agent) -> float:
    """The estimate for the first player."""
    found: float = evaluate(game, state, game.players[0])
    return found


def first_moves(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def limited(
    *,
    stops: Callable[[int], bool] = lambda depth: depth == 0,
    less: Callable[[Game, State], int] = lambda *_: 1,
    estimate: Callable[[Game, State, Agent], float] = estimate_for_first,
    at_max: Choose = max,
    at_min: Choose = min,
    estimate_first: bool = False,
    final_estimated: bool = False,
) -> Agent:
    """A depth-limited search made of these parts, each of which may be wrong."""

    def value_of(game: Game, state: State, depth: int, evaluate: Agent) -> float:
        if estimate_first and stops(depth):
            return estimate(game, state, evaluate)
        if game.is_terminal(state):
            if final_estimated:
                return estimate(game, state, evaluate)
            return for_first(game, state)
        if stops(depth):
            return estimate(game, state, evaluate)
        values = [
            value_of(game, game.result(state, action), depth - less(game, state), evaluate)
            for action in game.actions(state)
        ]
        return (at_max if first_moves(game, state) else at_min)(values)

    return value_of


DEPTH_LIMITED: dict[str, Agent] = {
    "the search stops one ply too early": limited(stops=lambda depth: depth <= 1),
    "the search goes one ply too deep": limited(stops=lambda depth: depth < 0),
    "a ply is counted as a round: only MAX's moves lower the depth": limited(
        less=lambda game, state: int(first_moves(game, state))
    ),
    "the depth is never lowered, so that the search goes on to the end": limited(less=lambda *_: 0),
    "the depth is lowered by 2 for each ply": limited(
        stops=lambda depth: depth <= 0, less=lambda *_: 2
    ),
    "at depth 0 final states are evaluated, where their utility is known": limited(
        estimate_first=True
    ),
    "final states are evaluated, where their utility is known": limited(final_estimated=True),
    "the evaluation is asked for the player to move, not for MAX": limited(
        estimate=lambda game, state, evaluate: evaluate(game, state, game.to_move(state))
    ),
    "the evaluation is asked for MIN, not for MAX": limited(
        estimate=lambda game, state, evaluate: evaluate(game, state, game.players[1])
    ),
    "at depth 0 it gives 0 and asks no evaluation": limited(estimate=lambda *_: 0),
    "at depth 0 utility is asked of states that are not final": limited(
        estimate=lambda game, state, _: for_first(game, state)
    ),
    "both players maximise": limited(at_min=max),
    "both players minimise": limited(at_max=min),
    "MAX and MIN are exchanged": limited(at_max=min, at_min=max),
    "the sign is wrong where MIN moves": limited(at_min=lambda values: -min(values)),
}
