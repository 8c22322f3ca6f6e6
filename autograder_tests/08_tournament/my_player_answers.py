# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `my_player`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: my_evaluation, my_order
from random import Random

from course_lib import OutOfBudget, Watched, alphabeta_search, deepening_search, mcts_search
from course_lib.lessons.windows import row_from_below, windows_of


# %% wrong, nameless: None is returned, so a return is missing
def my_player(game, state, budget):
    actions = my_order(game, state, game.actions(state))
    if len(actions) == 1:
        return actions[0]
    found = deepening_search(game, state, visits=budget, evaluate=my_evaluation)


# %% wrong, nameless: more states are visited than the budget allows
def my_player(game, state, budget):
    return alphabeta_search(game, state, depth=4, evaluate=my_evaluation, order=my_order)[1]


# %% wrong, nameless: a win at hand is not taken
def my_player(game, state, budget):
    middle = (game.columns - 1) / 2
    return min(game.actions(state), key=lambda a: abs(a[1] - middle))


# %% wrong, nameless: a win of the opponent is not stopped
def my_player(game, state, budget):
    me = game.to_move(state)
    actions = game.actions(state)
    if budget > len(actions):
        for action in actions:
            after = game.result(state, action)
            if game.winner(after) == me:
                return action
    return min(actions, key=lambda a: abs(a[1] - (game.columns - 1) / 2))


# %% wrong, nameless: a stone is put below a square where the opponent wins
def my_player(game, state, budget):
    return my_order(game, state, game.actions(state))[0]


# %% wrong, nameless: more visits do not help it to see further
def my_player(game, state, budget):
    actions = my_order(game, state, game.actions(state))
    if budget < 60:
        return actions[0]
    watched = Watched(game, budget=budget)
    try:
        return alphabeta_search(
            watched, state, depth=2, evaluate=my_evaluation, order=my_order
        )[1]
    except OutOfBudget:
        return actions[0]


# %% wrong, nameless: a value and an action are returned, not the action alone
def my_player(game, state, budget):
    return tuple(
        deepening_search(game, state, visits=budget, evaluate=my_evaluation, order=my_order)
    )


# %% wrong: the result is printed instead of returned
def my_player(game, state, budget):
    found = deepening_search(
        game, state, visits=budget, evaluate=my_evaluation, order=my_order
    )
    print(found[1])


# %% wrong, nameless: a random player is not beaten
def my_player(game, state, budget):
    actions = my_order(game, state, game.actions(state))
    if len(actions) == 1 or budget < 2:
        return actions[0]

    def mine(game, state, player):
        return -my_evaluation(game, state, player)

    found = deepening_search(game, state, visits=budget, evaluate=mine, order=my_order)
    return found[1] if found.depth > 0 else actions[0]


# %% right: as in the lesson
def my_player(game, state, budget):
    actions = my_order(game, state, game.actions(state))
    if budget < 2 or len(actions) == 1:
        return actions[0]
    found = deepening_search(
        game, state, visits=budget, evaluate=my_evaluation, order=my_order
    )
    return found[1] if found.depth else actions[0]


# %% wrong, nameless: the budget is forgotten
but(
    "def my_player(game, state, budget):",
    """\
known = {}


def my_player(game, state, budget):
    key = game, state
    if key not in known:
        known[key] = anew(game, state, budget)
    return known[key]


def anew(game, state, budget):""",
)


# %% wrong, nameless: the game is forgotten
but(
    "def my_player(game, state, budget):",
    """\
known = {}


def my_player(game, state, budget):
    key = state.board, budget
    if key not in known:
        known[key] = anew(game, state, budget)
    return known[key]


def anew(game, state, budget):""",
)


# %% wrong, nameless: hardly a visit is used
but(
    "def my_player(game, state, budget):",
    """\
def my_player(game, state, budget):
    return anew(game, state, min(budget, 30))


def anew(game, state, budget):""",
)


# %% wrong, nameless: an illegal action is chosen
but("if budget < 2 or len(actions) == 1:", "if budget < 100:")
but("return actions[0]", "return (game.rows - 1, game.columns // 2)")
but("return found[1] if found.depth else actions[0]", "return found[1]")


# %% right: a small budget for the order, a large one for the search
def my_player(game, state, budget):
    actions = my_order(game, state, game.actions(state))
    after = [a for a in actions if budget >= 60]
    if not after:
        return actions[0]
    return deepening_search(game, state, visits=budget - 1, evaluate=my_evaluation, order=my_order)[1]


# %% right: a loop over the depths, in which a later win may replace a quicker one
def my_player(game, state, budget):
    best = my_order(game, state, game.actions(state))[0]
    counted = Watched(game, budget=budget)
    try:
        for depth in range(1, 9):
            best = alphabeta_search(
                counted, state, depth=depth, evaluate=my_evaluation, order=my_order
            )[1]
    except OutOfBudget:
        pass
    return best


# %% right: its own deepening, with one count for all depths
but("for depth in range(1, 9):", "for depth in range(1, 12):")
but("best = alphabeta_search(", "value, best = alphabeta_search(")
but(")[1]", ")\n            if value in (-1, 1):\n                break")
