# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `matched`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: as in the text
def matched(regrets):
    positive = [max(0, regret) for regret in regrets]
    total = sum(positive)
    if total == 0:
        return [1 / len(regrets) for _ in regrets]
    return [regret / total for regret in positive]


# %% wrong: the sum takes the negative regrets in, too
but(
    """\
total = sum(positive)
    if total == 0:""",
    """\
total = sum(regrets)
    if not any(positive):""",
)


# %% wrong: negative regrets are kept
but("max(0, regret)", "regret")


# %% wrong: without any regret nothing is played
but("return [1 / len(regrets) for _ in regrets]", "return [0 for _ in regrets]")


# %% wrong: without any regret the first action is played
but("return [1 / len(regrets) for _ in regrets]", "return [1] + [0] * (len(regrets) - 1)")


# %% wrong: without any regret it is one half each, however many actions there are
but("1 / len(regrets)", "0.5")


# %% wrong: it is divided by the sum of all regrets
but("total = sum(positive)", "total = sum(regrets)")


# %% wrong: the case without any regret is forgotten
but("    if total == 0:\n        return [1 / len(regrets) for _ in regrets]\n", "")


# %% wrong: nothing is divided
but("[regret / total for regret in positive]", "positive")


# %% wrong: negative regrets lose their sign
but("max(0, regret)", "abs(regret)")


# %% wrong: the largest regret is always played
but("[regret / total for regret in positive]", "[float(place == positive.index(max(positive))) for place in range(len(regrets))]")


# %% wrong: actions with a negative regret are left out of the list
but("for regret in regrets]", "for regret in regrets if regret > 0]")
but("1 / len(regrets) for _ in regrets", "1 / len(regrets) for _ in regrets")


# %% right: by numpy
import numpy as np


def matched(regrets):
    positive = np.maximum(np.array(regrets, dtype=float), 0)
    if positive.sum() > 0:
        return (positive / positive.sum()).tolist()
    return [1 / len(regrets)] * len(regrets)


# %% right: with a loop
def matched(regrets):
    total = 0
    for regret in regrets:
        if regret > 0:
            total += regret
    result = []
    for regret in regrets:
        if total > 0:
            result.append(regret / total if regret > 0 else 0.0)
        else:
            result.append(1 / len(regrets))
    return result


# %% right: a tuple
def matched(regrets):
    positive = tuple(r if r > 0 else 0 for r in regrets)
    return tuple(r / sum(positive) for r in positive) if any(positive) else (1 / len(regrets),) * len(regrets)


# %% wrong: without regrets there are three equal shares, however many actions there are
def matched(regrets):
    positive = [max(r, 0) for r in regrets]
    total = sum(positive)
    if total == 0:
        return [1 / 3, 1 / 3, 1 / 3]
    return [r / total for r in positive]
