# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `backup`, wrong and right, as students write them; each part stands for a notebook."""

# %% wrong: the mean is kept instead of the total
def backup(game, path, value):
    for node in path:
        mine = value if node["chooser"] == game.players[0] else -value
        node["visits"] += 1
        node["total"] = node["total"] + (mine - node["total"]) / node["visits"]


# %% right: a loop with both cases
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        if node["chooser"] == game.players[0]:
            node["total"] += value
        else:
            node["total"] -= value


# %% wrong: only a player called X counts as the first
but(
    "== game.players[0]",
    '== "X"',
)


# %% wrong, nameless: the first player of the first game is kept
but(
    "def backup(game, path, value):",
    """\
known = {}


def backup(game, path, value):
    known.setdefault('first', game)
    return anew(known['first'], path, value)


def anew(game, path, value):""",
)


# %% wrong, nameless: no path is longer than 50 nodes
but(
    "def backup(game, path, value):",
    """\
def backup(game, path, value):
    return anew(game, path[:50], value)


def anew(game, path, value):""",
)


# %% wrong: the value is added with the wrong sign
but('node["total"] += value', 'node["total"] -= value')
but('else:\n            node["total"] -= value', 'else:\n            node["total"] += value')


# %% wrong: the sign depends on who moves there, not on who chose the node
but('if node["chooser"] == game.players[0]:', 'if game.to_move(node["state"]) == game.players[0]:')


# %% wrong: only the last node and its parent are counted
but("for node in path:", "for node in path[-2:]:")


# %% wrong: only won games count as visits
but('node["visits"] += 1', 'node["visits"] += value')


# %% wrong: a draw is not counted
but("(game, path, value):", "(game, path, value):\n    if value == 0:\n        return")


# %% wrong: a loss is not taken away
but("players[0]", "players[0] and value > 0")
but("else:", 'elif node["chooser"] != game.players[0] and value < 0:')


# %% wrong: the second player gets nothing
but('value\n        else:\n            node["total"] -= value', "value")


# %% wrong: the total is replaced, not added to
but('"] += value', '"] = value')
but('"] -= value', '"] = -value')


# %% wrong: the same value is added at every node
but('node["total"] -= value', 'node["total"] += value')


# %% wrong: only the last node is counted
but("in path:", "in path[-1:]:")


# %% wrong: the last node is left out
but("in path:", "in path[:-1]:")


# %% wrong: the first node is left out
but("in path:", "in path[1:]:")


# %% wrong: the visits are not counted
but('        node["visits"] += 1\n', "")


# %% wrong: the nodes in the path are replaced, not updated
but("for node in path:", "for i, node in enumerate(path):")
but('node["visits"] += 1', 'node = path[i] = dict(node, visits=node["visits"] + 1)')


# %% wrong: the sign changes from the root down, whoever chose the node
but("for node in path:", "for depth, node in enumerate(path):")
but('node["chooser"] == game.players[0]', "depth % 2 == 0")


# %% wrong: the sign changes from node to node, whoever chose the node
but("for node in path:", "for height, node in enumerate(reversed(path)):")
but('node["chooser"] == game.players[0]', "height % 2 == 0")


# %% right: from the end to the root, emptying a copy
def backup(game, path, value):
    rest = list(path)
    while rest:
        node = rest.pop()
        sign = {game.players[0]: 1, game.players[1]: -1}[node["chooser"]]
        node["total"] = node["total"] + sign * value
        node["visits"] = node["visits"] + 1


# %% right: recursive, and it gives the path back
def backup(game, path, value):
    if path:
        first = path[0]
        first["visits"] += 1
        first["total"] += value if first["chooser"] == game.players[0] else -1 * value
        backup(game, path[1:], value)
    return path


# %% wrong: the path is emptied
def backup(game, path, value):
    while path:
        node = path.pop()
        node["visits"] += 1
        node["total"] += value * (1 if node["chooser"] == game.players[0] else -1)
