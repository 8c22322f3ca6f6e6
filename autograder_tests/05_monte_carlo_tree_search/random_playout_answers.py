# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `random_playout`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import random
from random import Random


# %% right: a loop with choice
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])


# %% wrong, nameless: one game is kept for each state
but(
    "def random_playout(game, state, rng):",
    """\
known = {}


def random_playout(game, state, rng):
    key = game, state
    if key not in known:
        known[key] = anew(game, state, rng)
    return known[key]


def anew(game, state, rng):""",
)


# %% wrong, nameless: a long game counts as a draw
but(
    "def random_playout(game, state, rng):",
    """\
def random_playout(game, state, rng):
    return anew(game, state, rng) if getattr(game, 'goal', 0) <= 100 else 0


def anew(game, state, rng):""",
)


# %% wrong: the utility is for the player to move, not for the first
but("(game, state, rng):", "(game, state, rng):\n    player = game.to_move(state)")
but("return game.utility(state, game.players[0])", "return game.utility(state, player)")


# %% wrong: the utility is for the player to move at the end, not for the first
but("(state, game.players[0])", "(state, game.to_move(state))")


# %% wrong: the utility is for the second player
but("return game.utility(state, game.players[0])", "return game.utility(state, game.players[1])")


# %% wrong: the winner is given back, not what the end is worth
but("return game.utility(state, game.players[0])", "return game.winner(state)")


# %% wrong: the last state is given back, not what it is worth
but("return game.utility(state, game.players[0])", "return state")


# %% wrong: an action is drawn although the game is over
but("while not game.is_terminal(state):", "done = False\n    while not done:")
but("state)))", "state)))\n        done = game.is_terminal(state)")


# %% wrong, nameless: the rng that is handed in does not decide alone
but("rng.choice", "random.choice")


# %% wrong, nameless: the rng that is handed in is not used: every seed gives the same
but("(game, state, rng):", "(game, state, rng):\n    rng = Random(42)")


# %% wrong: None is returned, so a return is missing
but("return game.utility(state, game.players[0])", "game.utility(state, game.players[0])")


# %% wrong: a draw counts as a loss
but(
    "return game.utility(state, game.players[0])",
    "return game.utility(state, game.players[0]) or -1",
)


# %% wrong: a loss counts as nothing
but(
    "return game.utility(state, game.players[0])",
    "return max(0, game.utility(state, game.players[0]))",
)


# %% wrong: only one action is played
but("while not", "if not")


# %% wrong: no more than nine actions are played
but("while not game.is_terminal(state):", "for _ in range(9):\n        if game.is_terminal(state):\n            break")


# %% wrong, nameless: the first action is always taken
but("rng.choice(game.actions(state))", "game.actions(state)[0]")


# %% wrong: the game starts at the beginning, not at the state
but("    while", "    state = state if game.is_terminal(state) else game.initial\n    while")


# %% wrong, nameless: the last action is never drawn
but(
    "rng.choice(game.actions(state))", "rng.choice(game.actions(state)[:-1] or game.actions(state))"
)


# %% right: recursive, with randrange
def random_playout(game, state, rng):
    actions = game.actions(state)
    if not actions:
        return game.utility(state, game.players[0])
    return random_playout(game, game.result(state, actions[rng.randrange(len(actions))]), rng)


# %% right: by shuffling, and with a float at the end
def random_playout(game, state, rng):
    while game.actions(state):
        options = list(game.actions(state))
        rng.shuffle(options)
        state = game.result(state, options.pop())
    return float(game.utility(state, game.players[0]))


# %% wrong: only actions that the first state had are played
def random_playout(game, state, rng):
    actions = list(game.actions(state))
    rng.shuffle(actions)
    for action in actions:
        if not game.is_terminal(state) and action in game.actions(state):
            state = game.result(state, action)
    return game.utility(state, game.players[0])
