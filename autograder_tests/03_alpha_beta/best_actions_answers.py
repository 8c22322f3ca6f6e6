# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `best_actions`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: limited_alphabeta



# %% wrong, nameless: the answer is kept by game and state, whatever the depth
known = {}


def best_actions(game, state, depth, evaluate):
    if (game, state) not in known:
        values = [
            limited_alphabeta(game, game.result(state, a), depth - 1, evaluate)
            for a in game.actions(state)
        ]
        best = max(values) if game.to_move(state) == game.players[0] else min(values)
        known[game, state] = [a for a, v in zip(game.actions(state), values) if v == best]
    return list(known[game, state])


# %% wrong, nameless: only the first nine actions are compared
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state)[:9]:
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    best = (max if game.to_move(state) == game.players[0] else min)(values.values())
    return [action for action in values if values[action] == best]


# %% right: each action with the whole window
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return [action for action in values if values[action] == best]


# %% wrong: only the first of the best actions is listed
but("best]", "best][:1]")


# %% wrong: values that are nearly equal count as equal
but("depth - 1, evaluate)", "depth - 1, evaluate)\n        values[action] = round(values[action], 2)")


# %% wrong: all actions are listed
but("[action] == best", "[action] <= max(values.values())")


# %% wrong: MIN takes the largest value too
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = max")


# %% wrong: MAX takes the smallest value too
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = min")


# %% wrong: the first move is not counted as a ply, so the search goes one too deep
but("depth - 1", "depth")


# %% wrong: the search stops one ply too early
but("depth - 1", "max(depth - 2, 0)")


# %% right: a tuple of the actions
but("return [", "return tuple(")
but("best]", "best)")


# %% wrong: a set is returned instead of a list
but("return [", "return {")
but("best]", "best}")


# %% wrong: one action is returned instead of a list
but("return [", "return next(")
but("best]", "best)")


# %% wrong: the value is returned instead of the actions
but("return [action for action in values if values[action] == best]", "return best")


# %% wrong: the estimate is for the player to move, not for the first player
but("(game, after, depth - 1, evaluate)", "(\n            game, after, depth - 1, evaluate)")
but("1, evaluate", "1, lambda g, s, p: evaluate(g, s, g.to_move(s))\n        ")


# %% wrong: None is returned, so a return is missing
but("return", "print_later =")


# %% wrong: the result is printed instead of returned
but(
    "return [action for action in values if values[action] == best]",
    "print([action for action in values if values[action] == best])",
)


# %% wrong: MAX and MIN are swapped
but("= max if", "= min if")
but("else min", "else max")


# %% wrong: only the last of the best actions is listed
but("best]", "best][-1:]")


# %% right: two passes, and minimax
def depth_limited(game, state, depth, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    )


def best_actions(game, state, depth, evaluate):
    value = depth_limited(game, state, depth, evaluate)
    found = []
    for a in game.actions(state):
        if depth_limited(game, game.result(state, a), depth - 1, evaluate) == value:
            found.append(a)
    return found


# %% right: a window that leaves room for ties
def best_actions(game, state, depth, evaluate):
    is_max = game.to_move(state) == game.players[0]
    best = -inf if is_max else inf
    found = []
    for action in game.actions(state):
        after = game.result(state, action)
        # A little below the best, so that what is as good as the best is exact.
        low, high = (best - 1e-9, inf) if is_max else (-inf, best + 1e-9)
        value = limited_alphabeta(game, after, depth - 1, evaluate, low, high)
        if value == best:
            found.append(action)
        elif value > best if is_max else value < best:
            best, found = value, [action]
    return found


# %% wrong: actions stay in the list after a better one is found
but("best, found = value, [action]", "best = value\n            found.append(action)")


# %% wrong: ties are collected among cut-off bounds
but("(best - 1e-9, inf)", "(best, inf)")
but("(-inf, best + 1e-9)", "(-inf, best)")


# %% wrong: ties are collected among bounds cut off at the window
but("(best - 1e-9, inf)", "(best, inf)")
but("(-inf, best + 1e-9)", "(-inf, best)")
but("evaluate, low, high)", "evaluate, low, high)\n        value = min(max(value, low), high)")


# %% wrong: the values are a generator, of which nothing is left when it is read again
def best_actions(game, state, depth, evaluate):
    actions = game.actions(state)
    values = (limited_alphabeta(game, game.result(state, a), depth - 1, evaluate) for a in actions)
    best = max(values) if game.to_move(state) == game.players[0] else min(values)
    return [action for action, value in zip(actions, values) if value == best]
