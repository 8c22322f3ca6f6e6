# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `still_possible`, wrong and right, as students write them; each part is a notebook."""


# %% all: evidence


# %% right: as in the text
def still_possible(results):
    possible = []
    for hundredths in range(101):
        mean = hundredths / 100
        if evidence(results, mean) < 20:
            possible.append(mean)
    return possible[0], possible[-1]


# %% wrong: 1.00 is forgotten
but("range(101)", "range(100)")


# %% wrong: 0.00 is forgotten
but("range(101)", "range(1, 101)")


# %% wrong: it stops at the first mean that is crossed out
but("            possible.append(mean)", "            possible.append(mean)\n        elif possible:\n            return possible[0], mean")


# %% wrong: crossed out from 10 on
but("< 20", "< 10")


# %% wrong: the whole list
but("return possible[0], possible[-1]", "return possible")


# %% wrong: the highest first
but("return possible[0], possible[-1]", "return possible[-1], possible[0]")


# %% wrong: in per cent
but("return possible[0], possible[-1]", "return 100 * possible[0], 100 * possible[-1]")


# %% wrong: in steps of a tenth
but(
    "for hundredths in range(101):\n        mean = hundredths / 100",
    "for tenths in range(11):\n        mean = tenths / 10",
)


# %% wrong: it asks only for the first ten results
but("evidence(results, mean)", "evidence(results[:10], mean)")


# %% wrong: the ends of what is crossed out
but("return possible[0], possible[-1]", "return max(0, possible[0] - 0.01), min(1, possible[-1] + 0.01)")


# %% wrong: the mean and a tenth on both sides
def still_possible(results):
    if not results:
        return 0, 1
    mean = sum(results) / len(results)
    return max(0, mean - 0.1), min(1, mean + 0.1)


# %% right: as a list, with a comprehension
def still_possible(results):
    means = [i / 100 for i in range(101) if evidence(results, i / 100) < 20]
    return [min(means), max(means)]


# %% right: from both ends
def still_possible(results):
    low, high = 0, 100
    while evidence(results, low / 100) >= 20:
        low += 1
    while evidence(results, high / 100) >= 20:
        high -= 1
    return low / 100, high / 100


# %% right: with numpy
import numpy as np


def still_possible(results):
    means = np.linspace(0, 1, 101)
    good = means[[evidence(results, m) < 20 for m in means]]
    return float(good.min()), float(good.max())


# %% wrong: each bettor is asked alone
but("evidence(results, m) < 20", "max(wealth(results, m, each) for each in STAKES) < 20")
