# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `minimax_value`, wrong and right, as students write them; each part stands for a notebook."""

# %% wrong: the best action is returned instead of the value
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(value(game, game.result(state, a)) for a in game.actions(state))


def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(game.actions(state), key=lambda a: value(game, game.result(state, a)))


# %% wrong: the search stops at a value of 1 even where MIN chooses
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = []
    for action in game.actions(state):
        values.append(minimax_value(game, game.result(state, action)))
        if values[-1] == 1:
            return 1
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong: the value comes together with the action
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0]), None
    pairs = [(minimax_value(game, game.result(state, a))[0], a) for a in game.actions(state)]
    if game.to_move(state) == game.players[0]:
        return max(pairs, key=lambda pair: pair[0])
    return min(pairs, key=lambda pair: pair[0])


# %% wrong: negamax without the minus
def value_for_mover(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(value_for_mover(game, game.result(state, a)) for a in game.actions(state))


def minimax_value(game, state):
    value = value_for_mover(game, state)
    return value if game.to_move(state) == game.players[0] else -value


# %% wrong, nameless: values are remembered across games
MEMORY = {}


def minimax_value(game, state):
    if state not in MEMORY:
        if game.is_terminal(state):
            return game.utility(state, game.players[0])
        choose = max if game.to_move(state) == game.players[0] else min
        after = [game.result(state, action) for action in game.actions(state)]
        MEMORY[state] = choose(minimax_value(game, each) for each in after)
    return MEMORY[state]


# %% wrong, nameless: values are remembered by the kind of game and the state
worked_out = {}


def minimax_value(game, state):
    key = repr(game).partition("(")[0], state
    if key not in worked_out:
        if game.is_terminal(state):
            worked_out[key] = game.utility(state, game.players[0])
        else:
            mover = game.to_move(state)
            best = max if mover == game.players[0] else min
            after = [game.result(state, a) for a in game.actions(state)]
            worked_out[key] = best(minimax_value(game, each) for each in after)
    return worked_out[key]


# %% wrong, nameless: nobody has more than nine actions
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)[:9]]
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% wrong, nameless: nothing is better than a win, so the search stops at a value of 1 or more
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = []
    for action in game.actions(state):
        values.append(minimax_value(game, game.result(state, action)))
        if game.to_move(state) == game.players[0] and values[-1] >= 1:
            break
    return max(values) if game.to_move(state) == game.players[0] else min(values)


# %% right: one function
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(minimax_value(game, game.result(state, a)) for a in game.actions(state))


# %% wrong: MAX and MIN are swapped
but("= max if", "= min if")
but("else min", "else max")


# %% wrong, nameless: final states are not recognised, so that there is nothing to choose from
but(":\n    if game.is_terminal(state):\n        return game.utility(state, game.players[0])", ":")


# %% wrong: the sign is wrong where MIN moves
but("return choose(", "return (1 if choose is max else -1) * choose(")


# %% wrong: both players maximise
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = max")


# %% wrong: both players minimise
but("choose = max if game.to_move(state) == game.players[0] else min", "choose = min")


# %% wrong: the utility is that of the player to move, not of the first player
but("game.utility(state, game.players[0])", "game.utility(state, game.to_move(state))")


# %% wrong: the utility is that of the second player
but("game.utility(state, game.players[0])", "game.utility(state, game.players[1])")


# %% wrong: every final state is worth 0
but("game.utility(state, game.players[0])", "0")


# %% wrong: only the first action is followed
but("for a in game.actions(state)", "for a in game.actions(state)[:1]")


# %% wrong: the last value is kept instead of the best
but("return choose(", "return list(")
but("in game.actions(state))", "in game.actions(state))[-1]")


# %% wrong: the best value starts at 0
but("return choose(", "return choose(0, *(")
but("for a in game.actions(state))", "for a in game.actions(state)))")


# %% wrong: the best value starts at a small number, and a value may be worse
but("return choose(", "return choose(-1 if choose is max else 1, *(")
but("for a in game.actions(state))", "for a in game.actions(state)))")


# %% wrong: the best value starts at a large number in place of infinity
but("return choose(", "return choose(-100 if choose is max else 100, *(")
but("for a in game.actions(state))", "for a in game.actions(state)))")


# %% wrong: the two infinities are swapped
but("return choose(", 'return choose(float("inf" if choose is max else "-inf"), *(')
but("for a in game.actions(state))", "for a in game.actions(state)))")


# %% wrong: the search looks only one move ahead
but("(game, state):", "(game, state, depth=1):")
but("    choose = max", "    if depth == 0:\n        return 0\n    choose = max")
but("game.result(state, a))", "game.result(state, a), depth - 1)")


# %% wrong: the search looks only two moves ahead
but("(game, state):", "(game, state, depth=2):")
but("    choose = max", "    if depth == 0:\n        return 0\n    choose = max")
but("game.result(state, a))", "game.result(state, a), depth - 1)")


# %% wrong: the recursion never ends
but("game.result(state, a)", "state")


# %% wrong: the average is taken, where MAX or MIN chooses
but("return choose(", "return sum(")
but("in game.actions(state))", "in game.actions(state)) / len(game.actions(state))")


# %% right: two functions, other order of the actions
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    return max(either(game, game.result(state, a)) for a in reversed(game.actions(state)))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    return min(either(game, game.result(state, a)) for a in reversed(game.actions(state)))


def either(game, state):
    return (
        max_value(game, state) if game.to_move(state) == game.players[0] else min_value(game, state)
    )


minimax_value = either


# %% wrong: the result is printed instead of returned
but("minimax_value = either", "def minimax_value(game, state):\n    print(either(game, state))")


# %% wrong: None is returned, so a return is missing
but("minimax_value = either", "def minimax_value(game, state):\n    either(game, state)")


# %% right: negamax inside
def minimax_value(game, state):
    sign = 1 if game.to_move(state) == game.players[0] else -1

    def negamax(state, sign):
        if game.is_terminal(state):
            return sign * game.utility(state, game.players[0])
        best = float("-inf")
        for action in game.actions(state):
            after = game.result(state, action)
            next_sign = 1 if game.to_move(after) == game.players[0] else -1
            value = negamax(after, next_sign)
            best = max(best, value if next_sign == sign else -value)
        return best

    return sign * negamax(state, sign)


# %% wrong: the value is that of the player to move, not of the first player
but("return sign * negamax(state, sign)", "return negamax(state, sign)")


# %% right: a stack instead of recursion
def minimax_value(game, root):
    order, todo = [], [(root, None)]
    while todo:
        state, parent = todo.pop()
        order.append((state, parent))
        number = len(order) - 1
        for action in game.actions(state):
            todo.append((game.result(state, action), number))
    values = [[] for _ in order]
    for number in range(len(order) - 1, -1, -1):
        state, parent = order[number]
        if game.is_terminal(state):
            value = game.utility(state, game.players[0])
        elif game.to_move(state) == game.players[0]:
            value = max(values[number])
        else:
            value = min(values[number])
        if parent is None:
            return value
        values[parent].append(value)


# %% wrong: it takes for granted that MAX begins
def minimax_value(game, state, maximizing=True):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [minimax_value(game, game.result(state, a), not maximizing) for a in game.actions(state)]
    return max(values) if maximizing else min(values)


# %% wrong: the sign is turned round at each ply, though the utilities are the first player's
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    return max(-minimax_value(game, game.result(state, a)) for a in game.actions(state))
