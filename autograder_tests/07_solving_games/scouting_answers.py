# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `scouting`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from math import inf


# %% right: the second search begins at the scout's number
def scouting(game, state, alpha, beta, table):
    me = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, me)
    low, high = table.get(state, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    a, b = alpha, beta
    best = None
    for action in game.actions(state):
        after = game.result(state, action)
        if best is None:
            best = scouting(game, after, a, b, table)
        elif game.to_move(state) == me:
            v = scouting(game, after, a, a + 1, table)
            if a < v < b:
                v = scouting(game, after, v - 1, b, table)
            best = max(best, v)
        else:
            v = scouting(game, after, b - 1, b, table)
            if a < v < b:
                v = scouting(game, after, a, v + 1, table)
            best = min(best, v)
        if game.to_move(state) == me:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    table[state] = (best if best > alpha else -inf, best if best < beta else inf)
    return best


# %% right: negamax inside
def scouting(game, state, alpha, beta, table):
    me = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, me)
    lower, upper = table.get(state, (-inf, inf))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    sign = 1 if game.to_move(state) == me else -1

    def ask(after, low, high):
        if sign == 1:
            return scouting(game, after, low, high, table)
        return -scouting(game, after, -high, -low, table)

    low, high = (alpha, beta) if sign == 1 else (-beta, -alpha)
    best = -inf
    for number, action in enumerate(game.actions(state)):
        after = game.result(state, action)
        if number == 0:
            value = ask(after, low, high)
        else:
            value = ask(after, low, low + 1)
            if low < value < high:
                value = ask(after, low, high)
        best = max(best, value)
        low = max(low, best)
        if low >= high:
            break
    best = sign * best
    table[state] = (best if best > alpha else -inf, best if best < beta else inf)
    return best


# %% right: one branch for each player
def scouting(game, state, alpha, beta, table):
    maxi = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, maxi)
    if state in table:
        lower, upper = table[state]
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    a, b = alpha, beta
    is_max = game.to_move(state) == maxi
    value = -inf if is_max else inf
    first = True
    for move in game.actions(state):
        after = game.result(state, move)
        if first:
            v = scouting(game, after, a, b, table)
        else:
            if is_max:
                v = scouting(game, after, a, a + 1, table)
            else:
                v = scouting(game, after, b - 1, b, table)
            if a < v < b:
                v = scouting(game, after, a, b, table)
        first = False
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


# %% wrong: the scout's number is taken for the value
but("            if a < v < b:\n                v = scouting(game, after, a, b, table)\n", "")


# %% wrong: the scout looks on the wrong side for the second player
but("scouting(game, after, b - 1, b, table)", "scouting(game, after, a, a + 1, table)")


# %% wrong: the window of the scout is empty
but("scouting(game, after, a, a + 1, table)", "scouting(game, after, a, a, table)")
but("scouting(game, after, b - 1, b, table)", "scouting(game, after, b, b, table)")


# %% wrong: the scouts' windows are one place too high
but("scouting(game, after, a, a + 1, table)", "scouting(game, after, a + 1, a + 2, table)")


# %% wrong: the window is compared after it has moved
but("if value <= alpha:", "if value <= a:")
but("elif value >= beta:", "elif value >= b:")


# %% wrong: lower and upper bound are swapped
but("table[state] = (-inf, value)", "table[state] = (value, inf)")
but("table[state] = (value, inf)\n    else:", "table[state] = (-inf, value)\n    else:")


# %% wrong: both players maximise
but("is_max = game.to_move(state) == maxi", "is_max = True")


# %% wrong: the utility is for the player to move, not for the first
but("return game.utility(state, maxi)", "return game.utility(state, game.to_move(state))")


# %% wrong: the table is never used
but("if state in table:", "if False:")


# %% wrong, nameless: there are no scouts
but("        if first:\n", "        if True:\n")


# %% wrong, nameless: only the first player sends scouts
but("        if first:\n", "        if first or not is_max:\n")
