# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `look_ahead`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: three cases one after the other
def look_ahead(game, state, values):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    chances = game.chance(state)
    if chances:
        total = 0
        for action, probability in chances:
            total += probability * values[game.result(state, action)]
        return total
    after = [values[game.result(state, action)] for action in game.actions(state)]
    if game.to_move(state) == game.players[0]:
        return max(after)
    return min(after)


# %% wrong: the state's own guess is returned
but("    chances = game.chance(state)\n", "    return values[state]\n    chances = game.chance(state)\n")


# %% wrong: the new value is written over the guess
but(
    "def look_ahead(game, state, values):",
    """\
def look_ahead(game, state, values):
    values[state] = looked(game, state, values)
    return values[state]


def looked(game, state, values):""",
)


# %% wrong: a final state keeps its guess
but("        return game.utility(state, game.players[0])", "        return values[state]")


# %% wrong: where dice roll, the largest guess is taken
but(
    "        total = 0\n        for action, probability in chances:\n            total += probability * values[game.result(state, action)]\n        return total",
    "        return max(values[game.result(state, action)] for action, _ in chances)",
)


# %% wrong: the guesses are added up without their probabilities
but("total += probability * values", "total += values")


# %% wrong: the plain mean is taken, whatever the probabilities are
but(
    "        total = 0\n        for action, probability in chances:\n            total += probability * values[game.result(state, action)]\n        return total",
    "        return sum(values[game.result(state, action)] for action, _ in chances) / len(chances)",
)


# %% wrong: the guess for this state is used in place of those after it
but("values[game.result(state, action)]\n        return total", "values[state]\n        return total")


# %% wrong: both players take the largest guess
but("    return min(after)\n", "    return max(after)\n")


# %% wrong: largest and smallest are swapped
but("        return max(after)\n    return min(after)\n", "        return min(after)\n    return max(after)\n")


# %% wrong: a final state is worth its utility for the second player
but("game.players[0])\n    chances", "game.players[1])\n    chances")


# %% wrong: the player to move takes a mean, as the die does
but("        return max(after)\n    return min(after)\n", "        return sum(after) / len(after)\n    return sum(after) / len(after)\n")


# %% wrong, nameless: what was worked out is kept by state, whatever the guesses are
but(
    "def look_ahead(game, state, values):",
    """\
known = {}


def look_ahead(game, state, values):
    if (game, state) not in known:
        known[game, state] = anew(game, state, values)
    return known[game, state]


def anew(game, state, values):""",
)


# %% right: with a dictionary of what follows
def look_ahead(game, state, values):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    after = {action: values[game.result(state, action)] for action in game.actions(state)}
    if pairs := game.chance(state):
        return sum(likely * after[action] for action, likely in pairs)
    return (max if game.to_move(state) == first else min)(after.values())


# %% right: by the word for chance
def look_ahead(game, state, values):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    guesses = [values[game.result(state, action)] for action in game.actions(state)]
    mover = game.to_move(state)
    if mover == "chance":
        weights = [probability for _, probability in game.chance(state)]
        return sum(w * g for w, g in zip(weights, guesses))
    return max(guesses) if mover == game.players[0] else min(guesses)


# %% wrong: the worth is that of the player to move
but("else min(guesses)", "else -min(guesses)")
