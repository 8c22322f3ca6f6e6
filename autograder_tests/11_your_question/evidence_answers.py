# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `evidence`, wrong and right, as students write them; each part stands for a notebook."""


# %% all: wealth
STAKES = (1, 1 / 2, 1 / 4, 1 / 8, -1, -1 / 2, -1 / 4, -1 / 8)


# %% right: as in the text
def evidence(results, claimed):
    total = 0
    for stake in STAKES:
        total += wealth(results, claimed, stake)
    return total / len(STAKES)


# %% wrong: the sum instead of the mean
but("return total / len(STAKES)", "return total")


# %% wrong: only those who bet on more
but("for stake in STAKES:", "for stake in STAKES[:4]:")


# %% wrong: divided by four
but("len(STAKES)", "4")


# %% wrong: it returns after the first bettor
but("    return total / len(STAKES)", "        return total / len(STAKES)")


# %% wrong: the claim is a half in every case
but("wealth(results, claimed, stake)", "wealth(results, 0.5, stake)")


# %% wrong: divided by how many results there are
but("total / len(STAKES)", "total / max(1, len(results))")


# %% wrong: it begins with the coin of nobody
but("total = 0", "total = 1")


# %% wrong: the richest of the eight
def evidence(results, claimed):
    return max(wealth(results, claimed, stake) for stake in STAKES)


# %% wrong: one bettor with the mean of all stakes
def evidence(results, claimed):
    return wealth(results, claimed, sum(STAKES) / len(STAKES))


# %% wrong: the eight play one after the other with the same coin
def evidence(results, claimed):
    coins = 1
    for stake in STAKES:
        coins *= wealth(results, claimed, stake)
    return coins


# %% wrong: the one in the middle
from statistics import median


def evidence(results, claimed):
    return median(wealth(results, claimed, stake) for stake in STAKES)


# %% right: with fmean
from statistics import fmean


def evidence(results, claimed):
    return fmean([wealth(results, claimed, stake) for stake in STAKES])


# %% right: each begins with an eighth of a coin
def evidence(results, claimed):
    return sum(1 / 8 * wealth(results, claimed, stake) for stake in STAKES)


# %% right: all eight at the same time
def evidence(results, claimed):
    coins = [1] * len(STAKES)
    for result in results:
        coins = [c * (1 + s * (result - claimed)) for c, s in zip(coins, STAKES)]
    return sum(coins) / len(coins)
