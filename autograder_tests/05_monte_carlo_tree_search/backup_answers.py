# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `backup`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the same value is added at every node
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        node["total"] += value


# %% wrong: the value is added with the wrong sign
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        if node["chooser"] == game.players[0]:
            node["total"] -= value
        else:
            node["total"] += value


# %% wrong: the sign asks who is to move there, not for whom the node counts
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        if game.to_move(node["state"]) == game.players[0]:
            node["total"] += value
        else:
            node["total"] -= value


# %% wrong: the sign changes from node to node, whoever the node counts for
def backup(game, path, value):
    for node in reversed(path):
        node["visits"] += 1
        node["total"] += value
        value = -value


# %% wrong: the sign changes from the root down, whoever the node counts for
def backup(game, path, value):
    for depth, node in enumerate(path):
        node["visits"] += 1
        node["total"] += value if depth % 2 == 0 else -value


# %% wrong: only the last node is counted
def backup(game, path, value):
    node = path[-1]
    node["visits"] += 1
    node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: only the last node and its parent are counted
def backup(game, path, value):
    for node in path[-2:]:
        node["visits"] += 1
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: the first node is left out
def backup(game, path, value):
    for i in range(len(path) - 1, 0, -1):
        node = path[i]
        node["visits"] += 1
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: the last node is left out
def backup(game, path, value):
    for i in range(len(path) - 1):
        path[i]["visits"] += 1
        path[i]["total"] += value if path[i]["chooser"] == game.players[0] else -value


# %% wrong: the visits are not counted
def backup(game, path, value):
    for node in path:
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: only won games count as visits
def backup(game, path, value):
    for node in path:
        node["visits"] += value
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: a draw is not counted
def backup(game, path, value):
    if value == 0:
        return
    for node in path:
        node["visits"] += 1
        node["total"] += value if node["chooser"] == game.players[0] else -value


# %% wrong: the total is replaced, not added to
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        node["total"] = value if node["chooser"] == game.players[0] else -value


# %% wrong: the mean is kept instead of the total
def backup(game, path, value):
    for node in path:
        mine = value if node["chooser"] == game.players[0] else -value
        node["visits"] += 1
        node["total"] = node["total"] + (mine - node["total"]) / node["visits"]


# %% wrong: a loss is not taken away
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        if node["chooser"] == game.players[0] and value > 0:
            node["total"] += value
        elif node["chooser"] != game.players[0] and value < 0:
            node["total"] += -value


# %% wrong: the second player gets nothing
but("a loop with both cases", {"        else:\n            node[\"total\"] -= value\n": ""})


# %% right: a loop with both cases
def backup(game, path, value):
    for node in path:
        node["visits"] += 1
        if node["chooser"] == game.players[0]:
            node["total"] += value
        else:
            node["total"] -= value


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
