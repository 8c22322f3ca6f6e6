"""What lesson 08 hands out for patience: who is forced to do what, and how well a depth chooses."""

from __future__ import annotations

from typing import Any

from course_lib.game import OTHER, Action, State
from course_lib.games import ConnectFour
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.ladder import keeps_result
from course_lib.lessons.windows import windows_of
from course_lib.search import alphabeta_search
from course_lib.watching import Watched

FOUR = ConnectFour()
OTHERS = {
    here: [
        tuple(each for each in window if each != here)
        for window in windows_of(FOUR)
        if here in window
    ]
    for here in range(FOUR.rows * FOUR.columns)
}
"""For each square the other squares of each line of four through it."""


def forced(state: State) -> tuple[tuple[Action, ...], bool]:
    """The actions of Connect Four that come into question, and whether one may also stop here.

    A win is taken, and a win of the other player's is blocked; elsewhere nobody is forced.
    """
    mover = FOUR.to_move(state)
    for owner in (mover, OTHER[mover]):
        for row, column in state.actions:
            here = row * FOUR.columns + column
            for others in OTHERS[here]:
                if all(state.board[each] == owner for each in others):
                    return ((row, column),), False
    return (), True


def right_and_visits(evaluate: Any, order: Any, depth: int) -> tuple[float, float]:
    """The percentage of right moves in the 322 positions at this depth, and the mean visits."""
    watched = Watched(FOUR)

    def player(_game: Any, state: State) -> Action:
        return alphabeta_search(watched, state, depth=depth, evaluate=evaluate, order=order)[1]

    positions = known_positions()
    right = sum(keeps_result(player, position) for position in positions)
    return 100 * right / len(positions), watched.visits / len(positions)
