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


# %% wrong, nameless: the answer is remembered by the squares of X alone
winners = {}


def winner(board):
    crosses = tuple((r, c) for r in range(3) for c in range(3) if board[r][c] == X)
    if crosses not in winners:
        lines = [list(row) for row in board] + [list(column) for column in zip(*board)]
        lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
        winners[crosses] = next((p for p in (X, O) if [p, p, p] in lines), None)
    return winners[crosses]


# %% right: all lines for both marks
def winner(board):
    for line in ROWS + COLUMNS + [FALLING, RISING]:
        for mark in (X, O):
            if holds(board, line, mark):
                return mark
    return None


# %% wrong: columns are forgotten
but("for line in ROWS + COLUMNS + [FALLING, RISING]:", "for line in ROWS + [FALLING, RISING]:")


# %% wrong: rows are forgotten
but("for line in ROWS + COLUMNS + [FALLING, RISING]:", "for line in COLUMNS + [FALLING, RISING]:")


# %% wrong: a full board never has a winner
but("(board):", "(board):\n    if not any(EMPTY in row for row in board):\n        return None")


# %% wrong: the last column is forgotten
but("COLUMNS +", "COLUMNS[:2] +")


# %% wrong: the result is printed instead of returned
but("return mark", "print(mark)")


# %% wrong: only the last square of a line is compared
but("for mark", "a, b, c = [board[row][column] for row, column in line]\n        for mark")
but("if holds(board, line, mark):", "if a and b and c == mark:")


# %% wrong: the rising diagonal is forgotten
but("[FALLING, RISING]", "[FALLING]")


# %% wrong: the falling diagonal is forgotten
but("[FALLING, RISING]", "[RISING]")


# %% wrong: both diagonals are forgotten
but(" + [FALLING, RISING]", "")


# %% wrong: the last row is forgotten
but("ROWS +", "ROWS[:2] +")


# %% wrong: only X can win
but("(X, O)", "(X,)")


# %% wrong: only O can win
but("(X, O)", "(O,)")


# %% wrong: the loser is named instead of the winner
but("return mark", "return O if mark == X else X")


# %% wrong: True is returned instead of the winner's mark
but("return mark", "return True")
but("return None", "return False")


# %% wrong: three empty squares count as a line
but("(X, O)", "(X, O, EMPTY)")


# %% wrong, nameless: whoever has won stays the winner until the board is empty
last_winner = [None]


def winner(board):
    if not any(map(any, board)):
        last_winner[0] = None
    for line in (*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]):
        if line[0] is not EMPTY and all(mark == line[0] for mark in line):
            last_winner[0] = line[0]
    return last_winner[0]


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
