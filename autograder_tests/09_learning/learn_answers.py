# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `learn`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: opinion
import math
from math import tanh


# %% right: with setdefault
def learn(table, seen, target, rate):
    value = math.tanh(opinion(table, seen))
    surprise = target - value
    for pair in seen:
        table.setdefault(pair, 0.0)
        table[pair] += rate * surprise * (1 - value * value)
    return surprise


# %% right: the sum is worked out again
def learn(table, seen, target, rate):
    v = tanh(sum([table[p] if p in table else 0 for p in seen]))
    step = rate * (target - v) * (1 - v * v)
    for p in seen:
        if p in table:
            table[p] = table[p] + step
        else:
            table[p] = step
    return target - v


# %% right: as in the lesson
def learn(table, seen, target, rate):
    value = tanh(opinion(table, seen))
    surprise = target - value
    step = rate * surprise * (1 - value**2)
    for pair in seen:
        table[pair] = table.get(pair, 0) + step
    return surprise


# %% wrong: the opinion is not squeezed
but("tanh(opinion(table, seen))", "opinion(table, seen)")


# %% wrong: the slope is missing
but(" * (1 - value**2)", "")


# %% wrong: the surprise has the wrong sign
but("target - value", "value - target")


# %% wrong: the rate is missing
but("rate * surprise", "surprise")


# %% wrong: the step is returned, not the surprise
but("return surprise", "return step")


# %% wrong: a new pair is not put into the table
but("        table", "        if pair in table:\n            table")


# %% wrong: what the table had is replaced
but("table.get(pair, 0) + step", "step")


# %% wrong: the surprise is worked out anew after each pair
but(
    "        table[pair] = table.get(pair, 0) + step",
    """\
        value = tanh(opinion(table, seen))
        table[pair] = table.get(pair, 0) + rate * (target - value) * (1 - value**2)""",
)


# %% wrong: the surprise comes from a value after the change
but("    return surprise", "    return target - tanh(opinion(table, seen))")


# %% wrong: the step is shared out among the pairs
but("+ step", "+ step / len(seen)")


# %% wrong: each pair moves once, however often it was seen
but("in seen", "in dict.fromkeys(seen)")


# %% wrong: everything in the table is changed
but("for pair in seen:", "for pair in {**table, **dict.fromkeys(seen)}:")


# %% wrong: a copy of the table is changed
but("    for pair", "    table = dict(table)\n    for pair")


# %% wrong: the target's square is in the slope
but("value**2", "target**2")


# %% wrong: only twenty pairs learn
but("in seen", "in seen[:20]")


# %% wrong: None is returned, so a return is missing
but("return surprise", "surprise")


# %% wrong: the slope is taken as 1 minus the value, squared
import math


def learn(table, seen, target, rate):
    value = math.tanh(opinion(table, seen))
    surprise = target - value
    for pair in seen:
        table[pair] = table.get(pair, 0) + rate * surprise * (1 - value) ** 2
    return surprise
