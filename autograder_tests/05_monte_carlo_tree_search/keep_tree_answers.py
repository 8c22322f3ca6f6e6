# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `keep_tree`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
def new_node(game, state, chooser):
    return {
        "state": state,
        "chooser": chooser,
        "visits": 0,
        "total": 0,
        "untried": list(game.actions(state)),
        "children": {},
    }


# %% right: two loops
def keep_tree(game, root, state):
    for child in root["children"].values():
        for node in child["children"].values():
            if node["state"] == state:
                return node
    return new_node(game, state, game.to_move(state))


# %% wrong: the node after your own move is returned
but("return node", "return child")


# %% wrong: a new node is returned where the tree has one already
but("return node", "return new_node(game, state, game.to_move(state))")


# %% wrong: only the first child of the root is looked at
but("in root[\"children\"].values():", "in list(root[\"children\"].values())[:1]:")


# %% wrong: the whole tree is kept
but("return node", "return root")


# %% wrong: without a node nothing is returned
but("    return new_node(game, state, game.to_move(state))\n", "")


# %% wrong: without a node the old root is returned
but("return new_node(game, state, game.to_move(state))", "return root")


# %% wrong: the kept node begins to count from 0
but("return node", "return dict(node, visits=0, total=0)")


# %% wrong: the kept node loses its children
but("return node", "return dict(node, children={}, untried=list(game.actions(state)))")


# %% wrong: the chooser of a new node is the player who does not move
but("game.to_move(state))", "game.players[1 - game.players.index(game.to_move(state))])")


# %% wrong: the most visited node two moves on is kept
def keep_tree(game, root, state):
    nodes = [node for child in root["children"].values() for node in child["children"].values()]
    if nodes:
        return max(nodes, key=lambda node: node["visits"])
    return new_node(game, state, game.to_move(state))


# %% wrong, nameless: no node has more than ten children
def keep_tree(game, root, state):
    for child in list(root["children"].values())[:10]:
        for node in list(child["children"].values())[:10]:
            if node["state"] == state:
                return node
    return new_node(game, state, game.to_move(state))


# %% right: by the states after each action
def keep_tree(game, root, state):
    for first, child in root["children"].items():
        for reply in child["children"]:
            if game.result(game.result(root["state"], first), reply) == state:
                return child["children"][reply]
    return new_node(game, state, game.to_move(state))


# %% right: a list and next
def keep_tree(game, root, state):
    nodes = [node for child in root["children"].values() for node in child["children"].values()]
    found = [node for node in nodes if node["state"] == state]
    return found[0] if found else new_node(game, state, game.to_move(state))


# %% right: with a dictionary of states
def keep_tree(game, root, state):
    known = {}
    for child in root["children"].values():
        known.update({node["state"]: node for node in child["children"].values()})
    if state in known:
        return known[state]
    return new_node(game, state, chooser=game.to_move(state))


# %% wrong: the state is looked for in the whole tree
def keep_tree(game, root, state):
    todo = [root]
    while todo:
        node = todo.pop(0)
        if node["state"] == state:
            return node
        todo.extend(node["children"].values())
    return new_node(game, state, game.to_move(state))
