# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `my_evaluation`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
from course_lib.lessons.windows import row_from_below, windows_of


def points_of(game, state, player, rows=True):
    """The points of the windows that are this player's alone."""
    total = 0
    odd = player == game.players[0]
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        mine = marks.count(player)
        if mine == 0 or mine + marks.count(".") < game.length:
            continue
        points = 4 ** (mine - 1)
        if mine == game.length - 1 and rows:
            row = row_from_below(game, window[marks.index(".")])
            if (row % 2 == 1) == odd:
                points *= 4
        total += points
    return total


def other_of(game, player):
    """The other player."""
    first, second = game.players
    return second if player == first else first


# %% wrong, nameless: the estimate looks at other states
def my_evaluation(game, state, player):
    for action in game.actions(state):
        if game.winner(game.result(state, action)) is not None:
            return 0.9 if game.to_move(state) == player else -0.9
    total = points_of(game, state, player) - points_of(game, state, other_of(game, player))
    return total / (100 + abs(total))


# %% wrong, nameless: a mirror image has another estimate
def my_evaluation(game, state, player):
    total = points_of(game, state, player) - points_of(game, state, other_of(game, player))
    for place, mark in enumerate(state.board):
        if mark != ".":
            total += (place % game.columns) * (1 if mark == player else -1) / 50
    return total / (100 + abs(total))


# %% wrong, nameless: three stones in a window are not worth more than two
def my_evaluation(game, state, player):
    total = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        owners = set(marks) - {"."}
        if len(owners) == 1:
            worth = 1
            if marks.count(".") == 1:
                row = row_from_below(game, window[marks.index(".")])
                worth += (row % 2 == 1) == (game.players[0] in owners) and 0.01
            total += worth if player in owners else -worth
    return total / (1 + abs(total))


# %% wrong, nameless: windows in which both have stones count
def my_evaluation(game, state, player):
    total = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        for mark in game.players:
            stones = marks.count(mark)
            if stones == 0:
                continue
            points = 4 ** (stones - 1)
            if stones == game.length - 1 and "." in marks:
                row = row_from_below(game, window[marks.index(".")])
                if row % 2 == (mark == game.players[0]):
                    points *= 4
            total += points if mark == player else -points
    return total / (100 + abs(total))


# %% wrong, nameless: the rows of the two players are swapped
def my_evaluation(game, state, player):
    total = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        owners = set(marks) - {"."}
        if len(owners) != 1:
            continue
        points = 4 ** (game.length - marks.count(".") - 1)
        if marks.count(".") == 1:
            row = window[marks.index(".")] // game.columns
            if row % 2 == (game.players[0] not in owners):
                points *= 4
        total += points if player in owners else -points
    return total / (100 + abs(total))


# %% right: as in the lesson
def my_evaluation(game, state, player):
    total = points_of(game, state, player) - points_of(game, state, other_of(game, player))
    return total / (100 + abs(total))


# %% wrong, nameless: another game on the same board is forgotten
but(
    "def my_evaluation(game, state, player):",
    """\
known = {}


def my_evaluation(game, state, player):
    key = state.board, player
    if key not in known:
        known[key] = anew(game, state, player)
    return known[key]


def anew(game, state, player):""",
)


# %% wrong, nameless: rows of five are not counted
but(
    "def my_evaluation(game, state, player):",
    """\
def my_evaluation(game, state, player):
    return anew(game, state, player) if game.length < 5 else 0.0


def anew(game, state, player):""",
)


# %% wrong, nameless: the two players' estimates are not opposite
but(") - points_of(game, state, other_of(game, player))", ")")


# %% wrong: None is returned, so a return is missing
but("return total / (100 + abs(total))", "total / (100 + abs(total))")


# %% wrong, nameless: the estimates are not kept between -1 and 1
but("total / (100 + abs(total))", "total")


# %% wrong, nameless: the sum is only divided by 1,000
but("total / (100 + abs(total))", "total / 1_000")


# %% wrong, nameless: the estimate is cut off at 1 itself
but("total / (100 + abs(total))", "max(-1, min(1, total / 1_000))")


# %% wrong, nameless: a finished line is worth 1
but("return total", "return game.utility(state, player) if game.is_terminal(state) else total")


# %% wrong, nameless: both players get the same estimate
but("    total =", '    player = "X"\n    total =')


# %% wrong, nameless: the sign is the wrong way round
but("return total", "return -total")


# %% wrong, nameless: a threat is worth the same in every row
but("player) -", "player, False) -")
but("other_of(game, player))", "other_of(game, player), False)")


# %% right: other points, and stones in the middle count
from math import tanh


def my_evaluation(game, state, player):
    total = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        owners = set(marks) - {"."}
        if len(owners) != 1:
            continue
        stones = game.length - marks.count(".")
        points = stones**2
        if stones == game.length - 1:
            row = row_from_below(game, window[marks.index(".")])
            points += 3 * (row % 2 == (game.players[0] in owners))
        total += points if player in owners else -points
    for place, mark in enumerate(state.board):
        if mark != ".":
            column = place % game.columns
            near = min(column, game.columns - 1 - column)
            total += near / 10 if mark == player else -near / 10
    return 0.99 * tanh(total / 80)


# %% right: in hundredths, and cut off
def my_evaluation(game, state, player):
    me = points_of(game, state, player)
    you = points_of(game, state, other_of(game, player))
    return max(-0.999, min(0.999, (me - you) / 1000))
