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


# %% wrong: lines that both have stones in count, too
but(
    "as in the lesson",
    {
        "if mine > 0 and theirs == 0:": "if mine > 0:",
        "if theirs > 0 and mine == 0:": "if theirs > 0:",
    },
)


# %% wrong: the other player's lines are forgotten
but(
    "as in the lesson",
    {
        "        if theirs > 0 and mine == 0:\n            points -= 4 ** (theirs - 1)\n": "",
    },
)


# %% wrong: the other player's lines are added, not taken off
but("as in the lesson", {"points -= 4 ** (theirs - 1)": "points += 4 ** (theirs - 1)"})


# %% wrong: the estimate is always for the first player
but("as in the lesson", {"points = 0": 'points = 0\n    player = "X"'})


# %% wrong: the estimate is always for the player to move
but(
    "as in the lesson",
    {
        "def evaluate_lines(game, state, player):": "def evaluate_lines(game, state, player):\n    player = game.to_move(state)",
    },
)


# %% wrong: the points are not brought between -1 and 1
but("as in the lesson", {"return points / (100 + abs(points))": "return points"})


# %% wrong: every open line counts the same, however many stones it has
but(
    "as in the lesson",
    {
        "points += 4 ** (mine - 1)": "points += 1",
        "points -= 4 ** (theirs - 1)": "points -= 1",
    },
)


# %% wrong: a line counts its stones, not a power of 4
but(
    "as in the lesson",
    {
        "points += 4 ** (mine - 1)": "points += mine",
        "points -= 4 ** (theirs - 1)": "points -= theirs",
    },
)


# %% wrong: the power is not one less than the stones
but(
    "as in the lesson",
    {
        "points += 4 ** (mine - 1)": "points += 4**mine",
        "points -= 4 ** (theirs - 1)": "points -= 4**theirs",
    },
)


# %% wrong: the length of a line is taken for 4
but(
    "as in the lesson",
    {
        'theirs = game.length - mine - marks.count(".")': 'theirs = 4 - mine - marks.count(".")',
    },
)


# %% wrong: below the fraction the sign is left in
but("as in the lesson", {"return points / (100 + abs(points))": "return points / (100 + points)"})


# %% wrong: lines without any stone count, too
but(
    "as in the lesson",
    {
        "if mine > 0 and theirs == 0:": "if theirs == 0:",
        "if theirs > 0 and mine == 0:": "elif theirs > 0 and mine == 0:",
    },
)


# %% wrong: the points are divided by 100 alone
but(
    "as in the lesson",
    {
        "if theirs > 0 and mine == 0:": "elif theirs > 0 and mine == 0:",
        "return points / (100 + abs(points))": "return points / 100",
    },
)


# %% wrong: the sign is turned round
but(
    "as in the lesson",
    {
        "if theirs > 0 and mine == 0:": "elif theirs > 0 and mine == 0:",
        "return points / (100 + abs(points))": "return -points / (100 + abs(points))",
    },
)


# %% wrong: None is returned, so a return is missing
but("as in the lesson", {"return points / (100 + abs(points))": "points / (100 + abs(points))"})


# %% wrong: five stones in a window count no more than four
def evaluate_lines(game, state, player):
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        mine = marks.count(player)
        theirs = game.length - mine - marks.count(".")
        if mine > 0 and theirs == 0:
            points += 4 ** (min(mine, 4) - 1)
        elif theirs > 0 and mine == 0:
            points -= 4 ** (min(theirs, 4) - 1)
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
        if theirs > 0 and mine == 0:
            points -= 4 ** (theirs - 1)
    return points / (100 + abs(points))


# %% right: sets and a dictionary of points
def evaluate_lines(game, state, player):
    other = "O" if player == "X" else "X"
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
