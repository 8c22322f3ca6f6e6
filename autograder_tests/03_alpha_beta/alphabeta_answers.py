# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `alphabeta`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


# %% wrong: it cuts before keeping the value
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


# %% wrong: the value is that of the player to move, not of the first player
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


# %% wrong: both players maximise
but("return game.utility(state, player)", "return game.utility(state, game.players[0])")
but("best, -alphabeta", "best, alphabeta")
but("-beta, -alpha", "alpha, beta")


# %% wrong, nameless: final states are not recognised, so that there is nothing to choose from
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


# %% wrong, nameless: what one window has found is kept for all others
found = {}


def search(game, state, alpha, beta):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    is_max = game.to_move(state) == first
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = search(game, game.result(state, action), alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def alphabeta(game, state, alpha=-inf, beta=inf):
    if (game, state) not in found:
        found[game, state] = search(game, state, alpha, beta)
    return found[game, state]


# %% wrong, nameless: no number lies beyond 9,999
def alphabeta(game, state, alpha=-9_999, beta=9_999):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    is_max = game.to_move(state) == first
    best = -9_999 if is_max else 9_999
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# %% wrong, nameless: only the first nine actions are tried
def alphabeta(game, state, alpha=-inf, beta=inf):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    is_max = game.to_move(state) == first
    best = -inf if is_max else inf
    for action in game.actions(state)[:9]:
        value = alphabeta(game, game.result(state, action), alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


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


# %% wrong: the best action is returned instead of the value
but("alphabeta(game, state, alpha=-inf, beta=inf):", "search(game, state, alpha, beta):")
but("max(value, alphabeta", "max(value, search")
but("min(value, alphabeta", "min(value, search")
but(
    "return value",
    """return value


def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    after = {action: game.result(state, action) for action in game.actions(state)}
    return choose(after, key=lambda action: search(game, after[action], alpha, beta))""",
)


# %% wrong: the cut comes only at >, where >= prunes more
but("(alpha, value)\n            if alpha >=", "(alpha, value)\n            if alpha >")
but("if alpha >= beta:", "if alpha > beta:")


# %% wrong: the window begins at -1 and 1
but("alpha=-inf, beta=inf", "alpha=-1, beta=1")


# %% wrong: every level starts with a fresh window
but(", alpha, beta))\n            alpha", "))\n            alpha")
but(", alpha, beta", "")


# %% wrong: only the bound from the level right above is handed down
but(", beta))\n            alpha", "))\n            alpha")
but("alpha, beta", "beta=beta")


# %% wrong: only MAX cuts
but("(beta, value)\n            if alpha >= beta:\n                break", "(beta, value)")


# %% wrong: only MIN cuts
but("(alpha, value)\n            if alpha >= beta:\n                break", "(alpha, value)")


# %% wrong: alpha and beta are handed down the wrong way round
but("alpha, beta))\n            alpha", "beta, alpha))\n            alpha")
but("alpha, beta", "beta, alpha")


# %% wrong: the sign is wrong where MIN moves
but("return value", "return value if game.to_move(state) == game.players[0] else -value")


# %% wrong: the best value starts at 0
but("value = -inf", "value = 0")
but("value = inf", "value = 0")


# %% wrong: only the first action is followed
but("break\n    else:", "pass\n            break\n    else:")
but("break\n    return value", "pass\n            break\n    return value")


# %% wrong: the utility is that of the player to move, not of the first player
but("(state, game.players[0])", "(state, game.to_move(state))")


# %% wrong: MIN changes alpha instead of beta
but("beta = min(beta, value)", "alpha = max(alpha, value)")


# %% wrong: MAX changes beta instead of alpha
but("alpha = max(alpha, value)", "beta = min(beta, value)")


# %% wrong, nameless: the recursion never ends
but("max(value, alphabeta(game, game.result(state, action)", "max(value, alphabeta(game, state")
but("game.result(state, action)", "state")


# %% wrong: the two infinities are swapped
but("value = -inf", "value = +inf")
but("value = inf", "value = -inf")


# %% wrong: alpha and beta never move
but("alpha = max(alpha, value)\n            if alpha >= beta:", "if value >= beta:")
but("beta = min(beta, value)\n            if alpha >= beta:", "if value <= alpha:")


# %% wrong: the cut comes one child late
but("alpha = max(alpha, value)\n            if alpha >= beta:", "if alpha >= beta:")
but("break\n    else:", "break\n            alpha = max(alpha, value)\n    else:")
but("beta = min(beta, value)\n            if alpha >= beta:", "if alpha >= beta:")
but("break\n    return value", "break\n            beta = min(beta, value)\n    return value")


# %% wrong: the last value is kept instead of the best
but("value = max(value, ", "value = (")
but("value = min(value, ", "value = (")


# %% wrong: nothing is ever cut
but("(alpha, value)\n            if alpha >= beta:\n                break", "(alpha, value)")
but("(beta, value)\n            if alpha >= beta:\n                break", "(beta, value)")


# %% wrong, nameless: every child is searched twice
but(
    "value = max(value, ",
    "if alphabeta(game, game.result(state, action), alpha, beta) > value:\n"
    "                value = (",
)
but(
    "value = min(value, ",
    "if alphabeta(game, game.result(state, action), alpha, beta) < value:\n"
    "                value = (",
)


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


# %% wrong: MAX compares with alpha, and MIN with beta
but("value >= beta:\n            return beta\n        if value >", "value <= alpha:\n            return value\n        if value >")
but("value <= alpha:\n            return alpha\n        if value <", "value >= beta:\n            return value\n        if value <")


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


# %% wrong: None is returned, so a return is missing
but("return negamax(state, alpha", "value = negamax(state, alpha")
but("    return -negamax(state", "    else:\n        value = -negamax(state")


# %% wrong: the result is printed instead of returned
but("return negamax(state, alpha, beta)", "print(negamax(state, alpha, beta))")
but(
    "    return -negamax(state, -beta, -alpha)",
    "    else:\n        print(-negamax(state, -beta, -alpha))",
)


# %% wrong: the window that is handed in is not used
but("return negamax(state, alpha, beta)", "return negamax(state, -inf, inf)")
but("return -negamax(state, -beta, -alpha)", "return -negamax(state, -inf, inf)")


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
