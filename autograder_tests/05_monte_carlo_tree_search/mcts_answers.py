# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `mcts`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import random
from random import Random
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


def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])


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


def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = rng.choice(node["untried"])
    node["untried"].remove(action)
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: the new child is left out of the path
but("step by step", {"        if child is not path[-1]:\n            path.append(child)\n": ""})


# %% wrong: the random game starts from the parent, not from the new child
but(
    "step by step",
    {
        "path = select(root, c)": 'path = select(root, c)\n        value = random_playout(game, path[-1]["state"], rng)',
        '        value = random_playout(game, child["state"], rng)\n': "",
    },
)


# %% wrong: only the new child is counted, not the way to it
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        child = expand(game, select(root, c)[-1], rng)
        value = random_playout(game, child["state"], rng)
        backup(game, [child], value)
    action = max(root["children"], key=lambda a: root["children"][a]["visits"])
    return action, root


# %% wrong: a final node is counted twice
but(
    "step by step",
    {
        "if child is not path[-1]:\n            path.append(child)": "path.append(child)",
    },
)


# %% wrong: the action with the best mean is taken, not the most visited
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        value = random_playout(game, child["state"], rng)
        backup(game, path, value)
    action = max(
        root["children"], key=lambda a: root["children"][a]["total"] / root["children"][a]["visits"]
    )
    return action, root


# %% wrong: the least visited action is taken
but("step by step", {"max": "min"})


# %% wrong: the tree of an earlier search is used again
root = None


def mcts(game, state, simulations, rng, c=1.4):
    global root
    if root is None:
        root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        value = random_playout(game, child["state"], rng)
        backup(game, path, value)
    action = max(root["children"], key=lambda a: root["children"][a]["visits"])
    return action, root


# %% wrong: there is one simulation too few
but(
    "step by step",
    {
        "for _ in range(simulations):": "for _ in range(1, simulations):",
        "backup(game, path, value)": 'backup(game, path, value)\n    if not root["children"]:\n        return None, root',
    },
)


# %% wrong: there is one simulation too many
but("step by step", {"for _ in range(simulations):": "for _ in range(simulations + 1):"})


# %% wrong: the rng that is handed in does not decide alone
but(
    "step by step",
    {
        'value = random_playout(game, child["state"], rng)': 'value = random_playout(game, child["state"], random)',
    },
)


# %% wrong: the rng that is handed in is not used: every seed gives the same
but(
    "step by step",
    {
        "def mcts(game, state, simulations, rng, c=1.4):": "def mcts(game, state, simulations, rng, c=1.4):\n    rng = Random(0)",
    },
)


# %% wrong: the c that is handed in is not used
but("step by step", {"path = select(root, c)": "path = select(root, 1.4)"})


# %% wrong: the value counts for the wrong player
but("step by step", {"backup(game, path, value)": "backup(game, path, -value)"})


# %% wrong: the action alone is given back, without the tree
but("step by step", {"return action, root": "return action"})


# %% wrong: the child is given back, not its action
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        value = random_playout(game, child["state"], rng)
        backup(game, path, value)
    return max(root["children"].values(), key=lambda k: k["visits"]), root


# %% wrong: the tree alone is given back, without the action
but(
    "step by step",
    {
        'action = max(root["children"], key=lambda a: root["children"][a]["visits"])\n    return action, root': "return root",
    },
)


# %% wrong: None is returned, so a return is missing
but("step by step", {"    return action, root\n": ""})


# %% right: step by step
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        value = random_playout(game, child["state"], rng)
        backup(game, path, value)
    action = max(root["children"], key=lambda a: root["children"][a]["visits"])
    return action, root


# %% right: the path grows only where something is new, and a list comes back
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    done = 0
    while done < simulations:
        path = select(root, c)
        leaf = path[-1]
        if leaf["untried"]:
            path.append(expand(game, leaf, rng))
        backup(game, path, random_playout(game, path[-1]["state"], rng))
        done += 1
    visits = {action: child["visits"] for action, child in root["children"].items()}
    return [max(visits, key=visits.get), root]


# %% right: another player's name at the root, helpers inside, ties by the mean
def mcts(game, state, simulations, rng, c=1.4):
    def simulate(root):
        *above, last = select(root, c)
        if game.is_terminal(last["state"]):
            backup(game, [*above, last], game.utility(last["state"], game.players[0]))
            return
        child = expand(game, last, rng)
        backup(game, [*above, last, child], random_playout(game, child["state"], rng))

    other = [p for p in game.players if p != game.to_move(state)][0]
    root = new_node(game, state, other)
    for i in range(simulations):
        simulate(root)
    ranked = sorted(
        root["children"].items(),
        key=lambda pair: (pair[1]["visits"], pair[1]["total"] / pair[1]["visits"]),
    )
    return ranked[-1][0], root
