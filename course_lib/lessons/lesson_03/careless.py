"""Alpha-beta with a mistake that looks harmless: a table that keeps values by state alone.

It is here to be caught. Like the library's right searches it is out of reach while lessons are
graded in which students write their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from course_lib.closed import SEARCHED, refuse_in
from course_lib.game import Action, Game, State

Values = dict[State, float]
"""What the search believes to know about states it has met: one number each, and that is wrong."""


def careless_search(game: Game, state: State) -> tuple[float, Action]:
    """The value and action that alpha-beta finds when it trusts every number it has kept.

    A search that was cut off knows only a bound: "at least this", "at most this". Here such a
    bound is kept as if it were the value, and met again where another window asks for more.
    """
    refuse_in(*SEARCHED)
    return best_of_all(game, state, partial(value_of, game, seen={}))


def claimed(game: Game, state: State) -> float:
    """What the state is worth to the first player, if one believes the careless search."""
    value, _ = careless_search(game, state)
    return value if game.to_move(state) == game.players[0] else -value


def best_of_all(
    game: Game, state: State, worth: Callable[[State, float, float], float]
) -> tuple[float, Action]:
    """The best value and the first action that has it, if `worth` values what comes after.

    `worth(after, alpha, beta)` is what `after` is worth to the player who moves there.
    """
    best, chosen = -math.inf, game.actions(state)[0]
    for action in game.actions(state):
        value = -worth(game.result(state, action), -math.inf, -best)
        if value > best:
            best, chosen = value, action
    return best, chosen


def value_of(game: Game, state: State, alpha: float, beta: float, seen: Values) -> float:
    """The value for the player to move, or whatever was written down for this state before."""
    if state in seen:
        return seen[state]  # the mistake: nobody asks with which window this was found
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    highest = -math.inf
    for after in (game.result(state, action) for action in game.actions(state)):
        highest = max(highest, -value_of(game, after, -beta, -max(alpha, highest), seen))
        if highest >= beta:
            break
    seen[state] = highest
    return highest
