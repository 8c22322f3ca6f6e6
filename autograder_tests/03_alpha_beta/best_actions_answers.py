# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `best_actions`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    max_player = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, max_player)
    if depth == 0:
        return evaluate(game, state, max_player)
    is_max = game.to_move(state) == max_player
    best = -inf if is_max else inf
    for action in game.actions(state):
        after = game.result(state, action)
        value = limited_alphabeta(game, after, depth - 1, evaluate, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# %% wrong: ties are collected among cut-off bounds
def best_actions(game, state, depth, evaluate):
    alpha, beta = -inf, inf
    sign = 1 if game.to_move(state) == game.players[0] else -1
    best_score, best_moves = -sign * inf, []
    for action in game.actions(state):
        after = game.result(state, action)
        score = limited_alphabeta(game, after, depth - 1, evaluate, alpha, beta)
        if score == best_score:
            best_moves.append(action)
        if sign * score > sign * best_score:
            best_score = score
            best_moves = [action]
        if sign == 1:
            alpha = max(alpha, best_score)
        else:
            beta = min(beta, best_score)
    return best_moves


# %% wrong: ties are collected among bounds that were cut to the window
def hard(game, state, depth, evaluate, alpha, beta):
    value = limited_alphabeta(game, state, depth, evaluate, alpha, beta)
    return min(max(value, alpha), beta)


def best_actions(game, state, depth, evaluate):
    is_max = game.to_move(state) == game.players[0]
    best, chosen = None, []
    for action in game.actions(state):
        after = game.result(state, action)
        low = best if best is not None and is_max else -inf
        high = best if best is not None and not is_max else inf
        value = hard(game, after, depth - 1, evaluate, low, high)
        if value == best:
            chosen.append(action)
        elif best is None or (value > best if is_max else value < best):
            best, chosen = value, [action]
    return chosen


# %% wrong: actions that were surpassed later stay in the list
def best_actions(game, state, depth, evaluate):
    is_max = game.to_move(state) == game.players[0]
    best = -inf if is_max else inf
    actions = []
    for action in game.actions(state):
        value = limited_alphabeta(game, game.result(state, action), depth - 1, evaluate)
        if (is_max and value >= best) or (not is_max and value <= best):
            best = value
            actions.append(action)
    return actions


# %% wrong: only the first of the best actions is listed
but("each action with the whole window", {"best]": "best][:1]"})


# %% wrong: only the last of the best actions is listed
def best_actions(game, state, depth, evaluate):
    is_max = game.to_move(state) == game.players[0]
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = limited_alphabeta(game, game.result(state, action), depth - 1, evaluate)
        if (is_max and value >= best) or (not is_max and value <= best):
            best = value
            actions = [action]
    return actions


# %% wrong: all actions are listed
but("each action with the whole window", {"== best": "<= max(values.values())"})


# %% wrong: the largest value is taken where MIN moves, too
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max
    best = choose(values.values())
    return [action for action in values if values[action] == best]


# %% wrong: the smallest value is taken where MAX moves, too
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = min
    best = choose(values.values())
    return [action for action in values if values[action] == best]


# %% wrong: MAX and MIN are exchanged
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    max_moves = game.to_move(state) == game.players[0]
    best = min(values.values()) if max_moves else max(values.values())
    return [action for action in values if values[action] == best]


# %% wrong: the first move is not counted as a ply, so the search goes one too deep
but("each action with the whole window", {" - 1": ""})


# %% wrong: the search stops one ply too early
but("each action with the whole window", {"depth - 1": "max(depth - 2, 0)"})


# %% right: a tuple of the actions
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return tuple(action for action in values if values[action] == best)


# %% wrong: a set is returned instead of a list
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return {action for action in values if values[action] == best}


# %% wrong: one action is returned instead of a list
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return next(action for action in values if values[action] == best)


# %% wrong: the value is returned instead of the actions
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return best


# %% wrong: the estimate is for the player to move, not for the first
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(
            game, after, depth - 1, lambda g, s, p: evaluate(g, s, g.to_move(s))
        )
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return [action for action in values if values[action] == best]


# %% wrong: None is returned, so a return is missing
but("each action with the whole window", {"return": "print_later ="})


# %% wrong: the result is printed instead of returned
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    print([action for action in values if values[action] == best])


# %% right: each action with the whole window
def best_actions(game, state, depth, evaluate):
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        values[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    choose = max if game.to_move(state) == game.players[0] else min
    best = choose(values.values())
    return [action for action in values if values[action] == best]


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
