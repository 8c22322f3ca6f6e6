# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `remembering`, wrong and right; each part stands for a notebook."""


# %% wrong: what is in seen is never looked up
but("look, work out, write down", {"    if state in seen:\n        return seen[state]\n": ""})


# %% wrong: nothing is ever written into seen
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: only final states are written into seen
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        seen[state] = game.utility(state, game.players[0])
        return seen[state]
    values = [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: only the states where MAX moves are written into seen
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    first = game.players[0]
    if game.is_terminal(state):
        value = game.utility(state, first)
    else:
        values = [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
        if game.to_move(state) != first:
            return min(values)
        value = max(values)
    if game.to_move(state) == first:
        seen[state] = value
    return value


# %% wrong: the key leaves out whose turn it is
but(
    "look, work out, write down",
    {
        "if state in seen:\n        return seen[state]": "key = state[0]\n    if key in seen:\n        return seen[key]",
        "seen[state] = value": "seen[key] = value",
    },
)


# %% wrong: the key is the text of the state, not the state
def remembering(game, state, seen):
    key = game.render(state)
    if key in seen:
        return seen[key]
    if game.is_terminal(state):
        seen[key] = game.utility(state, game.players[0])
    else:
        choose = max if game.to_move(state) == game.players[0] else min
        seen[key] = choose(
            [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
        )
    return seen[key]


# %% wrong: the states below get a new dictionary each
but(
    "look, work out, write down",
    {
        "seen):": "seen=None):\n    if seen is None:\n        seen = {}",
        "), seen)": "))",
    },
)


# %% wrong: a value of 0 in seen is taken for no value
but(
    "look, work out, write down",
    {
        "if state in seen:\n        return seen[state]": "known = seen.get(state)\n    if known:\n        return known",
    },
)


# %% wrong: both players maximise
def remembering(game, state, seen):
    if state not in seen:
        if game.is_terminal(state):
            seen[state] = game.utility(state, game.players[0])
        else:
            seen[state] = max(
                remembering(game, game.result(state, a), seen) for a in game.actions(state)
            )
    return seen[state]


# %% wrong: seen keeps the value for the player to move, not for MAX
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    first = game.players[0]
    if game.is_terminal(state):
        value = game.utility(state, first)
    else:
        values = [remembering(game, game.result(state, a), seen) for a in game.actions(state)]
        value = max(values) if game.to_move(state) == first else min(values)
    if game.to_move(state) == first:
        seen[state] = value
    else:
        seen[state] = -value
    return value


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


# %% wrong: both players minimise
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        value = game.utility(state, game.players[0])
    else:
        value = min(remembering(game, game.result(state, a), seen) for a in game.actions(state))
    seen[state] = value
    return value


# %% wrong: None is returned, so a return is missing
def remembering(game, state, seen):
    if state in seen:
        return seen[state]
    if game.is_terminal(state):
        seen[state] = game.utility(state, game.players[0])
        return seen[state]
    values = []
    for a in game.actions(state):
        after = game.result(state, a)
        remembering(game, after, seen)
        values.append(seen[after])
    seen[state] = max(values) if game.to_move(state) == game.players[0] else min(values)


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
