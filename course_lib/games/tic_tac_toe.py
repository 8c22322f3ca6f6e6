"""Tic-tac-toe: a full row on a square board of any size, for two or more players.

The rules stand here whole. The games of rows in `k_in_a_row` have the same for any rectangle; they
lend this one its texts, names, mirror images and random games, and say what an end is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.game import Action, Player, State
from course_lib.games.k_in_a_row import GridState, KInARow
from course_lib.games.squares import EMPTY

Line = tuple[int, int, list[int]]
"""The other squares of a full line, by number: the first, the last, and those between."""

Lines = dict[Any, tuple[int, list[Line]]]
"""Each square's number, and the full lines through it."""


class TicTacToe(KInARow):
    """Tic-tac-toe on `size` by `size` squares; a whole row, column or diagonal wins.

    An action is the `(row, column)` of an empty square; actions come in reading order.

    >>> game = TicTacToe()
    >>> print(game.render(game.play("b2 a3")))
    O . .
    . X .
    . . .
    """

    lines: Lines
    following: dict[Player, Player]
    """The player whose turn comes after each one's."""

    def __init__(self, size: int = 3, players: Sequence[Player] = ("X", "O")) -> None:
        """Make the game; `size` is the board's and also the length of a winning row."""
        super().__init__(size, size, size, tuple(players))
        self.lines = _lines_through_squares(size)
        after = self.players[1:] + self.players[:1]
        self.following = dict(zip(self.players, after, strict=True))

    @property
    def size(self) -> int:
        """The number of rows, of columns, and of marks in a winning row."""
        return self.rows

    @property
    def initial(self) -> State:
        """The empty board, the first player to move."""
        board = (EMPTY,) * self.size**2
        return GridState(board, self.players[0], tuple(self.lines), None)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        return state.to_move

    def actions(self, state: State) -> tuple[Action, ...]:
        """The empty squares; none once somebody has won."""
        return state.actions

    def result(self, state: State, action: Action) -> State:
        """The state after the player to move has marked this square."""
        player, board, left = state.to_move, [*state.board], [*state.actions]
        try:
            left.remove(action)
        except ValueError:
            raise self.illegal(state, action) from None
        at, lines = self.lines[action]
        board[at] = player
        for first, last, between in lines:
            if board[first] == player and board[last] == player:
                for other in between:
                    if board[other] != player:
                        break
                else:  # the whole line is the player's
                    return _new(GridState, (tuple(board), self.following[player], (), player))
        return _new(GridState, (tuple(board), self.following[player], tuple(left), None))

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has won or the board is full."""
        return not state.actions

    def winner(self, state: State) -> Player | None:
        """The player with the full row, or `None`."""
        return state.winner


def _lines_through_squares(size: int) -> Lines:
    """Each square's number, in reading order, and its lines.

    (0, 0) (0, 1) (0, 2)        0 1 2
    (1, 0) (1, 1) (1, 2)        3 4 5
    (2, 0) (2, 1) (2, 2)        6 7 8
    """
    numbers = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [list(column) for column in zip(*numbers, strict=True)]
    diagonals = [[numbers[at][at] for at in range(size)], [numbers[at][~at] for at in range(size)]]
    found = {}
    for number in range(size**2):
        square = divmod(number, size)
        through = [line for line in numbers + columns + diagonals if number in line]
        # On a board of one square the line has no others: it is whole by itself.
        others = [[other for other in line if other != number] or line for line in through]
        found[square] = number, [(line[0], line[-1], line[1:-1]) for line in others]
    return found


# Half the cost of `GridState(...)`, in the busiest function of every search.
_new = tuple.__new__
