# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `worth`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: two loops
def worth(game, state, plan):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    total = 0
    if game.chance(state):
        for action, chance in game.chance(state):
            total += chance * worth(game, game.result(state, action), plan)
        return total
    view = game.view(state, game.to_move(state))
    for action, chance in zip(game.actions(state), plan[view]):
        total += chance * worth(game, game.result(state, action), plan)
    return total


# %% wrong: both players are looked up by what X sees
but("game.view(state, game.to_move(state))", "game.view(state, game.players[0])")


# %% wrong: the whole state is looked up, with both cards
but("game.view(state, game.to_move(state))", "state")


# %% wrong: the best action is taken, not the mean
but(
    "    for action, chance in zip(game.actions(state), plan[view]):\n        total += chance * worth(game, game.result(state, action), plan)\n    return total",
    "    values = [worth(game, game.result(state, action), plan) for action in game.actions(state)]\n    return max(values) if game.to_move(state) == game.players[0] else min(values)",
)


# %% wrong: the actions are turned round beside the plan
but("zip(game.actions(state), plan[view])", "zip(reversed(game.actions(state)), plan[view])")


# %% wrong: every action is as likely as any other
but("zip(game.actions(state), plan[view])", "zip(game.actions(state), [1 / len(plan[view])] * 9)")


# %% wrong: the most likely action is taken for certain
but(
    "    for action, chance in zip(game.actions(state), plan[view]):\n        total += chance * worth(game, game.result(state, action), plan)\n    return total",
    "    best = plan[view].index(max(plan[view]))\n    return worth(game, game.result(state, game.actions(state)[best]), plan)",
)


# %% wrong: a final state is worth its utility for the second player
but("game.utility(state, game.players[0])", "game.utility(state, game.players[1])")


# %% wrong: the probabilities of the cards are left out
but("            total += chance * worth", "            total += worth")


# %% wrong: the probabilities of the plan are left out
but("        total += chance * worth(game, game.result(state, action), plan)\n    return total\n", "        total += worth(game, game.result(state, action), plan)\n    return total\n")


# %% wrong: only the first card is dealt
but("        return total\n    view", "            break\n        return total\n    view")


# %% wrong: for the second player the value is turned round
but(
    "        total += chance * worth(game, game.result(state, action), plan)\n    return total\n",
    "        total += chance * worth(game, game.result(state, action), plan)\n    return total if game.to_move(state) == game.players[0] else -total\n",
)


# %% wrong, nameless: what was worked out is kept, whatever the plan is
but(
    "def worth(game, state, plan):",
    """\
known = {}


def worth(game, state, plan):
    if (game, state) not in known:
        known[game, state] = anew(game, state, plan)
    return known[game, state]


def anew(game, state, plan):""",
)


# %% right: pairs from the game or from the plan
def worth(game, state, plan):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    pairs = game.chance(state)
    if not pairs:
        pairs = list(zip(game.actions(state), plan[game.view(state, game.to_move(state))]))
    return sum(p * worth(game, game.result(state, a), plan) for a, p in pairs)


# %% right: without what never happens
def worth(game, state, plan):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == "chance":
        chances = [likely for _, likely in game.chance(state)]
    else:
        chances = plan[game.view(state, game.to_move(state))]
    value = 0
    for action, likely in zip(game.actions(state), chances):
        if likely > 0:
            value += likely * worth(game, game.result(state, action), plan)
    return value


# %% wrong: cards are taken as equally likely
but(
    "[likely for _, likely in game.chance(state)]",
    "[1 / len(game.actions(state))] * len(game.actions(state))",
)
