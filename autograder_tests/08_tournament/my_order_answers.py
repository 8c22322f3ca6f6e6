# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `my_order`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
from course_lib.lessons.windows import row_from_below, windows_of


def squares_of(game, state):
    """Where the player to move would finish a window, and where the other would."""
    me = game.to_move(state)
    mine, theirs = [], []
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        if marks.count(".") == 1 and len(set(marks)) == 2:
            gap = window[marks.index(".")]
            square = (gap // game.columns, gap % game.columns)
            if me in marks:
                mine.append(square)
            else:
                theirs.append(square)
    return mine, theirs


# %% wrong: wins do not come first
def my_order(game, state, actions):
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: abs(a[1] - middle))


# %% wrong: squares where the other would win do not come next
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in mine, abs(a[1] - middle)))


# %% wrong: blocks come before wins
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in theirs, a not in mine, abs(a[1] - middle)))


# %% wrong: the edge comes before the middle
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in mine, a not in theirs, -abs(a[1] - middle)))


# %% wrong: the others are left in the order in which they came
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    wins = [a for a in actions if a in mine]
    blocks = [a for a in actions if a in theirs and a not in mine]
    rest = [a for a in actions if a not in mine and a not in theirs]
    return wins + blocks + rest


# %% wrong: an action is lost
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    wins = [a for a in actions if a in mine]
    if wins:
        return wins
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in theirs, abs(a[1] - middle)))


# %% wrong: an action comes twice
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    wins = [a for a in actions if a in mine]
    blocks = [a for a in actions if a in theirs]
    return wins + blocks + sorted(actions, key=lambda a: abs(a[1] - middle))


# %% wrong: other actions than those that are handed in are given
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(
        game.actions(state), key=lambda a: (a not in mine, a not in theirs, abs(a[1] - middle))
    )


# %% wrong: squares are given that are no actions
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    rest = [a for a in actions if a not in mine and a not in theirs]
    blocks = [s for s in dict.fromkeys(theirs) if s not in mine]
    return list(dict.fromkeys(mine)) + blocks + sorted(rest, key=lambda a: abs(a[1] - middle))


# %% wrong: the best come last
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a in mine, a in theirs, -abs(a[1] - middle)))


# %% wrong: a set is returned, which has no order
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    return {a for a in actions if a in mine} | {a for a in actions if a in theirs} | set(actions)


# %% wrong: the order looks at other states
def my_order(game, state, actions):
    me = game.to_move(state)
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2

    def rank(a):
        wins = game.winner(game.result(state, a)) == me
        return (not wins, a not in theirs, abs(a[1] - middle))

    return sorted(actions, key=rank)


# %% wrong: None is returned, so a return is missing
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    actions = list(actions)
    actions.sort(key=lambda a: (a not in mine, a not in theirs, abs(a[1] - middle)))


# %% right: as in the lesson
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in mine, a not in theirs, abs(a[1] - middle)))


# %% right: three lists, and the last column of two first
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    wins, blocks, rest = [], [], []
    for a in reversed(actions):
        if a in mine:
            wins.append(a)
        elif a in theirs:
            blocks.append(a)
        else:
            rest.append(a)
    rest.sort(key=lambda a: abs(2 * a[1] - game.columns + 1))
    return wins + blocks + rest


# %% right: points, and a tuple
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    mine, theirs = set(mine), set(theirs)
    points = {}
    for a in actions:
        points[a] = 10_000 * (a in mine) + 1_000 * (a in theirs)
        if not points[a]:
            points[a] = -abs(a[1] - (game.columns - 1) / 2)
    return tuple(sorted(actions, key=points.get, reverse=True))
