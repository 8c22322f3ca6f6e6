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


def ucb1(mean, visits, parent_visits, c):
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)


# %% wrong: the child is not put into the tree
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = rng.choice(node["untried"])
    node["untried"].remove(action)
    return new_node(game, game.result(node["state"], action), game.to_move(node["state"]))


# %% wrong: the action is not taken out of untried
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = rng.choice(node["untried"])
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong: the child counts for who moves there, not for who chose it
but(
    "with choice and remove",
    {
        'child = new_node(game, state, game.to_move(node["state"]))': "child = new_node(game, state, game.to_move(state))",
    },
)


# %% wrong: all actions are expanded at once
def expand(game, node, rng):
    if not node["untried"]:
        return node
    for action in list(node["untried"]):
        node["untried"].remove(action)
        child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
        node["children"][action] = child
    return rng.choice(list(node["children"].values()))


# %% wrong: a final node is expanded
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


# %% wrong: the child has the state of its parent
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    game.result(node["state"], action)
    child = new_node(game, node["state"], game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong: visits are counted while expanding
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    child["visits"] = 1
    node["children"][action] = child
    return child


# %% wrong: the child has untried actions that are not its own
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    child["untried"] = list(node["untried"])
    node["children"][action] = child
    return child


# %% wrong: the action is given back, not the child
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return action


# %% wrong: the state is given back, not the child
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(rng.randrange(len(node["untried"])))
    state = game.result(node["state"], action)
    node["children"][action] = new_node(game, state, game.to_move(node["state"]))
    return state


# %% wrong: the parent is given back, not the child
def expand(game, node, rng):
    if node["untried"]:
        action = node["untried"].pop(rng.randrange(len(node["untried"])))
        child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
        node["children"][action] = child
    return node


# %% wrong: None is returned, so a return is missing
def expand(game, node, rng):
    if node["untried"]:
        action = node["untried"].pop(rng.randrange(len(node["untried"])))
        child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
        node["children"][action] = child


# %% wrong: the first untried action is always taken
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop(0)
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong: the last untried action is always taken
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = node["untried"].pop()
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


# %% wrong: the rng that is handed in does not decide alone
def expand(game, node, rng):
    if not node["untried"]:
        return node
    action = random.choice(node["untried"])
    node["untried"].remove(action)
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    return child


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
