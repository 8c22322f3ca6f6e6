"""Solving: the exact value of a small game's state, and how long the game lasts from there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.search.questions import question


class Solution(NamedTuple):
    """What a state is worth under best play, how to play, and how many plies the game lasts.

    >>> from course_lib import Count, solve
    >>> game = Count()
    >>> solution = solve(game, game.initial)
    >>> solution.value, solution.action, solution.distance
    (1, 2, 3)
    """

    value: float
    action: Action
    distance: int


_MOST_STATES = 1_000_000
"""So many positions fit into the memory of any computer."""


@question()
def solve(game: Game, state: State) -> Solution:
    """The value of this state for the player to move, a best action, and the plies to the end.

    Both sides play for the best value first. Then a player who is winning (a value above 0) hurries
    and a player who is not makes the game last: so `distance` is the length of the game that the
    winner can force. In a draw both make it last. Of equal actions the first in the order of
    `game.actions` is taken.

    Each position is looked at once, and its mirror images never. A game with more than a million
    positions, or one that can come back to a position, is refused. (Havannah of size 3 takes days
    this way; `course_tools.arena.engines.havannah_solver.HavannahSolver` needs seconds.)

    >>> from course_lib import Nim, solve
    >>> game = Nim((1, 2))
    >>> solve(game, game.initial)
    Solution(value=1, action=(1, 1), distance=3)
    """
    known: dict[Hashable, tuple[float, int, Action]] = {}
    waiting: set[Hashable] = set()  # positions on the way from the root to where we are

    def solved(state: State) -> tuple[float, int, Action]:
        """The value for the player to move, the plies to the end, and the action for both."""
        player = game.to_move(state)
        if game.is_terminal(state):
            return game.utility(state, player), 0, None
        # Players are part of the key: after a pass the same board may have the other one to move.
        key = game.canonical(state), player
        if key in known:
            return known[key]
        if key in waiting:
            raise _comes_back(game, state)
        if len(known) + len(waiting) >= _MOST_STATES:
            raise ValueError(
                f"solve gave up: {game!r} has more than {_MOST_STATES:,} positions from here on;"
                " solve a smaller one, or use alphabeta_search with a depth"
            )
        waiting.add(key)
        best = None
        # Only one call for each ply: Python allows about a thousand calls inside each other.
        for action in game.actions(state):
            following = game.result(state, action)
            value, distance, _ = solved(following)
            if game.to_move(following) != player:
                value = -value
            if best is None or _rank(value, distance + 1) > _rank(*best[:2]):
                best = value, distance + 1, action
        if best is None:
            raise ValueError(f"{game!r} is not over and has no actions here:\n{game.render(state)}")
        waiting.remove(key)
        known[key] = best
        return best

    value, distance, action = solved(state)
    return Solution(value, action, distance)


def _rank(value: float, distance: int) -> tuple[float, int]:
    """What to compare outcomes by: the value, then haste for a winner and delay for others."""
    return value, -distance if value > 0 else distance


def _comes_back(game: Game, state: State) -> ValueError:
    """The error for a game in which a position can follow itself."""
    return ValueError(
        f"solve can't solve {game!r}: the game can come back to the position\n"
        f"{game.render(state)}\nand go on for ever; solve is for games that always end"
    )
