"""The same games with small states for heavy work: `compact(game)`."""

from __future__ import annotations

from course_lib.game import Game
from course_lib.games.compact.base import CompactGame
from course_lib.games.compact.musketeers import CompactMusketeers
from course_lib.games.compact.rows import CompactRows
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.three_musketeers import ThreeMusketeers

__all__ = ["CompactGame", "compact"]


def compact(game: Game) -> Game:
    """The same game with bitboards for states: same actions, names and text, less to do for each.

    Written for the games of rows (two players) and for Three Musketeers.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> compact(TicTacToe()).initial
    (0, 0, 0)
    """
    if isinstance(game, KInARow):
        return CompactRows(game)
    if isinstance(game, ThreeMusketeers):
        return CompactMusketeers(game)
    raise ValueError(
        f"there is no compact form of {game!r}: tic-tac-toe, Connect Four, Gomoku and other games"
        " of rows have one, and Three Musketeers"
    )
