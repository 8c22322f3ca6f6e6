"""Tic-tac-toe on lists of lists: all boards, and what the library says about each of them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from course_lib.game import State
from course_lib.games import TicTacToe

Board = list[list[Any]]
"""Three rows of three, each square `"X"`, `"O"` or `None`."""

GAME = TicTacToe()


def board(text: str) -> Board:
    """The board that such a text shows, `/` between the rows.

    >>> board("X.O/.X./...")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == "." else mark for mark in row] for row in text.split("/")]


def stones(squares: Board) -> int:
    """How many marks are on the board."""
    return sum(mark is not None for row in squares for mark in row)


@cache
def reachable() -> tuple[str, ...]:
    """All 5,478 boards as texts that `board` reads, those with few stones first."""
    found = {GAME.initial.board}
    waiting = [GAME.initial]
    while waiting:
        state = waiting.pop()
        for action in GAME.actions(state):
            after = GAME.result(state, action)
            if after.board not in found:
                found.add(after.board)
                waiting.append(after)
    texts = ["/".join("".join(squares[at : at + 3]) for at in (0, 3, 6)) for squares in found]
    return tuple(sorted(texts, key=lambda text: (9 - text.count("."), text)))


def player(squares: Board) -> str:
    """The player whose turn it is."""
    return GAME.to_move(_state(squares))


def actions(squares: Board) -> set[Any]:
    """The free squares; none when the game is over."""
    return set(GAME.actions(_state(squares)))


def result(squares: Board, action: Any) -> Board:
    """A new board after this action; an illegal one raises an exception."""
    after = GAME.result(_state(squares), action)
    return board("/".join("".join(after.board[at : at + 3]) for at in (0, 3, 6)))


def winner(squares: Board) -> str | None:
    """The player with three in a row, or `None`."""
    return GAME.winner(_state(squares))


def terminal(squares: Board) -> bool:
    """Whether the game is over."""
    return GAME.is_terminal(_state(squares))


def utility(squares: Board) -> float:
    """1 if X has won, -1 if O has, 0 for a draw."""
    return GAME.utility(_state(squares), "X")


def _state(squares: Board) -> State:
    return _parsed("\n".join("".join(mark or "." for mark in row) for row in squares))


@lru_cache(maxsize=8_192)
def _parsed(text: str) -> State:
    return GAME.parse(text)
