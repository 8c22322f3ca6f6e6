"""Solving: the exact value of a small game's state, and how long the game lasts from there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.search.asked import check_count, check_not_over, check_opponents


class Solution(NamedTuple):
    """What a state is worth under best play, how to play, and how many plies the game lasts."""

    value: float
    action: Action
    distance: int


def solve(game: Game, state: State, *, most_states: int = 1_000_000) -> Solution:
    """The value of this state for the player to move, a best action, and the plies to the end.

    Both sides play for the best value first. Then a player who is winning (a value above 0) hurries
    and a player who is not makes the game last: so `distance` is the length of the game that the
    winner can force. In a draw both make it last. Of equal actions the first in the order of
    `game.actions` is taken.

    Each position is looked at once, and its mirror images never. A game with more than
    `most_states` positions, or one that can come back to a position, is refused.
    """
    check_opponents(game, "solve")
    check_count(most_states, "most_states", "solve")
    check_not_over(game, state, "solve")
    known: dict[Hashable, tuple[float, int]] = {}
    waiting: set[Hashable] = set()  # positions on the way from the root to where we are

    def solved(state: State) -> tuple[float, int]:
        """The value for the player to move, and the plies to the end."""
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state)), 0
        # Players are part of the key: after a pass the same board may have the other one to move.
        key = game.canonical(state), game.to_move(state)
        if key in known:
            return known[key]
        if key in waiting:
            raise _comes_back(game, state)
        if len(known) + len(waiting) >= most_states:
            raise ValueError(
                f"solve gave up: {game!r} has more than {most_states:,} positions from here on;"
                " solve a smaller one, allow more with most_states,"
                " or use alphabeta_search with a depth"
            )
        waiting.add(key)
        known[key] = max((after(state, action) for action in game.actions(state)), key=_rank)
        waiting.remove(key)
        return known[key]

    def after(state: State, action: Action) -> tuple[float, int]:
        """The same for an action: its value for the player who takes it, and the plies left."""
        following = game.result(state, action)
        value, distance = solved(following)
        if game.to_move(following) != game.to_move(state):
            value = -value
        return value, distance + 1

    try:
        best = solved(state)
    except RecursionError:
        raise ValueError(
            f"solve gave up: a game of {game!r} can be too many moves long from here on"
            " for a search that calls itself once for each; solve a smaller one"
        ) from None
    action = next(action for action in game.actions(state) if after(state, action) == best)
    return Solution(best[0], action, best[1])


def _rank(outcome: tuple[float, int]) -> tuple[float, int]:
    """What to compare outcomes by: the value, then haste for a winner and delay for others."""
    value, distance = outcome
    return value, -distance if value > 0 else distance


def _comes_back(game: Game, state: State) -> ValueError:
    """The error for a game in which a position can follow itself."""
    return ValueError(
        f"solve can't solve {game!r}: the game can come back to the position\n"
        f"{game.render(state)}\nand go on for ever; solve is for games that always end"
    )
