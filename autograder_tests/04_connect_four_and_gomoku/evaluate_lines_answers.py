# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `evaluate_lines`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
from functools import cache


@cache
def windows_of(rows, columns, length):
    """The places of each line of this length, as numbers in state.board."""
    windows = []
    for row in range(rows):
        for column in range(columns):
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                last_row, last = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last < columns:
                    squares = [(row + i * down, column + i * right) for i in range(length)]
                    windows.append([r * columns + c for r, c in squares])
    return windows


# %% wrong, nameless: the answer is remembered by board and player, whatever the game
answers = {}


def rate(game, state, player):
    other = [each for each in game.players if each != player][0]
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        mine, theirs = marks.count(player), marks.count(other)
        if mine and not theirs:
            points += 4 ** (mine - 1)
        if theirs and not mine:
            points -= 4 ** (theirs - 1)
    return points / (100 + abs(points))


def evaluate_lines(game, state, player):
    key = state.board, player
    if key not in answers:
        answers[key] = rate(game, state, player)
    return answers[key]


# %% wrong, nameless: the players are called X and O in every game
def evaluate_lines(game, state, player):
    other = "O" if player == "X" else "X"
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        mine, theirs = marks.count(player), marks.count(other)
        if mine and not theirs:
            points += 4 ** (mine - 1)
        if theirs and not mine:
            points -= 4 ** (theirs - 1)
    return points / (100 + abs(points))


# %% right: as in the lesson
def evaluate_lines(game, state, player):
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        mine = marks.count(player)
        theirs = game.length - mine - marks.count(".")
        if mine > 0 and theirs == 0:
            points += 4 ** (mine - 1)
        elif theirs > 0 and mine == 0:
            points -= 4 ** (theirs - 1)
    return points / (100 + abs(points))


# %% wrong: n stones earn 4 times (n - 1), not 4 to the power of n - 1
but(
    "points += 4 ** (mine - 1)",
    "points += 4 * (mine - 1)",
)
but(
    "points -= 4 ** (theirs - 1)",
    "points -= 4 * (theirs - 1)",
)


# %% wrong: lines that hold stones of both players count too
but("if mine > 0 and theirs == 0:", "if mine > 0:")
but("elif theirs > 0 and mine == 0:", "if theirs > 0:")


# %% wrong: empty squares are taken to be None, and on these boards they are dots
but('marks.count(".")', "marks.count(None)")


# %% wrong: the other player's lines are forgotten
but("\n        elif theirs > 0 and mine == 0:\n            points -= 4 ** (theirs - 1)", "")


# %% wrong: the other player's lines are added, not subtracted
but("points -= 4 ** (theirs - 1)", "points += 4 ** (theirs - 1)")


# %% wrong: the estimate is always for the first player
but("points = 0", 'points = 0\n    player = "X"')


# %% wrong: the estimate is always for the player to move
but("(game, state, player):", "(game, state, player):\n    player = game.to_move(state)")


# %% wrong: the points are not scaled to lie between -1 and 1
but("return points / (100 + abs(points))", "return points")


# %% wrong: every open line counts the same, however many stones it has
but("points += 4 ** (mine - 1)", "points += 1")
but("points -= 4 ** (theirs - 1)", "points -= 1")


# %% wrong: a line counts its stones, not a power of 4
but("points += 4 ** (mine - 1)", "points += mine")
but("points -= 4 ** (theirs - 1)", "points -= theirs")


# %% wrong: the exponent is not one less than the number of stones
but("points += 4 ** (mine - 1)", "points += 4**mine")
but("points -= 4 ** (theirs - 1)", "points -= 4**theirs")


# %% wrong: the length of a line is always taken to be 4
but('theirs = game.length - mine - marks.count(".")', 'theirs = 4 - mine - marks.count(".")')


# %% wrong: the number below the fraction bar can be negative
but("return points / (100 + abs(points))", "return points / (100 + points)")


# %% wrong: lines without any stones count too
but("if mine > 0 and theirs == 0:", "if theirs == 0:")


# %% wrong: the points are only divided by 100
but("return points / (100 + abs(points))", "return points / 100")


# %% wrong: the sign is flipped
but("return points / (100 + abs(points))", "return -points / (100 + abs(points))")


# %% wrong: None is returned, so a return is missing
but("return points / (100 + abs(points))", "points / (100 + abs(points))")


# %% wrong: a finished line is worth 1, not its points
but("points = 0", "points = 0\n    if game.is_terminal(state):\n        return game.utility(state, player)")


# %% wrong: a finished line counts nothing
but("if mine > 0 and theirs == 0:", "if 0 < mine < game.length and theirs == 0:")
but("elif theirs > 0 and mine == 0:", "elif 0 < theirs < game.length and mine == 0:")


# %% wrong: five stones in a window count no more than four do
but("points += 4 ** (mine - 1)", "points += 4 ** (min(mine, 4) - 1)")
but("points -= 4 ** (theirs - 1)", "points -= 4 ** (min(theirs, 4) - 1)")


# %% right: sets and a dictionary of points
def evaluate_lines(game, state, player):
    other = game.players[player == game.players[0]]
    total = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        kinds = set(marks) - {"."}
        if kinds == {player}:
            total += 4 ** marks.count(player) / 4
        elif kinds == {other}:
            total -= 4 ** marks.count(other) / 4
    return total / (100 + abs(total))


# %% right: two passes
def open_points(game, state, who, other):
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        if other not in marks and who in marks:
            points += 4 ** (marks.count(who) - 1)
    return points


def evaluate_lines(game, state, player):
    other = [name for name in game.players if name != player][0]
    points = open_points(game, state, player, other) - open_points(game, state, other, player)
    if points < 0:
        return points / (100 - points)
    return points / (100 + points)


# %% wrong: whoever is to move is taken for the opponent
but("[name for name in game.players if name != player][0]", "game.to_move(state)")
