# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `depth_limited`, wrong and right; each part stands for a notebook."""

# %% wrong, nameless: None is returned, so a return is missing
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    best = None
    for a in game.actions(state):
        value = depth_limited(game, game.result(state, a), depth - 1, evaluate)
        if value is None:
            continue
        if best is None or (value > best) == (game.to_move(state) == game.players[0]):
            best = value


# %% wrong, nameless: values are remembered without the evaluation
def depth_limited(game, state, depth, evaluate, table={}):
    key = game, state, depth
    if key not in table:
        first = game.players[0]
        if game.is_terminal(state):
            table[key] = game.utility(state, first)
        elif depth == 0:
            table[key] = evaluate(game, state, first)
        else:
            best = max if game.to_move(state) == first else min
            after = [game.result(state, a) for a in game.actions(state)]
            table[key] = best(depth_limited(game, each, depth - 1, evaluate) for each in after)
    return table[key]


# %% wrong, nameless: never deeper than five plies
def depth_limited(game, state, depth, evaluate):
    depth = min(depth, 5)
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    mover = game.to_move(state)
    best = max if mover == game.players[0] else min
    after = [game.result(state, a) for a in game.actions(state)]
    return best(depth_limited(game, each, depth - 1, evaluate) for each in after)


# %% right: one function
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the search stops one ply too early
but("if depth == 0:", "if depth <= 1:")


# %% wrong: at depth 0 it returns 0, whatever the evaluation says
but("return evaluate(game, state, game.players[0])", "return 0")


# %% wrong: MAX and MIN are swapped
but("return max", "return min")
but("else min", "else max")


# %% wrong: the search goes one ply too deep
but("if depth == 0:", "if depth < 0:")


# %% wrong: a ply is counted as a round: only MAX's moves lower the depth
but("a), depth - 1, evaluate)", "a), depth - is_max, evaluate)")
but("    values = [", "    is_max = game.to_move(state) == game.players[0]\n    values = [")


# %% wrong: the depth is never lowered, so that the search goes on to the end
but("depth - 1", "depth")


# %% wrong: at depth 0 final states are estimated, although their utility is known
but(
    "    if game.is_terminal(state):",
    "    if depth == 0:\n        return evaluate(game, state, game.players[0])\n"
    "    if game.is_terminal(state):",
)


# %% wrong: both players maximise
but("if game.to_move(state) == game.players[0] else min(values)", "")


# %% wrong: both players minimise
but("max(values) if game.to_move(state) == game.players[0] else ", "")


# %% wrong: the depth is lowered by 2 for each ply
but("if depth == 0:", "if depth <= 0:")
but("depth - 1", "depth - 2")


# %% wrong: the evaluation is that of the player to move, not of MAX
but("evaluate(game, state, game.players[0])", "evaluate(game, state, game.to_move(state))")


# %% wrong: the evaluation is that of MIN, not of MAX
but("evaluate(game, state, game.players[0])", "evaluate(game, state, game.players[1])")


# %% wrong: at depth 0 it asks for the utility of states that are not final
but("evaluate(game, state, game.players[0])", "game.utility(state, game.players[0])")


# %% wrong: the sign is wrong where MIN moves
but("else min(values)", "else -min(values)")


# %% wrong: final states are estimated, although their utility is known
but("if game.is_terminal(state):", "if depth == 0 or game.is_terminal(state):")
but("        return game.utility(state, game.players[0])\n    if depth == 0:\n", "")


# %% right: the depth is counted upwards, in a function inside
def depth_limited(game, state, depth: int, evaluate):
    first = game.players[0]

    def look(state, plies):
        if game.is_terminal(state):
            return game.utility(state, first)
        if plies >= depth:
            return evaluate(game, state, first)
        best = None
        for action in reversed(game.actions(state)):
            v = look(game.result(state, action), plies + 1)
            if best is None:
                best = v
            elif game.to_move(state) == first:
                best = max(best, v)
            else:
                best = min(best, v)
        return best

    return look(state, 0)


# %% right: two functions, with a default depth
def highest(game, state, depth: int, evaluate):
    return max(
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    )


def lowest(game, state, depth: int, evaluate):
    return min(
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    )


def depth_limited(game, state, depth=4, evaluate=None):
    if not game.actions(state):
        return game.utility(state, game.players[0])
    if depth < 1:
        return evaluate(game, state, game.players[0])
    if game.to_move(state) == game.players[0]:
        return highest(game, state, depth, evaluate)
    return lowest(game, state, depth, evaluate)
