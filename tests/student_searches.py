"""Searches as students write them, right ones in many forms and odd ones, for tests that watch."""

import math


def worth(game, state):
    """What a final state is worth to the first player."""
    return game.utility(state, game.players[0])


def best_of(game, state):
    """What the player to move takes: `max` or `min`."""
    return max if game.to_move(state) == game.players[0] else min


def value_only(game, state):  #: node=state
    """Minimax that gives a number."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    best = max if game.to_move(state) == game.players[0] else min
    return best(value_only(game, game.result(state, action)) for action in game.actions(state))


def pair(game, state):
    """Minimax that gives (value, action)."""
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    best = max if game.to_move(state) == "MAX" else min
    return best(
        ((pair(game, game.result(state, action))[0], action) for action in game.actions(state)),
        key=lambda found: found[0],
    )


def turned_pair(game, state):
    """Minimax that gives [action, value]."""
    value, action = pair_of(game, state, turned_pair, 1)
    return [action, value]


def pair_of(game, state, search, at):
    """What the function above leaves to a helper with the same state."""
    if game.is_terminal(state):
        return worth(game, state), None
    found = [(search(game, game.result(state, a))[at], a) for a in game.actions(state)]
    return best_of(game, state)(found, key=lambda each: each[0])


def value_by(search, game, state):
    """The value, by way of another function that gives values."""
    if game.is_terminal(state):
        return worth(game, state)
    return best_of(game, state)(
        [search(game, game.result(state, action)) for action in game.actions(state)]
    )


def catching(game, state):
    """Finds out by an exception that the game goes on."""
    try:
        return game.utility(state, "MAX")
    except ValueError:
        return value_by(catching, game, state)


def copying(game, state):
    """Searches copies of the states: equal, but not the same objects."""
    if game.is_terminal(state):
        return worth(game, state)
    values = [copying(game, (*game.result(state, a)[:-1], a)) for a in game.actions(state)]
    return best_of(game, state)(values)


MINIMAXES = [value_only, pair, turned_pair, catching, copying]


def negamax(game, state, alpha=-99.0, beta=99.0):
    """The value for the player to move, with a window."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best = -99.0
    for action in game.actions(state):
        best = max(best, -negamax(game, game.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if best >= beta:
            break
    return best


def plain_negamax(game, state):  #: node=state
    """The value for the player to move."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(-plain_negamax(game, game.result(state, action)) for action in game.actions(state))


def alphabeta(game, state, alpha=-math.inf, beta=math.inf):
    """Alpha-beta as in the textbook, with a cut on >=."""
    if game.is_terminal(state):
        return game.utility(state, "MAX"), None
    maximising = game.to_move(state) == "MAX"
    best, choice = (-math.inf if maximising else math.inf), None
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), alpha, beta)
        if (value > best) if maximising else (value < best):
            best, choice = value, action
        if maximising:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, choice


# --- odd ones ------------------------------------------------------------------------------------


def gives_nothing(game, state):
    """Forgets to return."""
    for action in game.actions(state):
        gives_nothing(game, game.result(state, action))


def breaks_half_way(game, state):
    """Divides by zero at one leaf."""
    if game.is_terminal(state):
        return 1 / 0 if state == (1, 1) else game.utility(state, "MAX")
    return max(breaks_half_way(game, game.result(state, a)) for a in game.actions(state))


def never_ends(game, state):
    """Looks at the same state again and again."""
    return never_ends(game, state)
