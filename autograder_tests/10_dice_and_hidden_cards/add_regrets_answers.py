# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `add_regrets`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: a mean, and a list
def add_regrets(regrets, now, payoffs):
    mean = 0
    for chance, payoff in zip(now, payoffs):
        mean += chance * payoff
    return [regret + payoff - mean for regret, payoff in zip(regrets, payoffs)]


# %% wrong: the old regrets are forgotten
but("regret + payoff - mean", "payoff - mean")


# %% wrong: the mean is not taken away
but("regret + payoff - mean", "regret + payoff")


# %% wrong: the sign is turned round
but("regret + payoff - mean", "regret + mean - payoff")


# %% wrong: the plain mean of the payoffs is taken
but("    mean = 0\n    for chance, payoff in zip(now, payoffs):\n        mean += chance * payoff\n", "    mean = sum(payoffs) / len(payoffs)\n")


# %% wrong: only what is above the mean is added
but("regret + payoff - mean", "regret + max(0, payoff - mean)")


# %% wrong: a regret never falls below 0
but("regret + payoff - mean", "max(0, regret + payoff - mean)")


# %% wrong: the regret is multiplied by the action's own probability
but("[regret + payoff - mean for regret, payoff in zip(regrets, payoffs)]", "[regret + chance * (payoff - mean) for regret, chance, payoff in zip(regrets, now, payoffs)]")


# %% wrong: it is compared with the best payoff, not with the mean
but("regret + payoff - mean", "regret + payoff - max(payoffs)")


# %% wrong: the mean is divided by the number of actions
but("payoff - mean", "payoff - mean / len(now)")


# %% wrong, nameless: the list that was given is changed
but("    return [regret + payoff - mean for regret, payoff in zip(regrets, payoffs)]", "    for place, payoff in enumerate(payoffs):\n        regrets[place] += payoff - mean\n    return regrets")


# %% right: by places
def add_regrets(regrets, now, payoffs):
    places = range(len(regrets))
    average = sum(now[i] * payoffs[i] for i in places)
    return [regrets[i] + payoffs[i] - average for i in places]


# %% right: by numpy
import numpy as np


def add_regrets(regrets, now, payoffs):
    payoffs = np.array(payoffs, dtype=float)
    return list(np.array(regrets) + payoffs - np.dot(now, payoffs))


# %% right: on a copy
def add_regrets(regrets, now, payoffs):
    new = list(regrets)
    mean = sum(map(lambda a, b: a * b, now, payoffs))
    for i, payoff in enumerate(payoffs):
        new[i] += payoff - mean
    return new
