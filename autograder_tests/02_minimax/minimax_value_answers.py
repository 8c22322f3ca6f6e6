# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `minimax_value`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the sign is wrong where MIN moves
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    if game.to_move(state) == game.players[0]:
        return max(values)
    return -min(values)


# %% wrong: both players maximise
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    best = float("-inf")
    for action in game.actions(state):
        best = max(best, minimax_value(game, game.result(state, action)))
    return best


# %% wrong: MAX and MIN are exchanged
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = min if game.to_move(state) == game.players[0] else max
    return choose([minimax_value(game, game.result(state, a)) for a in game.actions(state)])


# %% wrong: utility is asked for the player to move, not for the first
def minimax_value(game, state):
    me = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, me)
    values = []
    for action in game.actions(state):
        values.append(minimax_value(game, game.result(state, action)))
    return max(values) if me == game.players[0] else min(values)


# %% wrong: only the first action is followed
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    for action in game.actions(state):
        return minimax_value(game, game.result(state, action))


# %% wrong: the last value is kept instead of the best
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    for action in game.actions(state):
        best = minimax_value(game, game.result(state, action))
    return best


# %% wrong: the best value starts at 0
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    best = 0
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        if game.to_move(state) == game.players[0]:
            if value > best:
                best = value
        elif value < best:
            best = value
    return best


# %% wrong: the search looks only one move ahead
def minimax_value(game, state, depth=1):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return 0
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(
        minimax_value(game, game.result(state, a), depth - 1) for a in game.actions(state)
    )


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


# %% wrong: the value is for the player to move, not for the first
def minimax_value(game, state):
    def look(state, player):
        if game.is_terminal(state):
            return game.utility(state, player)
        choose = max if game.to_move(state) == player else min
        return choose(look(game.result(state, a), player) for a in game.actions(state))

    return look(state, game.to_move(state))


# %% wrong: final states are not recognised, so that there is nothing to choose from
def minimax_value(game, state):
    choose = max if game.to_move(state) == game.players[0] else min
    return choose([minimax_value(game, game.result(state, a)) for a in game.actions(state)])


# %% wrong: the recursion never ends
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose([minimax_value(game, state) for a in game.actions(state)])


# %% wrong: both players minimise
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    lowest = None
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        if lowest is None or value < lowest:
            lowest = value
    return lowest


# %% wrong: utility is asked for the second player
def minimax_value(game, state):
    first, second = game.players
    if game.is_terminal(state):
        return game.utility(state, second)
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == first else min(values)


# %% wrong: the search looks only two moves ahead
def minimax_value(game, state, depth=2):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return 0
    values = [minimax_value(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    if game.to_move(state) == game.players[0]:
        return max(values)
    return min(values)


# %% wrong: the values are averaged
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    total = 0
    for action in game.actions(state):
        total += minimax_value(game, game.result(state, action))
    return total / len(game.actions(state))


# %% wrong: every final state is worth 0
def minimax_value(game, state):
    if game.is_terminal(state):
        return 0
    values = []
    for action in game.actions(state):
        values.append(minimax_value(game, game.result(state, action)))
    if game.to_move(state) == game.players[0]:
        return max(values)
    else:
        return min(values)


# %% wrong: None is returned, so a return is missing
def minimax_value(game, state):
    if game.is_terminal(state):
        game.utility(state, game.players[0])
    else:
        choose = max if game.to_move(state) == game.players[0] else min
        values = [minimax_value(game, game.result(state, a)) or 0 for a in game.actions(state)]
        choose(values)


# %% wrong: the result is printed instead of returned
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(value(game, game.result(state, a)) for a in game.actions(state))


def minimax_value(game, state):
    print(value(game, state))


# %% wrong: the infinities are exchanged
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    is_max = game.to_move(state) == game.players[0]
    best = float("inf") if is_max else float("-inf")
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        best = max(best, value) if is_max else min(best, value)
    return best


# %% wrong: the best value starts at -1 for MAX, and at 1 for MIN
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    is_max = game.to_move(state) == game.players[0]
    best = -1 if is_max else 1
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        best = max(best, value) if is_max else min(best, value)
    return best


# %% wrong: a value of 1 ends the search where MIN chooses, too
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


# %% right: one function
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    choose = max if game.to_move(state) == game.players[0] else min
    return choose(minimax_value(game, game.result(state, a)) for a in game.actions(state))


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
