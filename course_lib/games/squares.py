"""Rectangular boards: names of squares (`b2`), mirror images, lines and rows, possible boards.

A square is `(row, column)` from 0, row 0 on top. Its name is the column's letter and the row's
number counted from the bottom, as in chess:

    (0, 0) (0, 1) (0, 2)        a3 b3 c3
    (1, 0) (1, 1) (1, 2)        a2 b2 c2
    (2, 0) (2, 1) (2, 2)        a1 b1 c1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Protocol

from course_lib.game import Player

Square = tuple[int, int]

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")


def square_name(square: Square, rows: int) -> str:
    """The name of a square on a board with this many rows.

    >>> square_name((0, 1), rows=3)
    'b3'
    """
    row, column = square
    return f"{letters(column + 1)}{rows - row}"


def square_named(text: str, rows: int, columns: int) -> Square:
    """The square with this name; a name that is none, or off the board, is a `ValueError`."""
    found = _NAME.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(
            f"{text!r} is no square: write the column's letter and the row's number, like b2"
        )
    row, column = rows - int(found[2]), number_of(found[1]) - 1
    if not (0 <= row < rows and column < columns):
        raise ValueError(
            f"{text!r} is off the board, which goes from a1 (bottom left)"
            f" to {square_name((0, columns - 1), rows)} (top right)"
        )
    return (row, column)


def square_symmetries(
    rows: int, columns: int
) -> tuple[tuple[str, Callable[[Square], Square]], ...]:
    """Each way to lay the board onto itself, by name: 8 for a square board, 4 for a rectangle."""
    bottom, right = rows - 1, columns - 1
    images: list[tuple[str, Callable[[Square], Square]]] = [
        ("as it is", lambda at: at),
        ("left and right swapped", lambda at: (at[0], right - at[1])),
        ("top and bottom swapped", lambda at: (bottom - at[0], at[1])),
        ("half a turn", lambda at: (bottom - at[0], right - at[1])),
    ]
    if rows == columns:
        images += [
            ("mirrored at the diagonal", lambda at: (at[1], at[0])),
            ("mirrored at the other diagonal", lambda at: (right - at[1], bottom - at[0])),
            ("a quarter turn right", lambda at: (at[1], bottom - at[0])),
            ("a quarter turn left", lambda at: (right - at[1], at[0])),
        ]
    return tuple(images)


def image_places(image: Callable[[Square], Square], rows: int, columns: int) -> tuple[int, ...]:
    """For each square in reading order, the place of the square whose image it is.

    So `[board[at] for at in image_places(...)]` is the image of a board in reading order.
    """
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    comes_from = {image(square): at for at, square in enumerate(squares)}
    return tuple(comes_from[square] for square in squares)


def letters(number: int) -> str:
    """The letters of column number 1, 2, 3...: a to z, then aa, ab and so on.

    >>> letters(1), letters(26), letters(27)
    ('a', 'z', 'aa')
    """
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def number_of(text: str) -> int:
    """The number of the column with these letters, in small letters: the inverse of `letters`."""
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number


# --- lines and rows -------------------------------------------------------------------------------

EMPTY = "."

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""(down, right) for a row, a column and the two diagonals."""

Board = tuple[str, ...]
"""The squares in reading order, each a player's mark or `EMPTY`."""

Places = tuple[int, ...]
"""Squares given by their number in reading order."""


_MOST_BOARDS = 1_000_000
"""More boards than can lie below any of Connect Four's; on far larger ones the search may end."""


class RowRules(Protocol):
    """What a game of rows says about its board."""

    @property
    def rows(self) -> int: ...  # noqa: D102 - the name says it
    @property
    def columns(self) -> int: ...  # noqa: D102
    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def players(self) -> tuple[Player, ...]: ...  # noqa: D102
    @property
    def gravity(self) -> bool: ...  # noqa: D102
    @property
    def exact(self) -> bool: ...  # noqa: D102


@cache
def lines_of(rows: int, columns: int, length: int) -> tuple[Places, ...]:
    """The places of each line of this length on such a board, in the order of their first place.

    >>> len(lines_of(6, 7, 4)), lines_of(6, 7, 4)[0]
    (69, (0, 1, 2, 3))
    """
    far = length - 1
    return tuple(
        tuple(range(start, start + far * step + 1, step))
        for start in range(rows * columns)
        for down, right in DIRECTIONS
        for step in [down * columns + right]
        if start // columns + far * down < rows and 0 <= start % columns + far * right < columns
    )


def lines_through(rules: RowRules) -> list[list[tuple[Places, Places]]]:
    """For each place the lines that a stone put there last can finish, in reading order.

    A line comes with the places next to its two ends if the game is `exact`: they must not hold
    the same mark. With gravity nothing lies above a stone put last, so of the lines of its column
    only the one that ends there counts.
    """

    def place(row: int, column: int) -> Places:
        on_board = 0 <= row < rules.rows and 0 <= column < rules.columns
        return (row * rules.columns + column,) if on_board else ()

    through: list[list[tuple[Places, Places]]] = [[] for _ in range(rules.rows * rules.columns)]
    for start in range(rules.rows * rules.columns):
        row, column = divmod(start, rules.columns)
        for down, right in DIRECTIONS[: 1 if rules.length == 1 else None]:
            steps = range(rules.length)
            line = [place(row + step * down, column + step * right) for step in steps]
            if not line[-1]:
                continue
            ends = place(row - down, column - right)
            ends += place(row + rules.length * down, column + rules.length * right)
            upright = right == 0
            for (at,) in line[:1] if rules.gravity and upright else line:
                through[at].append((tuple(at for (at,) in line), ends if rules.exact else ()))
    return through


