# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `best_action`, wrong and right, as students write them; each stands for a notebook."""


# %% all
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    nexts = [game.result(state, action) for action in game.actions(state)]
    vals = [minimax_value(game, nxt) for nxt in nexts]
    if game.to_move(state) == game.players[0]:
        return max(vals)
    else:
        return min(vals)


# %% wrong: MIN takes the action that is best for MAX
def best_action(game, state):
    best = None
    best_value = float("-inf")
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        if value > best_value:
            best_value = value
            best = action
    return best


# %% wrong: MAX takes the action that is best for MIN
def best_action(game, state):
    if game.is_terminal(state):
        return None
    return min(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


# %% wrong: the worst action is chosen
def best_action(game, state):
    if game.is_terminal(state):
        return None
    pairs = {a: minimax_value(game, game.result(state, a)) for a in game.actions(state)}
    if game.to_move(state) == game.players[0]:
        return min(pairs, key=pairs.get)
    return max(pairs, key=pairs.get)


# %% wrong: the first action is always chosen
def best_action(game, state):
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        return action


# %% wrong: the last action is always chosen
def best_action(game, state):
    best = None
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        if value is not None:
            best = action
    return best


# %% wrong: the value is returned instead of the action
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the value is returned together with the action
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = [(minimax_value(game, game.result(state, a)), a) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the number of the action is returned, not the action
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    best = max(values) if game.to_move(state) == game.players[0] else min(values)
    return values.index(best)


# %% wrong: the state after the action is returned
def best_action(game, state):
    if game.is_terminal(state):
        return None
    best_value, best = None, None
    for action in game.actions(state):
        after = game.result(state, action)
        value = minimax_value(game, after)
        if game.to_move(state) != game.players[0]:
            value = -value
        if best_value is None or value > best_value:
            best_value, best = value, after
    return best


# %% wrong: a final state raises an exception, where None is right
def best_action(game, state):
    values = {}
    for action in game.actions(state):
        values[action] = minimax_value(game, game.result(state, action))
    if game.to_move(state) == game.players[0]:
        return max(values, key=values.get)
    return min(values, key=values.get)


# %% wrong: a final state gives its utility, where None is right
def best_action(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


# %% wrong: only the state right after the action is looked at
def best_action(game, state):
    if game.is_terminal(state):
        return None

    def score(action):
        after = game.result(state, action)
        if game.is_terminal(after):
            return game.utility(after, game.to_move(state))
        return 0

    return max(game.actions(state), key=score)


# %% wrong: None is returned, so a return is missing
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = {a: minimax_value(game, game.result(state, a)) for a in game.actions(state)}
    if game.to_move(state) == game.players[0]:
        best = max(values, key=values.get)
    else:
        best = min(values, key=values.get)


# %% wrong: the best value starts at 0
but("a loop with the best so far", {"best_value = None": "best_value = 0", "best_value is None or value": "value"})


# %% right: a loop with the best so far
def best_action(game, state):
    best = None
    best_value = None
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        if game.to_move(state) != game.players[0]:
            value = -value
        if best_value is None or value > best_value:
            best_value, best = value, action
    return best


# %% right: max and min by key
def best_action(game, state):
    if game.is_terminal(state):
        return None
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


# %% right: the last of several best actions, by the value of the state itself
def best_action(game, state):
    wanted = minimax_value(game, state)
    for action in reversed(game.actions(state)):
        if minimax_value(game, game.result(state, action)) == wanted:
            return action
    return None


# %% right: without minimax_value, two functions that call each other
def best_action(game, state):
    def look(state, player):
        if game.is_terminal(state):
            return game.utility(state, player), None
        sign = 1 if game.to_move(state) == player else -1
        best = (float("-inf"), None)
        for action in game.actions(state):
            value, _ = look(game.result(state, action), player)
            if sign * value > best[0]:
                best = (sign * value, action)
        return sign * best[0], best[1]

    return look(state, game.to_move(state))[1]
