"""The exercise `utility(board)`: what final boards are worth to X, by who has won."""

from autograder_tests.cases import Group
from autograder_tests.positions import SEEN, state_on, twins

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
    ROWS,
    THREE,
    cases,
    of_kind,
    some_full,
    with_lines,
    won,
)

MINUTES = "3"

HINTS = (
    "Who is happy about a 1, and who about a -1?",
    "Call winner, and turn its answer into a number, always from X's point of view.",
    "three cases: X has won, O has won, nobody has",
)


def visible():
    return groups_of((*won(), *FULL, *FULL_WON, *pairs(SEEN)))


def hidden(rng):
    lines = with_lines([*ROWS, *COLUMNS, *DIAGONALS], rng)
    return groups_of((*lines, *some_full(rng), *pairs(rng.random())))


def probes():
    return [case.arguments for case in cases((*won(), *FULL, *FULL_WON))]


def who_won(text):
    """The winner's mark, or `None`."""
    return THREE.winner(state_on(text))


def pairs(seed):
    """Final boards that are alike in one way or another, with other winners."""
    return twins(who_won, (*of_kind("won"), *of_kind("full")), seed)


def groups_of(final):
    final = list(dict.fromkeys(final))
    kinds = {"X": "X has won", "O": "O has won", None: "a draw"}
    return [
        Group(title, cases(text for text in final if who_won(text) == who))
        for who, title in kinds.items()
    ]
