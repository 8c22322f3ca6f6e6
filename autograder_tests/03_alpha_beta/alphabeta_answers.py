# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `alphabeta`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


# %% wrong: nothing is ever cut
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [alphabeta(game, game.result(state, a), alpha, beta) for a in game.actions(state)]
    if game.to_move(state) == game.players[0]:
        return max(values)
    return min(values)


# %% wrong: the cut comes only at >, where >= prunes more
but(
    "only MAX cuts",
    {
        "if alpha >= beta:": "if alpha > beta:",
        "beta = min(beta, value)": "beta = min(beta, value)\n            if alpha > beta:\n                break",
    },
)


# %% wrong: every level starts with a fresh window
but(
    "only the bound from the level right above is handed down",
    {
        ", alpha)": ")",
        ", beta=beta": "",
    },
)


# %% wrong: only the bound from the level right above is handed down
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        value = -inf
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), alpha))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in game.actions(state):
            value = min(value, alphabeta(game, game.result(state, action), beta=beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


# %% wrong: only MAX cuts
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        value = -inf
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in game.actions(state):
            value = min(value, alphabeta(game, game.result(state, action), alpha, beta))
            beta = min(beta, value)
    return value


# %% wrong: only MIN cuts
but(
    "fail-soft, one function",
    {
        "            alpha = max(alpha, value)\n            if alpha >= beta:\n                break\n": "            alpha = max(alpha, value)\n",
    },
)


# %% wrong: alpha and beta are handed down the wrong way round
but(
    "only the bound from the level right above is handed down",
    {
        "alpha)": "beta, alpha)",
        "=beta": ", alpha",
    },
)


# %% wrong: the sign is wrong where MIN moves
but(
    "only MAX cuts",
    {
        "return value": "        if alpha >= beta:\n                break\n    return value if game.to_move(state) == game.players[0] else -value",
    },
)


# %% wrong: both players maximise
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    best = -inf
    for action in game.actions(state):
        best = max(best, alphabeta(game, game.result(state, action), alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% wrong: the best value starts at 0
but("fail-soft, one function", {"value = -inf": "value = 0", "value = inf": "value = 0"})


# %% wrong: only the first action is followed
but(
    "only MAX cuts",
    {
        "break": "pass\n            break",
        "beta = min(beta, value)": "beta = min(beta, value)\n            if alpha >= beta:\n                pass\n            break",
    },
)


# %% wrong: utility is asked for the player to move, not for the first
but(
    "fail-soft, one function",
    {
        "return game.utility(state, game.players[0])": "return game.utility(state, game.to_move(state))",
    },
)


# %% wrong: MAX compares with alpha, and MIN with beta
def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    v = -inf
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), alpha, beta))
        if v <= alpha:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    v = inf
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta))
        if v >= beta:
            return v
        beta = min(beta, v)
    return v


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.to_move(state) == game.players[0]:
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


# %% wrong: MIN changes alpha instead of beta
but("fail-soft, one function", {"beta = min(beta, value)": "alpha = max(alpha, value)"})


# %% wrong: MAX changes beta instead of alpha
but("fail-soft, one function", {"alpha = max(alpha, value)": "beta = min(beta, value)"})


# %% wrong: the cut comes before the value is kept
def alphabeta(game, state, alpha=-inf, beta=inf):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    best = -inf if game.to_move(state) == first else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == first:
            if value >= beta:
                return best
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            if value <= alpha:
                return best
            best = min(best, value)
            beta = min(beta, best)
    return best


# %% wrong: the window is shared by all siblings
window = {}


