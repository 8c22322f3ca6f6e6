# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `share_visits`, wrong and right, as students write them; each is a notebook of its own."""

# %% right: a tuple of shares
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * w // sum(weights) for w in weights]
    for i in sorted(range(len(weights)), key=lambda i: -weights[i])[: budget - sum(shares)]:
        shares[i] += 1
    return tuple(shares)


# %% wrong: the whole budget is shared before each move has its one visit
but(
    "rest = budget - len(weights)",
    "rest = budget",
)
but(
    "[1 + rest * w // sum(weights) for w in weights]",
    "[max(1, rest * w // sum(weights)) for w in weights]",
)


# %% wrong, nameless: the order of the weights is forgotten
but(
    "def share_visits(budget, weights):",
    """\
known = {}


def share_visits(budget, weights):
    key = budget, tuple(sorted(weights))
    if key not in known:
        known[key] = anew(budget, weights)
    return list(known[key])


def anew(budget, weights):""",
)


# %% wrong, nameless: only nine moves get a share
but(
    "def share_visits(budget, weights):",
    """\
def share_visits(budget, weights):
    return anew(budget - len(weights[9:]), weights[:9]) + [1] * len(weights[9:])


def anew(budget, weights):""",
)


# %% wrong: None is returned, so a return is missing
but("shares[i] += 1\n    return tuple(shares)", "shares[i] += 1")


# %% right: as in the lesson
def share_visits(budget, weights):
    rest = budget - len(weights)
    shares = [1 + rest * weight // sum(weights) for weight in weights]
    heaviest = sorted(range(len(weights)), key=lambda place: -weights[place])
    for place in heaviest[: budget - sum(shares)]:
        shares[place] += 1
    return shares


# %% wrong: what is left over goes to the smallest weights
but("= sorted", "= list")
but(", key", ")\n    heaviest.sort(key")
but("place])", "place])\n    heaviest.reverse()")


# %% wrong: among equal weights the last comes first
but(
    "range(len(weights)), key=lambda place: -weights[place]",
    "[(weight, place) for place, weight in enumerate(weights)], reverse=True",
)
but("for place in", "for weight, place in")


# %% wrong: a floating-point quotient is cut off
but("rest * weight // sum(weights)", "int(rest * (weight / sum(weights)))")


# %% wrong: what is left over goes to the first moves, whatever their weights
but("sorted(range(len(weights)), key=lambda place: -weights[place])", "range(len(weights))")


# %% wrong: what rounding leaves over is lost
but("shares[place] += 1", "pass")


# %% wrong: no move gets a visit to begin with
but("rest = budget - len(weights)", "rest = budget")
but("[1 + rest", "[rest")


# %% wrong: all that is left over goes to one move
but("heaviest[: budget - sum(shares)]", "heaviest[:1] * (budget - sum(shares))")


# %% wrong: the weights are ignored
but("weights):\n", "weights):\n    weights = [1] * len(weights)\n")


# %% wrong: the shares are not whole numbers
but("weight // sum", "weight / sum")
but("heaviest[: budget - sum(shares)]", "()")


# %% wrong: the first visits are not subtracted from the budget
but("rest = budget - len(weights)", "rest = budget")
but("[: budget - sum(shares)]", "[: max(0, budget - sum(shares))]")


# %% wrong: the shares are rounded up or down, not always down
but("rest * weight // sum(weights)", "round(rest * weight / sum(weights))")
but("[: budget - sum(shares)]", "[: max(0, budget - sum(shares))]")


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


# %% wrong: what is left over goes to the largest remainders
def share_visits(budget, weights):
    shares = [divmod((budget - len(weights)) * weight, sum(weights)) for weight in weights]
    plan = [1 + whole for whole, _ in shares]
    order = sorted(range(len(plan)), key=lambda i: -shares[i][1])
    for i in order[: budget - sum(plan)]:
        plan[i] += 1
    return plan
