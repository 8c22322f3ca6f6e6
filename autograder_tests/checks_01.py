"""The hidden cases of lesson 01: many more boards than the visible ones."""

from __future__ import annotations

from functools import cache
from random import Random

from course_lib.checks import list_boards
from course_lib.checks.cases_01 import (
    ILLEGAL,
    actions_groups,
    player_groups,
    result_groups,
    terminal_groups,
    utility_groups,
    winner_groups,
)
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.list_boards import board
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict

SEED = 20_317
MANY = 120
SQUARES = [(row, column) for row in range(3) for column in range(3)]
ROWS = [[(at, 0), (at, 1), (at, 2)] for at in range(3)]
COLUMNS = [[(0, at), (1, at), (2, at)] for at in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def check_player(student: Student) -> Verdict:
    """The verdict on whose turn it is."""
    return judge(exercise_named("player"), student, player_groups(sample("open", MANY)))


def check_actions(student: Student) -> Verdict:
    """The verdict on the free squares."""
    return judge(exercise_named("actions"), student, actions_groups(sample("open", MANY)))


def check_result(student: Student) -> Verdict:
    """The verdict on the board after an action."""
    illegal = [
        (text, square)
        for text in sample("open", 12)
        for square in SQUARES
        if board(text)[square[0]][square[1]] is not None
    ]
    outside = [(".../.../...", square) for square in ((3, 3), (0, -1), (-3, 2), (5, 0))]
    groups = result_groups(sample("open", MANY // 2), (*ILLEGAL, *illegal, *outside))
    return judge(exercise_named("result"), student, groups)


def check_winner(student: Student) -> Verdict:
    """The verdict on who has won: every line for both players, and full boards."""
    kinds = {"a row": ROWS, "a column": COLUMNS, "a diagonal": DIAGONALS}
    lines = {kind: with_lines(squares) for kind, squares in kinds.items()}
    nobody = (*sample("open", MANY // 2), *of_kind("full"))
    return judge(exercise_named("winner"), student, winner_groups(lines, nobody))


def check_terminal(student: Student) -> Verdict:
    """The verdict on whether it is over."""
    won = with_lines([*ROWS, *COLUMNS, *DIAGONALS])
    groups = terminal_groups(won, of_kind("full"), sample("open", MANY // 2))
    return judge(exercise_named("terminal"), student, groups)


def check_utility(student: Student) -> Verdict:
    """The verdict on what final boards are worth."""
    final = (*with_lines([*ROWS, *COLUMNS, *DIAGONALS]), *of_kind("full"))
    return judge(exercise_named("utility"), student, utility_groups(final))


@cache
def of_kind(kind: str) -> tuple[str, ...]:
    """All boards that are `open`, `won`, or `full` without a winner."""
    found: dict[str, list[str]] = {"open": [], "won": [], "full": []}
    for text in list_boards.reachable():
        squares = board(text)
        over = list_boards.terminal(squares)
        won = list_boards.winner(squares) is not None
        found["won" if won else "full" if over else "open"].append(text)
    return tuple(found[kind])


@cache
def sample(kind: str, many: int) -> tuple[str, ...]:
    """All boards of this kind with up to one stone, and some of the others."""
    few = [text for text in of_kind(kind) if text.count(".") >= 8]
    others = [text for text in of_kind(kind) if text.count(".") < 8]
    return (*few, *Random(SEED).sample(others, many))


def with_lines(lines: list[list[tuple[int, int]]]) -> tuple[str, ...]:
    """For each line and player two of the smallest and two of the largest boards with it."""
    chosen: dict[str, None] = {}
    for line in lines:
        for player in ("X", "O"):
            found = [
                text
                for text in of_kind("won")
                if all(text.split("/")[row][column] == player for row, column in line)
            ]
            chosen |= dict.fromkeys((*found[:2], *found[-2:]))
    return tuple(chosen)
