# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `depth_limited`, wrong and right; each part stands for a notebook."""


# %% wrong: the search stops one ply too early
but("one function", {"if depth == 0:": "if depth <= 1:"})


# %% wrong: the search goes one ply too deep
def depth_limited(game, state, depth: int, evaluate):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if depth < 0:
        return evaluate(game, state, first)
    values = []
    for action in game.actions(state):
        values.append(depth_limited(game, game.result(state, action), depth - 1, evaluate))
    if game.to_move(state) == first:
        return max(values)
    return min(values)


# %% wrong: a ply is counted as a round: only MAX's moves lower the depth
def depth_limited(game, state, depth: int, evaluate):
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    if depth == 0:
        return evaluate(game, state, first)
    if game.to_move(state) == first:
        return max(
            depth_limited(game, game.result(state, a), depth - 1, evaluate)
            for a in game.actions(state)
        )
    return min(
        depth_limited(game, game.result(state, a), depth, evaluate) for a in game.actions(state)
    )


# %% wrong: the depth is never lowered, so that the search goes on to the end
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(
        depth_limited(game, game.result(state, a), depth, evaluate) for a in game.actions(state)
    )


# %% wrong: at depth 0 final states are evaluated, where their utility is known
def depth_limited(game, state, depth: int, evaluate):
    me = game.players[0]
    if depth == 0:
        return evaluate(game, state, me)
    if game.is_terminal(state):
        return game.utility(state, me)
    choose = max if game.to_move(state) == me else min
    return choose(
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    )


# %% wrong: final states are evaluated, where their utility is known
def depth_limited(game, state, depth: int, evaluate):
    if depth == 0 or game.is_terminal(state):
        return evaluate(game, state, game.players[0])
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    if game.to_move(state) == game.players[0]:
        return max(values)
    else:
        return min(values)


# %% wrong: the evaluation is asked for the player to move, not for MAX
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    player = game.to_move(state)
    if depth == 0:
        return evaluate(game, state, player)
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    return max(values) if player == game.players[0] else min(values)


# %% wrong: the evaluation is asked for MIN, not for MAX
def depth_limited(game, state, depth: int, evaluate):
    maxi, mini = game.players
    if game.is_terminal(state):
        return game.utility(state, maxi)
    if depth == 0:
        return evaluate(game, state, mini)
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    return max(values) if game.to_move(state) == maxi else min(values)


# %% wrong: at depth 0 it gives 0 and asks no evaluation
but("one function", {"return evaluate(game, state, game.players[0])": "return 0"})


# %% wrong: at depth 0 utility is asked of states that are not final
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state) or depth == 0:
        return game.utility(state, game.players[0])
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: both players maximise
def depth_limited(game, state, depth: int, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    best = float("-inf")
    for a in game.actions(state):
        best = max(best, depth_limited(game, game.result(state, a), depth - 1, evaluate))
    return best


# %% wrong: MAX and MIN are exchanged
but(
    "one function",
    {
        "max(values) if game.to_move(state) == game.players[0] else min": "min(values) if game.to_move(state) == game.players[0] else max",
    },
)


# %% wrong: the depth is lowered by 2 for each ply
def depth_limited(game, state, depth, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth <= 0:
        return evaluate(game, state, game.players[0])
    values = []
    for action in game.actions(state):
        values.append(depth_limited(game, game.result(state, action), depth - 2, evaluate))
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: both players minimise
def depth_limited(game, state, depth, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return evaluate(game, state, game.players[0])
    worst = float("inf")
    for action in game.actions(state):
        worst = min(worst, depth_limited(game, game.result(state, action), depth - 1, evaluate))
    return worst


# %% wrong: the sign is wrong where MIN moves
def depth_limited(game, state, depth, evaluate):
    me = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, me)
    if depth == 0:
        return evaluate(game, state, me)
    values = [
        depth_limited(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)
    ]
    if game.to_move(state) == me:
        return max(values)
    return -min(values)


# %% wrong: None is returned, so a return is missing
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
