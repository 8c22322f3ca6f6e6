# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `outcome`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: line_through



# %% wrong, nameless: the answer is remembered by board and square, whatever the length
answers = {}


def outcome(board, square, length):
    key = str(board), square
    if key not in answers:
        full = all(EMPTY not in row for row in board)
        won = line_through(board, square, length)
        answers[key] = board[square[0]][square[1]] if won else "draw" if full else None
    return answers[key]


# %% wrong, nameless: only the first six rows are looked through for an empty square
def outcome(board, square, length):
    if line_through(board, square, length):
        return board[square[0]][square[1]]
    return "draw" if all(EMPTY not in row for row in board[:6]) else None


# %% right: as in the lesson
def outcome(board, square, length):
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    if all(mark is not EMPTY for marks in board for mark in marks):
        return "draw"
    return None


# %% wrong: a full bottom row counts as a full board
but("if all(mark is not EMPTY for marks in board for mark in marks):", "if EMPTY not in board[-1]:")


# %% wrong: the length is always taken to be 4
but("if line_through(board, square, length):", "if line_through(board, square, 4):")
but("mark is not EMPTY for marks in board for mark in marks", "EMPTY not in r for r in board")


# %% wrong: False is returned while the game goes on
but("return None", "return False")


# %% wrong: a draw and an unfinished game are swapped
but("all(mark is not EMPTY for marks in board for mark in marks)", "any(EMPTY in r for r in board)")


# %% right: the line first, then the empty squares
but("mark is not EMPTY for marks in board for mark in marks", "EMPTY not in r for r in board")


# %% wrong: a win with the last stone counts as a draw
but("length):\n        return", "length) and any(EMPTY in r for r in board):\n        return")


# %% wrong: the player who did not move wins
but("return board[row][column]", 'return "O" if board[row][column] == "X" else "X"')


# %% wrong: it is always X who wins
but("return board[row][column]", 'return "X"')


# %% wrong: True is returned instead of the winner's mark
but("return board[row][column]", "return True")


# %% wrong: one full column counts as a full board
but(
    "all(mark is not EMPTY for marks in board for mark in marks)",
    "any(EMPTY not in c for c in zip(*board))",
)


# %% wrong: a board is called full only if it has 42 squares
but("if all(", "if len(board) * len(board[0]) == 42 and all(")


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


# %% wrong: a draw is forgotten
but('return None if EMPTY in sum(board, []) else "draw"', "return None")


# %% wrong: an unfinished game is called a draw
but('return None if EMPTY in sum(board, []) else "draw"', 'return "draw"')


# %% wrong: a full top row counts as a full board
but("EMPTY in sum(board, [])", "None in board[0]")


# %% wrong: a line that is too long does not win
but("line_through(board, square, length)", "line_through(board, square, length, exact=True)")
