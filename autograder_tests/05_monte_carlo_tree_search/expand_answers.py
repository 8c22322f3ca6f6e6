# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `expand`, wrong and right, as students write them; each part stands for a notebook."""

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


# %% right: with choice and remove
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = rng.choice(node["untried"])
    node["untried"].remove(action)
    state = game.result(node["state"], action)
    child = new_node(game, state, game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong, nameless: each state has one node, in all trees
but(
    "def expand(game, node, rng):",
    """\
known = {}


def expand(game, node, rng):
    child = anew(game, node, rng)
    if child is node:
        return node
    [action] = [each for each in node["children"] if node["children"][each] is child]
    node["children"][action] = known.setdefault((game, child["state"]), child)
    return node["children"][action]


def anew(game, node, rng):""",
)


# %% wrong, nameless: only nine actions are looked at
but(
    "def expand(game, node, rng):",
    """\
def expand(game, node, rng):
    more = node["untried"][9:]
    del node["untried"][9:]
    child = anew(game, node, rng)
    node["untried"] += more if child is not node else []
    return child


def anew(game, node, rng):""",
)


# %% wrong, nameless: the chooser is the player who moves there, not the one who chose the child
but('game.to_move(node["state"])', "game.to_move(state)")


# %% wrong, nameless: the child is not put into the tree
but('    node["children"][action] = child\n', "")


# %% wrong, nameless: the child has the state of its parent
but("new_node(game, state,", 'new_node(game, node["state"],')


# %% wrong, nameless: the state is given back, not the child
but("return child", "return state")


# %% wrong, nameless: the parent is given back, not the child
but("return child", "return node")


# %% wrong, nameless: the first untried action is always taken
but('rng.choice(node["untried"])', 'node["untried"][0]')


# %% wrong, nameless: the last untried action is always taken
but('rng.choice(node["untried"])', 'node["untried"][-1]')


# %% wrong, nameless: the action is not taken out of untried
but('    node["untried"].remove(action)\n', "")


# %% wrong, nameless: visits are counted while expanding
but("return child", 'child["visits"] = 1\n    return child')


# %% wrong, nameless: the child has untried actions that are not its own
but("return child", 'child["untried"] = list(node["untried"])\n    return child')


# %% wrong, nameless: the action is given back, not the child
but("return child", "return action")


# %% wrong, nameless: the rng that is handed in does not decide alone
but("rng.choice", "random.choice")


# %% wrong, nameless: all actions are expanded at once
def expand(game, node, rng):
    if not node["untried"]:
        return node
    for action in list(node["untried"]):
        node["untried"].remove(action)
        child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
        node["children"][action] = child
    return rng.choice(list(node["children"].values()))


# %% wrong, nameless: a final node is expanded
def expand(game, node, rng):
    actions = node["untried"]
    if not actions:
        child = new_node(game, node["state"], game.to_move(node["state"]))
        node["children"][None] = child
        return child
    action = actions.pop(rng.randrange(len(actions)))
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong: None is returned, so a return is missing
def expand(game, node, rng):
    if node["untried"]:
        action = node["untried"].pop(rng.randrange(len(node["untried"])))
        child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
        node["children"][action] = child


# %% right: is_terminal is asked, and pop takes the action
def expand(game, node, rng):
    state = node["state"]
    if game.is_terminal(state):
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    node["children"][action] = new_node(game, game.result(state, action), game.to_move(state))
    return node["children"][action]


# %% right: without new_node, the keys in another order
def expand(game, node, rng):
    if len(node["untried"]) == 0:
        return node
    rng.shuffle(node["untried"])
    action = node["untried"].pop()
    after = game.result(node["state"], action)
    child = dict(
        visits=0,
        total=0.0,
        children={},
        untried=list(game.actions(after)),
        chooser=game.to_move(node["state"]),
        state=after,
    )
    node["children"].update({action: child})
    return child
