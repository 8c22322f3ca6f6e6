# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `drop_actions`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
EMPTY = None


# %% wrong: the highest empty square of each column is given
def drop_actions(board):
    squares = []
    for c in range(len(board[0])):
        for r in range(len(board)):
            if board[r][c] is EMPTY:
                squares.append((r, c))
                break
    return squares


# %% wrong: all empty squares are given, as if nothing fell
def drop_actions(board):
    squares = []
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] == EMPTY:
                squares.append((r, c))
    return squares


# %% wrong: row and column are exchanged
def drop_actions(board):
    squares = []
    for x in range(len(board[0])):
        for y in reversed(range(len(board))):
            if board[y][x] is EMPTY:
                squares.append((x, y))
                break
    return squares


# %% wrong: the number of rows is taken for the number of columns
def drop_actions(board):
    n = len(board)
    result = []
    for column in range(min(n, len(board[0]))):
        for row in range(n - 1, -1, -1):
            if board[row][column] is None:
                result.append((row, column))
                break
    return result


# %% wrong: only the bottom row is looked at
def drop_actions(board):
    last = len(board) - 1
    return [(last, c) for c in range(len(board[0])) if board[last][c] is EMPTY]


# %% wrong: full columns are given, too
def drop_actions(board):
    squares = []
    for c in range(len(board[0])):
        r = len(board) - 1
        while r >= 0 and board[r][c] is not EMPTY:
            r -= 1
        squares.append((r, c))
    return squares


# %% wrong: the squares of the uppermost stones are given
def drop_actions(board):
    squares = []
    for c in range(len(board[0])):
        if all(row[c] is not EMPTY for row in board):
            continue
        r = 0
        while r < len(board) - 1 and board[r][c] is EMPTY:
            r += 1
        squares.append((r, c))
    return squares


# %% wrong: the columns are numbered, and the rows left out
def drop_actions(board):
    return [c for c in range(len(board[0])) if board[0][c] is EMPTY]


# %% wrong: the squares come in a set, not a list
def drop_actions(board):
    squares = set()
    for c in range(len(board[0])):
        for r in range(len(board) - 1, -1, -1):
            if board[r][c] is EMPTY:
                squares.add((r, c))
                break
    return squares


# %% wrong: the squares come row by row, not column by column
def drop_actions(board):
    squares = []
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] is EMPTY and (r == len(board) - 1 or board[r + 1][c] is not EMPTY):
                squares.append((r, c))
    return squares


# %% wrong: the columns come from right to left
def drop_actions(board):
    squares = []
    for c in range(len(board[0]) - 1, -1, -1):
        for r in range(len(board) - 1, -1, -1):
            if board[r][c] is EMPTY:
                squares.append((r, c))
                break
    return squares


# %% wrong: the squares are counted from 1
but("from the bottom up", {"squares.append((r, c))": "squares.append((r + 1, c + 1))"})


# %% wrong: only the first column with room is given
but("from the bottom up", {"return squares": "return squares[:1]"})


# %% wrong: None is returned, so a return is missing
but("from the bottom up", {"    return squares\n": ""})


# %% right: from the bottom up
def drop_actions(board):
    squares = []
    for c in range(len(board[0])):
        for r in range(len(board) - 1, -1, -1):
            if board[r][c] is EMPTY:
                squares.append((r, c))
                break
    return squares


# %% right: counting the empty squares of each column
def drop_actions(board):
    empty = [[row[c] for row in board].count(None) for c in range(len(board[0]))]
    return [(n - 1, c) for c, n in enumerate(empty) if n > 0]


# %% right: row by row, then sorted by column
def drop_actions(board):
    lowest = {}
    for r, row in enumerate(board):
        for c, mark in enumerate(row):
            if not mark:
                lowest[c] = (r, c)
    return [lowest[c] for c in sorted(lowest)]
