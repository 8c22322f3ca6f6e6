# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `actions`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None


# %% wrong: the actions come in a list, not a set
def actions(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY]


# %% wrong: the squares are counted from 1
def actions(board):
    return {
        (r, c)
        for r, row in enumerate(board, start=1)
        for c, square in enumerate(row, start=1)
        if square is EMPTY
    }


# %% wrong: the last row is forgotten
def actions(board):
    return {(r, c) for r in range(len(board) - 1) for c in range(3) if board[r][c] is EMPTY}


# %% wrong: the last column is forgotten
def actions(board):
    return {(r, c) for r in range(3) for c in range(0, 2) if not board[r][c]}


# %% wrong: the occupied squares are returned instead of the free ones
def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c]}


# %% wrong: the squares are numbered, not (row, column)
def actions(board):
    squares = [square for row in board for square in row]
    return {number for number, square in enumerate(squares) if square is EMPTY}


# %% wrong: None is returned, so a return is missing
def actions(board):
    found = {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


# %% wrong, nameless: the answer is remembered by the number of marks in each row
free_by_rows = {}


def actions(board):
    key = tuple(row.count(EMPTY) for row in board)
    if key not in free_by_rows:
        free_by_rows[key] = {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}
    return set(free_by_rows[key])


# %% right: two loops
def actions(board):
    found = set()
    for r in range(3):
        for c in range(3):
            if board[r][c] is EMPTY:
                found.add((r, c))
    return found


# %% wrong: only the squares of X are taken, not those of O
but(
    "if board[r][c] is EMPTY:",
    "if board[r][c] != X:",
)


# %% wrong: the actions are lists, not tuples
but("found = set()", "found = []")
but("found.add((r, c))", "found.append([r, c])")


# %% wrong: row and column are swapped
but("if board[r][c] is EMPTY:", "if board[c][r] is EMPTY:")


# %% wrong: occupied squares are included
but("if board[r][c] is EMPTY:\n                found.add((r, c))", "found.add((r, c))")


# %% wrong: only the first free square is returned
but("found.add((r, c))\n    return found", "found.add((r, c))\n                return found")


# %% right: a comprehension with enumerate
def actions(board):
    return {(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if not mark}


# %% right: numbers from 0 to 8, and a frozenset
def actions(board):
    return frozenset(divmod(at, 3) for at in range(9) if board[at // 3][at % 3] is EMPTY)


# %% wrong: only the first free square of each row is found
def actions(board):
    return {(r, row.index(EMPTY)) for r, row in enumerate(board) if EMPTY in row}
