# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `solve_layer`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
from course_lib.lessons.lesson_07.solving import states_with


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


# %% wrong, nameless: each layer is worked out for the first board alone
but(
    "def solve_layer(game, guards, known):",
    """\
kept = {}


def solve_layer(game, guards, known):
    key = guards
    if key not in kept:
        kept[key] = anew(game, guards, known)
    return kept[key]


def anew(game, guards, known):""",
)


# %% wrong: the guards' states come before those that they lead to
but("for player in game.players:", 'for player in ("guards", "musketeers"):')
but(
    'known[after] if player == "musketeers" else found[after]', "found.get(after, known.get(after))"
)


# %% wrong: all moves have to win, not one
but("winner = other", "winner = me")
but("if w == me:", "if w != me:")
but("me\n            found", "other\n            found")


# %% wrong: both sides play for the musketeers
but("me = player", 'me = "musketeers"')


# %% wrong: both sides play for the guards
but("me = player", 'me = "guards"')


# %% wrong: only the guards' states are returned
but("return found", 'return {s: w for s, w in found.items() if s.to_move == "guards"}')


# %% wrong: True and False stand for the winners
but("return found", 'return {s: w == "musketeers" for s, w in found.items()}')


# %% wrong: final states are left out
but("return found", "return {s: w for s, w in found.items() if not game.is_terminal(s)}")


# %% wrong: the layer below is returned, too
but("return found", "return known | found")


# %% wrong: the first move decides
but("if w == me:\n                    winner = me", "winner = w\n                break")


# %% wrong: whoever can't move has lost
but("if game.is_terminal(state):", "if False:")


# %% wrong: only the musketeers' states are returned
but("return found", 'return {s: w for s, w in found.items() if s.to_move == "musketeers"}')


# %% wrong: None is returned, so a return is missing
but("return found", "known |= found")


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
