"""Lesson 01 with exactly one bug each: the known mistakes, by exercise and name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder_tests.agents_boards import (
    COLUMNS,
    FALLING,
    LINES,
    RISING,
    ROWS,
    by_lines,
    count,
    first_line,
    for_the_mover,
    free,
    full,
    negative_allowed,
    o_won,
    occupied_allowed,
    other,
    put,
    same_board,
    unchecked,
    x_won,
)
from autograder_tests.agents_get_winner import GET_WINNER
from course_lib.checks import list_boards

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
    "get_winner": GET_WINNER,
}
