# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `next_key`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: what was captured stays in the key
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key ^= numbers[leave, piece]
    key ^= numbers[enter, piece]
    key ^= numbers["turn"]
    return key


# %% wrong: the turn is forgotten
but("number by number", {'    key ^= numbers["turn"]\n': ""})


# %% wrong: the piece stays where it was as well
but("number by number", {"    key ^= numbers[leave, piece]\n": ""})


# %% wrong: the piece never arrives
but("number by number", {"    key ^= numbers[enter, piece]\n": ""})


# %% wrong: numbers are added, not joined by exclusive or
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key += numbers[leave, piece]
    key += numbers[enter, piece]
    if board[enter] != ".":
        key += numbers[enter, board[enter]]
    key += numbers["turn"]
    return key


# %% wrong: the old key is forgotten
but("number by number", {"piece = board[leave]": "piece = board[leave]\n    key = 0"})


# %% wrong: what was captured is taken off the wrong square
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key ^= numbers[leave, piece]
    key ^= numbers[enter, piece]
    if board[enter] != ".":
        key ^= numbers[leave, board[enter]]
    key ^= numbers["turn"]
    return key


# %% wrong: an empty square is asked for a number
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key ^= numbers[leave, piece]
    key ^= numbers[enter, piece]
    key ^= numbers[enter, board[enter]]
    key ^= numbers["turn"]
    return key


# %% wrong: the turn is joined only after a capture
but("number by number", {'key ^= numbers["': '    key ^= numbers["'})


# %% wrong: only guards can be captured
but("number by number", {'if board[enter] != ".":': 'if board[enter] == "G":'})


# %% right: number by number
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key ^= numbers[leave, piece]
    key ^= numbers[enter, piece]
    if board[enter] != ".":
        key ^= numbers[enter, board[enter]]
    key ^= numbers["turn"]
    return key


# %% right: with get for what is not there
def next_key(key, numbers, board, leave, enter):
    piece, victim = board[leave], board[enter]
    changed = numbers[leave, piece] ^ numbers[enter, piece] ^ numbers.get((enter, victim), 0)
    return key ^ changed ^ numbers["turn"]


# %% right: by the whole board before and after
def next_key(key, numbers, board, leave, enter):
    after = list(board)
    after[enter] = after[leave]
    after[leave] = "."
    for square in range(len(board)):
        if board[square] != after[square]:
            if board[square] != ".":
                key = key ^ numbers[(square, board[square])]
            if after[square] != ".":
                key = key ^ numbers[(square, after[square])]
    return key ^ numbers["turn"]
