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


# %% right: as in the lesson
def my_order(game, state, actions):
    mine, theirs = squares_of(game, state)
    middle = (game.columns - 1) / 2
    return sorted(actions, key=lambda a: (a not in mine, a not in theirs, abs(a[1] - middle)))


# %% wrong, nameless: the board is forgotten
but(
    "def my_order(game, state, actions):",
    """\
known = {}


def my_order(game, state, actions):
    key = tuple(actions), state.to_move
    if key not in known:
        known[key] = anew(game, state, actions)
    return known[key]


def anew(game, state, actions):""",
)


# %% wrong, nameless: no board has more than nine columns
but(
    "def my_order(game, state, actions):",
    """\
def my_order(game, state, actions):
    return anew(game, state, actions) if game.columns < 10 else list(actions)


def anew(game, state, actions):""",
)


# %% wrong, nameless: squares where the opponent would win do not come next
but("a not in theirs, abs", "abs")


# %% wrong, nameless: blocks come before wins
but("mine, a not in theirs", "theirs, a not in mine")


# %% wrong, nameless: the edge comes before the middle
but("theirs, abs", "theirs, -abs")


# %% wrong, nameless: the best come last
but("not in mine, a not in theirs, abs", "in mine, a in theirs, -abs")


# %% wrong: None is returned, so a return is missing
but("return sorted(actions, ", "actions = list(actions)\n    actions.sort(")


# %% wrong, nameless: the tuple is sorted in place
but("return sorted(actions, ", "actions.sort(")


# %% wrong, nameless: wins do not come first
but("(a not in mine, a not in theirs, abs(a[1] - middle))", "abs(a[1] - middle)")


# %% wrong, nameless: the others are left in the order in which they came
but("(a not in mine, a not in theirs, abs(a[1] - middle))", "(a not in mine, a not in theirs)")


# %% wrong, nameless: an action is lost
but("sorted(actions,", "sorted([a for a in actions if a in mine] or actions,")


# %% wrong, nameless: an action comes twice
but("return sorted(", "return [a for a in actions if a in mine or a in theirs] + sorted(")


# %% wrong, nameless: other actions are returned than it was given
but("sorted(actions,", "sorted(game.actions(state),")


# %% wrong, nameless: squares are returned that are not actions
but("sorted(actions,", "sorted({*actions, *mine, *theirs},")


# %% wrong, nameless: a set is returned, which has no order
but("return sorted(", "return set(sorted(")
but("middle)))", "middle))))")


# %% wrong, nameless: the order looks at other states
but("(a not in mine,", "(game.winner(game.result(state, a)) != game.to_move(state),")


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
