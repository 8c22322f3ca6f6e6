"""The known mistakes in `get_winner`: programs with exactly one bug each, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from course_lib.checks import lines_01
from course_lib.checks.list_boards import Board

Step = tuple[int, int]
Winner = Callable[[Board, int], Any]

ROW, COLUMN, FALLING, RISING = (0, 1), (1, 0), (1, 1), (1, -1)
ALL = (ROW, COLUMN, FALLING, RISING)
BOTH = ((1, 0), (-1, -1))
"""The diagonals of a square: in row `at` they are on the squares `at` and `-at - 1`."""


def lines(
    board: Board, length: int, steps: Iterable[Step] = ALL, *, less: int = 0, around: bool = False
) -> Iterator[list[Any]]:
    """The marks of each line of this length, square by square and in reading order.

    With `less`, the last places where a line can begin are left out. With `around`, squares that
    are missing on the left are taken from the right.
    """
    height, width = len(board), len(board[0])
    for row in range(height):
        for column in range(width):
            for down, right in steps:
                last_row, last = row + down * (length - 1), column + right * (length - 1)
                too_far = last_row >= height - less * down or last >= width - less * (right > 0)
                if too_far or last < (-width if around else less * (right < 0)):
                    continue
                yield [board[row + down * at][column + right * at] for at in range(length)]


def first(found: Iterable[list[Any]], marks: str | None = None) -> Any:
    """The mark of the first line that holds one mark only, among these marks or all."""
    for line in found:
        alike = line.count(line[0]) == len(line) and line[0] is not None
        if alike and (marks is None or line[0] in marks):
            return line[0]
    return None


def along(*steps: Step) -> Winner:
    """A `get_winner` that looks along these steps only."""
    return lambda board, length: first(lines(board, length, steps))


def from_the_edge(board: Board, length: int) -> Any:
    """Only lines that begin in the first row or the first column are looked at."""
    top = lines([list(row) for row in board[:length]], length, (COLUMN, FALLING, RISING))
    left = [row[:length] for row in board if len(row) >= length]
    lower = lines([row[:length] for row in board], length, (FALLING,))
    return first([*top, *left, *lower])


def all_across(board: Board, _length: int) -> Any:
    """Only a whole row, a whole column or a whole diagonal of a square board counts."""
    size = len(board)
    rows = (list(row[:size]) for row in board)
    columns = ([board[row][column] for row in range(size)] for column in range(size))
    diagonals = ([board[at][side * at + shift] for at in range(size)] for side, shift in BOTH)
    # One after the other, since on a board with more rows than columns the columns go too far.
    return first(chain(rows, columns, diagonals))


def square_only(board: Board, length: int) -> Any:
    """The number of rows is taken for the number of columns, too."""
    size = range(len(board))
    for row in size:
        for column in size:
            for down, right in ALL:
                last = column + right * (length - 1)
                if row + down * (length - 1) in size and last in size:
                    line = [board[row + down * at][column + right * at] for at in range(length)]
                    if found := first([line]):
                        return found
    return None


def corners(board: Board, length: int) -> Any:
    """Of the diagonals only the two that begin in an upper corner are looked at."""
    found = first(lines(board, length, (ROW, COLUMN)))
    if found is None and length <= min(len(board), len(board[0])):
        falling = [board[at][at] for at in range(length)]
        rising = [board[at][-1 - at] for at in range(length)]
        found = first([falling, rising])
    return found


def with_gaps(board: Board, length: int) -> Any:
    """The marks on a line are counted, however far they are from each other."""
    for line in lines_01.edge_to_edge(board):
        for mark in line:
            if mark is not None and line.count(mark) >= length:
                return mark
    return None


def exactly(board: Board, length: int) -> Any:
    """A line counts only if it is not longer than asked."""
    for line in lines_01.edge_to_edge(board):
        run: list[Any] = []
        for mark in [*line, object()]:
            if run and mark != run[0]:
                if len(run) == length and run[0] is not None:
                    return run[0]
                run = []
            run.append(mark)
    return None


def stops_at_empty(board: Board, length: int) -> Any:
    """The first line whose squares are alike is given back, be they empty."""
    return next((line[0] for line in lines(board, length) if line.count(line[0]) == length), None)


GET_WINNER: dict[str, Winner] = {
    "the rows are forgotten": along(COLUMN, FALLING, RISING),
    "the columns are forgotten": along(ROW, FALLING, RISING),
    "the falling diagonals are forgotten": along(ROW, COLUMN, RISING),
    "the rising diagonals are forgotten": along(ROW, COLUMN, FALLING),
    "all diagonals are forgotten": along(ROW, COLUMN),
    "of the diagonals, only those from the upper corners are looked at": corners,
    "only lines that begin in the first row or column are found": from_the_edge,
    "only lines from one edge to the other count, whatever the length": all_across,
    "the board is taken for a square one": square_only,
    "the length is taken for 3, whatever it is": lambda board, _length: first(lines(board, 3)),
    "a line of one mark fewer is enough": lambda board, length: first(lines(board, length - 1)),
    "a line of one mark more is needed": lambda board, length: first(lines(board, length + 1)),
    "a line longer than asked does not count": exactly,
    "the last places where a line can begin are left out": lambda board, length: first(
        lines(board, length, less=1)
    ),
    "a line goes on at the other side of the board": lambda board, length: first(
        lines(board, length, around=True)
    ),
    "marks with gaps between them count as a line": with_gaps,
    "a line of empty squares ends the search": stops_at_empty,
    "only X and O can win": lambda board, length: first(lines(board, length), "XO"),
    "True is returned instead of the winner's mark": lambda board, length: (
        lines_01.get_winner(board, length) is not None
    ),
}
