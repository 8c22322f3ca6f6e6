# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `middle_first`, wrong and right, as students write them."""


# %% wrong: the middle is taken without asking whether it is legal
def middle_first(game, state):
    middle = (1, 1)
    return middle


# %% wrong: the last legal action is taken, not the first
def middle_first(game, state):
    for action in game.actions(state):
        if action == (1, 1):
            return action
    return action


# %% wrong: the state after the action is returned, not the action
def middle_first(game, state):
    legal = game.actions(state)
    if (1, 1) in legal:
        return game.result(state, (1, 1))
    return game.result(state, legal[0])


# %% wrong: the action's name is returned, not the action
def middle_first(game, state):
    best = (1, 1)
    if best not in game.actions(state):
        best = game.actions(state)[0]
    return game.action_name(best)


# %% wrong: the action comes as a list, which no game takes
def middle_first(game, state):
    legal = [list(a) if isinstance(a, tuple) else a for a in game.actions(state)]
    if [1, 1] in legal:
        return [1, 1]
    return legal[0]


# %% wrong, nameless: legal actions are remembered by the state, whatever the game
legal_in = {}


def middle_first(game, state):
    if state not in legal_in:
        legal_in[state] = game.actions(state)
    legal = legal_in[state]
    return (1, 1) if (1, 1) in legal else legal[0]


# %% wrong, nameless: only the first nine actions are looked at
def middle_first(game, state):
    legal = list(game.actions(state))[:9]
    return (1, 1) if (1, 1) in legal else legal[0]


# %% right: three lines
def middle_first(game, state):
    if (1, 1) in game.actions(state):
        return (1, 1)
    return game.actions(state)[0]


# %% wrong: the second legal action is taken, not the first
but("if (1, 1) in game.actions(state):", "legal = game.actions(state)\n    if (1, 1) in legal:")
but("return game.actions(state)[0]", "return legal[1]")


# %% wrong: it looks for the middle at (2, 2), but rows and columns count from 0
but("if (1, 1) in game.actions(state):", "if (2, 2) in game.actions(state):")
but("return (1, 1)", "return (2, 2)")


# %% wrong: legal and illegal are swapped
but("if (1, 1) in game.actions(state):", "if (1, 1) not in game.actions(state):")


# %% wrong: all legal actions are returned, not one
but("if (1, 1) in game.actions(state):", "legal = game.actions(state)\n    if (1, 1) in legal:")
but("return game.actions(state)[0]", "return legal")


# %% wrong: None is returned, so a return is missing
but("return (1, 1)", "action = (1, 1)")
but("return game.actions(state)[0]", "else:\n        action = game.actions(state)[0]")


# %% wrong: the result is printed instead of returned
but("return (1, 1)", "print((1, 1))")
but("return game.actions(state)[0]", "else:\n        print(game.actions(state)[0])")


# %% right: a loop over the actions
def middle_first(game, state):
    chosen = None
    for action in game.actions(state):
        if chosen is None or action == (1, 1):
            chosen = action
    return chosen


# %% wrong: the first action is taken, even where the middle is free
but("chosen = action\n    return chosen", "return action\n        return game.actions(state)[0]")


# %% right: an attempt, and another action if it is refused
def middle_first(game, state):
    try:
        game.result(state, (1, 1))
    except ValueError:
        return game.actions(state)[0]
    return (1, 1)


# %% wrong: the action in the middle of the list is taken
def middle_first(game, state):
    legal = game.actions(state)
    return legal[len(legal) // 2]
