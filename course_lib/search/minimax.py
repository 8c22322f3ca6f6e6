"""Minimax: look at every way the game can go on, and believe the best answer to the best answer."""

from __future__ import annotations

import math

from course_lib.game import Action, Game, State
from course_lib.search.questions import question


@question()
def minimax_search(game: Game, state: State) -> tuple[float, Action]:
    """The value of this state for the player to move, and the first action that reaches it.

    The value is the utility this player gets when both sides play as well as possible. Among
    actions that are equally good the first in the order of `game.actions` is taken.

    Every state below this one is visited: fine for tic-tac-toe, hopeless for Connect Four.

    >>> from course_lib import TextbookTree, minimax_search
    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6]])
    >>> minimax_search(game, game.initial)
    (3, 0)
    """
    player = game.to_move(state)

    def max_value(state: State) -> float:
        best = -math.inf
        for action in game.actions(state):
            value = value_of(game.result(state, action))
            if value > best:
                best = value
        return best

    def min_value(state: State) -> float:
        best = math.inf
        for action in game.actions(state):
            value = value_of(game.result(state, action))
            if value < best:
                best = value
        return best

    def value_of(state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state, player)
        # Who chooses is asked and not counted: after a pass the same player may be to move again.
        return max_value(state) if game.to_move(state) == player else min_value(state)

    choices = [(value_of(game.result(state, action)), action) for action in game.actions(state)]
    return max(choices, key=lambda choice: choice[0])  # the first of equals
