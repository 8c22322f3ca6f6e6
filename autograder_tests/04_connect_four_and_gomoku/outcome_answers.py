# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `outcome`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
EMPTY = None


def line_through(board, square, length, exact=False):
    mark = board[square[0]][square[1]]
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        n = 1
        for sign in (1, -1):
            r, c = square[0] + sign * dr, square[1] + sign * dc
            while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == mark:
                n, r, c = n + 1, r + sign * dr, c + sign * dc
        if n == length or n > length and not exact:
            return True
    return False


# %% wrong: a draw is forgotten
def outcome(board, square, length):
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return None


# %% wrong: a win with the last stone is read as a draw
def outcome(board, square, length):
    if all(mark is not EMPTY for row in board for mark in row):
        return "draw"
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return None


# %% wrong: the player who did not move wins
def outcome(board, square, length):
    last = board[square[0]][square[1]]
    player = "X" if last == "O" else "O"
    if line_through(board, square, length):
        return player
    if any(EMPTY in row for row in board):
        return None
    return "draw"


# %% wrong: it is always X who wins
def outcome(board, square, length):
    if line_through(board, square, length):
        return "X"
    for row in board:
        if EMPTY in row:
            return None
    return "draw"


# %% wrong: True is returned instead of the winner's mark
def outcome(board, square, length):
    if line_through(board, square, length):
        return True
    for row in board:
        if EMPTY in row:
            return None
    return "draw"


# %% wrong: a game that goes on is called a draw
def outcome(board, square, length):
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return "draw"


# %% wrong: one full column is taken for a full board
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    for c in range(len(board[0])):
        if all(board[r][c] is not EMPTY for r in range(len(board))):
            return "draw"
    return None


# %% wrong: a full bottom row is taken for a full board
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    if EMPTY not in board[-1]:
        return "draw"
    return None


# %% wrong: a full top row is taken for a full board
def outcome(board, square, length):
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return None if None in board[0] else "draw"


# %% wrong: a board is called full only if it has 42 squares
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    stones = 0
    for r in board:
        for mark in r:
            if mark is not EMPTY:
                stones += 1
    if stones == 42:
        return "draw"
    return None


# %% wrong: the length is taken for 4, whatever it is
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, 4):
        return board[row][column]
    if all(EMPTY not in r for r in board):
        return "draw"


# %% wrong: False is returned while the game goes on
but("the line first, then the empty squares", {"return None": "return False"})


# %% wrong: a draw and a game that goes on are exchanged
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    if any(EMPTY in r for r in board):
        return "draw"


# %% wrong: a line that is too long does not win
def outcome(board, square, length):
    if line_through(board, square, length, exact=True):
        return board[square[0]][square[1]]
    if any(EMPTY in row for row in board):
        return None
    return "draw"


# %% right: the line first, then the empty squares
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    if all(EMPTY not in r for r in board):
        return "draw"
    return None


# %% right: counting stones
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    stones = sum(1 for r in board for mark in r if mark)
    if stones < len(board) * len(board[0]):
        return None
    return "draw"


# %% right: all marks in one list
def outcome(board, square, length):
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return None if EMPTY in sum(board, []) else "draw"
