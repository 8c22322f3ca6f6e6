# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `next_key`, wrong and right, as students write them; each part stands for a notebook."""


# %% right: number by number
def next_key(key, numbers, board, leave, enter):
    piece = board[leave]
    key ^= numbers[leave, piece]
    key ^= numbers[enter, piece]
    if board[enter] != ".":
        key ^= numbers[enter, board[enter]]
    key ^= numbers["turn"]
    return key


# %% wrong: numbers are added and subtracted, not put in by exclusive or
but(
    "key ^= numbers[leave, piece]",
    "key -= numbers[leave, piece]",
)
but(
    "key ^= numbers[enter, piece]",
    "key += numbers[enter, piece]",
)
but(
    "key ^= numbers[enter, board[enter]]",
    "key -= numbers[enter, board[enter]]",
)


# %% wrong, nameless: numbers and board are forgotten
but(
    "def next_key(key, numbers, board, leave, enter):",
    """\
known = {}


def next_key(key, numbers, board, leave, enter):
    at = key, leave, enter
    if at not in known:
        known[at] = anew(key, numbers, board, leave, enter)
    return known[at]


def anew(key, numbers, board, leave, enter):""",
)


# %% wrong, nameless: keys have 32 bits
but(
    "def next_key(key, numbers, board, leave, enter):",
    """\
def next_key(key, numbers, board, leave, enter):
    return anew(key, numbers, board, leave, enter) & 0xFFFFFFFF


def anew(key, numbers, board, leave, enter):""",
)


# %% wrong: what was captured stays in the key
but('if board[enter] != ".":\n        key ^= numbers[enter, board[enter]]\n    key', "key")


# %% wrong: the turn is forgotten
but('key ^= numbers["turn"]\n    return key', "return key")


# %% wrong: the piece stays where it was as well
but("piece = board[leave]\n    key ^= numbers[leave, piece]", "piece = board[leave]")


# %% wrong: the piece never arrives
but("[leave, piece]\n    key ^= numbers[enter, piece]", "[leave, piece]")


# %% wrong: numbers are added, not combined by exclusive or
but("key ^= numbers[leave, piece]", "key += numbers[leave, piece]")
but("key ^= numbers[enter, piece]", "key += numbers[enter, piece]")
but("key ^= numbers[enter, board[enter]]", "key += numbers[enter, board[enter]]")
but('key ^= numbers["turn"]', 'key += numbers["turn"]')


# %% wrong: the old key is forgotten
but("piece = board[leave]", "piece = board[leave]\n    key = 0")


# %% wrong: the captured piece is removed from the wrong square
but("key ^= numbers[enter, board[enter]]", "key ^= numbers[leave, board[enter]]")


# %% wrong: a number is looked up for an empty square
but('if board[enter] != ".":\n        key', "key")


# %% wrong: the turn changes only after a capture
but("[enter, board[enter]]\n    key", "[enter, board[enter]]\n        key")


# %% wrong: only guards can be captured
but('if board[enter] != ".":', 'if board[enter] == "G":')


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
