# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `best_action`, wrong and right, as students write them; each stands for a notebook."""

# %% all: minimax_value



# %% wrong: the value is returned instead of the action
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the number of the action is returned, not the action
but("return max", "best = max")
but("min(values)", "min(values)\n    return values.index(best)")


# %% wrong: the value is returned together with the action
def best_action(game, state):
    if game.is_terminal(state):
        return None
    values = [(minimax_value(game, game.result(state, a)), a) for a in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


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


# %% wrong, nameless: values of states are remembered, whatever the game
rated = {}


def rate(game, state):
    if state not in rated:
        rated[state] = minimax_value(game, state)
    return rated[state]


def best_action(game, state):
    mover = game.to_move(state)
    best = max if mover == game.players[0] else min
    after = {a: game.result(state, a) for a in game.actions(state)}
    return best(after, key=lambda a: rate(game, after[a])) if after else None


# %% wrong, nameless: only the first nine actions are compared
def best_action(game, state):
    legal = game.actions(state)[:9]
    mine = 1 if game.to_move(state) == game.players[0] else -1
    values = [mine * minimax_value(game, game.result(state, a)) for a in legal]
    return legal[values.index(max(values))] if legal else None


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


# %% wrong: the best value starts at 0
but("best_value = None", "best_value = 0")


# %% wrong: the best value starts at a small number, and a value may be worse
but("best_value = None", "best_value = -1")


# %% wrong: the best value starts at a large number in place of infinity
but("best_value = None", "best_value = -100")


# %% wrong: the last action is always chosen
but("best_value, best = value, action", "best = action")


# %% right: max and min by key
def best_action(game, state):
    if game.is_terminal(state):
        return None
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


# %% wrong: a final state gives its utility, where None is right
but("return None", "return game.utility(state, game.players[0])")


# %% wrong: MAX takes the action that is best for MIN
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = min")


# %% wrong: MIN takes the action that is best for MAX
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = max")


# %% wrong: the worst action is chosen
but("= max if", "= min if")
but("else min", "else max")


# %% wrong: None is returned, so a return is missing
but("return choose", "choose")


# %% wrong: the first action is always chosen
but("game.actions(state), key", "game.actions(state)[:1], key")


# %% wrong: a final state raises an exception, where None is right
but("return None", "return max([])")


# %% wrong: the state after the action is returned
but("return choose", "best = choose")
but("(state, a)))", "(state, a)))\n    return game.result(state, best)")


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
