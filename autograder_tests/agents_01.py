"""Lesson 01 with exactly one bug each: the known mistakes, by exercise and name."""

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


Agents = dict[str, Callable[..., Any]]

PLAYER: Agents = {
    "the wrong player is to move": other,
    "X is always to move": lambda _: "X",
    "O is always to move": lambda _: "O",
    "the free squares are counted the wrong way round": lambda board: (
        "O" if count(board, None) % 2 and count(board, None) < 9 else "X"
    ),
    "only the first row is looked at": lambda board: (
        "X" if board[0].count("X") <= board[0].count("O") else "O"
    ),
    "on the empty board O is to move": lambda board: (
        "O" if count(board, None) == 9 else list_boards.player(board)
    ),
    "only the marks of X are counted": lambda board: "X" if count(board, "X") % 2 == 0 else "O",
    "the player's number is returned, not the mark": lambda board: (9 - count(board, None)) % 2,
}
ACTIONS: Agents = {
    "the actions are lists, not tuples": lambda board: [[r, c] for r, c in sorted(free(board))],
    "the actions come in a list, not a set": lambda board: sorted(free(board)),
    "row and column are exchanged": lambda board: {(c, r) for r, c in free(board)},
    "the squares are counted from 1": lambda board: {(r + 1, c + 1) for r, c in free(board)},
    "the last row is forgotten": lambda board: {(r, c) for r, c in free(board) if r < 2},
    "the last column is forgotten": lambda board: {(r, c) for r, c in free(board) if c < 2},
    "occupied squares are included": lambda _: {(r, c) for r in range(3) for c in range(3)},
    "the occupied squares are given instead of the free ones": lambda board: (
        {(r, c) for r in range(3) for c in range(3)} - free(board)
    ),
    "only the first free square is given": lambda board: set(sorted(free(board))[:1]),
    "the squares are numbered, not (row, column)": lambda board: {
        3 * r + c for r, c in free(board)
    },
}
RESULT: Agents = {
    "the board was changed": lambda board, action: put(board, action, rows=board),
    "a copy that shares its rows with the old board": lambda board, action: put(
        board, action, rows=list(board)
    ),
    "illegal actions are not refused": unchecked,
    "an illegal action gives the same board back": same_board,
    "negative squares are not refused": negative_allowed,
    "occupied squares are not refused": occupied_allowed,
    "the wrong player's mark is put": lambda board, action: put(board, action, other(board)),
    "X is always put": lambda board, action: put(board, action, "X"),
    "row and column are exchanged": lambda board, action: (
        put(board, action),
        [
            list(line)
            for line in zip(*put([*map(list, zip(*board, strict=True))], action), strict=True)
        ]
        if board[action[1]][action[0]] is None
        else put(board, action),
    )[1],
    "the board comes as tuples, not lists": lambda board, action: tuple(
        map(tuple, put(board, action))
    ),
}
WINNER: Agents = {
    "the falling diagonal is forgotten": by_lines([*ROWS, *COLUMNS, RISING]),
    "the rising diagonal is forgotten": by_lines([*ROWS, *COLUMNS, FALLING]),
    "both diagonals are forgotten": by_lines([*ROWS, *COLUMNS]),
    "the columns are forgotten": by_lines([*ROWS, FALLING, RISING]),
    "the rows are forgotten": by_lines([*COLUMNS, FALLING, RISING]),
    "the last row is forgotten": by_lines([*ROWS[:2], *COLUMNS, FALLING, RISING]),
    "the last column is forgotten": by_lines([*ROWS, *COLUMNS[:2], FALLING, RISING]),
    "only X can win": by_lines(LINES, "X"),
    "only O can win": by_lines(LINES, "O"),
    "three empty squares count as a line": first_line(LINES),
    "a full board never has a winner": lambda board: (
        None if full(board) else list_boards.winner(board)
    ),
    "the loser is named instead of the winner": lambda board: {"X": "O", "O": "X"}.get(
        list_boards.winner(board) or ""
    ),
    "True is returned instead of the winner's mark": lambda board: (
        list_boards.winner(board) is not None
    ),
}
TERMINAL: Agents = {
    "a win does not end the game": full,
    "a full board does not end the game": lambda board: list_boards.winner(board) is not None,
    "True and False are exchanged": lambda board: not list_boards.terminal(board),
    "a win by O does not end the game": lambda board: x_won(board) or full(board),
    "a win by X does not end the game": lambda board: o_won(board) or full(board),
    "a full board counts only if somebody has won": lambda board: (
        full(board) and list_boards.winner(board) is not None
    ),
    "the game is over when one row is full": lambda board: (
        list_boards.winner(board) is not None or any(None not in row for row in board)
    ),
    "it gives the winner, not True or False": lambda board: (
        list_boards.winner(board) or full(board)
    ),
    "the game is never over": lambda _: False,
    "the game is always over": lambda _: True,
    "only the last row is looked at for free squares": lambda board: (
        list_boards.winner(board) is not None or None not in board[2]
    ),
}
UTILITY: Agents = {
    "the sign is the wrong way round": lambda board: -list_boards.utility(board),
    "O's win is worth 0": lambda board: int(x_won(board)),
    "X's win is worth 0": lambda board: -int(o_won(board)),
    "a draw is worth 1": lambda board: list_boards.utility(board) or 1,
    "a draw is worth -1": lambda board: list_boards.utility(board) or -1,
    "a draw is worth None": lambda board: list_boards.utility(board) or None,
    "the mark is returned, not a number": list_boards.winner,
    "the worth is for the player to move, not for X": for_the_mover,
    "a win is worth 1, whoever has won": lambda board: abs(list_boards.utility(board)),
    "a win is worth 10": lambda board: 10 * list_boards.utility(board),
    "the number comes as text": lambda board: str(int(list_boards.utility(board))),
}
AGENTS = {
    "player": PLAYER,
    "actions": ACTIONS,
    "result": RESULT,
    "winner": WINNER,
    "terminal": TERMINAL,
    "utility": UTILITY,
}
