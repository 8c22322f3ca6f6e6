# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `puct`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
import math
from math import log, sqrt


# %% right: with a power
def puct(mean, prior, visits, parent_visits, c):
    return mean + c * prior * parent_visits**0.5 / (1 + visits)


# %% right: in steps
def puct(mean, prior, visits, parent_visits, c):
    doubt = math.sqrt(parent_visits) / (visits + 1)
    bonus = c * prior * doubt
    return mean + bonus


# %% right: as in the lesson
def puct(mean, prior, visits, parent_visits, c):
    return mean + c * prior * sqrt(parent_visits) / (1 + visits)


# %% wrong: 1 is not added to the visits
but("(1 + visits)", "max(1, visits)")


# %% wrong: the root is taken of the whole fraction
but("sqrt(parent_visits) / (1 + visits)", "sqrt(parent_visits / (1 + visits))")


# %% wrong: the prior is left out
but("c * prior", "c")


# %% wrong: the bonus of lesson 5, with the logarithm
but("sqrt(parent_visits) / (1 + visits)", "sqrt(log(parent_visits) / (1 + visits))")


# %% wrong: the root is missing
but("sqrt(parent_visits)", "parent_visits")


# %% wrong: the parent's visits are left out
but("sqrt(parent_visits) ", "1 ")


# %% wrong: the two numbers of visits have changed places
but("sqrt(parent_visits) / (1 + visits)", "sqrt(visits) / (1 + parent_visits)")


# %% wrong: the mean is multiplied by the prior
but("mean + c * prior", "mean * prior + c")


# %% wrong: the brackets are missing
but("(1 + visits)", "1 + visits")


# %% wrong: c is left out
but("c * prior", "prior")


# %% wrong: the mean is left out
but("mean + ", "")


# %% wrong: the bonus is subtracted
but("mean +", "mean -")


# %% wrong: the parent has a thousand visits at most
but("sqrt(parent_visits)", "sqrt(min(parent_visits, 1_000))")


# %% wrong: the root is rounded down
but("sqrt(parent_visits)", "int(sqrt(parent_visits))")
