# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `wealth`, wrong and right, as students write them; each part stands for a notebook."""


# %% right: as in the text
def wealth(results, claimed, stake):
    coins = 1
    for result in results:
        coins *= 1 + stake * (result - claimed)
    return coins


# %% wrong: the bets are added up and not multiplied
but("coins *= 1 + stake * (result - claimed)", "coins += stake * (result - claimed)")


# %% wrong: it begins with nothing
but("coins = 1", "coins = 0")


# %% wrong: the claim is taken from the wrong side
but("result - claimed", "claimed - result")


# %% wrong: the 1 is forgotten
but("1 + stake * (result - claimed)", "stake * (result - claimed)")


# %% wrong: the claimed mean is always a half
but("result - claimed", "result - 0.5")


# %% wrong: the stake is forgotten
but("stake * (result - claimed)", "(result - claimed)")


# %% wrong: it returns after the first bet
but("    return coins", "        return coins")


# %% wrong: what was won is given, and not what there is
but("return coins", "return coins - 1")


# %% wrong: the claimed mean is taken from the product
but("1 + stake * (result - claimed)", "1 + stake * result - claimed")


# %% wrong: every bet begins with one coin again
but("coins *= 1", "coins = 1")


# %% wrong: it bets once, on the mean of the results
def wealth(results, claimed, stake):
    if not results:
        return 1
    mean = sum(results) / len(results)
    return 1 + stake * (mean - claimed)


# %% right: with math.prod
from math import prod


def wealth(results, claimed, stake):
    return prod(1 + stake * (result - claimed) for result in results)


# %% right: it calls itself
def wealth(results, claimed, stake):
    if len(results) == 0:
        return 1
    return wealth(results[:-1], claimed, stake) * (1 + stake * (results[-1] - claimed))


# %% right: with logarithms where it can
import math


def wealth(results, claimed, stake):
    total = 0.0
    for r in results:
        factor = 1 + stake * (r - claimed)
        if factor <= 0:
            return 0.0
        total += math.log(factor)
    return math.exp(total)


# %% wrong: a draw counts as a loss
def wealth(results, claimed, stake):
    coins = 1
    for result in results:
        coins *= 1 + stake * (1 - claimed) if result == 1 else 1 - stake * claimed
    return coins
