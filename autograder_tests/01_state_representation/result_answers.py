# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `result`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import copy

X, O, EMPTY = "X", "O", None


def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 else O


def legal(board, action):
    r, c = action
    return 0 <= r < 3 and 0 <= c < 3 and board[r][c] is EMPTY


# %% wrong: the board was changed
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    board[action[0]][action[1]] = player(board)
    return board


# %% wrong: a copy that shares its rows with the old board
but("a deep copy", {"new = copy.deepcopy(board)": "new = board.copy()"})


# %% wrong: illegal actions are not refused
def result(board, action):
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


# %% wrong: an illegal action gives the same board back
but("a deep copy", {'raise ValueError("not legal")': "return board"})


# %% wrong: negative squares are not refused
def result(board, action):
    r, c = action
    if board[r][c] is not EMPTY:
        raise Exception("taken")
    new = copy.deepcopy(board)
    new[r][c] = player(board)
    return new


# %% wrong: occupied squares are not refused
def result(board, action):
    r, c = action
    if r < 0 or c < 0:
        raise IndexError("outside")
    new = copy.deepcopy(board)
    new[r][c] = player(board)
    return new


# %% wrong: the wrong player's mark is put
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = O if player(board) == X else X
    return new


# %% wrong: X is always put
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = X
    return new


# %% wrong: the board comes as tuples, not lists
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return tuple(tuple(row) for row in new)


# %% wrong: one board is shared by all calls
NEW = [[EMPTY] * 3 for _ in range(3)]


def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    for r in range(3):
        for c in range(3):
            NEW[r][c] = board[r][c]
    NEW[action[0]][action[1]] = player(board)
    return NEW


# %% wrong: row and column are exchanged
def result(board, action):
    column, row = action
    if (row, column) not in [(r, c) for r in range(3) for c in range(3)]:
        raise ValueError("off the board")
    if board[row][column] is not None:
        raise ValueError("taken")
    copy = [list(line) for line in board]
    copy[row][column] = player(board)
    return copy


# %% wrong: None is returned, so a return is missing
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)


# %% wrong: rows without a new mark are shared with the old board
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = list(board)
    new[action[0]] = list(board[action[0]])
    new[action[0]][action[1]] = player(board)
    return new


# %% right: a deep copy
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


# %% right: built square by square, with an assertion
def result(board, action):
    assert legal(board, action), "not legal"
    mark = player(board)
    return [[mark if (r, c) == action else board[r][c] for c in range(3)] for r in range(3)]


# %% right: one comprehension over all squares
def result(board, action):
    if not legal(board, action):
        raise IndexError(f"{action} is not free")
    mark = player(board)
    return [
        [mark if (r, c) == tuple(action) else old for c, old in enumerate(row)]
        for r, row in enumerate(board)
    ]
