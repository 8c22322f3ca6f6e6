"""The exercise `winner(board)`: every line for both players, and boards without one."""

from autograder_tests.cases import Group

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
    LINES,
    MANY,
    OPEN,
    ROWS,
    cases,
    sample,
    some_full,
    with_lines,
    won,
)

HINTS = (
    "Which lines of three are there? Write them all down on paper first.",
    (
        "Eight lines: three rows, three columns, two diagonals. Somebody has won if all three"
        " marks of one of them are equal, and not EMPTY."
    ),
    (
        "for each of the eight lines:\n    if its three squares hold the same mark, and not EMPTY:"
        " that player has won\nafter the loop: None"
    ),
)

SAME = {
    "7:3 [list(row) -> [row": "a row is read here and never changed",
    "10:4 rows -> board": "a row is read here and never changed",
    "8:7 board] -> rows]": "a row is read here and never changed",
    "12:2 line[0] -> line[1]": "the three marks of the line are equal there",
    "12:2 line[0] -> line[-1]": "the three marks of the line are equal there",
    "11:2 line[0] -> line[1]": "the three marks of the line are equal there",
    "11:2 line[0] -> line[-1]": "the three marks of the line are equal there",
    "9:3 [[board[at][at] -> [[columns[at][at]": "rows and columns share the diagonals",
    "9:3 [[board[at][at] -> [[rows[at][at]": "rows and columns share the diagonals",
    "9:8 [board[at][2 -> [columns[at][2": "rows and columns share the diagonals",
    "9:8 [board[at][2 -> [rows[at][2": "rows and columns share the diagonals",
}
"""Slips that change no answer, each with the reason."""


def visible():
    lines = zip(LINES.items(), FULL_WON, strict=False)
    return groups_of({kind: (*texts, full) for (kind, texts), full in lines}, (*OPEN, *FULL))


def hidden(rng):
    kinds = {"a row": ROWS, "a column": COLUMNS, "a diagonal": DIAGONALS}
    lines = {kind: with_lines(squares, rng) for kind, squares in kinds.items()}
    return groups_of(lines, (*sample("open", MANY // 2, rng), *some_full(rng)))


def probes():
    return [case.arguments for case in cases((*OPEN, *won(), *FULL, *FULL_WON))]


def groups_of(lines, nobody):
    """Each kind of line, and boards on which nobody has one."""
    groups = [Group(f"{kind} wins", cases(texts)) for kind, texts in lines.items()]
    return [*groups, Group("nobody has won", cases(nobody))]
