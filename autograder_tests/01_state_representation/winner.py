"""The exercise `winner(board)`: every line for both players, and boards without one."""

from autograder_tests.cases import Group
from autograder_tests.positions import SEEN, reachable_boards, state_on, twins

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
    LINES,
    MANY,
    OPEN,
    ROWS,
    THREE,
    cases,
    sample,
    some_full,
    with_lines,
    won,
)

MINUTES = "9 to 15"

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
    lines = {kind: (*texts, full) for (kind, texts), full in lines}
    return groups_of(lines, (*OPEN, *FULL), SEEN)


def hidden(rng):
    kinds = {"a row": ROWS, "a column": COLUMNS, "a diagonal": DIAGONALS}
    lines = {kind: with_lines(squares, rng) for kind, squares in kinds.items()}
    return groups_of(lines, (*sample("open", MANY // 2, rng), *some_full(rng)), rng.random())


def probes():
    return [case.arguments for case in cases((*OPEN, *won(), *FULL, *FULL_WON))]


def groups_of(lines, nobody, seed):
    """Each kind of line, and boards on which nobody has one."""
    lines = {kind: [*texts] for kind, texts in lines.items()}
    nobody = [*nobody]
    for text in twins(lambda text: THREE.winner(state_on(text)), reachable_boards(), seed):
        kind = kind_of(text)
        listed = nobody if kind is None else lines[kind]
        if text not in listed:
            listed.append(text)
    groups = [Group(f"{kind} wins", cases(texts)) for kind, texts in lines.items()]
    return [*groups, Group("nobody has won", cases(nobody))]


def kind_of(text):
    """The kind of line on this board, or `None` where there is none."""
    line = THREE.win_line(state_on(text))
    if line is None:
        return None
    (row, column), (next_row, next_column), *_ = line[1]
    return "a row" if row == next_row else "a column" if column == next_column else "a diagonal"
