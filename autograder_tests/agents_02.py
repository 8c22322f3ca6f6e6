"""Lesson 02 with exactly one bug each: the known mistakes, by exercise and name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_, sub, xor
from typing import Any

from autograder_tests.agents_02_actions import BEST_ACTION, MINIMAX
from autograder_tests.agents_02_limits import DEPTH_LIMITED
from autograder_tests.agents_02_seen import REMEMBERING
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

    def value_of(game: Game, state: State, left: int | None = depth) -> float:
        if game.is_terminal(state):
            return (utility or for_first)(game, state)
        if left == 0:
            return 0
        below = None if left is None else left - 1
        values = [
            value_of(game, game.result(state, action), below) for action in game.actions(state)
        ]
        return (at_max if is_max(game, state) else at_min)(values)

    return value_of


def for_first(game: Game, state: State) -> float:
    """The utility for the first player."""
    return game.utility(state, game.players[0])


def is_max(game: Game, state: State) -> bool:
    """Whether the first player is to move."""
    return game.to_move(state) == game.players[0]


def from_zero(choose: Choose) -> Choose:
    """Choosing with a best value that is 0 before anything has been looked at."""
    return lambda values: choose([0, *values])


def joined(heaps: Sequence[int], operation: Callable[[int, int], int]) -> int:
    """The heaps joined by this operation, from left to right; 0 for no heap."""
    return reduce(operation, heaps) if heaps else 0


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
    "minimax_value": {
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
    },
    "best_action": BEST_ACTION,
    "nim_sum": {
        "the heaps are added up": sum,
        "only whether the sum is odd is told": lambda heaps: sum(heaps) % 2,
        "the largest heap is given": lambda heaps: max(heaps, default=0),
        "the heaps are joined by or": lambda heaps: joined(heaps, or_),
        "the heaps are joined by and": lambda heaps: joined(heaps, and_),
        "the heaps are subtracted": lambda heaps: joined(heaps, sub),
        "the last heap is left out": lambda heaps: joined(heaps[:-1], xor),
        "only the first two heaps are looked at": lambda heaps: joined(heaps[:2], xor),
        "True or False is given instead of the number": lambda heaps: joined(heaps, xor) != 0,
        "the number of heaps is given": len,
        "the sum is written in twos": lambda heaps: f"{joined(heaps, xor):b}",
    },
    "minimax": MINIMAX,
    "depth_limited": DEPTH_LIMITED,
    "remembering": REMEMBERING,
}
