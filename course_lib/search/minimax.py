"""Minimax: look at every way the game can go on, and believe the best answer to the best answer."""

from __future__ import annotations

import math

from course_lib.game import Action, Game, State
from course_lib.search.asked import check_not_over, check_opponents
from course_lib.search.deep import no_longer_than_python_allows

_INSTEAD = "search a smaller one, or use alphabeta_search with a depth"


def minimax_search(game: Game, state: State) -> tuple[float, Action]:
    """The value of this state for the player to move, and the first action that reaches it.

    The value is the utility this player gets when both sides play as well as possible. Among
    actions that are equally good the first in the order of `game.actions` is taken.

    Every state below this one is visited: fine for tic-tac-toe, hopeless for Connect Four.
    """
    check_opponents(game, "minimax_search")
    check_not_over(game, state, "minimax_search")
    # One look-up of each method here saves one per visit below.
    is_terminal, utility, to_move = game.is_terminal, game.utility, game.to_move
    actions, result = game.actions, game.result
    player = to_move(state)

    def value_of(state: State) -> float:
        if is_terminal(state):
            return utility(state, player)
        # Who chooses is asked and not counted: after a pass the same player may be to move again.
        best = max if to_move(state) == player else min
        return best([value_of(result(state, action)) for action in actions(state)])

    best_value, best_action = -math.inf, None
    with no_longer_than_python_allows(game, "minimax_search", _INSTEAD):
        for action in actions(state):
            value = value_of(result(state, action))
            if best_action is None or value > best_value:
                best_value, best_action = value, action
    return best_value, best_action
