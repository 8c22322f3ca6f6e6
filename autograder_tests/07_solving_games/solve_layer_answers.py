# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `solve_layer`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from course_lib.lessons.layers import states_with


# %% wrong: the guards' states come before those that they lead to
def solve_layer(game, guards, known):
    found = {}
    for player in ("guards", "musketeers"):
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = found.get(after, known.get(after))
                if w == me:
                    winner = me
            found[state] = winner
    return found


# %% wrong: whoever can't move has lost
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return found


# %% wrong: all moves have to win, not one
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = me
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w != me:
                    winner = other
            found[state] = winner
    return found


# %% wrong: both sides play for the musketeers
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = "musketeers"
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return found


# %% wrong: both sides play for the guards
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = "guards"
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return found


# %% wrong: only the musketeers' states are given
def solve_layer(game, guards, known):
    found = {}
    for state in states_with(game, guards, "musketeers"):
        if game.is_terminal(state):
            found[state] = game.winner(state)
            continue
        found[state] = "guards"
        for action in game.actions(state):
            if known[game.result(state, action)] == "musketeers":
                found[state] = "musketeers"
    return found


# %% wrong: only the guards' states are given
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return {s: w for s, w in found.items() if s.to_move == "guards"}


# %% wrong: True and False stand for the winners
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return {s: w == "musketeers" for s, w in found.items()}


# %% wrong: final states are left out
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return {s: w for s, w in found.items() if not game.is_terminal(s)}


# %% wrong: the layer below is given back, too
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return known | found


# %% wrong: the first move decides
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                winner = w
                break
            found[state] = winner
    return found


# %% wrong: None is returned, so a return is missing
def solve_layer(game, guards, known):
    for player in game.players:
        for state in states_with(game, guards, player):
            winner = game.winner(state)
            if winner is None:
                winner = "guards" if player == "musketeers" else "musketeers"
                for action in game.actions(state):
                    if known[game.result(state, action)] == player:
                        winner = player
            known[state] = winner


# %% right: the musketeers first, then the guards
def solve_layer(game, guards, known):
    found = {}
    for player in game.players:
        for state in states_with(game, guards, player):
            if game.is_terminal(state):
                found[state] = game.winner(state)
                continue
            me = player
            other = [p for p in game.players if p != me][0]
            winner = other
            for action in game.actions(state):
                after = game.result(state, action)
                w = known[after] if player == "musketeers" else found[after]
                if w == me:
                    winner = me
            found[state] = winner
    return found


# %% right: in two loops
def solve_layer(game, guards, known):
    layer = {}
    for state in states_with(game, guards, "musketeers"):
        if game.is_terminal(state):
            layer[state] = game.winner(state)
        elif any(known[game.result(state, a)] == "musketeers" for a in game.actions(state)):
            layer[state] = "musketeers"
        else:
            layer[state] = "guards"
    for state in states_with(game, guards, "guards"):
        if game.is_terminal(state):
            layer[state] = game.winner(state)
        elif any(layer[game.result(state, a)] == "guards" for a in game.actions(state)):
            layer[state] = "guards"
        else:
            layer[state] = "musketeers"
    return layer


# %% right: with known growing along
def solve_layer(game, guards, known):
    new = []
    for player in ("musketeers", "guards"):
        for state in states_with(game, guards, player):
            winner = game.winner(state)
            if winner is None:
                winners = {known[game.result(state, action)] for action in game.actions(state)}
                if player in winners:
                    winner = player
                else:
                    winner = winners.pop()
            known[state] = winner
            new.append(state)
    return {state: known[state] for state in new}
