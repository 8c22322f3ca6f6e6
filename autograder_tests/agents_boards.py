"""The rules of tic-tac-toe on a list of lists with one slip each: what the agents are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.checks import list_boards
from course_lib.checks.list_boards import Board

ROWS = [[(at, 0), (at, 1), (at, 2)] for at in range(3)]
COLUMNS = [[(0, at), (1, at), (2, at)] for at in range(3)]
FALLING, RISING = [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]
LINES = [*ROWS, *COLUMNS, FALLING, RISING]


def count(board: Board, mark: str | None) -> int:
    """How many squares hold this mark."""
    return sum(row.count(mark) for row in board)


def free(board: Board) -> set[tuple[int, int]]:
    """The free squares."""
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is None}


def full(board: Board) -> bool:
    """Whether no square is free."""
    return not free(board)


def by_lines(lines: list[Any], marks: str = "XO") -> Callable[[Board], Any]:
    """A `winner` that knows only these lines and marks."""

    def winner(board: Board) -> Any:
        for line in lines:
            found = {board[row][column] for row, column in line}
            if len(found) == 1 and found <= set(marks):
                return found.pop()
        return None

    return winner


def first_line(lines: list[Any]) -> Callable[[Board], Any]:
    """A `winner` that takes three empty squares for a line, and gives back what is there."""

    def winner(board: Board) -> Any:
        for line in lines:
            marks = [board[row][column] for row, column in line]
            if marks[0] == marks[1] == marks[2]:
                return marks[0]
        return None

    return winner


def put(board: Board, action: Any, mark: Any = None, *, rows: Any = None) -> Board:
    """A new board with the mark of the player to move, or with another one."""
    row, column = action
    if row not in range(3) or column not in range(3) or board[row][column] is not None:
        raise ValueError(action)
    after = [list(line) for line in board] if rows is None else rows
    after[row][column] = mark or list_boards.player(board)
    return after


def other(board: Board) -> str:
    """The player who is not to move."""
    return "O" if list_boards.player(board) == "X" else "X"


def unchecked(board: Board, action: Any) -> Board:
    """A `result` that writes wherever Python lets it."""
    row, column = action
    after = [list(line) for line in board]
    mark = "X" if count(board, "X") == count(board, "O") else "O"
    after[row][column] = mark
    return after


def same_board(board: Board, action: Any) -> Board:
    """A `result` that gives the same board back for an illegal action."""
    try:
        return put(board, action)
    except (ValueError, IndexError):
        return board


def negative_allowed(board: Board, action: Any) -> Board:
    """A `result` that takes -1 for a row, as lists do."""
    row, column = action
    if board[row][column] is not None:
        raise ValueError(action)
    return unchecked(board, action)


def occupied_allowed(board: Board, action: Any) -> Board:
    """A `result` that refuses what is outside, and writes over other marks."""
    row, column = action
    if row not in range(3) or column not in range(3):
        raise ValueError(action)
    return unchecked(board, action)


def x_won(board: Board) -> bool:
    """Whether X has won."""
    return list_boards.winner(board) == "X"


def o_won(board: Board) -> bool:
    """Whether O has won."""
    return list_boards.winner(board) == "O"


def for_the_mover(board: Board) -> int:
    """What a final board is worth to the player whose turn it would be."""
    who = list_boards.winner(board)
    if who is None:
        return 0
    return 1 if who == ("X" if count(board, "X") == count(board, "O") else "O") else -1
