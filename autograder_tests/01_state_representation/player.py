"""The exercise `player(board)`: whose turn it is, on boards that are not final."""

from course_lib.checks.cases import Group

from .shared import MANY, OPEN, cases, not_over, sample

HINTS = (
    "How many marks has X, and how many has O, whenever it is X's turn?",
    "X begins, so X's turn has come whenever both have put equally many marks.",
    "Go through all rows, count the X and the O in each, and compare the two sums at the end.",
)


def visible():
    return groups_of(OPEN)


def hidden():
    return groups_of(sample("open", MANY))


def probes():
    return [case.arguments for case in cases(OPEN)]


def groups_of(texts):
    return [Group("X begins, and they take turns", cases(not_over(texts)))]
