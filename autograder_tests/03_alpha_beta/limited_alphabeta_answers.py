# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `limited_alphabeta`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


# %% wrong, nameless: what one window has found is kept for all others
found = {}


def search(game, state, depth, evaluate, alpha, beta):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if depth == 0:
        return evaluate(game, state, first)
    is_max = game.to_move(state) == first
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = search(game, game.result(state, action), depth - 1, evaluate, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    key = game, state, depth, evaluate
    if key not in found:
        found[key] = search(game, state, depth, evaluate, alpha, beta)
    return found[key]


# %% wrong, nameless: estimates are kept by the state, whatever the evaluation
estimates = {}


def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if depth == 0:
        if (game, state) not in estimates:
            estimates[game, state] = evaluate(game, state, first)
        return estimates[game, state]
    is_max = game.to_move(state) == first
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = limited_alphabeta(game, game.result(state, action), depth - 1, evaluate, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# %% wrong, nameless: never deeper than five plies
def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    depth = min(depth, 5)
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if depth == 0:
        return evaluate(game, state, first)
    is_max = game.to_move(state) == first
    best = -inf if is_max else inf
    for action in game.actions(state):
        value = limited_alphabeta(game, game.result(state, action), depth - 1, evaluate, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# %% right: one function
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


# %% wrong: the cut comes only at >, where >= prunes more
but("if alpha >= beta:", "if alpha > beta:")


# %% wrong: every level starts with a fresh window
but(", alpha, beta", "")


# %% wrong: only MAX cuts
but("if alpha >= beta:", "if is_max and alpha >= beta:")


# %% wrong: only MIN cuts
but("if alpha >= beta:", "if not is_max and alpha >= beta:")


# %% wrong: alpha and beta are handed down the wrong way round
but("alpha, beta", "beta, alpha")


# %% wrong: the best value starts at 0
but("best = -inf if is_max else inf", "best = 0")


# %% wrong: the utility is that of the player to move, not of the first player
but("return game.utility(state, max_player)", "return game.utility(state, game.to_move(state))")


# %% wrong: the search stops one ply too early
but("if depth == 0:", "if depth <= 1:")


# %% wrong: the search goes one ply too deep
but("if depth == 0:", "if depth < 0:")


# %% wrong: a ply is counted only where MAX moves
but("game, after", "\n            game, after")
but("1, evaluate", "1 if is_max else depth, evaluate")
but("beta)", "beta\n        )")


# %% wrong: the depth is never counted down
but("depth - 1", "depth")


# %% wrong: final states are estimated too
but("0]", "0]\n    if depth == 0:\n        return evaluate(game, state, max_player)")


# %% wrong: states at the limit are worth 0
but("return evaluate(game, state, max_player)", "return 0")


# %% wrong: the estimate is for the player to move, not for the first player
but("return evaluate(game, state, max_player)", "return evaluate(game, state, game.to_move(state))")


# %% wrong: the estimate is for the second player
but("return evaluate(game, state, max_player)", "return evaluate(game, state, game.players[1])")


# %% wrong: the sign is wrong where MIN moves
but("return best", "return best if is_max else -best")


# %% wrong: the two infinities are swapped
but("best = -inf if is_max else inf", "best = inf if is_max else -inf")


# %% wrong: the depth goes down inside the loop, once for each action
but("value = limited_alphabeta", "depth = max(depth - 1, 0)\n        value = limited_alphabeta")
but(", depth - 1", ", depth")


# %% wrong: nothing is ever cut
but("if alpha >= beta:", "if False:")


# %% wrong: only the bound from the level right above is handed down
but(
    "value = limited_alphabeta",
    "low, high = (alpha, inf) if is_max else (-inf, beta)\n        value = limited_alphabeta",
)
but("evaluate, alpha, beta)", "evaluate, low, high)")


# %% wrong: only the first action is followed
but("if alpha >= beta:", "if True:")


# %% wrong: both players maximise
but("is_max = game.to_move(state) == max_player", "is_max = True")


# %% right: fail-hard, with the limit and the end in one line
def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    me = game.players[0]
    over = game.is_terminal(state)
    if over or depth == 0:
        return game.utility(state, me) if over else evaluate(game, state, me)
    for action in game.actions(state):
        v = limited_alphabeta(game, game.result(state, action), depth - 1, evaluate, alpha, beta)
        if game.to_move(state) == me:
            if v >= beta:
                return beta
            alpha = max(alpha, v)
        else:
            if v <= alpha:
                return alpha
            beta = min(beta, v)
    return alpha if game.to_move(state) == me else beta


# %% right: negamax inside, which counts the plies upwards
def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    me = game.players[0]

    def negamax(state, plies, low, high):
        sign = 1 if game.to_move(state) == me else -1
        if game.is_terminal(state):
            return sign * game.utility(state, me)
        if plies >= depth:
            return sign * evaluate(game, state, me)
        best = -inf
        for action in game.actions(state):
            best = max(best, -negamax(game.result(state, action), plies + 1, -high, -low))
            low = max(low, best)
            if low >= high:
                break
        return best

    if game.to_move(state) == me:
        return negamax(state, 0, alpha, beta)
    return -negamax(state, 0, -beta, -alpha)


# %% wrong: None is returned, so a return is missing
but("return negamax(state, 0", "value = negamax(state, 0")
but("    return -negamax(state, 0", "    else:\n        value = -negamax(state, 0")
