# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `gradient`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import cosh, tanh


# %% right: one weight after the other
def gradient(weights, examples):
    found = []
    for place in range(len(weights)):
        total = 0
        for counts, target in examples:
            value = tanh(sum(w * c for w, c in zip(weights, counts)))
            total += (value - target) * (1 - value * value) * counts[place]
        found.append(2 * total / len(examples))
    return found


# %% right: with the hyperbolic cosine
def gradient(weights, examples):
    found = [0] * len(weights)
    for counts, target in examples:
        opinion = sum(w * c for w, c in zip(weights, counts))
        for i in range(len(weights)):
            found[i] += 2 * (tanh(opinion) - target) / cosh(opinion) ** 2 * counts[i]
    return [each / len(examples) for each in found]


# %% right: by very small differences
def gradient(weights, examples):
    def error(some):
        return sum(
            (t - tanh(sum(w * c for w, c in zip(some, counts)))) ** 2 for counts, t in examples
        ) / len(examples)

    found = []
    for i in range(len(weights)):
        up, down = list(weights), list(weights)
        up[i] += 1e-5
        down[i] -= 1e-5
        found.append((error(up) - error(down)) / 2e-5)
    return found


# %% right: step by step
def gradient(weights, examples):
    slopes = [0.0] * len(weights)
    for counts, target in examples:
        total = 0
        for weight, count in zip(weights, counts):
            total += weight * count
        value = tanh(total)
        missing = target - value
        for i, count in enumerate(counts):
            slopes[i] += -2 * missing * (1 - value**2) * count
    for i in range(len(slopes)):
        slopes[i] /= len(examples)
    return slopes


# %% wrong: the slope of tanh is missing
but(" * (1 - value**2)", "")


# %% wrong: the slope of tanh is taken at the target
but("(1 - value**2)", "(1 - target**2)")


# %% wrong: the sign is turned round, so a step goes uphill
but("-2 * missing", "2 * missing")


# %% wrong: the factor 2 of the square is missing
but("-2 * missing", "-missing")


# %% wrong: the sum over the examples, not their mean
but("slopes[i] /= len(examples)", "pass")


# %% wrong: it is divided by the number of weights
but("slopes[i] /= len(examples)", "slopes[i] /= len(weights)")


# %% wrong: the count is missing
but(" * (1 - value**2) * count", " * (1 - value**2)")


# %% wrong: the weight stands where the count belongs
but(" * (1 - value**2) * count", " * (1 - value**2) * weights[i]")


# %% wrong: the value is not squeezed
but("value = tanh(total)", "value = total")


# %% wrong: the slope of tanh is 1 - value
but("(1 - value**2)", "(1 - value)")


# %% wrong: only the last example counts
but("    for counts, target in examples:\n", "    for counts, target in examples:\n        slopes = [0.0] * len(weights)\n")


# %% wrong: the error's slope, without the square
but("-2 * missing", "-1")


# %% wrong: the slope of tanh is worked out from the sum, not from the value
import math


def gradient(weights, examples):
    result = []
    for number in range(len(weights)):
        mean = 0
        for counts, target in examples:
            total = sum(weight * count for weight, count in zip(weights, counts))
            slope = 1 - total**2
            mean += -2 * (target - math.tanh(total)) * slope * counts[number] / len(examples)
        result.append(mean)
    return result
