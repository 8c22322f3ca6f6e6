# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `remembering`, wrong and right; each part stands for a notebook."""

# %% wrong: the action is written into seen, not the value
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = {}
    for action in game.actions(state):
        values[action] = remembering(game, game.result(state, action), seen)
    if game.to_move(state) == game.players[0]:
        seen[state] = max(values, key=values.get)
    else:
        seen[state] = min(values, key=values.get)
    return values[seen[state]]


# %% wrong, nameless: a second dictionary keeps values from game to game
kept = {}


def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if state in kept:
        seen[state] = kept[state]
    elif game.is_terminal(state):
        seen[state] = game.utility(state, game.players[0])
    else:
        mover = game.to_move(state)
        best = max if mover == game.players[0] else min
        after = [game.result(state, a) for a in game.actions(state)]
        seen[state] = best(remembering(game, each, seen) for each in after)
    kept[state] = seen[state]
    return seen[state]


# %% wrong, nameless: no more than the first nine actions are worked out
def remembering(game, state, seen):
    if state not in seen:
        if game.is_terminal(state):
            seen[state] = game.utility(state, game.players[0])
        else:
            mover = game.to_move(state)
            best = max if mover == game.players[0] else min
            after = [game.result(state, a) for a in game.actions(state)[:9]]
            seen[state] = best(remembering(game, each, seen) for each in after)
    return seen[state]


# %% right: look, work out, write down
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        value = game.utility(state, game.players[0])
    else:
        values = [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
        value = max(values) if game.to_move(state) == game.players[0] else min(values)
    seen[state] = value
    return value


# %% wrong: seen is never looked at
but(":\n    if state in seen:\n        return seen[state]", ":")


# %% wrong: the key leaves out whose turn it is
but("if state in seen:", "key = state[0]\n    if key in seen:")
but("return seen[state]", "return seen[key]")
but("seen[state] = value", "seen[key] = value")


# %% wrong: what is in seen is not used for the states below
but("(game, state, seen):", "(game, state, seen=None):\n    if seen is None:\n        seen = {}")
but("(game, game.result(state, a), seen)", "(game, game.result(state, a))")


# %% wrong: a value of 0 in seen counts as missing
but("if state in seen:", "known = seen.get(state)\n    if known:")


# %% wrong: nothing is ever written into seen
but("    seen[state] = value\n", "")


# %% wrong: only final states are written into seen
but("    seen[state] = value\n", "")
but("value = game.utility(", "value = seen[state] = game.utility(")


# %% wrong: the key is the text of the state, not the state
but("    if state in seen:", "    key = game.render(state)\n    if key in seen:")
but("return seen[state]", "return seen[key]")
but("seen[state] = value", "seen[key] = value")


# %% wrong: both players maximise
but(" if game.to_move(state) == game.players[0] else min(values)", "")


# %% wrong: only the states where MAX moves are written into seen
but(
    "seen[state] = value", "if game.to_move(state) == game.players[0]:\n        seen[state] = value"
)


# %% wrong: seen keeps the value for the player to move, not for MAX
but(
    "seen[state] = value",
    "seen[state] = value if game.to_move(state) == game.players[0] else -value",
)


# %% wrong: both players minimise
but("max(values) if game.to_move(state) == game.players[0] else ", "")


# %% right: final states are asked first and not written down
def remembering(game, state, seen):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if state in seen:
        return seen[state]
    best = None
    maximising = game.to_move(state) == game.players[0]
    for action in game.actions(state):
        v = remembering(game, game.result(state, action), seen)
        if best is None or (v > best if maximising else v < best):
            best = v
    seen[state] = best
    return best


# %% right: get with None, and the actions the other way round
def remembering(game, state, seen):
    known = seen.get(state)
    if known is not None:
        return known
    actions = game.actions(state)
    if not actions:
        seen[state] = game.utility(state, game.players[0])
        return seen[state]
    choose = max if game.to_move(state) == game.players[0] else min
    seen[state] = choose(remembering(game, game.result(state, a), seen) for a in reversed(actions))
    return seen[state]


# %% right: the caller looks it up before the call
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        seen[state] = game.utility(state, game.players[0])
        return seen[state]
    values = []
    for action in game.actions(state):
        after = game.result(state, action)
        if after not in seen:
            seen[after] = remembering(game, after, seen)
        values.append(seen[after])
    seen[state] = max(values) if game.to_move(state) == game.players[0] else min(values)
    return seen[state]


# %% wrong, nameless: None is returned, so a return is missing
but("if after not in seen:\n            seen[after] = remembering", "remembering")
but("(values)\n    return seen[state]", "(values)")