def search(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    is_max = game.to_move(state) == game.players[0]
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = search(game, game.result(state, action))
        if is_max:
            best = max(best, value)
            window["alpha"] = max(window["alpha"], best)
        else:
            best = min(best, value)
            window["beta"] = min(window["beta"], best)
        if window["alpha"] >= window["beta"]:
            break
    return best


def alphabeta(game, state, alpha=-inf, beta=inf):
    window["alpha"] = alpha
    window["beta"] = beta
    return search(game, state)


# %% wrong: the window that is handed in is not used
def search(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        value = -inf
        for action in game.actions(state):
            value = max(value, search(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in game.actions(state):
            value = min(value, search(game, game.result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def alphabeta(game, state, alpha=-inf, beta=inf):
    return search(game, state, -inf, inf)


# %% wrong: the last value is kept instead of the best
but(
    "only the bound from the level right above is handed down",
    {
        "max(value, alphabeta(game, game.result(state, action), alpha)": "alphabeta(game, game.result(state, action), alpha, beta",
        "min(value, alphabeta(game, game.result(state, action), beta=beta)": "alphabeta(game, game.result(state, action), alpha, beta",
    },
)


# %% wrong: the best action is returned instead of the value
def search(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        value = -inf
        for action in game.actions(state):
            value = max(value, search(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in game.actions(state):
            value = min(value, search(game, game.result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(
        game.actions(state), key=lambda a: search(game, game.result(state, a), alpha, beta)
    )


# %% wrong: the value is for the player to move, not for the first
def alphabeta(game, state, alpha=-inf, beta=inf):
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)
    best = -inf
    for action in game.actions(state):
        best = max(best, -alphabeta(game, game.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# %% wrong: final states are not recognised, so that there is nothing to choose from
def alphabeta(game, state, alpha=-inf, beta=inf):
    values = []
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        values.append(value)
        if game.to_move(state) == game.players[0]:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the recursion never ends
but(
    "only the bound from the level right above is handed down",
    {
        "game.result(state, action), alpha": "state, alpha, beta",
        "game.result(state, action), beta=": "state, alpha, ",
    },
)


# %% wrong: None is returned, so a return is missing
but(
    "the window that is handed in is not used",
    {
        "return search(game, state, -inf, inf)": "value = search(game, state, alpha, beta)",
    },
)


# %% wrong: the result is printed instead of returned
but(
    "the window that is handed in is not used",
    {
        "return search(game, state, -inf, inf)": "print(search(game, state, alpha, beta))",
    },
)


# %% wrong, nameless: every child is searched twice
but(
    "fail-soft, one function",
    {
        "value = max(value, alphabeta(game, game.result(state, action), alpha, beta))": "if alphabeta(game, game.result(state, action), alpha, beta) > value:\n                value = alphabeta(game, game.result(state, action), alpha, beta)",
        "value = min(value, alphabeta(game, game.result(state, action), alpha, beta))": "if alphabeta(game, game.result(state, action), alpha, beta) < value:\n                value = alphabeta(game, game.result(state, action), alpha, beta)",
    },
)


# %% wrong: the infinities are exchanged
but("fail-soft, one function", {"value = -inf": "value = +inf", "value = inf": "value = -inf"})


# %% wrong: alpha and beta never move
but(
    "fail-soft, one function",
    {
        "alpha = max(alpha, value)\n            if alpha >= beta:": "if value >= beta:",
        "beta = min(beta, value)\n            if alpha >= beta:": "if value <= alpha:",
    },
)


# %% wrong: the cut comes one child late
but(
    "fail-soft, one function",
    {
        "            alpha = max(alpha, value)\n            if alpha >= beta:\n                break\n": "            if alpha >= beta:\n                break\n            alpha = max(alpha, value)\n",
        "            beta = min(beta, value)\n            if alpha >= beta:\n                break\n": "            if alpha >= beta:\n                break\n            beta = min(beta, value)\n",
    },
)


# %% right: fail-soft, one function
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        value = -inf
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in game.actions(state):
            value = min(value, alphabeta(game, game.result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


# %% right: fail-hard, a pair of functions
def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    for action in game.actions(state):
        value = either(game, game.result(state, action), alpha, beta)
        if value >= beta:
            return beta
        if value > alpha:
            alpha = value
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    for action in game.actions(state):
        value = either(game, game.result(state, action), alpha, beta)
        if value <= alpha:
            return alpha
        if value < beta:
            beta = value
    return beta


def either(game, state, alpha, beta):
    if game.is_terminal(state):
        # Whether a final state is clamped to the window does not matter.
        return game.utility(state, game.players[0])
    if game.to_move(state) == game.players[0]:
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def alphabeta(game, state, alpha=-inf, beta=inf):
    return either(game, state, alpha, beta)


# %% right: fail-hard, final states clamped to the window too
def alphabeta(game, state, alpha=-inf, beta=inf):
    me = game.players[0]
    if game.is_terminal(state):
        return min(max(game.utility(state, me), alpha), beta)
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if game.to_move(state) == me else beta


# %% right: negamax inside
def alphabeta(game, state, alpha=-inf, beta=inf):
    def negamax(state, low, high):
        player = game.to_move(state)
        if game.is_terminal(state):
            return game.utility(state, player)
        best = -inf
        for action in game.actions(state):
            after = game.result(state, action)
            value = -negamax(after, -high, -low)
            best = max(best, value)
            low = max(low, value)
            if low >= high:
                return best
        return best

    if game.to_move(state) == game.players[0]:
        return negamax(state, alpha, beta)
    return -negamax(state, -beta, -alpha)


# %% right: a stack instead of recursion
def alphabeta(game, root, alpha=-inf, beta=inf):
    first = game.players[0]

    def frame(state, alpha, beta):
        is_max = game.to_move(state) == first
        best = -inf if is_max else inf
        return [state, alpha, beta, best, is_max, iter(game.actions(state))]

    if game.is_terminal(root):
        return game.utility(root, first)
    stack = [frame(root, alpha, beta)]
    returned = None
    while stack:
        top = stack[-1]
        if returned is not None:
            if top[4]:
                top[3] = max(top[3], returned)
                top[1] = max(top[1], top[3])
            else:
                top[3] = min(top[3], returned)
                top[2] = min(top[2], top[3])
            returned = None
        action = None if top[1] >= top[2] else next(top[5], None)
        if action is None:
            returned = top[3]
            stack.pop()
            continue
        after = game.result(top[0], action)
        if game.is_terminal(after):
            returned = game.utility(after, first)
        else:
            stack.append(frame(after, top[1], top[2]))
    return returned


# %% right: all results are made first, and the value comes with its action
def search(game, state, alpha, beta):
    if not game.actions(state):
        return game.utility(state, game.players[0]), None
    sign = 1 if game.to_move(state) == game.players[0] else -1
    children = [(action, game.result(state, action)) for action in game.actions(state)]
    best, best_action = -sign * inf, None
    for action, child in children:
        value, _ = search(game, child, alpha, beta)
        if sign * value > sign * best:
            best, best_action = value, action
        if sign == 1:
            if best > alpha:
                alpha = best
        elif best < beta:
            beta = best
        if beta <= alpha:
            return best, best_action
    return best, best_action


def alphabeta(game, state, alpha=-inf, beta=inf):
    value, action = search(game, state, alpha, beta)
    return value
