"""What lesson 07 hands out for Three Musketeers: the states of a layer, and a folded game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import isqrt
from typing import Any

from course_lib.game import Action, Game, Player, State


def states_with(game: Game, guards: int, player: Player) -> Iterator[State]:
    """Every state of this board with so many guards and this player to move.

    The musketeers are as many as at the start, and stand anywhere, in line as well.
    """
    squares = range(len(game.initial.board))
    for placement in combinations(squares, game.initial.board.count("M")):
        free = [square for square in squares if square not in placement]
        for posts in combinations(free, guards):
            board = ["M" if square in placement else "." for square in squares]
            for square in posts:
                board[square] = "G"
            yield game.initial._replace(board=tuple(board), to_move=player)


class Folded:
    """A game that hands out only one of each state's mirror images: the least, by `least_image`.

    A search that is given this game need not know anything about symmetry.
    """

    def __init__(self, game: Game, least_image: Callable[[tuple[str, ...]], Any]) -> None:
        """Fold this game, whose states have a square board, by this function of its rows."""
        self.game, self.least_image = game, least_image

    def __getattr__(self, name: str) -> Any:
        """What is not about results is as in the game itself."""
        return getattr(self.game, name)

    def result(self, state: State, action: Action) -> State:
        """The least image of the state after this action."""
        after = self.game.result(state, action)
        rows = self.least_image(rows_of(after))
        return after._replace(board=tuple("".join(rows)))


def rows_of(state: State) -> tuple[str, ...]:
    """The square board of this state as its rows, each a text: `("G.M", "MG.", "..M")`."""
    board = "".join(state.board)
    size = isqrt(len(board))
    return tuple(board[first : first + size] for first in range(0, len(board), size))
