"""The states of a game of Connect Four as the bits that its solvers work with: `Reader(game)`."""

from __future__ import annotations

from operator import itemgetter

from course_lib.game import Action, Game, State
from course_lib.games.compact.base import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import EMPTY
from course_tools.engines.solvers.four_board import LENGTH, FourBoard


class Reader:
    """What turns one game's states and actions into bits: see `four_board.py` for their order."""

    def __init__(self, game: Game) -> None:
        """Prepare for this game, which must be a Connect Four for two with rows of four."""
        self.game = game
        self.board = board_of(game)
        rows, columns, step = self.board.rows, self.board.columns, self.board.step
        self.bits: dict[Action, int] = {
            (row, column): 1 << column * step + rows - 1 - row
            for row in range(rows)
            for column in range(columns)
        }
        # A number is written with its last bit first: from the right column, from its top, which
        # is the spare square. That one is read from a mark behind those of the state's board.
        spare = rows * columns
        self._from_the_last_bit = itemgetter(
            *(
                square
                for column in reversed(range(columns))
                for square in (spare, *range(column, spare, columns))
            )
        )
        one, other = plain_game(game).players
        self._digits = {
            player: str.maketrans({EMPTY: "0", one: digits[0], other: digits[1]})
            for player, digits in ((one, "10"), (other, "01"), (None, "11"))
        }

    def position(self, state: State) -> tuple[int, int, str]:
        """The stones of the player to move, all stones, and "won" or "drawn" if the game is over.

        >>> from course_lib.games import ConnectFour
        >>> game = ConnectFour()
        >>> Reader(game).position(game.play("a a b"))
        (2, 131, '')
        """
        if isinstance(self.game, CompactGame):
            state = self.game.unpack(state)
        board, player, actions, winner = state
        marks = "".join(self._from_the_last_bit((*board, EMPTY)))
        mine = int(marks.translate(self._digits[player]), 2)
        taken = int(marks.translate(self._digits[None]), 2)
        return mine, taken, "won" if winner is not None else "" if actions else "drawn"


def board_of(game: Game) -> FourBoard:
    """The board of this game, which must be a Connect Four for two with rows of four."""
    plain = plain_game(game)
    if (
        isinstance(plain, KInARow)
        and plain.gravity
        and plain.length == LENGTH
        and len(plain.players) == 2
        and not plain.exact
    ):
        return FourBoard(plain.rows, plain.columns)
    raise ValueError(
        f"this solver knows Connect Four with four in a row on any board, such as ConnectFour(6, 7)"
        f"; it was given {game!r}"
    )


def plain_game(game: Game) -> Game:
    """The game itself, where a compact one keeps its states as bitboards with bits of its own."""
    return game.game if isinstance(game, CompactGame) else game
