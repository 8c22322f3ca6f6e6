# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `quiet`, wrong and right, as students write them; each part stands for a notebook."""


# %% right: with the sign turned round for the other player
def quiet(game, state, player, evaluate, forced):
    if game.is_terminal(state):
        return game.utility(state, player)
    sign = 1 if game.to_move(state) == player else -1
    actions, stop = forced(state)
    best = sign * evaluate(game, state, player) if stop else float("-inf")
    for action in actions:
        value = quiet(game, game.result(state, action), player, evaluate, forced)
        best = max(best, sign * value)
    return sign * best


# %% right: best is one of two functions
def quiet(game, state, player, evaluate, forced):
    if game.is_terminal(state):
        return game.utility(state, player)
    best = max if game.to_move(state) == player else min
    actions, stop = forced(state)
    values = [evaluate(game, state, player)] if stop else []
    return best(
        values + [quiet(game, game.result(state, a), player, evaluate, forced) for a in actions]
    )


# %% right: step by step
def quiet(game, state, player, evaluate, forced):
    if game.is_terminal(state):
        return game.utility(state, player)
    actions, may_stop = forced(state)
    values = []
    for action in actions:
        after = game.result(state, action)
        values.append(quiet(game, after, player, evaluate, forced))
    if may_stop:
        values.append(evaluate(game, state, player))
    if game.to_move(state) == player:
        return max(values)
    return min(values)


# %% wrong: whoever is forced may stop all the same
but("    if may_stop:\n        values.append", "    if True:\n        values.append")


# %% wrong: only the estimate counts where one may stop
but("        values.append(evaluate(game, state, player))\n", "        return evaluate(game, state, player)\n")


# %% wrong: who may stop never does if there is an action
but("    if may_stop:\n", "    if not values:\n")


# %% wrong: both players want the largest value
but("    return min(values)\n", "    return max(values)\n")


# %% wrong: the first player maximises, whoever it is for
but("game.to_move(state) == player:", "game.to_move(state) == game.players[0]:")


# %% wrong: the estimate is for the player to move
but("evaluate(game, state, player))", "evaluate(game, state, game.to_move(state)))")


# %% wrong: the utility is the first player's
but("game.utility(state, player)", "game.utility(state, game.players[0])")


# %% wrong: final states are estimated too
but("        return game.utility(state, player)\n", "        return evaluate(game, state, player)\n")


# %% wrong: only the first action is followed
but("    for action in actions:", "    for action in actions[:1]:")


# %% wrong: all actions are followed, not just those in question
but("    for action in actions:", "    for action in actions and game.actions(state):")


# %% wrong: one ply further, then the estimate
but("quiet(game, after, player, evaluate, forced)", "game.utility(after, player) if game.is_terminal(after) else evaluate(game, after, player)")


# %% wrong: the player is exchanged at each ply, but not the sign
but("quiet(game, after, player, evaluate, forced)", "quiet(game, after, game.to_move(after) or player, evaluate, forced)")


# %% wrong: the sign is turned round at each ply
but("quiet(game, after, player, evaluate, forced)", "-quiet(game, after, player, evaluate, forced)")
