# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `select`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: ucb1
def new_node(game, state, chooser):
    return {
        "state": state,
        "chooser": chooser,
        "visits": 0,
        "total": 0,
        "untried": list(game.actions(state)),
        "children": {},
    }


# %% right: as in the lesson
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        visits = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda child: ucb1(child["total"] / child["visits"], child["visits"], visits, c),
        )
        path.append(node)
    return path


# %% wrong: the mean counts for the other player
but(
    'ucb1(child["total"] /',
    'ucb1(-child["total"] /',
)


# %% wrong, nameless: the way down is kept for each root, however its tree has grown
but(
    "def select(node, c):",
    """\
known = {}


def select(node, c):
    key = node["state"], node["visits"], node["total"], c
    if key not in known:
        known[key] = anew(node, c)
    return known[key]


def anew(node, c):""",
)


# %% wrong, nameless: never more than four steps down
but(
    "def select(node, c):",
    """\
def select(node, c):
    return anew(node, c)[:5]


def anew(node, c):""",
)


# %% wrong: untried actions are skipped
but('while not node["untried"] and node["children"]:', 'while node["children"]:')


# %% wrong: final states are not recognised, so that there is nothing to choose from
but('while not node["untried"] and node["children"]:', 'while not node["untried"]:')


# %% wrong: the child's own visits are used as the parent's
but(':\n        visits = node["visits"]', ":")
but("visits, c", 'child["visits"], c')


# %% wrong: the visits of the children together are used as the parent's
but('visits = node["visits"]', 'visits = sum(k["visits"] for k in node["children"].values())')


# %% wrong, nameless: children with equal bounds are compared as dictionaries
but("max(\n            node", "max(\n            (ucb1(k['total'] / k['visits'], k['visits'], visits, c), k) for k in node")
but(
    '.values(),\n            key=lambda child: ucb1(child["total"] / child["visits"],'
    ' child["visits"], visits, c),\n        )',
    ".values()\n        )[1]",
)


# %% wrong: the c that is handed in is not used
but(", c),", ", c=1.4),")


# %% wrong: the smallest UCB1 is followed
but("node = max(", "node = min(")


# %% wrong: the node where the walk begins is left out
but("path = [node]", "path = []")


# %% wrong: the last node is left out
but("path = [node]", "path = []")
but('visits = node["visits"]', 'visits = node["visits"]\n        path.append(node)')
but(")\n        path.append(node)", ")")


# %% wrong: only one node comes back, not the path to it
but("return path", "return node")


# %% wrong: the states are given back, not the nodes
but("path = [node]", 'path = [node["state"]]')
but("path.append(node)", 'path.append(node["state"])')


# %% wrong, nameless: the tree is changed while selecting
but("def select(node, c):", 'def select(node, c):\n    node["visits"] += 1')
but("path.append(node)", 'node["visits"] += 1\n        path.append(node)')


# %% wrong: None is returned, so a return is missing
but("path.append(node)\n    return path", "path.append(node)")


# %% right: a loop with max
but('visits = node["visits"]', 'n = node["visits"]')
but(
    'key=lambda child: ucb1(child["total"] / child["visits"], child["visits"], visits, c),',
    'key=lambda k: ucb1(k["total"] / k["visits"], k["visits"], n, c),',
)


# %% wrong: the walk ends after one level
but("while not", "if not")


# %% wrong: the visits of the root are used at every level
but("    while", '    visits = node["visits"]\n    while')
but('        visits = node["visits"]\n        node', "        node")


# %% wrong: the mean changes its sign where the second player moves
but('ucb1(child["total"]', 'ucb1((1 if child["chooser"] == "X" else -1) * child["total"]')


# %% wrong: the best mean is followed, without the bonus
def select(node, c):
    path = [node]
    while not node["untried"] and node["children"]:
        node = max(node["children"].values(), key=lambda k: k["total"] / k["visits"])
        path.append(node)
    return path


# %% wrong: the most visited child is followed
but('["total"] / k["visits"]', '["visits"]')


# %% wrong: the total stands for the mean
but("node = max", 'n = node["visits"]\n        node = max')
but('k["total"] / k["visits"]', 'ucb1(k["total"], k["visits"], n, c)')


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
