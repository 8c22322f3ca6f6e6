# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `share_visits`, wrong and right, as students write them; each is a notebook of its own."""

# %% wrong: what rounding leaves over is lost
def share_visits(budget, weights):
    rest = budget - len(weights)
    return [1 + rest * w // sum(weights) for w in weights]


# %% wrong: nobody gets a visit to begin with
def share_visits(budget, weights):
    shares = [budget * w // sum(weights) for w in weights]
    order = sorted(range(len(weights)), key=lambda i: weights[i], reverse=True)
    for i in order[: budget - sum(shares)]:
        shares[i] += 1
    return shares


# %% wrong: what is left over goes to the first, whatever their weights
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = []
    for w in weights:
        shares.append(1 + rest * w // sum(weights))
    left = budget - sum(shares)
    for i in range(left):
        shares[i] += 1
    return shares


# %% wrong: all that is left over goes to one
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    best = weights.index(max(weights))
    shares[best] += budget - sum(shares)
    return shares


# %% wrong: the weights are not looked at
def share_visits(budget, weights):
    n = len(weights)
    shares = [budget // n] * n
    for i in range(budget % n):
        shares[i] += 1
    return shares


# %% wrong: the shares are no whole numbers
def share_visits(budget, weights):
    rest = budget - len(weights)
    return [1 + rest * w / sum(weights) for w in weights]


# %% wrong: the first visits are not taken off the budget
def share_visits(budget, weights):
    shares = [1 + budget * w // sum(weights) for w in weights]
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    for i in order[: max(0, budget - sum(shares))]:
        shares[i] += 1
    return shares


# %% wrong: the shares are rounded up or down, not always down
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + round(rest * w / sum(weights)) for w in weights]
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    missing = budget - sum(shares)
    for i in order:
        if missing > 0:
            shares[i] += 1
            missing -= 1
    return shares


# %% wrong: what is left over goes to the smallest weights
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    places = list(range(len(weights)))
    places.sort(key=lambda i: -weights[i])
    places.reverse()
    for i in places[: budget - sum(shares)]:
        shares[i] += 1
    return shares


# %% wrong: among equal weights the last comes first
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    order = sorted([(w, i) for i, w in enumerate(weights)], reverse=True)
    for w, i in order[: budget - sum(shares)]:
        shares[i] += 1
    return shares


# %% right: a tuple of shares
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    for i in sorted(range(len(weights)), key=lambda i: -weights[i])[: budget - sum(shares)]:
        shares[i] += 1
    return tuple(shares)


# %% wrong: None is returned, so a return is missing
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    for i in sorted(range(len(weights)), key=lambda i: -weights[i])[: budget - sum(shares)]:
        shares[i] += 1


# %% wrong: a floating-point quotient is cut off
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + int(rest * (w / sum(weights))) for w in weights]
    for i in sorted(range(len(weights)), key=lambda i: -weights[i])[: budget - sum(shares)]:
        shares[i] += 1
    return shares


# %% right: as in the lesson
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * weight // sum(weights) for weight in weights]
    heaviest = sorted(range(len(weights)), key=lambda place: -weights[place])
    for place in heaviest[: budget - sum(shares)]:
        shares[place] += 1
    return shares


# %% right: a loop that takes the greatest weight out of a copy
def share_visits(budget, weights):
    total = sum(weights)
    shares = []
    for w in weights:
        shares.append(1 + int((budget - len(weights)) * w // total))
    left = weights.copy()
    while sum(shares) < budget:
        best = left.index(max(left))
        left[best] = -1
        shares[best] += 1
    return shares


# %% right: the one visit is put on at the end
from fractions import Fraction
from math import floor


def share_visits(budget, weights):
    n = len(weights)
    parts = [floor(Fraction((budget - n) * w, sum(weights))) for w in weights]
    over = budget - n - sum(parts)
    ranked = sorted(enumerate(weights), key=lambda pair: (-pair[1], pair[0]))
    lucky = {i for i, _ in ranked[:over]}
    return [part + 1 + (i in lucky) for i, part in enumerate(parts)]
