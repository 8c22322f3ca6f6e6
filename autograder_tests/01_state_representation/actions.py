"""The exercise `actions(board)`: the free squares of boards that are not final."""

from autograder_tests.cases import Group
from autograder_tests.positions import SEEN, twins
from course_lib.words import _

from .shared import MANY, OPEN, SQUARES, cases, not_over, of_kind, sample

OPTIONS = {"exact": True}

MINUTES = "4 to 8"

NOT_FREE = _("{member} is not a free square here")

HINTS = (
    "Which squares can still be taken, and how do you recognise them?",
    "Collect the pairs (row, column) of all squares that are still EMPTY in a set.",
    (
        "for each row number:\n    for each column number:\n        if the square is free:"
        " add the pair"
    ),
)


def visible():
    return groups_of((*OPEN, *pairs(SEEN)))


def hidden(rng):
    return groups_of((*sample("open", MANY, rng), *pairs(rng.random())))


def probes():
    return [case.arguments for case in cases(OPEN)]


def free_squares(text):
    """What is right, as pairs in reading order."""
    return [
        square for square, mark in zip(SQUARES, text.replace("/", ""), strict=True) if mark == "."
    ]


def pairs(seed):
    """Boards that are alike in one way or another, with other free squares."""
    return twins(free_squares, of_kind("open"), seed)


def groups_of(texts):
    free = cases(not_over(texts), "right_members", extra=NOT_FREE)
    return [Group("the free squares, as a set of (row, column)", free)]
