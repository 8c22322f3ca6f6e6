"""Two searches that differ in their tables alone, and a position in which one of them is wrong."""

from __future__ import annotations

import math
from functools import partial

from course_lib.game import Action, Game, State
from course_lib.lessons.lesson_03.careless import best_of_all, careless_search

__all__ = ["POSITION", "careful_search", "careless_search"]

POSITION = "..OXXO..."
"""Tic-tac-toe, X to move. It stands here, where students do not read: they have to find one."""

Known = dict[State, tuple[float, float]]
"""For each state two numbers that its value lies between."""


def careful_search(game: Game, state: State) -> tuple[float, Action]:
    """The value and action of `careless_search` with its mistake put right.

    All is as there, and every number is what a state is worth to the player who moves in it. Only
    the table is another: it keeps bounds, and answers with them only where they are an answer.
    """
    return best_of_all(game, state, partial(bounded_value, game, known={}))


def bounded_value(game: Game, state: State, alpha: float, beta: float, known: Known) -> float:
    """The value for the player to move, or a bound of it where the window asks for no more."""
    lower, upper = known.get(state, (-math.inf, math.inf))
    if lower == upper or lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    highest = -math.inf
    for action in game.actions(state):
        window = (-beta, -max(alpha, highest))
        highest = max(highest, -bounded_value(game, game.result(state, action), *window, known))
        if highest >= beta:
            break
    # A number outside the window is a bound, and only one inside is the value.
    known[state] = (
        max(lower, highest) if highest > alpha else lower,
        min(upper, highest) if highest < beta else upper,
    )
    return highest
