# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `random_playout`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import random
from random import Random


# %% wrong: the utility is for the player to move, not for the first
def random_playout(game, state, rng):
    player = game.to_move(state)
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, player)


# %% wrong: the utility is for the player to move at the end, not for the first
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.to_move(state))


# %% wrong: the utility is for the second player
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[1])


# %% wrong: a draw counts as a loss
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    reward = game.utility(state, game.players[0])
    if reward > 0:
        return reward
    elif reward < 0:
        return reward
    return -1


# %% wrong: a loss counts as nothing
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return max(0, game.utility(state, game.players[0]))


# %% wrong: the winner is given back, not what the end is worth
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.winner(state)


# %% wrong: the last state is given back, not what it is worth
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        action = rng.choice(game.actions(state))
        state = game.result(state, action)
    return state


# %% wrong: only one action is played
def random_playout(game, state, rng):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    action = rng.choice(game.actions(state))
    return game.utility(game.result(state, action), game.players[0])


# %% wrong: an action is drawn although the game is over
def random_playout(game, state, rng):
    done = False
    while not done:
        state = game.result(state, rng.choice(game.actions(state)))
        done = game.is_terminal(state)
    return game.utility(state, game.players[0])


# %% wrong: the first action is always taken
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, game.actions(state)[0])
    return game.utility(state, game.players[0])


# %% wrong: the rng that is handed in does not decide alone
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, random.choice(game.actions(state)))
    return game.utility(state, game.players[0])


# %% wrong: the rng that is handed in is not used: every seed gives the same
def random_playout(game, state, rng):
    rng = Random(42)
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])


# %% wrong: the game starts at the beginning, not at the state
def random_playout(game, state, rng):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    current = game.initial
    while not game.is_terminal(current):
        current = game.result(current, rng.choice(game.actions(current)))
    return game.utility(current, game.players[0])


# %% wrong: the last action is never drawn
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        actions = game.actions(state)
        i = 0 if len(actions) == 1 else rng.randint(0, len(actions) - 2)
        state = game.result(state, actions[i])
    return game.utility(state, game.players[0])


# %% wrong: None is returned, so a return is missing
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    game.utility(state, game.players[0])


# %% right: a loop with choice
def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])


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


# %% right: with the game's own playout
def random_playout(game, state, rng):
    return game.playout(state, rng).utilities[0]
