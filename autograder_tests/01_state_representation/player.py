"""The exercise `player(board)`: whose turn it is, on boards that are not final."""

from autograder_tests.cases import Group
from autograder_tests.positions import SEEN, stones, twins

from .shared import MANY, OPEN, cases, not_over, of_kind, sample

MINUTES = "4 to 7"

HINTS = (
    "When it is X's turn, how many marks does X have on the board? And how many does O have?",
    "X begins, so it is X's turn whenever both players have the same number of marks.",
    "Go through all rows, add up the X and add up the O, and compare the two sums.",
)

BUSY = ("XOX/OX./..O", "XOX/.OO/X..", "XOX/.OO/X.X", "OXO/OX./XOX")
"""Boards with many marks, on which the game goes on."""

SAME = {
    "remembers how full lists are": "the number of marks tells whose turn it is",
    "remembers its arguments in any order": "the number of marks tells whose turn it is",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of((*OPEN, *BUSY, *pairs(SEEN)))


def hidden(rng):
    return groups_of((*sample("open", MANY, rng), *pairs(rng.random())))


def probes():
    return [case.arguments for case in cases(OPEN)]


def pairs(seed):
    """Boards that are alike in one way or another, with other players to move."""
    return twins(lambda text: stones(text) % 2, of_kind("open"), seed)


def groups_of(texts):
    return [Group("X begins, and they take turns", cases(not_over(texts)))]
