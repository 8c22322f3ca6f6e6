"""Boards of lesson 04 as lists of lists, and the rules on them as the library has them."""

from __future__ import annotations

from typing import Any

from course_lib.checks.list_boards import Board
from course_lib.game import Action, Game, Player, State
from course_lib.games.rows import DIRECTIONS

Square = tuple[int, int]

SCALE = 100
"""So many points of lines make an estimate of a half."""


def drop_actions(board: Board) -> list[Square]:
    """The lowest empty square of each column that has one, from left to right.

    >>> drop_actions([[None, "O"], [None, "X"]])
    [(1, 0)]
    """
    found = []
    for column in range(len(board[0])):
        empty = [row for row, marks in enumerate(board) if marks[column] is None]
        if empty:
            found.append((max(empty), column))
    return found


def line_through(board: Board, square: Square, length: int, exact: bool = False) -> bool:  # noqa: FBT001, FBT002 - as the exercise has it
    """Whether the stone on this square lies in a line of `length` equal ones or more.

    >>> line_through([["X", "O", "O", "O"]], (0, 2), 3)
    True
    """
    runs = [run_through(board, square, step) for step in DIRECTIONS]
    return any(run == length or (run > length and not exact) for run in runs)


def run_through(board: Board, square: Square, step: Square) -> int:
    """How many equal stones lie in one line with the stone on this square, itself included."""
    row, column = square
    (down, right), mark = step, board[row][column]
    reached = []
    for sign in (1, -1):
        far = 1
        while _mark(board, row + sign * far * down, column + sign * far * right) == mark:
            far += 1
        reached.append(far - 1)
    return 1 + sum(reached)


def outcome(board: Board, square: Square, length: int) -> str | None:
    """The winner, `"draw"`, or `None` while the game goes on, after the stone on this square.

    >>> outcome([["X", "O"], ["X", "O"]], (0, 1), 3)
    'draw'
    """
    if not line_through(board, square, length):
        return None if any(None in marks for marks in board) else "draw"
    row, column = square
    return str(board[row][column])


def line_score(game: Any, state: State, player: Player) -> int:
    """The points of this player's open lines, less those of the other's."""
    total = 0
    for window in windows(game.rows, game.columns, game.length):
        stones = [mark for place in window if (mark := state.board[place]) != "."]
        if len(set(stones)) == 1:
            total += points(len(stones)) * (1 if player in stones else -1)
    return total


def points(stones: int) -> int:
    """What an open line with so many stones counts."""
    return 4 ** (stones - 1)


def evaluate_lines(game: Any, state: State, player: Player) -> float:
    """An estimate strictly between -1 and 1, by the lines that are still open."""
    total = line_score(game, state, player)
    return total / (SCALE + abs(total))


def windows(rows: int, columns: int, length: int) -> list[tuple[int, ...]]:
    """The places of each line of this length, as numbers in reading order."""
    far = length - 1
    return [
        tuple(range(start, start + far * step + 1, step))
        for start in range(rows * columns)
        for down, right in DIRECTIONS
        for step in [down * columns + right]
        if start // columns + far * down < rows and 0 <= start % columns + far * right < columns
    ]


def near_stones(game: Game, state: State, distance: int) -> list[Action]:
    """The actions at most so many rows and columns from a stone; on an empty board the middle."""
    shape: Any = game
    stones = [divmod(place, shape.columns) for place, mark in enumerate(state.board) if mark != "."]
    if not stones:
        return [(shape.rows // 2, shape.columns // 2)]
    return [
        action
        for action in game.actions(state)
        if any(max(abs(action[0] - r), abs(action[1] - c)) <= distance for r, c in stones)  # type: ignore[index]
    ]


def _mark(board: Board, row: int, column: int) -> Any:
    """The mark on a square, and nothing anybody has outside the board."""
    inside = 0 <= row < len(board) and 0 <= column < len(board[0])
    return board[row][column] if inside else "outside"
