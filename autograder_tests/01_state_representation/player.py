"""The exercise `player(board)`: whose turn it is, on boards that are not final."""

from autograder_tests.cases import Group

from .shared import MANY, OPEN, cases, not_over, sample

HINTS = (
    "When it is X's turn, how many marks does X have on the board? And how many does O have?",
    "X begins, so it is X's turn whenever both players have the same number of marks.",
    "Go through all rows, add up the X and add up the O, and compare the two sums.",
)


def visible():
    return groups_of(OPEN)


def hidden(rng):
    return groups_of(sample("open", MANY, rng))


def probes():
    return [case.arguments for case in cases(OPEN)]


def groups_of(texts):
    return [Group("X begins, and they take turns", cases(not_over(texts)))]
