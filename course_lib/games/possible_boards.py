"""Telling possible boards from impossible ones in the games of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from course_lib.game import Player
from course_lib.games.rows import EMPTY, Board, rows_of
from course_lib.games.squares import square_name

if TYPE_CHECKING:
    from course_lib.games.k_in_a_row import KInARow


def checked_winner(game: KInARow, board: Board) -> Player | None:
    """The player with a row on this board, or `None`; an impossible board is a `ValueError`."""
    _check_marks(game, board)
    _check_counts(game, board)
    if game.gravity:
        _check_nothing_floats(game, board)
    winners = [player for player in game.players if rows_of(game, board, player)]
    if not winners:
        return None
    if len(winners) > 1:
        raise ValueError(f"{' and '.join(winners)} both have a row; the first row ends the game")
    stones = len(board) - board.count(EMPTY)
    [winner] = winners
    if winner != game.players[(stones - 1) % len(game.players)]:
        raise ValueError(f"{winner} has a row, but did not move last; a row ends the game")
    for at, mark in enumerate(board):
        on_top = not game.gravity or at < game.columns or board[at - game.columns] == EMPTY
        if mark == winner and on_top:
            before = (*board[:at], EMPTY, *board[at + 1 :])
            if not rows_of(game, before, winner):
                return winner
    raise ValueError(f"{winner} has rows that no single last stone can have finished")


def _check_marks(game: KInARow, board: Board) -> None:
    """Refuse a board of the wrong size or with marks that are nobody's."""
    if strange := sorted(set(board) - {EMPTY, *game.players}):
        raise ValueError(
            f"{strange[0]!r} is on the board; only {', '.join(game.players)}"
            f" and {EMPTY} for an empty square can be"
        )
    if len(board) != game.rows * game.columns:
        raise ValueError(
            f"the text shows {len(board)} squares; {game.rows} rows"
            f" of {game.columns} are {game.rows * game.columns}"
        )


def _check_counts(game: KInARow, board: Board) -> None:
    """Refuse a board that players who take turns can't have made."""
    rounds, more = divmod(len(board) - board.count(EMPTY), len(game.players))
    for number, player in enumerate(game.players):
        if board.count(player) != rounds + (number < more):
            counts = ", ".join(f"{board.count(mark)} {mark}" for mark in game.players)
            raise ValueError(
                f"the board has {counts}; players take turns and {game.players[0]} starts,"
                " so nobody has more stones than the player before"
            )


def _check_nothing_floats(game: KInARow, board: Board) -> None:
    """Refuse a stone above an empty square."""
    for at in range(len(board) - game.columns):
        if board[at] != EMPTY and board[at + game.columns] == EMPTY:
            name = square_name(divmod(at, game.columns), game.rows)
            raise ValueError(f"the stone on {name} floats: the square below it is empty")
