"""Alpha-beta with a mistake that looks harmless: a table that keeps values by state alone."""

from __future__ import annotations

import math

from course_lib.game import Action, Game, Player, State

Values = dict[State, float]
"""What the search believes to know about states it has met: one number each, and that is wrong."""

POSITION = "..OXXO..."
"""Tic-tac-toe, X to move: here the mistake changes the answer."""


def careless_search(game: Game, state: State) -> tuple[float, Action]:
    """The value and action that alpha-beta finds when it trusts every number it has kept.

    A search that was cut off knows only a bound: "at least this", "at most this". Here such a
    bound is kept as if it were the value, and met again where another window asks for more.
    """
    seen: Values = {}
    player = game.to_move(state)
    best, chosen = -math.inf, game.actions(state)[0]
    for action in game.actions(state):
        value = value_of(game, game.result(state, action), player, best, math.inf, seen)
        if value > best:
            best, chosen = value, action
    return best, chosen


def value_of(  # noqa: PLR0917 - as textbooks write it
    game: Game, state: State, player: Player, alpha: float, beta: float, seen: Values
) -> float:
    """The value of this state for `player`, or whatever was written down for it before."""
    if state in seen:
        return seen[state]  # the mistake: nobody asks with which window this was found
    if game.is_terminal(state):
        return game.utility(state, player)
    maximising = game.to_move(state) == player
    best = -math.inf if maximising else math.inf
    for action in game.actions(state):
        value = value_of(game, game.result(state, action), player, alpha, beta, seen)
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    seen[state] = best
    return best
