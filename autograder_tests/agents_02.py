"""Lesson 02 with exactly one bug each: the known mistakes of `minimax`, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.game import Game, State

Choose = Callable[[list[float]], float]


def searching(
    *,
    at_max: Choose = max,
    at_min: Choose = min,
    utility: Callable[[Game, State], float] | None = None,
    depth: int | None = None,
) -> Callable[[Game, State], float]:
    """Minimax made of these parts, each of which may be wrong."""

    def minimax(game: Game, state: State, left: int | None = depth) -> float:
        if game.is_terminal(state):
            return (utility or for_first)(game, state)
        if left == 0:
            return 0
        below = None if left is None else left - 1
        values = [
            minimax(game, game.result(state, action), below) for action in game.actions(state)
        ]
        return (at_max if is_max(game, state) else at_min)(values)

    return minimax


def for_first(game: Game, state: State) -> float:
    """The utility for the first player."""
    return game.utility(state, game.players[0])


def is_max(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def from_zero(choose: Choose) -> Choose:
    """Choosing with a best value that is 0 before anything has been looked at."""
    return lambda values: choose([0, *values])


def best_action(game: Game, state: State) -> Any:
    """The action, where the value was asked for."""
    value = searching()
    if game.is_terminal(state):
        return for_first(game, state)
    choose = max if is_max(game, state) else min
    return choose(game.actions(state), key=lambda action: value(game, game.result(state, action)))


def for_player_to_move(game: Game, state: State) -> float:
    """The value for the player to move at the root, where the first player's was asked for."""
    value = searching()(game, state)
    return value if is_max(game, state) else -value


AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "minimax": {
        "the sign is wrong where MIN moves": searching(at_min=lambda values: -min(values)),
        "both players maximise": searching(at_min=max),
        "both players minimise": searching(at_max=min),
        "MAX and MIN are exchanged": searching(at_max=min, at_min=max),
        "utility is asked for the player to move, not for the first": searching(
            utility=lambda game, state: game.utility(state, game.to_move(state))
        ),
        "utility is asked for the second player": searching(
            utility=lambda game, state: game.utility(state, game.players[1])
        ),
        "only the first action is followed": searching(
            at_max=lambda values: values[0], at_min=lambda values: values[0]
        ),
        "the last value is kept instead of the best": searching(
            at_max=lambda values: values[-1], at_min=lambda values: values[-1]
        ),
        "the best value starts at 0": searching(at_max=from_zero(max), at_min=from_zero(min)),
        "the search looks only one move ahead": searching(depth=1),
        "the search looks only two moves ahead": searching(depth=2),
        "the values are averaged": searching(
            at_max=lambda values: sum(values) / len(values),
            at_min=lambda values: sum(values) / len(values),
        ),
        "the best action is returned instead of the value": best_action,
        "the value is for the player to move, not for the first": for_player_to_move,
        "every final state is worth 0": searching(utility=lambda *_: 0),
    }
}
