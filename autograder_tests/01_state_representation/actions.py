"""The exercise `actions(board)`: the free squares of boards that are not final."""

from autograder_tests.cases import Group

from .shared import MANY, OPEN, cases, not_over, sample

OPTIONS = {"exact": True}

HINTS = (
    "Which squares can still be taken, and how do you recognise them?",
    "Collect the pairs (row, column) of all squares that are still EMPTY in a set.",
    (
        "for each row number:\n    for each column number:\n        if the square is free:"
        " add the pair"
    ),
)


def visible():
    return groups_of(OPEN)


def hidden(rng):
    return groups_of(sample("open", MANY, rng))


def probes():
    return [case.arguments for case in cases(OPEN)]


def groups_of(texts):
    free = cases(not_over(texts), "right_members", extra="{} is not a free square here")
    return [Group("the free squares, as a set of (row, column)", free)]
