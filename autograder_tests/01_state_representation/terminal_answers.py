# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `terminal`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: winner
def full(board):
    return not any(EMPTY in row for row in board)


# %% wrong, nameless: the answer is remembered by the number of free squares
over = {}


def terminal(board):
    free = sum(row.count(EMPTY) for row in board)
    if free not in over:
        over[free] = winner(board) is not None or free == 0
    return over[free]


# %% right: as in the lesson
def terminal(board):
    return winner(board) is not None or all(EMPTY not in row for row in board)


# %% wrong: a full board does not end the game
but("is not None or all(EMPTY not in row for row in board)", "in (X, O)")


# %% wrong: a full board counts only if someone has won
but("or all(EMPTY not in row for row in board)", "and full(board)")


# %% wrong: it returns the winner, not True or False
but("is not None or all(EMPTY not in row for row in board)", "or full(board)")


# %% wrong: the game is never over
but("winner(board) is not None or all(EMPTY not in row for row in board)", "board == []")


# %% right: a win or a full board
but("all(EMPTY not in row for row in board)", "full(board)")


# %% wrong: True and False are swapped
def terminal(board):
    if winner(board) is not None:
        return False
    return not full(board)


# %% wrong: a win by X does not end the game
def terminal(board):
    return True if winner(board) == O else full(board)


# %% wrong: the game is over when one row is full
def terminal(board):
    if winner(board):
        return True
    for row in board:
        if EMPTY not in row:
            return True
    return False


# %% wrong: only the last row is looked at for free squares
def terminal(board):
    for row in board:
        over = EMPTY not in row
    return over or winner(board) is not None


# %% wrong: the game is always over
def terminal(board):
    return any(len(row) == 3 for row in board)


# %% wrong: None is returned, so a return is missing
def terminal(board):
    over = winner(board) is not None or full(board)


# %% right: counting the marks
def terminal(board):
    if winner(board):
        return True
    return sum(len([m for m in row if m]) for row in board) == 9


# %% wrong: a win by O does not end the game
but("if winner(board):", "if winner(board) == X:")


# %% right: the other way round
def terminal(board):
    for r in range(3):
        for c in range(3):
            if board[r][c] is EMPTY and winner(board) is None:
                return False
    return True


# %% wrong: a win does not end the game
but("for r in range(3):", "for r in board:")
but("for c in range(3):", "for c in r:")
but("if board[r][c] is EMPTY and winner(board) is None:", "if c is EMPTY:")
