"""The exercise `terminal(board)`: the two ways to end, and boards on which the game goes on."""

from autograder_tests.cases import Group

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
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
    "In which two ways can the game end?",
    "It is over when somebody has won, or when no square is free. One of the two is enough.",
    "does winner name a player? then it is over\notherwise look through all rows for a free square",
)


def visible():
    return groups_of((*won()[::3], *FULL_WON), FULL, OPEN)


def hidden(rng):
    lines = with_lines([*ROWS, *COLUMNS, *DIAGONALS], rng)
    return groups_of(lines, some_full(rng), sample("open", MANY // 2, rng))


def probes():
    return [case.arguments for case in cases((*OPEN, *won(), *FULL, *FULL_WON))]


def groups_of(ended, full, going_on):
    return (
        Group("a win ends the game", cases(ended)),
        Group("a full board ends the game", cases(full)),
        Group("otherwise it goes on", cases(going_on)),
    )
