# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `player`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None


# %% wrong: the wrong player is to move
def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return O if x == o else X


# %% wrong: X is always to move
def player(board):
    return X


# %% wrong: O is always to move
def player(board):
    if board is EMPTY:
        return X
    return O


# %% wrong: the free squares are counted the wrong way round
def player(board):
    empty = 0
    for row in board:
        for square in row:
            if square == EMPTY:
                empty += 1
    if empty == 9:
        return X
    return X if empty % 2 == 0 else O


# %% wrong: only the first row is looked at
def player(board):
    for row in board:
        if row.count(X) > row.count(O):
            return O
        return X


# %% wrong: on the empty board O is to move
def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    if x == 0 and o == 0:
        return O
    return X if x <= o else O


# %% wrong: only the marks of X are counted
def player(board):
    x = 0
    for row in board:
        x += row.count(X)
    return O if x % 2 else X


# %% wrong: the player's number is returned, not the mark
def player(board):
    marks = [square for row in board for square in row if square]
    return len(marks) % 2


# %% wrong: None is returned, so a return is missing
def player(board):
    marks = [square for row in board for square in row if square]
    whose = X if len(marks) % 2 == 0 else O


# %% wrong: the result is printed instead of returned
def player(board):
    marks = [square for row in board for square in row if square]
    print(X if len(marks) % 2 == 0 else O)


# %% right: the marks are counted
def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


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
