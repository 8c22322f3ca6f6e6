# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `expectimax`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: three cases one after the other
def expectimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.chance(state):
        total = 0
        for action, probability in game.chance(state):
            total += probability * expectimax(game, game.result(state, action))
        return total
    values = []
    for action in game.actions(state):
        values.append(expectimax(game, game.result(state, action)))
    if game.to_move(state) == game.players[0]:
        return max(values)
    return min(values)


# %% wrong: the plain mean is taken, whatever the probabilities are
but(
    "        total = 0\n        for action, probability in game.chance(state):\n            total += probability * expectimax(game, game.result(state, action))\n        return total",
    "        after = [expectimax(game, game.result(state, a)) for a in game.actions(state)]\n        return sum(after) / len(after)",
)


# %% wrong: a chance node takes the largest value
but(
    "        total = 0\n        for action, probability in game.chance(state):\n            total += probability * expectimax(game, game.result(state, action))\n        return total",
    "        return max(expectimax(game, game.result(state, a)) for a in game.actions(state))",
)


# %% wrong: a chance node is left to the second player, as in minimax
but("    if game.chance(state):", "    if False:")


# %% wrong: the values are added up without their probabilities
but("total += probability * expectimax", "total += expectimax")


# %% wrong: only the most likely value counts
but(
    "        total = 0\n        for action, probability in game.chance(state):\n            total += probability * expectimax(game, game.result(state, action))\n        return total",
    "        action, _ = max(game.chance(state), key=lambda pair: pair[1])\n        return expectimax(game, game.result(state, action))",
)


# %% wrong: the loop over the dice returns after the first
but("        return total", "            return total")


# %% wrong: largest and smallest are swapped
but("        return max(values)\n    return min(values)\n", "        return min(values)\n    return max(values)\n")


# %% wrong: both players take the largest value
but("    return min(values)\n", "    return max(values)\n")


# %% wrong: a final state is worth its utility for the second player
but("game.players[0])\n    if game.chance", "game.players[1])\n    if game.chance")


# %% wrong: a final state is worth its utility for the player to move
but("game.players[0])\n    if game.chance", "game.to_move(state))\n    if game.chance")


# %% wrong: a mean is taken where players choose, too
but(
    "    if game.to_move(state) == game.players[0]:\n        return max(values)\n    return min(values)\n",
    "    return sum(values) / len(values)\n",
)


# %% wrong, nameless: values are kept by state, and other dice get them too
but(
    "def expectimax(game, state):",
    """\
known = {}


def expectimax(game, state):
    if state not in known:
        known[state] = anew(game, state)
    return known[state]


def anew(game, state):""",
)


# %% right: with a sum and a helper
def after(game, state):
    return {action: expectimax(game, game.result(state, action)) for action in game.actions(state)}


def expectimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = after(game, state)
    if pairs := game.chance(state):
        return sum(chance * values[action] for action, chance in pairs)
    best = min if game.to_move(state) == game.players[1] else max
    return best(values.values())


# %% right: by whose turn it is
def expectimax(game, state):
    if not game.actions(state):
        return game.utility(state, game.players[0])
    first, second = game.players
    mover = game.to_move(state)
    if mover in (first, second):
        values = [expectimax(game, game.result(state, each)) for each in game.actions(state)]
        return max(values) if mover == first else min(values)
    result = 0.0
    for each, likely in game.chance(state):
        result += likely * expectimax(game, game.result(state, each))
    return result


# %% right: the second player's values turned round
def expectimax(game, state):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if chances := game.chance(state):
        return sum(p * expectimax(game, game.result(state, a)) for a, p in chances)
    sign = 1 if game.to_move(state) == first else -1
    return sign * max(sign * expectimax(game, game.result(state, a)) for a in game.actions(state))


# %% wrong: the second player is taken for one who draws
but(
    "return sign * max(sign * expectimax(game, game.result(state, a)) for a in game.actions(state))",
    "values = [expectimax(game, game.result(state, a)) for a in game.actions(state)]\n"
    "    return max(values) if sign == 1 else sum(values) / len(values)",
)


# %% wrong: the players are taken to alternate at dice, too
def best(game, state, me, you):
    if game.is_terminal(state):
        return game.utility(state, me)
    if pairs := game.chance(state):
        return -sum(p * best(game, game.result(state, a), you, me) for a, p in pairs)
    return max(-best(game, game.result(state, a), you, me) for a in game.actions(state))


def expectimax(game, state):
    first, second = game.players
    if game.to_move(state) == second:
        return -best(game, state, second, first)
    return best(game, state, first, second)
