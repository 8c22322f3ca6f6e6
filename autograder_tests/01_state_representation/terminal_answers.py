# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `terminal`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None


def winner(board):
    lines = [*board, *map(list, zip(*board))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return X if [X] * 3 in lines else O if [O] * 3 in lines else None


def full(board):
    return not any(EMPTY in row for row in board)


# %% wrong: a win does not end the game
def terminal(board):
    for row in board:
        for square in row:
            if square is EMPTY:
                return False
    return True


# %% wrong: a full board does not end the game
def terminal(board):
    return winner(board) in (X, O)


# %% wrong: True and False are exchanged
def terminal(board):
    if winner(board) is not None:
        return False
    return not full(board)


# %% wrong: a win by O does not end the game
def terminal(board):
    if winner(board) == X:
        return True
    return full(board)


# %% wrong: a win by X does not end the game
def terminal(board):
    return True if winner(board) == O else full(board)


# %% wrong: a full board counts only if somebody has won
def terminal(board):
    return winner(board) is not None and full(board)


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


# %% wrong: it gives the winner, not True or False
def terminal(board):
    return winner(board) or full(board)


# %% wrong: the game is never over
def terminal(board):
    return board == []


# %% wrong: the game is always over
def terminal(board):
    return any(len(row) == 3 for row in board)


# %% wrong: None is returned, so a return is missing
def terminal(board):
    over = winner(board) is not None or full(board)


# %% right: a win or a full board
def terminal(board):
    return winner(board) is not None or full(board)


# %% right: counting the marks
def terminal(board):
    if winner(board):
        return True
    return sum(len([m for m in row if m]) for row in board) == 9


# %% right: the other way round
def terminal(board):
    for r in range(3):
        for c in range(3):
            if board[r][c] is EMPTY and winner(board) is None:
                return False
    return True
