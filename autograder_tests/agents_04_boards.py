"""Lesson 04: the known mistakes of `drop_actions`, `line_through` and `outcome`, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from course_lib.checks import boards_04
from course_lib.checks.list_boards import Board
from course_lib.games.rows import DIRECTIONS

Square = tuple[int, int]
Agents = dict[str, Callable[..., Any]]
ROW, COLUMN, FALLING, RISING = DIRECTIONS


def by_column(
    board: Board,
    choose: Callable[[list[int]], Any],
    *,
    columns: int | None = None,
    rows: int | None = None,
) -> list[Any]:
    """For each column what is chosen from the rows of its empty squares."""
    found = []
    for column in range(len(board[0]) if columns is None else columns):
        height = len(board) if rows is None else rows
        empty = [row for row in range(height) if board[row][column] is None]
        chosen = choose(empty)
        if chosen is not None:
            found.append((chosen, column))
    return found


def lowest(empty: list[int]) -> int | None:
    """The row where a stone falls to."""
    return max(empty) if empty else None


def on_top(board: Board) -> list[Square]:
    """The squares of the uppermost stones, and those of the bottom row where there are none."""
    found = []
    for column in range(len(board[0])):
        taken = [row for row in range(len(board)) if board[row][column] is not None]
        if len(taken) < len(board):
            found.append((min(taken, default=len(board) - 1), column))
    return found


DROP: Agents = {
    "the highest empty square of each column is given": lambda board: by_column(
        board, lambda empty: min(empty) if empty else None
    ),
    "all empty squares are given, as if nothing fell": lambda board: [
        (row, column)
        for row in range(len(board))
        for column in range(len(board[0]))
        if board[row][column] is None
    ],
    "row and column are exchanged": lambda board: [
        (column, row) for row, column in boards_04.drop_actions(board)
    ],
    "the number of rows is taken for the number of columns": lambda board: by_column(
        board, lowest, columns=min(len(board), len(board[0]))
    ),
    "only the bottom row is looked at": lambda board: by_column(
        board, lambda empty: len(board) - 1 if len(board) - 1 in empty else None
    ),
    "full columns are given, too": lambda board: by_column(
        board, lambda empty: max(empty, default=-1)
    ),
    "the squares of the uppermost stones are given": on_top,
    "the columns are numbered, and the rows left out": lambda board: [
        column for _, column in boards_04.drop_actions(board)
    ],
    "the squares come in a set, not a list": lambda board: set(boards_04.drop_actions(board)),
    "the columns come from right to left": lambda board: boards_04.drop_actions(board)[::-1],
    "the squares come row by row, not column by column": lambda board: sorted(
        boards_04.drop_actions(board)
    ),
    "the squares are counted from 1": lambda board: [
        (row + 1, column + 1) for row, column in boards_04.drop_actions(board)
    ],
    "only the first column with room is given": lambda board: boards_04.drop_actions(board)[:1],
}


def walked(
    board: Board,
    square: Square,
    step: Square,
    *,
    ways: Iterable[int] = (1, -1),
    around: bool = False,
    same: Callable[[Any, Any], bool] = lambda mark, other: mark == other,
    gaps: bool = False,
    height: int | None = None,
    width: int | None = None,
) -> int:
    """How many stones lie in one line with that on the square; the options are mistakes."""
    (row, column), (down, right) = square, step
    height, width = height or len(board), width or len(board[0])
    count = 1
    for way in ways:
        far = 1
        while True:
            r, c = row + way * far * down, column + way * far * right
            inside = r < height and c < width and (around or (r >= 0 and c >= 0))
            if not inside or r < -len(board) or c < -len(board[0]):
                break
            if same(board[row][column], board[r][c]):
                count += 1
            elif not gaps:
                break
            far += 1
    return count


def line_of(
    *,
    steps: Iterable[Square] = DIRECTIONS,
    more: int = 0,
    enough: Callable[[int, int, bool], bool] = lambda run, length, exact: (
        run == length if exact else run >= length
    ),
    **wrong: Any,
) -> Callable[..., bool]:
    """`line_through` with these parts exchanged."""

    def line_through(board: Board, square: Square, length: int, exact: Any = False) -> bool:  # noqa: FBT002 - as the exercise has it
        runs = [walked(board, square, step, **wrong) + more for step in steps]
        return any(enough(run, length, bool(exact)) for run in runs)

    return line_through


def added_up(board: Board, square: Square, length: int, exact: Any = False) -> bool:  # noqa: FBT002
    """The count goes on from direction to direction."""
    count = 1
    for step in DIRECTIONS:
        count += boards_04.run_through(board, square, step) - 1
        if count == length or (count > length and not exact):
            return True
    return False


def anywhere(board: Board, _square: Square, length: int, exact: Any = False) -> bool:  # noqa: FBT002
    """Any line on the board counts."""
    return any(
        board[row][column] is not None
        and boards_04.line_through(board, (row, column), length, bool(exact))
        for row in range(len(board))
        for column in range(len(board[0]))
    )


def longest_alone(board: Board, square: Square, length: int, exact: Any = False) -> bool:  # noqa: FBT002
    """Only the longest of the four runs is looked at."""
    longest = max(boards_04.run_through(board, square, step) for step in DIRECTIONS)
    return longest == length if exact else longest >= length


def on_a_square(board: Board, square: Square, length: int, exact: Any = False) -> bool:  # noqa: FBT002
    """The number of rows is taken for the number of columns, too."""
    runs = [walked(board, square, step, width=len(board)) for step in DIRECTIONS]
    return any(run == length if exact else run >= length for run in runs)


LINES: Agents = {
    "the rows are forgotten": line_of(steps=(COLUMN, FALLING, RISING)),
    "the columns are forgotten": line_of(steps=(ROW, FALLING, RISING)),
    "the falling diagonals are forgotten": line_of(steps=(ROW, COLUMN, RISING)),
    "the rising diagonals are forgotten": line_of(steps=(ROW, COLUMN, FALLING)),
    "all diagonals are forgotten": line_of(steps=(ROW, COLUMN)),
    "the last stone is counted twice": line_of(more=1),
    "the last stone is not counted": line_of(more=-1),
    "it looks only one way from the last stone": line_of(ways=(1,)),
    "it looks only backwards from the last stone": line_of(ways=(-1,)),
    "a line goes on at the other side of the board": line_of(around=True),
    "the counts of all directions are added up": added_up,
    "stones with gaps between them count as a line": line_of(gaps=True),
    "the other player's stones count, too": line_of(same=lambda _, other: other is not None),
    "any line on the board counts, not only one through this stone": anywhere,
    "a line that is too long counts where it has to be exact": line_of(
        enough=lambda run, length, _: run >= length
    ),
    "a line that is too long never counts": line_of(enough=lambda run, length, _: run == length),
    "a longer line hides one that is exact": longest_alone,
    "the length is taken for 4, whatever it is": line_of(
        enough=lambda run, _, exact: run == 4 if exact else run >= 4
    ),
}


def full(board: Board) -> bool:
    """Whether no square is empty."""
    return all(mark is not None for row in board for mark in row)


def ended(
    *,
    won: Callable[[Board, Square, int], bool] = boards_04.line_through,
    draw: Callable[[Board], bool] = full,
    full_first: bool = False,
    winner: Callable[[Any], Any] = lambda mark: mark,
    drawn: Any = "draw",
    open_game: Any = None,
) -> Callable[[Board, Square, int], Any]:
    """`outcome` with these parts exchanged."""

    def outcome(board: Board, square: Square, length: int) -> Any:
        if full_first and draw(board):
            return drawn
        if won(board, square, length):
            return winner(board[square[0]][square[1]])
        return drawn if draw(board) else open_game

    return outcome


def other(mark: str) -> str:
    """The player who did not put this stone."""
    return "O" if mark == "X" else "X"


OUTCOME: Agents = {
    "a draw is forgotten": ended(draw=lambda _: False),
    "a win with the last stone is read as a draw": ended(full_first=True),
    "the player who did not move wins": ended(winner=other),
    "it is always X who wins": ended(winner=lambda _: "X"),
    "True is returned instead of the winner's mark": ended(winner=lambda _: True),
    "a game that goes on is called a draw": ended(draw=lambda _: True),
    "one full column is taken for a full board": ended(
        draw=lambda board: any(all(row[at] for row in board) for at in range(len(board[0])))
    ),
    "a full bottom row is taken for a full board": ended(draw=lambda board: all(board[-1])),
    "a board is called full only if it has 42 squares": ended(
        draw=lambda board: sum(mark is not None for row in board for mark in row) == 42
    ),
    "the length is taken for 4, whatever it is": ended(
        won=lambda board, square, _: boards_04.line_through(board, square, 4)
    ),
    "a draw and a game that goes on are exchanged": ended(drawn=None, open_game="draw"),
    "False is returned while the game goes on": ended(open_game=False),
    "a line that is too long does not win": ended(
        won=lambda board, square, length: boards_04.line_through(board, square, length, exact=True)
    ),
}
