# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `policy_target`, wrong and right, as students write them; each is a notebook."""


# %% right: from the sum of all visits
def policy_target(root):
    children = root["children"]
    whole = sum(child["visits"] for child in children.values()) - len(children)
    return {action: (children[action]["visits"] - 1) / whole for action in children}


# %% right: with a loop
def policy_target(root):
    shares = {}
    for action, below in root["children"].items():
        shares[action] = below["visits"] - 1
    whole = sum(shares.values())
    for action in shares:
        shares[action] /= whole
    return shares


# %% right: as in the lesson
def policy_target(root):
    extra = {action: child["visits"] - 1 for action, child in root["children"].items()}
    total = sum(extra.values())
    return {action: visits / total for action, visits in extra.items()}


# %% wrong: only one first visit is taken off the sum
but(
    "total = sum(extra.values())",
    'total = sum(child["visits"] for child in root["children"].values()) - 1',
)


# %% wrong: the glance counts, too
but('child["visits"] - 1', 'child["visits"]')


# %% wrong: it is divided by the root's visits
but("sum(extra.values())", 'root["visits"]')


# %% wrong: the numbers of visits, not shares
but("visits / total", "visits")


# %% wrong: everything goes to the most visited action
but("visits / total", "float(visits == max(extra.values()))")


# %% wrong: children that were not visited again are left out
but("in extra.items()}", "in extra.items() if visits}")


# %% wrong: the priors are given back
but("visits / total", 'root["children"][action]["prior"]')


# %% wrong: means, not visits
but('child["visits"] - 1', 'child["total"] / child["visits"]')


# %% wrong: totals, not visits
but('child["visits"] - 1', 'child["total"]')


# %% wrong: a list of shares, without the actions
but(
    "{action: visits / total for action, visits in extra.items()}",
    "[visits / total for visits in extra.values()]",
)


# %% wrong: it is divided by the number of actions
but("sum(extra.values())", "len(extra)")


# %% wrong: the largest share is 1
but("sum(extra.values())", "max(extra.values())")


# %% wrong: the nodes lose their first visit for good
but(
    "    extra",
    """\
    for child in root["children"].values():
        child["visits"] -= 1
    extra""",
)
but('child["visits"] - 1', 'child["visits"]')


# %% wrong: the first visits still count in what is divided by
but("sum(extra.values())", "sum(child[\"visits\"] for child in root[\"children\"].values())")
