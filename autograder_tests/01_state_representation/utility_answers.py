# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `utility`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: winner



# %% wrong: X's win is worth 0
def utility(board):
    if winner(board) == O:
        return -1
    return 0


# %% wrong: the sign is the wrong way round
def utility(board):
    return {O: 1, X: -1, None: 0}[winner(board)]


# %% wrong: a draw is worth None
def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1


# %% wrong: the number comes as text
but("return 1", 'return "1"')
but("return -1", 'return "-1"\n    return "0"')


# %% wrong: the result is worth what it means to the player to move, not to X
def utility(board):
    to_move = X if sum(row.count(EMPTY) for row in board) % 2 else O
    who = winner(board)
    if who is None:
        return 0
    return 1 if who == to_move else -1


# %% wrong: a win is worth 10
def utility(board):
    return {X: 10, O: -10, None: 0}[winner(board)]


# %% wrong: None is returned, so a return is missing
def utility(board):
    value = {X: 1, O: -1, None: 0}[winner(board)]


# %% wrong, nameless: the answer is remembered by the first two rows
ends = {}


def utility(board):
    top = str(board[:2])
    if top not in ends:
        ends[top] = {X: 1, O: -1, None: 0}[winner(board)]
    return ends[top]


# %% right: three cases
def utility(board):
    who = winner(board)
    if who == X:
        return 1
    if who == O:
        return -1
    return 0


# %% right: numbers with a point
def utility(board):
    return {X: 1.0, O: -1.0}.get(winner(board), 0.0)


# %% wrong: a win is worth 1, whoever won
but("return {X: 1.0, O: -1.0}.get(winner(board), 0.0)", "return 1 if winner(board) else 0")


# %% wrong: O's win is worth 0
but("return {X: 1.0, O: -1.0}.get(winner(board), 0.0)", "return 1 if winner(board) == X else 0")


# %% wrong: a draw is worth 1
but("return {X: 1.0, O: -1.0}.get(winner(board), 0.0)", "return -1 if winner(board) == O else 1")


# %% wrong: a draw is worth -1
but("return {X: 1.0, O: -1.0}.get(winner(board), 0.0)", "return 1 if winner(board) == X else -1")


# %% wrong: the mark is returned, not a number
but("return {X: 1.0, O: -1.0}.get(winner(board), 0.0)", "return winner(board)")


# %% right: comparing
def utility(board):
    return int(winner(board) == X) - int(winner(board) == O)
