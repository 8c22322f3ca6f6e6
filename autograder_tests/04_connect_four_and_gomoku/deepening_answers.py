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


# %% wrong, nameless: the answer is remembered by game, state and visits alone
answers = {}


def deepening(game, state, visits, deepest, evaluate):
    key = game, state, visits
    if key not in answers:
        best, left = (game.actions(state)[0], 0), visits
        for depth in range(1, deepest + 1):
            action, used = search_within(game, state, depth, left, evaluate)
            if action is None:
                break
            best, left = (action, depth), left - used
        answers[key] = best
    return answers[key]


# %% wrong, nameless: never deeper than ten plies
def deepening(game, state, visits, deepest, evaluate):
    best = game.actions(state)[0], 0
    for depth in range(1, min(deepest, 10) + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is None:
            break
        best, visits = (action, depth), visits - used
    return best


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


# %% wrong: each depth gets the whole budget again
but("best, finished = action, depth\n        visits -= used", "best, finished = action, depth")


# %% wrong: what the unfinished search gives is kept
but("if action is None:\n            break\n        best", "best")
but("visits -= used", "visits -= used\n        if action is None:\n            break")


# %% wrong, nameless: it stops where less is left than the last search took
but("visits -= used", "visits -= used\n        if visits < used:\n            break")


# %% wrong: only one ply is searched
but("visits -= used", "visits -= used\n        break")


# %% wrong: the last depth is left out
but("for depth in range(1, deepest + 1):", "for depth in range(1, deepest):")


# %% wrong: if no search was finished it returns no action
but("best, finished = game.actions(state)[0], 0", "best, finished = None, 0")


# %% wrong: every other depth is left out
but("for depth in range(1, deepest + 1):", "for depth in range(1, deepest + 1, 2):")


# %% wrong: the visits that were used are added, not subtracted
but("visits -= used", "visits += used")


# %% wrong, nameless: the search goes on after one that did not finish
but("if action is None:", "if action is not None:")
but("break\n        best, finished = action, depth", "best, finished = action, depth")
but("depth\n        visits", "depth\n            visits")


# %% wrong: it goes deeper than asked
but("deepest + 1", "deepest + 2")


# %% wrong: only the deepest search is tried
but("range(1, deepest + 1)", "range(deepest, deepest + 1)")


# %% right: the pair as a list
but("return best, finished", "return [best, finished]")


# %% wrong: the action of the first depth is kept
but("finished = action, depth", "finished = best if finished else action, depth")


# %% wrong: only the action is returned
but("return best, finished", "return best")


# %% wrong: depth and action are swapped
but("return best, finished", "return finished, best")


# %% wrong: the depth returned is that of the unfinished search
but("return best, finished", "return best, finished + 1")


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


# %% wrong: a search that takes exactly what was left is thrown away
but("if action is None:", "if action is None or used >= left:")


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
