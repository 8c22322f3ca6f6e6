# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `bounded_alphabeta`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


# %% right: as in lesson 03, with a table around it
def bounded_alphabeta(game, state, alpha, beta, table):
    maxi = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, maxi)
    if state in table:
        lower, upper = table[state]
        if lower >= beta:
            return lower
        if upper <= alpha:
            return upper
        if lower == upper:
            return lower
    a, b = alpha, beta
    is_max = game.to_move(state) == maxi
    value = -inf if is_max else inf
    for move in game.actions(state):
        v = bounded_alphabeta(game, game.result(state, move), a, b, table)
        if is_max:
            value = max(value, v)
            a = max(a, value)
        else:
            value = min(value, v)
            b = min(b, value)
        if a >= b:
            break
    if value <= alpha:
        table[state] = (-inf, value)
    elif value >= beta:
        table[state] = (value, inf)
    else:
        table[state] = (value, value)
    return value


# %% wrong, nameless: values are kept without the window
but(
    "def bounded_alphabeta(game, state, alpha, beta, table):",
    """\
known = {}


def bounded_alphabeta(game, state, alpha, beta, table):
    key = game, state
    if key not in known:
        known[key] = anew(game, state, alpha, beta, table)
    return known[key]


def anew(game, state, alpha, beta, table):""",
)


# %% wrong, nameless: no value is beyond 99
but(
    "def bounded_alphabeta(game, state, alpha, beta, table):",
    """\
def bounded_alphabeta(game, state, alpha, beta, table):
    return max(-99, min(99, anew(game, state, alpha, beta, table)))


def anew(game, state, alpha, beta, table):""",
)


# %% wrong: the window is compared after it has moved
but("if value <= alpha:", "if value <= a:")
but("elif value >= beta:", "elif value >= b:")


# %% wrong: lower and upper bound are swapped
but("table[state] = (-inf, value)", "table[state] = (value, inf)")
but("table[state] = (value, inf)\n    else:", "table[state] = (-inf, value)\n    else:")


# %% wrong: the table is not passed on
but("b, table", "b, {}")


# %% wrong: a bound inside the window is taken for the answer
but("if lower >= beta:", "if lower > alpha:")
but("if upper <= alpha:", "if upper < beta:")


# %% wrong, nameless: nothing is cut off
but("b = min(b, value)\n        if a >= b:\n            break", "b = min(b, value)")


# %% wrong: the utility is for the player to move, not for the first
but("return game.utility(state, maxi)", "return game.utility(state, game.to_move(state))")


# %% wrong: both players maximise
but("is_max = game.to_move(state) == maxi", "is_max = True")


# %% wrong: the players are exchanged
but("is_max = game.to_move(state) == maxi", "is_max = game.to_move(state) != maxi")


# %% wrong: the lower bound is taken for the value
but("if lower >= beta:\n            return lower", "return lower")


# %% wrong: the upper bound is taken for the value
but("if lower >= beta:\n            return lower", "return upper")


# %% wrong: the table is never used
but("if state in table:", "if False:")


# %% wrong: only exact entries are used
but("if lower >= beta:\n            return lower\n        if upper <= alpha:", "if lower == upper:")


# %% wrong: an entry on the very edge of the window is not used
but("if lower >= beta:", "if lower > beta:")
but("if upper <= alpha:", "if upper < alpha:")


# %% wrong, nameless: the table is copied for each action, so that it is forgotten
but("b, table", "b, dict(table)")


# %% wrong, nameless: a cut only where alpha is greater than beta
but("if a >= b:", "if a > b:")


# %% wrong, nameless: the state itself is not written into the table
but("beta, table):", "beta, table):\n    table = dict(table)")


# %% wrong: a bound is kept as if it were the value
but("(-inf, value)", "(value, value)")
but("(value, inf)", "(value, value)")


# %% right: with a narrower window from the table
def bounded_alphabeta(game, state, alpha, beta, table):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    lo, up = table.get(state, (-inf, inf))
    if lo >= beta or lo == up:
        return lo
    if up <= alpha:
        return up
    a, b = max(alpha, lo), min(beta, up)
    start_a, start_b = a, b
    best = None
    for action in game.actions(state):
        v = bounded_alphabeta(game, game.result(state, action), a, b, table)
        if game.to_move(state) == first:
            best = v if best is None else max(best, v)
            a = max(a, best)
        else:
            best = v if best is None else min(best, v)
            b = min(b, best)
        if a >= b:
            break
    if best > start_a:
        lo = max(lo, best)
    if best < start_b:
        up = min(up, best)
    table[state] = (lo, up)
    return best


# %% right: values that never leave the window, and final states kept as well
def bounded_alphabeta(game, state, alpha, beta, table):
    if state in table:
        lower, upper = table[state]
        if lower == upper or lower >= beta:
            return lower
        if upper <= alpha:
            return upper
    else:
        lower, upper = -inf, inf
    if game.is_terminal(state):
        v = game.utility(state, game.players[0])
        table[state] = (v, v)
        return v
    if game.to_move(state) == game.players[0]:
        best = alpha
        for action in game.actions(state):
            best = max(best, bounded_alphabeta(game, game.result(state, action), best, beta, table))
            if best >= beta:
                break
    else:
        best = beta
        for action in game.actions(state):
            best = min(
                best, bounded_alphabeta(game, game.result(state, action), alpha, best, table)
            )
            if best <= alpha:
                break
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    table[state] = (lower, upper)
    return best


# %% right: with both players in one, seen by the player to move
def bounded_alphabeta(game, state, alpha, beta, table):
    def search(state, alpha, beta):
        sign = 1 if game.to_move(state) == game.players[0] else -1
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        if state in table:
            pair = sorted(sign * each for each in table[state])
            if pair[0] >= beta or pair[0] == pair[1]:
                return pair[0]
            if pair[1] <= alpha:
                return pair[1]
        best, a = -inf, alpha
        for action in game.actions(state):
            after = game.result(state, action)
            if game.to_move(after) == game.to_move(state):
                best = max(best, search(after, a, beta))
            else:
                best = max(best, -search(after, -beta, -a))
            a = max(a, best)
            if a >= beta:
                break
        pair = [best if best > alpha else -inf, best if best < beta else inf]
        table[state] = tuple(sorted(sign * each for each in pair))
        return best

    if game.to_move(state) == game.players[0]:
        return search(state, alpha, beta)
    return -search(state, -beta, -alpha)
