# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `drop_actions`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
EMPTY = None


# %% wrong, nameless: the answer is remembered by the size of the board and how many stones lie there
lying = {}


def drop_actions(board):
    key = len(board), len(board[0]), sum(len(row) - row.count(EMPTY) for row in board)
    if key not in lying:
        lying[key] = [
            (max(r for r in range(len(board)) if board[r][c] is EMPTY), c)
            for c in range(len(board[0]))
            if board[0][c] is EMPTY
        ]
    return list(lying[key])


# %% wrong, nameless: no more than ten rows, counted from below
def drop_actions(board):
    found = []
    for column in range(len(board[0])):
        for row in range(len(board) - 1, max(-1, len(board) - 11), -1):
            if board[row][column] is EMPTY:
                found.append((row, column))
                break
    return found


# %% right: as in the lesson
def drop_actions(board):
    squares = []
    for column in range(len(board[0])):
        for row in reversed(range(len(board))):
            if board[row][column] is EMPTY:
                squares.append((row, column))
                break
    return squares


# %% wrong: the highest empty square of each column is returned
but("for row in reversed(range(len(board))):", "for row in range(len(board)):")


# %% wrong: row and column are swapped
but("squares.append((row, column))", "squares.append((column, row))")


# %% wrong: the number of rows is used as the number of columns
but("def drop_actions(board):", "def drop_actions(board):\n    n = len(board)")
but("for column in range(len(board[0])):", "for column in range(min(n, len(board[0]))):")


# %% wrong: the squares come in a set, not a list
but("squares = []", "squares = set()")
but("squares.append((row, column))", "squares.add((row, column))")


# %% wrong: the columns come from right to left
but("for column in range(len(board[0])):", "for column in range(len(board[0]) - 1, -1, -1):")


# %% wrong: the squares are counted from 1
but("squares.append((row, column))", "squares.append((row + 1, column + 1))")


# %% wrong: only the first column with room is returned
but("return squares", "return squares[:1]")


# %% wrong: None is returned, so a return is missing
but("break\n    return squares", "break")


# %% right: from the bottom up
but("for column in range(len(board[0])):", "for c in range(len(board[0])):")
but("for row in reversed(range(len(board))):", "for r in range(len(board) - 1, -1, -1):")
but("if board[row][column] is EMPTY:", "if board[r][c] is EMPTY:")
but("squares.append((row, column))", "squares.append((r, c))")


# %% wrong: only the bottom row is looked at
but("reversed(range(len(board)))", "[len(board) - 1]")


# %% wrong: full columns are returned too
but("break", "break\n        else:\n            squares.append((-1, column))")


# %% wrong: the squares of the topmost stones are returned
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


# %% wrong: the squares come row by row, not column by column
def drop_actions(board):
    squares = []
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] is EMPTY and (r == len(board) - 1 or board[r + 1][c] is not EMPTY):
                squares.append((r, c))
    return squares


# %% wrong: all empty squares are returned, as if stones didn't fall
but("is EMPTY and (r == len(board) - 1 or board[r + 1][c] is not EMPTY)", "== EMPTY")


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


# %% wrong: every board has six rows and seven columns
def drop_actions(board):
    found = []
    for column in range(7):
        for row in range(5, -1, -1):
            if board[row][column] is None:
                found.append((row, column))
                break
    return found
