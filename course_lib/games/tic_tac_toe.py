"""Tic-tac-toe: a full row on a square board of any size, for two or more players."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.game import Player
from course_lib.games.k_in_a_row import KInARow


class TicTacToe(KInARow):
    """Tic-tac-toe on `size` by `size` squares; a whole row, column or diagonal wins.

    >>> game = TicTacToe()
    >>> print(game.render(game.play("b2 a3")))
    O . .
    . X .
    . . .
    """

    def __init__(self, size: int = 3, players: Sequence[Player] = ("X", "O")) -> None:
        """Make the game; `size` is the board's and also the length of a winning row."""
        super().__init__(size, size, size, tuple(players))

    @property
    def size(self) -> int:
        """The number of rows, of columns, and of stones in a winning row."""
        return self.rows
