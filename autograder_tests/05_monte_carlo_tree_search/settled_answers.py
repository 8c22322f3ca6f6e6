# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `settled`, wrong and right, as students write them; each part stands for a notebook."""

# %% wrong: the mean is taken for certain
def settled(game, node):
    if game.is_terminal(node["state"]):
        return game.utility(node["state"], game.players[0])
    return node["total"] / node["visits"]


# %% wrong: the value is the chooser's, not the first player's
def settled(game, node):
    state, first = node["state"], game.players[0]
    sign = 1 if node["chooser"] == first else -1
    if game.is_terminal(state):
        return game.utility(state, node["chooser"])
    is_first = game.to_move(state) == first
    values = []
    for child in node["children"].values():
        value = settled(game, child)
        values.append(value if value is None or child["chooser"] == first else -value)
    win = 1 if is_first else -1
    if win in values:
        return sign * win
    if node["untried"] or None in values:
        return None
    return sign * (max(values) if is_first else min(values))


# %% right: with both players written out
def settled(game, node):
    state = node["state"]
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    known = [settled(game, child) for child in node["children"].values()]
    if game.to_move(state) == game.players[0]:
        if 1 in known:
            return 1
    elif -1 in known:
        return -1
    if node["untried"] or None in known:
        return None
    if game.to_move(state) == game.players[0]:
        return max(known)
    return min(known)


# %% wrong: a certain draw is taken for uncertain, because 0 counts as False
but(
    'if node["untried"] or None in known:',
    'if node["untried"] or not all(known):',
)


# %% wrong, nameless: what was found is kept, though the tree has grown
but(
    "def settled(game, node):",
    """\
known = {}


def settled(game, node):
    key = game, node["state"]
    if key not in known:
        known[key] = anew(game, node)
    return known[key]


def anew(game, node):""",
)


# %% wrong, nameless: ten visits that all won count as certain
but(
    "def settled(game, node):",
    """\
def settled(game, node):
    if node["visits"] > 9 and node["total"] == node["visits"]:
        return 1 if node["chooser"] == game.players[0] else -1
    return anew(game, node)


def anew(game, node):""",
)


# %% wrong: untried actions are forgotten
but('if node["untried"] or None in known:', "if known == [] or None in known:")


# %% wrong: uncertain children are ignored
but("if node", "known = [value for value in known if value is not None]\n    if node")
but('if node["untried"] or None in known:', 'if node["untried"] or not known:')


# %% wrong: the players are exchanged
but("[0]:\n        if", "[1]:\n        if")
but("if game.to_move(state) == game.players[0]:", "if game.to_move(state) == game.players[1]:")


# %% wrong: the chooser is taken for the player to move
but("]\n    if game.to_move(state)", ']\n    if node["chooser"]')
but("if game.to_move(state) == game.players[0]:", 'if node["chooser"] == game.players[0]:')


# %% wrong: the utility is for the player to move, not for the first
but("(state, game.players[0])", "(state, game.to_move(state))")


# %% wrong: what is not certain counts as a draw
but("return None", "return 0")


# %% wrong: a final node is called uncertain
but("\n    if game.is_terminal(state):\n        return game.utility(state, game.players[0])", "")
but('if node["untried"] or None in known:', 'if node["untried"] or None in known or not known:')


# %% right: seen by the player to move, and turned back
def settled(game, node):
    first = game.players[0]

    def mine(node, player):
        state = node["state"]
        if game.is_terminal(state):
            return game.utility(state, player)
        mover = game.to_move(state)
        values = [mine(child, mover) for child in node["children"].values()]
        if 1 in values:
            best = 1
        elif node["untried"] or any(v is None for v in values):
            return None
        else:
            best = max(values)
        return best if mover == player else -best

    return mine(node, first)


# %% right: with a loop that stops at a win
def settled(game, node):
    state, first = node["state"], game.players[0]
    if not game.actions(state):
        return float(game.utility(state, first))
    sign = 1 if game.to_move(state) == first else -1
    best = None
    complete = len(node["untried"]) == 0
    for child in node["children"].values():
        value = settled(game, child)
        if value is None:
            complete = False
            continue
        if sign * value == 1:
            return value
        if best is None or sign * value > sign * best:
            best = value
    return best if complete else None


# %% wrong: both players maximise
but("sign = 1 if game.to_move(state) == first else -1", "sign = 1")


# %% wrong: both players minimise
but("sign = 1 if game.to_move(state) == first else -1", "sign = -1")


# %% wrong: a sure win is missed while something else is uncertain
but("        if sign * value == 1:\n            return value\n", "")


# %% wrong: only final children are looked at
but(
    "value = settled(game, child)",
    'final = game.is_terminal(child["state"])\n'
    '        value = settled(game, child) if final else None',
)


# %% wrong: one certain child is enough, whatever it is worth
but("if sign * value == 1:", "if True:")
