"""The exercise `get_winner`: lines of any length, on boards of any size, for any marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from course_lib.checks.boards_01 import SIZES
from course_lib.checks.cases import Case, Exercise, Group, gives
from course_lib.checks.list_boards import Board, board, stones

Asked = tuple[str, int]
"""A board as text and the length of a line."""


def get_winner(squares: Board, length: int) -> Any:
    """The player with `length` marks in a row, column or diagonal, or `None`.

    >>> get_winner(board("Z.X./OZX./..ZO"), 3)
    'Z'
    """
    for line in edge_to_edge(squares):
        for mark, run in groupby(line):
            if mark is not None and len(list(run)) >= length:
                return mark
    return None


def edge_to_edge(squares: Board) -> list[list[Any]]:
    """All rows, columns and diagonals, each from one edge of the board to another."""
    height, width = len(squares), len(squares[0])
    # On a falling diagonal column - row is the same everywhere, on a rising one column + row.
    falling = [
        [squares[row][row + shift] for row in range(height) if 0 <= row + shift < width]
        for shift in range(1 - height, width)
    ]
    rising = [
        [squares[row][total - row] for row in range(height) if 0 <= total - row < width]
        for total in range(height + width - 1)
    ]
    columns = [[row[column] for row in squares] for column in range(width)]
    return [*squares, *columns, *falling, *rising]


def line_groups(boards: Mapping[str, Iterable[Asked]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_case, asked))) for title, asked in boards.items())


def _case(asked: Asked) -> Case:
    text, length = asked
    squares = board(text)
    return Case(
        (squares, length),
        get_winner(squares, length),
        f"get_winner({squares!r}, {length})",
        # Of two boards the one with fewer squares is smaller, then the one with fewer marks.
        100 * len(squares) * len(squares[0]) + stones(squares),
        gives,
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple((board(text), length) for asked in SIZES.values() for text, length in asked)


GET_WINNER = Exercise("get_winner", "01", lambda: line_groups(SIZES), _probes, get_winner)
