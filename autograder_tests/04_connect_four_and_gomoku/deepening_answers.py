# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `deepening`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
from course_lib import OutOfBudget, Watched, alphabeta_search


def middle_out(game, state, actions):
    """These actions, those near the middle of the board first."""
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))


def search_within(game, state, depth, visits, evaluate):
    """The best action so deep and the visits it took; the action is None if they ran out."""
    watched = Watched(game, budget=max(1, visits))
    try:
        value, action = alphabeta_search(
            watched, state, depth=depth, evaluate=evaluate, order=middle_out
        )
    except OutOfBudget:
        action = None
    return action, watched.visits


# %% wrong: each depth gets the whole budget again
but("as in the lesson", {"        visits -= used\n": ""})


# %% wrong: what the unfinished search gives is kept
def deepening(game, state, visits, deepest, evaluate):
    best, finished = game.actions(state)[0], 0
    for depth in range(1, deepest + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        best, finished = action, depth
        visits -= used
        if action is None:
            break
    return best, finished


# %% wrong: the depth is that of the search that was not finished
def deepening(game, state, visits, deepest, evaluate):
    best = game.actions(state)[0]
    depth = 1
    while depth <= deepest:
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is None:
            break
        best = action
        visits -= used
        depth += 1
    return best, depth


# %% wrong: the action of the first depth is kept
def deepening(game, state, visits, deepest, evaluate):
    best, finished = None, 0
    for depth in range(1, deepest + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is None:
            break
        best = best or action
        finished = depth
        visits -= used
    return best or game.actions(state)[0], finished


# %% wrong: only the deepest search is tried
def deepening(game, state, visits, deepest, evaluate):
    action, used = search_within(game, state, deepest, visits, evaluate)
    if action is None:
        return game.actions(state)[0], 0
    return action, deepest


# %% wrong: only one ply is searched
but("as in the lesson", {"visits -= used": "visits -= used\n        break"})


# %% wrong: the last depth is left out
but("as in the lesson", {"for depth in range(1, deepest + 1):": "for depth in range(1, deepest):"})


# %% wrong: it goes deeper than asked
def deepening(game, state, visits, deepest, evaluate):
    best, depth = game.actions(state)[0], 0
    while depth <= deepest:
        action, used = search_within(game, state, depth + 1, visits, evaluate)
        if action is None:
            return best, depth
        depth += 1
        best = action
        visits -= used
    return best, depth


# %% wrong: only the action is returned
but("as in the lesson", {"return best, finished": "return best"})


# %% wrong: depth and action are exchanged
but("as in the lesson", {"return best, finished": "return finished, best"})


# %% wrong: without a finished search there is no action
but("as in the lesson", {"best, finished = game.actions(state)[0], 0": "best, finished = None, 0"})


# %% wrong: every other depth is left out
but(
    "as in the lesson",
    {
        "for depth in range(1, deepest + 1):": "for depth in range(1, deepest + 1, 2):",
    },
)


# %% wrong: the visits used are added, not taken off
but("as in the lesson", {"visits -= used": "visits += used"})


# %% right: the pair as a list
but("as in the lesson", {"return best, finished": "return [best, finished]"})


# %% wrong: the search goes on after one that did not finish
def deepening(game, state, visits, deepest, evaluate):
    best, finished = game.actions(state)[0], 0
    for depth in range(1, deepest + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is not None:
            best, finished = action, depth
            visits -= used
    return best, finished


# %% right: as in the lesson
def deepening(game, state, visits, deepest, evaluate):
    best, finished = game.actions(state)[0], 0
    for depth in range(1, deepest + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is None:
            break
        best, finished = action, depth
        visits -= used
    return best, finished


# %% right: a while loop
def deepening(game, state, visits, deepest, evaluate):
    best = game.actions(state)[0]
    depth = 0
    left = visits
    while depth < deepest:
        action, used = search_within(game, state, depth + 1, left, evaluate)
        if action is None:
            return best, depth
        depth = depth + 1
        best = action
        left = left - used
    return best, depth


# %% right: a recursion
def deeper(game, state, visits, depth, deepest, evaluate, known):
    if depth > deepest:
        return known
    action, used = search_within(game, state, depth, visits, evaluate)
    if action is None:
        return known
    return deeper(game, state, visits - used, depth + 1, deepest, evaluate, (action, depth))


def deepening(game, state, visits, deepest, evaluate):
    return deeper(game, state, visits, 1, deepest, evaluate, (game.actions(state)[0], 0))


# %% right: one count for all searches, and the exception caught here
def deepening(game, state, visits, deepest, evaluate):
    counted = Watched(game, budget=visits)
    found = game.actions(state)[0], 0
    try:
        for depth in range(1, deepest + 1):
            value, action = alphabeta_search(
                counted, state, depth=depth, order=middle_out, evaluate=evaluate
            )
            found = action, depth
    except OutOfBudget:
        pass
    return found
