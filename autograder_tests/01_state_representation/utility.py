"""The exercise `utility(board)`: what final boards are worth to X, by who has won."""

from autograder_tests.cases import Group
from autograder_tests.positions import state_on

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
    ROWS,
    THREE,
    cases,
    some_full,
    with_lines,
    won,
)

HINTS = (
    "Who is happy about a 1, and who about a -1?",
    "Call winner, and turn its answer into a number, always from X's point of view.",
    "three cases: X has won, O has won, nobody has",
)


def visible():
    return groups_of((*won(), *FULL, *FULL_WON))


def hidden(rng):
    return groups_of((*with_lines([*ROWS, *COLUMNS, *DIAGONALS], rng), *some_full(rng)))


def probes():
    return [case.arguments for case in cases((*won(), *FULL, *FULL_WON))]


def groups_of(final):
    kinds = {"X": "X has won", "O": "O has won", None: "a draw"}
    return [
        Group(title, cases(text for text in final if THREE.winner(state_on(text)) == who))
        for who, title in kinds.items()
    ]
