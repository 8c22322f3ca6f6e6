# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `proven_winner`, wrong and right, as students write them; each part stands for a notebook."""

# %% wrong: True or False is returned, not a player
def proven_winner(game, state, known):
    def search(state):
        if state in known:
            return (
                known[state] if isinstance(known[state], bool) else known[state] == game.players[0]
            )
        if game.is_terminal(state):
            return game.winner(state) == game.players[0]
        first = game.to_move(state) == game.players[0]
        result = not first
        for action in game.actions(state):
            if search(game.result(state, action)) == first:
                result = first
                break
        known[state] = result
        return result

    return search(state)


# %% wrong: the loser is returned
def proven_winner(game, state, known):
    def search(state):
        if state in known:
            return known[state]
        if game.is_terminal(state):
            return game.winner(state)
        me = game.to_move(state)
        known[state] = [p for p in game.players if p != me][0]
        for action in game.actions(state):
            if search(game.result(state, action)) == me:
                known[state] = me
                break
        return known[state]

    winner = search(state)
    return [p for p in game.players if p != winner][0]


# %% right: the other one until it is proven otherwise
def proven_winner(game, state, known):
    if state in known:
        return known[state]
    if game.is_terminal(state):
        return game.winner(state)
    me = game.to_move(state)
    other = game.players[1] if me == game.players[0] else game.players[0]
    winner = other
    for action in game.actions(state):
        w = proven_winner(game, game.result(state, action), known)
        if w == me:
            winner = me
            break
    known[state] = winner
    return winner


# %% wrong, nameless: nobody has more than nine actions
but(
    "def proven_winner(game, state, known):",
    """\
def proven_winner(game, state, known):
    if len(game.actions(state)) > 9:
        return game.players[1]
    return anew(game, state, known)


def anew(game, state, known):""",
)


# %% wrong: where no move wins, it is always the second player who is said to win
but("winner = other", "winner = game.players[1]")


# %% wrong: a win of the first player ends the search where the other one chooses, too
but("if w == me:", "if w == game.players[0]:")
but("winner = me", "winner = w")
but("break", "break\n        winner = w")


# %% wrong: all actions have to win, not one
but("if w == me:", "if w == other:")
but("winner = me\n            break", "break\n    else:\n        winner = me")


# %% wrong: the first action decides
but("if w == me:\n            winner = me\n            break", "winner = w\n        break")


# %% wrong: the last action decides
but("w = proven_winner", "winner = proven_winner")
but("\n        if w == me:\n            winner = me\n            break", "")


# %% wrong: no state is looked up or kept in known
but(":\n    if state in known:\n        return known[state]", ":")


# %% wrong, nameless: the state itself is not written into known
but("known[state] = winner\n    return winner", "return winner")


# %% wrong, nameless: the search goes on after a proven win
but("winner = me\n            break", "winner = me")


# %% wrong, nameless: what is known is copied for each action, so that it is forgotten
but("game.result(state, action), known)", "game.result(state, action), dict(known))")


# %% wrong: whoever is to move at the end has lost
but("return game.winner(state)", "return game.players[1 - game.players.index(game.to_move(state))]")


# %% wrong: whoever is to move at the end has won
but("return game.winner(state)", "return game.to_move(state)")


# %% wrong: both players play for the second
but("me = game.to_move(state)", "me = game.players[1]")


# %% right: with any
def proven_winner(game, state, known):
    if state not in known:
        winner = game.winner(state)
        if winner is None:
            me = game.to_move(state)
            (you,) = [p for p in game.players if p != me]
            after = (game.result(state, a) for a in game.actions(state))
            winner = me if any(proven_winner(game, s, known) == me for s in after) else you
        known[state] = winner
    return known[state]


# %% right: both players written out
def proven_winner(game, state, known):
    first, second = game.players
    if state in known:
        return known[state]
    if game.is_terminal(state):
        return first if game.utility(state, first) > 0 else second
    if game.to_move(state) == first:
        for action in game.actions(state):
            if proven_winner(game, game.result(state, action), known) == first:
                known[state] = first
                return first
        known[state] = second
    else:
        for action in game.actions(state):
            if proven_winner(game, game.result(state, action), known) == second:
                known[state] = second
                return second
        known[state] = first
    return known[state]
