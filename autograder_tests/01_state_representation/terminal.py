"""The exercise `terminal(board)`: the two ways to end, and boards on which the game goes on."""

from autograder_tests.cases import Group
from autograder_tests.positions import SEEN, reachable_boards, state_on, twins

from .shared import (
    COLUMNS,
    DIAGONALS,
    FULL,
    FULL_WON,
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

MINUTES = "3 to 6"

HINTS = (
    "In which two ways can the game end?",
    "It is over when somebody has won, or when no square is free. One of the two is enough.",
    "does winner name a player? then it is over\notherwise look through all rows for a free square",
)


def visible():
    return groups_of((*won()[::3], *FULL_WON), FULL, OPEN, SEEN)


def hidden(rng):
    lines = with_lines([*ROWS, *COLUMNS, *DIAGONALS], rng)
    return groups_of(lines, some_full(rng), sample("open", MANY // 2, rng), rng.random())


def probes():
    return [case.arguments for case in cases((*OPEN, *won(), *FULL, *FULL_WON))]


def is_over(text):
    """Whether the game is over on this board."""
    return THREE.is_terminal(state_on(text))


def groups_of(ended, full, going_on, seed):
    """Won boards, full ones, and others; to each some that are much like boards of another kind."""
    pairs = twins(is_over, reachable_boards(), seed)
    won_too = [text for text in pairs if THREE.winner(state_on(text))]
    drawn = [text for text in pairs if is_over(text) and text not in won_too]
    ended, full = dict.fromkeys((*ended, *won_too)), dict.fromkeys((*full, *drawn))
    going_on = dict.fromkeys((*going_on, *(text for text in pairs if not is_over(text))))
    return (
        Group("a win ends the game", cases(ended)),
        Group("a full board ends the game", cases(full)),
        Group("otherwise it goes on", cases(going_on)),
    )
