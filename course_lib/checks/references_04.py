"""The library's own deepening, and the two functions that lesson 04 hands out for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.search import alphabeta_search
from course_lib.search.questions import Evaluate
from course_lib.watch import OutOfBudget, Watched


def middle_out(game: Any, _state: State, actions: Sequence[Action]) -> list[Action]:
    """These actions, those near the middle of the board first."""
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))  # type: ignore[index]


def search_within(
    game: Game, state: State, depth: int, visits: int, evaluate: Evaluate
) -> tuple[Action | None, int]:
    """The best action so deep and the visits it took; the action is `None` if they ran out."""
    watched = Watched(game, budget=max(1, visits))
    try:
        _, action = alphabeta_search(
            watched, state, depth=depth, evaluate=evaluate, order=middle_out
        )
    except OutOfBudget:
        action = None
    return action, watched.visits


def deepening(
    game: Game, state: State, visits: int, deepest: int, evaluate: Evaluate
) -> tuple[Action, int]:
    """The action of the deepest search that was finished, and its depth."""
    found = game.actions(state)[0], 0
    while found[1] < deepest:
        deeper = found[1] + 1
        action, used = search_within(game, state, deeper, visits, evaluate)
        if action is None:
            return found
        found, visits = (action, deeper), visits - used
    return found
