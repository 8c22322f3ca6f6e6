"""Two evaluations: guesses at what a state that is not final is worth, well inside -1 to +1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.game import Game, Player, State

_SMALL = 100


def mobility(game: Game, state: State, player: Player) -> float:
    """How many actions there are, in hundredths: good for the player to move, bad for others.

    >>> from course_lib.games.nim import Nim
    >>> game = Nim((3, 2))
    >>> mobility(game, game.initial, "X"), mobility(game, game.initial, "O")
    (0.05, -0.05)
    """
    choices = len(game.actions(state)) / _SMALL
    return choices if game.to_move(state) == player else -choices


def near_the_middle(game: Any, state: State, player: Player) -> float:
    """How much nearer to the middle column the player's stones lie, in hundredths.

    Each stone counts the columns between it and the nearer edge: the player's own are added, all
    others taken off.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> near_the_middle(game, game.play("b2 a3"), "X")
    0.01
    """
    columns, board = _board(game, state)
    total = 0
    for place, mark in enumerate(board):
        column = place % columns
        if mark in game.players:
            total += min(column, columns - 1 - column) * (1 if mark == player else -1)
    return total / _SMALL


def _board(game: Any, state: State) -> tuple[int, Sequence[Any]]:
    """The number of columns and the marks of a state, of a compact or watched game, too."""
    readable = game.unpack(state) if hasattr(game, "unpack") else state
    inner = game
    while not hasattr(inner, "columns") and hasattr(inner, "game"):
        inner = inner.game  # a compact or watched game holds the one that it is about
    if not hasattr(inner, "columns") or not hasattr(readable, "board"):
        raise TypeError(
            f"near_the_middle looks at the columns of a board; found {type(inner).__name__},"
            " and for example TicTacToe or ConnectFour would be right"
        )
    return inner.columns, readable.board
