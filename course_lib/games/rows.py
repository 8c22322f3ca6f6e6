"""Finding rows of stones on a board: the slow and sure way that looks at every square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

EMPTY = "."

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""(down, right) for a row, a column and the two diagonals."""

Board = tuple[str, ...]
"""The squares in reading order, each a player's mark or `EMPTY`."""


Places = tuple[int, ...]
"""Squares given by their number in reading order."""


class RowRules(Protocol):
    """What a game of rows says about its board."""

    @property
    def rows(self) -> int: ...  # noqa: D102 - the name says it
    @property
    def columns(self) -> int: ...  # noqa: D102
    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def gravity(self) -> bool: ...  # noqa: D102
    @property
    def exact(self) -> bool: ...  # noqa: D102


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


def rows_of(rules: RowRules, board: Sequence[str], player: str) -> list[set[int]]:
    """The places of each row that wins for this player: long enough, and no longer if `exact`."""

    def holds(row: int, column: int) -> bool:
        on_board = 0 <= row < rules.rows and 0 <= column < rules.columns
        return on_board and board[row * rules.columns + column] == player

    found = []
    for down, right in DIRECTIONS:
        for at in range(rules.rows * rules.columns):
            row, column = divmod(at, rules.columns)
            if board[at] != player or holds(row - down, column - right):
                continue  # no stone, or not the first of its run
            run = set()
            while holds(row, column):
                run.add(row * rules.columns + column)
                row, column = row + down, column + right
            if len(run) == rules.length or (len(run) > rules.length and not rules.exact):
                found.append(run)
    return found
