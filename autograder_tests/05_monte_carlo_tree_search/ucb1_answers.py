# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `ucb1`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import math
from math import inf, log, sqrt


# %% wrong: what was never tried gets no more than its mean
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return mean
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: what was never tried comes last
def ucb1(mean, visits, parent_visits, c):
    if not visits:
        return -inf
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: what was never tried is divided by
def ucb1(mean, visits, parent_visits, c):
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: the own visits stand in the logarithm, not the parent's
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(visits) / visits)


# %% wrong: the parent's visits are missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c / sqrt(visits)


# %% wrong: both visits are exchanged
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * math.sqrt(math.log(visits) / parent_visits)


# %% wrong: the logarithm is missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(parent_visits / visits)


# %% wrong: the logarithm is to base 10, not the natural one
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * math.sqrt(math.log10(parent_visits) / visits)


# %% wrong: the root is missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * (log(parent_visits) / visits)


# %% wrong: only the logarithm is under the root
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits)) / visits


# %% wrong: c stands under the root
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + sqrt(c * log(parent_visits) / visits)


# %% wrong: c is missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + sqrt(log(parent_visits) / visits)


# %% wrong: the bonus is taken away, not added
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean - c * sqrt(log(parent_visits) / visits)


# %% wrong: the mean is missing
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return c * sqrt(log(parent_visits) / visits)


# %% wrong: the mean is divided by the visits once more
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean / visits + c * sqrt(log(parent_visits) / visits)


# %% wrong: the logarithm is doubled, as in other books
but("as in the book", {"sqrt(log(parent_visits) / visits)": "sqrt(2 * log(parent_visits) / visits)"})


# %% wrong: the parent has a visit more in the logarithm
but("as in the book", {"log(parent_visits)": "log(parent_visits + 1)"})


# %% wrong: the c that is handed in is not used
but("as in the book", {"mean + c * sqrt": "mean + 1.4 * sqrt"})


# %% right: as in the book
def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)


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
