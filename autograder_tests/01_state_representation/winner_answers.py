# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `winner`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None
ROWS = [[(r, 0), (r, 1), (r, 2)] for r in range(3)]
COLUMNS = [[(0, c), (1, c), (2, c)] for c in range(3)]
FALLING = [(0, 0), (1, 1), (2, 2)]
RISING = [(2, 0), (1, 1), (0, 2)]


def holds(board, line, mark):
    return all(board[r][c] == mark for r, c in line)


# %% wrong: the falling diagonal is forgotten
def winner(board):
    for mark in (X, O):
        for line in ROWS + COLUMNS + [RISING]:
            if holds(board, line, mark):
                return mark


# %% wrong: the rising diagonal is forgotten
def winner(board):
    for mark in (X, O):
        for i in range(3):
            if board[i] == [mark] * 3 or [row[i] for row in board] == [mark] * 3:
                return mark
        if all(board[i][i] == mark for i in range(3)):
            return mark


# %% wrong: both diagonals are forgotten
def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    return None


# %% wrong: the columns are forgotten
def winner(board):
    for line in ROWS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark


# %% wrong: the rows are forgotten
def winner(board):
    for line in COLUMNS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark


# %% wrong: the last row is forgotten
def winner(board):
    for mark in (X, O):
        for r in range(2):
            if board[r].count(mark) == 3:
                return mark
        for line in COLUMNS + [FALLING, RISING]:
            if holds(board, line, mark):
                return mark


# %% wrong: only X can win
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        if holds(board, line, X):
            return X
    return None


# %% wrong: a full board never has a winner
def winner(board):
    if not any(EMPTY in row for row in board):
        return None
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark


# %% wrong: the loser is named instead of the winner
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        if holds(board, line, X):
            return O
        if holds(board, line, O):
            return X


# %% wrong: three empty squares count as a line
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        (a, b), (c, d), (e, f) = line
        if board[a][b] == board[c][d] == board[e][f]:
            return board[a][b]
    return None


# %% wrong: True is returned instead of the winner's mark
def winner(board):
    return any(
        holds(board, line, mark) for line in ROWS + COLUMNS + [FALLING, RISING] for mark in "XO"
    )


# %% wrong: the last column is forgotten
def winner(board):
    for line in ROWS + COLUMNS[:2] + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark
    return None


# %% wrong: only O can win
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        if holds(board, line, O):
            return O
    return None


# %% wrong: the result is printed instead of returned
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                print(mark)


# %% wrong: only the last square of a line is compared
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        a, b, c = [board[row][column] for row, column in line]
        for mark in (X, O):
            if a and b and c == mark:
                return mark
    return None


# %% right: all lines for both marks
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark
    return None


# %% right: sets of marks
def winner(board):
    lines = [
        *board,
        *zip(*board),
        [board[i][i] for i in range(3)],
        [board[i][2 - i] for i in range(3)],
    ]
    for line in lines:
        if set(line) in ({X}, {O}):
            return line[0]


# %% right: a magic square and recursion
MAGIC = [[2, 7, 6], [9, 5, 1], [4, 3, 8]]


def reaches(numbers, left, total):
    if left == 0:
        return total == 0
    return any(reaches(numbers[i + 1 :], left - 1, total - n) for i, n in enumerate(numbers))


def winner(board):
    for mark in (O, X):
        if reaches([MAGIC[r][c] for r in range(3) for c in range(3) if board[r][c] == mark], 3, 15):
            return mark
