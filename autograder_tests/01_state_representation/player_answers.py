# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `player`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None


# %% wrong, nameless: the answer is remembered by the squares of X alone
turns = {}


def player(board):
    crosses = tuple((r, c) for r in range(3) for c in range(3) if board[r][c] == X)
    if crosses not in turns:
        turns[crosses] = X if sum(row.count(O) for row in board) == len(crosses) else O
    return turns[crosses]


# %% wrong, nameless: a table of turns for up to six marks
def player(board):
    table = {0: X, 1: O, 2: X, 3: O, 4: X, 5: O, 6: X}
    marks = 9 - sum(row.count(EMPTY) for row in board)
    return table.get(marks, X)


# %% right: the marks are counted
def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


# %% wrong: the wrong player is to move
but("return X if x == o else O", "return O if x == o else X")


# %% wrong: only the marks of the last row are counted
but(
    "x = sum(row.count(X) for row in board)",
    "x = board[-1].count(X)",
)
but(
    "o = sum(row.count(O) for row in board)",
    "o = board[-1].count(O)",
)


# %% wrong: O is always to move
but("return X if x == o else O", "return O")


# %% wrong: the player's number is returned, not the mark
but("    return X if x == o else O", "    return (x + o) % 2")


# %% wrong: None is returned, so a return is missing
but("    return X if x == o else O", "    whose = X if x == o else O")


# %% wrong: the result is printed instead of returned
but("    return X if x == o else O", "    print(X if x == o else O)")


# %% wrong: X is always to move
but("    return X if x == o else O", "    return X")


# %% wrong: only the first row is looked at
but("o = sum(row.count(O) for row in board)", "o = board[0].count(O)")
but("x = sum(row.count(X) for row in board)", "x = board[0].count(X)")
but("x == o", "x <= o")


# %% wrong: only the marks of X are counted
but("x == o else", "x % 2 == 0 else")


# %% wrong: the turn is the wrong way round when free squares are counted
but("x == o else", "x + o == 0 or (x + o) % 2 else")


# %% wrong: on the empty board O is to move
but("X if x == o", "X if 0 < x <= o")


# %% right: the free squares are counted
def player(board):
    free = 0
    for r in range(3):
        for c in range(3):
            free += board[r][c] is EMPTY
    return (O, X)[free % 2]


# %% right: all rows in one list, and a helper
def flat(board):
    return board[0] + board[1] + board[2]


def player(board):
    squares = flat(board)
    if squares.count(X) > squares.count(O):
        return O
    return X


# %% wrong: the first row with more X than O decides
def player(board):
    for row in board:
        if row.count(X) > row.count(O):
            return O
    return X
