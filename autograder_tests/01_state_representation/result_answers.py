# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `result`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: player
import copy



def legal(board, action):
    r, c = action
    return 0 <= r < 3 and 0 <= c < 3 and board[r][c] is EMPTY


# %% wrong, nameless: the new board is remembered by the action and the number of marks
boards_after = {}


def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    key = action, sum(row.count(EMPTY) for row in board)
    if key not in boards_after:
        after = [row[:] for row in board]
        after[action[0]][action[1]] = player(board)
        boards_after[key] = after
    return [row[:] for row in boards_after[key]]


# %% right: one comprehension over all squares
def result(board, action):
    if not legal(board, action):
        raise IndexError(f"{action} is not free")
    mark = player(board)
    return [
        [mark if (r, c) == tuple(action) else old for c, old in enumerate(row)]
        for r, row in enumerate(board)
    ]


# %% right: a deep copy
def result(board, action):
    if not legal(board, action):
        raise ValueError("not legal")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


# %% wrong: the board was changed
but("new = copy.deepcopy(board)\n    new", "board")
but("return new", "return board")


# %% wrong: the copy shares its rows with the old board
but("new = copy.deepcopy(board)", "new = board.copy()")


# %% wrong: illegal actions are not refused
but(':\n    if not legal(board, action):\n        raise ValueError("not legal")', ":")


# %% wrong: an illegal action returns the same board
but('raise ValueError("not legal")', "return board")


# %% wrong: negative squares are not refused
but("if not legal(board, action):", "r, c = action\n    if board[r][c] is not EMPTY:")
but('raise ValueError("not legal")', 'raise Exception("taken")')


# %% wrong: columns left of the board are not refused
but("if not legal(board, action):", "r, c = action\n    if r < 0 or board[r][c] is not EMPTY:")


# %% wrong: occupied squares are not refused
but("if not legal(board, action):", "r, c = action\n    if r < 0 or c < 0:")
but('raise ValueError("not legal")', 'raise IndexError("outside")')


# %% wrong: the wrong player's mark is placed
but("= player", "= O if player")
but("player(board)", "player(board) == X else X")


# %% wrong: X is always placed
but("new[action[0]][action[1]] = player(board)", "new[action[0]][action[1]] = X")


# %% wrong: the board comes as tuples, not lists
but("return new", "return tuple(tuple(row) for row in new)")


# %% wrong: None is returned, so a return is missing
but("(board)\n    return new", "(board)")


# %% wrong: rows without a new mark are shared with the old board
but("new = copy.deepcopy(board)", "new = list(board)\n    new[action[0]] = list(board[action[0]])")


# %% wrong, nameless: one board is shared by all calls
but("result(board, action):", "result(board, action, new=[[EMPTY] * 3 for _ in range(3)]):")
but("new = copy.deepcopy(board)", "for row, old in zip(new, board):\n        row[:] = old")


# %% wrong: row and column are swapped
but("legal(board, action)", "legal(board, action[::-1])")
but("new[action[0]][action[1]]", "new[action[1]][action[0]]")


# %% right: built square by square, with an assertion
def result(board, action):
    assert legal(board, action), "not legal"
    mark = player(board)
    return [[mark if (r, c) == action else board[r][c] for c in range(3)] for r in range(3)]
