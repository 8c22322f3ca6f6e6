# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `priors`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
import math
from math import exp


# %% right: with a power
def priors(values, temperature):
    whole = sum(math.e ** (v / temperature) for v in values.values())
    return {a: math.e ** (v / temperature) / whole for a, v in values.items()}


# %% right: the best value is taken off first
def priors(values, temperature):
    best = max(values.values())
    weights = {a: exp((v - best) / temperature) for a, v in values.items()}
    whole = sum(weights.values())
    return {a: w / whole for a, w in weights.items()}


# %% right: with a loop
def priors(values, temperature):
    result = {}
    total = 0
    for action in values:
        result[action] = exp(values[action] / temperature)
        total += result[action]
    for action in result:
        result[action] = result[action] / total
    return result


# %% right: as in the lesson
def priors(values, temperature):
    weights = {action: exp(value / temperature) for action, value in values.items()}
    total = sum(weights.values())
    return {action: weight / total for action, weight in weights.items()}


# %% wrong: the shares do not add up to 1
but("weight / total", "weight")


# %% wrong: the value is multiplied by the temperature
but("value / temperature", "value * temperature")


# %% wrong: the temperature makes no difference
but("value / temperature", "value")


# %% wrong: values are divided by their sum, without exp
but("exp(value / temperature)", "value / temperature")
but("weight / total", "weight / (total or 1)")


# %% wrong: good values get small shares
but("exp(value", "exp(-value")


# %% wrong: everything goes to the best
but("weight / total", "float(weight == max(weights.values()))")


# %% wrong: a list of shares, without the actions
but("{action: weight / total for action, weight in weights.items()}", "[weight / total for weight in weights.values()]")


# %% wrong: the largest share is 1
but("weight / total", "weight / max(weights.values())")


# %% wrong: powers of 2, not of e
but("exp(value / temperature)", "2 ** (value / temperature)")


# %% wrong: it is divided by the number of actions
but("sum(weights.values())", "len(weights)")


# %% wrong: the values given are changed
but("    total", "    values.update(weights)\n    total")


# %% wrong, nameless: what was worked out is kept, whatever the temperature
but(
    "def priors(values, temperature):",
    """\
known = {}


def priors(values, temperature):
    key = tuple(values.items())
    if key not in known:
        known[key] = anew(values, temperature)
    return dict(known[key])


def anew(values, temperature):""",
)


# %% wrong: the temperature is left out of the sum
but("sum(weights.values())", "sum(exp(value) for value in values.values())")
