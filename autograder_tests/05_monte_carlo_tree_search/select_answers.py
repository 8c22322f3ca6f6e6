# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `select`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf, log, sqrt


def new_node(game, state, chooser):
    return {
        "state": state,
        "chooser": chooser,
        "visits": 0,
        "total": 0,
        "untried": list(game.actions(state)),
        "children": {},
    }


def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: untried actions are passed by
def select(node, c):
    path = [node]
    while node["children"]:
        n = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda child: ucb1(child["total"] / child["visits"], child["visits"], n, c),
        )
        path.append(node)
    return path


# %% wrong: the walk ends after one level
def select(node, c):
    path = [node]
    if not node["untried"] and node["children"]:
        best, best_child = -inf, None
        for child in node["children"].values():
            score = ucb1(child["total"] / child["visits"], child["visits"], node["visits"], c)
            if score > best:
                best, best_child = score, child
        path.append(best_child)
    return path


# %% wrong: final states are not recognised, so that there is nothing to choose from
but("untried actions are passed by", {'while node["children"]:': 'while not node["untried"]:'})


# %% wrong: the visits of the root are used at every level
def select(node, c):
    path = [node]
    parent_visits = node["visits"]
    while path[-1]["untried"] == [] and path[-1]["children"] != {}:
        children = path[-1]["children"].values()
        path.append(
            max(
                children,
                key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], parent_visits, c),
            )
        )
    return path


# %% wrong: the child's own visits are used as the parent's
but("a loop with max", {'        n = node["visits"]\n': "", "n,": 'k["visits"],'})


# %% wrong: the best mean is followed, without the bonus
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        node = max(node["children"].values(), key=lambda k: k["total"] / k["visits"])
        path.append(node)
    return path


# %% wrong: the most visited child is followed
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        node = max(node["children"].values(), key=lambda k: k["visits"])
        path.append(node)
    return path


# %% wrong: the total stands for the mean
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        n = node["visits"]
        node = max(node["children"].values(), key=lambda k: ucb1(k["total"], k["visits"], n, c))
        path.append(node)
    return path


# %% wrong: the c that is handed in is not used
but("a loop with max", {"c),": "c=1.4),"})


# %% wrong: the least UCB1 is followed
but("a loop with max", {"node = max(": "node = min("})


# %% wrong: where the second player moves, the mean is turned round
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        n = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda k: ucb1(
                (1 if k["chooser"] == "X" else -1) * k["total"] / k["visits"], k["visits"], n, c
            ),
        )
        path.append(node)
    return path


# %% wrong: the node where the walk begins is left out
but("a loop with max", {"path = [node]": "path = []"})


# %% wrong: the last node is left out
def select(node, c):
    path = []
    while not node["untried"] and node["children"]:
        n = node["visits"]
        path.append(node)
        node = max(
            node["children"].values(),
            key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], n, c),
        )
    return path


# %% wrong: one node is given back, not the way to it
def select(node, c):
    while not node["untried"] and node["children"]:
        n = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], n, c),
        )
    return node


# %% wrong: the states are given back, not the nodes
def select(node, c):
    path = [node["state"]]
    while not node["untried"] and node["children"]:
        n = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], n, c),
        )
        path.append(node["state"])
    return path


# %% wrong: the actions are given back, not the nodes
def select(node, c):
    path = []
    while not node["untried"] and node["children"]:
        n = node["visits"]
        kids = node["children"]
        action = max(
            kids, key=lambda a: ucb1(kids[a]["total"] / kids[a]["visits"], kids[a]["visits"], n, c)
        )
        path.append(action)
        node = kids[action]
    return path


# %% wrong: the tree is changed while selecting
but(
    "a loop with max",
    {
        "def select(node, c):": 'def select(node, c):\n    node["visits"] += 1',
        'n = node["visits"]': 'n = node["visits"] - 1',
        "path.append(node)": 'node["visits"] += 1\n        path.append(node)',
    },
)


# %% wrong: None is returned, so a return is missing
but("a loop with max", {"    return path\n": ""})


# %% right: a loop with max
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        n = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], n, c),
        )
        path.append(node)
    return path


# %% right: recursive
def select(node, c):
    if node["untried"] or not node["children"]:
        return [node]
    best, chosen = -inf, None
    for child in node["children"].values():
        bound = ucb1(child["total"] / child["visits"], child["visits"], node["visits"], c)
        if bound > best:
            best, chosen = bound, child
    return [node, *select(chosen, c)]


# %% right: by sorting, with a helper that looks out for no visits
def bound(child, parent, c):
    mean = child["total"] / child["visits"] if child["visits"] else 0
    return ucb1(mean, child["visits"], parent["visits"], c)


def select(node, c):
    path = [node]
    while True:
        last = path[-1]
        if len(last["untried"]) > 0 or len(last["children"]) == 0:
            return path
        path.append(sorted(last["children"].values(), key=lambda k: -bound(k, last, c))[0])


# %% right: a tuple of nodes
def select(node, c):
    path = (node,)
    while not path[-1]["untried"] and path[-1]["children"]:
        here = path[-1]
        scores = {}
        for action, k in here["children"].items():
            scores[action] = ucb1(k["total"] / k["visits"], k["visits"], here["visits"], c)
        path += (here["children"][max(scores, key=scores.get)],)
    return path