def runs_of(rules: RowRules, board: Sequence[str], player: Player) -> list[set[int]]:
    """The places of each run of this player's stones that is at least `length` long."""

    def holds(row: int, column: int) -> bool:
        on_board = 0 <= row < rules.rows and 0 <= column < rules.columns
        return on_board and board[row * rules.columns + column] == player

    runs = []
    for down, right in DIRECTIONS:
        for at in range(rules.rows * rules.columns):
            row, column = divmod(at, rules.columns)
            if board[at] != player or holds(row - down, column - right):
                continue  # no stone, or not the first of its run
            run = set()
            while holds(row, column):
                run.add(row * rules.columns + column)
                row, column = row + down, column + right
            if len(run) >= rules.length:
                runs.append(run)
    return runs


def rows_of(rules: RowRules, board: Sequence[str], player: Player) -> list[set[int]]:
    """The places of each row that wins for this player: long enough, and no longer if `exact`."""
    runs = runs_of(rules, board, player)
    return [run for run in runs if len(run) == rules.length or not rules.exact]


# --- which boards are possible -----------------------------------------------------------------


def checked_winner(rules: RowRules, board: Board) -> Player | None:
    """The player with a row on this board, or `None`; an impossible board is a `ValueError`."""
    _check_marks(rules, board)
    if rules.gravity:
        _check_nothing_floats(rules, board)
    winners = [player for player in rules.players if rows_of(rules, board, player)]
    if len(winners) > 1:
        raise ValueError(f"{' and '.join(winners)} both have a row; the first row ends the game")
    stones = len(board) - board.count(EMPTY)
    last = rules.players[(stones - 1) % len(rules.players)]
    if winners and winners != [last]:
        raise ValueError(f"{winners[0]} has a row, but did not move last; a row ends the game")
    before = list(_before_last(rules, board, last)) if winners else [board]
    if not before:
        raise ValueError(f"{last} has rows that no single last stone can have finished")
    if not any(_can_arise(rules, board) for board in before):
        raise ValueError(
            "no game leads to this board: whoever puts its stones down one by one in turn"
            f"{', each column from the bottom,' if rules.gravity else ''} comes to a wrong turn"
            " or to an earlier row"
        )
    return winners[0] if winners else None


def _check_marks(rules: RowRules, board: Board) -> None:
    """Refuse a board of the wrong size, with marks that are nobody's, or with too many of one."""
    if strange := sorted(set(board) - {EMPTY, *rules.players}):
        raise ValueError(
            f"{strange[0]!r} is on the board; only {', '.join(rules.players)}"
            f" and {EMPTY} for an empty square can be"
        )
    if len(board) != rules.rows * rules.columns:
        raise ValueError(
            f"the text shows {len(board)} squares; {rules.rows} rows"
            f" of {rules.columns} are {rules.rows * rules.columns}"
        )
    rounds, more = divmod(len(board) - board.count(EMPTY), len(rules.players))
    for number, player in enumerate(rules.players):
        if board.count(player) != rounds + (number < more):
            counts = ", ".join(f"{board.count(mark)} {mark}" for mark in rules.players)
            raise ValueError(
                f"the board has {counts}; players take turns and {rules.players[0]} starts,"
                " so nobody has more stones than the player before"
            )


def _check_nothing_floats(rules: RowRules, board: Board) -> None:
    """Refuse a stone above an empty square."""
    for at in range(len(board) - rules.columns):
        if board[at] != EMPTY and board[at + rules.columns] == EMPTY:
            name = square_name(divmod(at, rules.columns), rules.rows)
            raise ValueError(f"the stone on {name} floats: the square below it is empty")


def _before_last(
    rules: RowRules, board: Board, last: Player, *, rowless: bool = False
) -> Iterator[Board]:
    """The boards without a row on which this player can have put the last stone of this one.

    With `rowless` nobody has a row on this board already, so only an exact row can come up.
    """
    for at, mark in enumerate(board):
        on_top = not rules.gravity or at < rules.columns or board[at - rules.columns] == EMPTY
        if mark == last and on_top:
            before = (*board[:at], EMPTY, *board[at + 1 :])
            if (rowless and not rules.exact) or not rows_of(rules, before, last):
                yield before


def _can_arise(rules: RowRules, board: Board) -> bool:
    """Whether some order of moves leads to this board, on which nobody has a row."""
    seen: set[Board] = set()
    waiting = [board]
    while waiting and len(seen) < _MOST_BOARDS:
        board = waiting.pop()
        stones = len(board) - board.count(EMPTY)
        if rules.gravity:
            movers = [rules.players[(stones - 1) % len(rules.players)]] if stones else []
        else:
            # Where stones lie anywhere any order of turns will do. Only a run too long for an exact
            # row may have been one on the way, so its stones must come off in a good order.
            movers = [player for player in rules.players if runs_of(rules, board, player)]
        if not movers:
            return True
        for before in _before_last(rules, board, movers[0], rowless=True):
            if before not in seen:
                seen.add(before)
                waiting.append(before)
    return bool(waiting)
