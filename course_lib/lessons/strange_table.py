"""The strange table of lesson 03, with its mistake, and all states of a game, for 10 as well.

Like the library's right searches it is out of reach while lessons are graded in which students
write their own.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from course_lib.closed import SEARCHED, refuse_in
from course_lib.game import Action, Game, State


def tied_search(
    game: Game, state: State, depth: int, alpha: float = -inf, beta: float = inf
) -> tuple[float, list[Action]]:
    """The value for MAX, and all actions that reach it."""
    refuse_in(*SEARCHED)
    opener = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, opener), []
    if depth == 0:
        return 0, []
    is_opener = game.to_move(state) == opener
    score, ties = (-inf if is_opener else inf), []
    for action in game.actions(state):
        reached, _ = tied_search(game, game.result(state, action), depth - 1, alpha, beta)
        if reached == score:
            ties.append(action)
        elif (reached > score) == is_opener:
            score, ties = reached, [action]
        alpha, beta = (max(alpha, score), beta) if is_opener else (alpha, min(beta, score))
        if alpha >= beta:
            break
    return score, ties


def tied_at(depth: int) -> Callable[[Game, State], list[Action]]:
    """The choices of `tied_search` at this depth, for a player who picks one at random."""
    return lambda game, state: tied_search(game, state, depth)[1]


def states_of(game: Game) -> list[State]:
    """All states that can come up in the game, each of them once."""
    found, known = [game.initial], {game.initial}
    for state in found:  # the list grows while we walk along it
        for action in game.actions(state):
            next_state = game.result(state, action)
            if next_state not in known:
                known.add(next_state)
                found.append(next_state)
    return found
