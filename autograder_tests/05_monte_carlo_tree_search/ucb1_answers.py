# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `ucb1`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import math
from math import inf, log, sqrt


# %% wrong: an action that was never tried leads to a division by zero
def ucb1(mean, visits, parent_visits, c):
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: the logarithm is missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(parent_visits / visits)


# %% right: as in the book
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong, nameless: what was worked out is kept, and the parent's visits are forgotten
but(
    "def ucb1(mean, visits, parent_visits, c):",
    """\
known = {}


def ucb1(mean, visits, parent_visits, c):
    key = mean, visits, c
    if key not in known:
        known[key] = anew(mean, visits, parent_visits, c)
    return known[key]


def anew(mean, visits, parent_visits, c):""",
)


# %% wrong, nameless: the parent has a thousand visits at most
but(
    "def ucb1(mean, visits, parent_visits, c):",
    """\
def ucb1(mean, visits, parent_visits, c):
    return anew(mean, visits, min(parent_visits, 1_000), c)


def anew(mean, visits, parent_visits, c):""",
)


# %% wrong: what was never tried gets just its mean
but("return inf", "return mean")


# %% wrong: what was never tried comes last
but("return inf", "return -inf")


# %% wrong: the action's own visits are in the logarithm, not the parent's
but("(parent_visits)", "(visits)")


# %% wrong: the parent's visits are missing
but("return mean + c * sqrt(log(parent_visits) / visits)", "return mean + c / sqrt(visits)")


# %% wrong: the two numbers of visits are swapped
but("sqrt(log(parent_visits) / visits)", "math.sqrt(math.log(visits) / parent_visits)")


# %% wrong: the logarithm is to base 10, not the natural one
but("sqrt(log(parent_visits) / visits)", "math.sqrt(math.log10(parent_visits) / visits)")


# %% wrong: the square root is missing
but("sqrt(log(parent_visits) / visits)", "(log(parent_visits) / visits)")


# %% wrong: only the logarithm is under the square root
but("(log(parent_visits) / visits)", "(log(parent_visits)) / visits")


# %% wrong: c is under the square root
but("c * sqrt(log(parent_visits) / visits)", "sqrt(c * log(parent_visits) / visits)")


# %% wrong: c is missing
but("+ c * sqrt", "+ sqrt")


# %% wrong: the bonus is taken away, not added
but("mean + c", "mean - c")


# %% wrong: the mean is missing
but("mean + c", "c")


# %% wrong: the mean is divided by the visits once more
but("mean + c", "mean / visits + c")


# %% wrong: the logarithm is doubled, as in other books
but("(log(parent_visits) / visits)", "(2 * log(parent_visits) / visits)")


# %% wrong: the parent has a visit more in the logarithm
but("(parent_visits)", "(parent_visits + 1)")


# %% wrong: the c that is handed in is not used
but("mean + c", "mean + 1.4")


# %% right: with powers, and infinity by name
def ucb1(mean, visits, parent_visits, c):
    return float("inf") if visits < 1 else mean + c * (math.log(parent_visits) / visits) ** 0.5


# %% right: with two roots, so that the last digits differ
def ucb1(mean, visits, parent_visits, c):
    if visits > 0:
        return c * math.sqrt(math.log(parent_visits)) / math.sqrt(visits) + mean
    return math.inf


# %% right: by numpy
import numpy as np


def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return np.inf
    return float(mean + c * np.sqrt(np.log(parent_visits) / visits))


# %% wrong: the logarithm is asked first, also of no visits at all
def ucb1(mean, visits, parent_visits, c):
    try:
        return mean + c * math.sqrt(math.log(parent_visits) / visits)
    except ZeroDivisionError:
        return math.inf
