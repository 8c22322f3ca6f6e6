# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `least_image`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: only the four turns are looked at
def least_image(board):
    images = [board]
    for _ in range(3):
        last = images[-1]
        images.append(tuple("".join(col) for col in zip(*last[::-1])))
    return min(images)


# %% wrong: only the images without a quarter turn are looked at
def least_image(board):
    a = board
    b = tuple(row[::-1] for row in board)
    c = board[::-1]
    d = tuple(row[::-1] for row in c)
    return min(a, b, c, d)


# %% wrong: the board itself is left out
def least_image(board):
    def turn(b):
        return tuple("".join(c) for c in zip(*b[::-1]))

    t1 = turn(board)
    t2 = turn(t1)
    t3 = turn(t2)
    m0 = tuple(row[::-1] for row in board)
    m1 = turn(m0)
    m2 = turn(m1)
    m3 = turn(m2)
    return min(t1, t2, t3, m0, m1, m2, m3)


# %% wrong: the greatest image is taken
def least_image(board):
    images = []
    for start in (board, tuple(r[::-1] for r in board)):
        for i in range(4):
            images.append(start)
            start = tuple(map("".join, zip(*start[::-1])))
    return max(images)


# %% wrong: only left and right are swapped
def least_image(board):
    return min(board, tuple(row[::-1] for row in board))


# %% wrong: only top and bottom are swapped
def least_image(board):
    upside_down = board[::-1]
    return board if board < upside_down else upside_down


# %% wrong: only rows and columns are swapped
def least_image(board):
    other = tuple("".join(row[i] for row in board) for i in range(len(board)))
    return min(board, other)


# %% wrong: only the board itself has a mirror image, its turns have none
def least_image(board):
    images = [tuple(row[::-1] for row in board)]
    now = board
    for _ in range(4):
        images.append(now)
        now = tuple("".join(c) for c in zip(*now[::-1]))
    return min(images)


# %% wrong: the image is a list, which can't be a key
def least_image(board):
    images = []
    for b in (list(board), [row[::-1] for row in board]):
        for _ in range(4):
            images.append(b)
            b = ["".join(c) for c in zip(*b[::-1])]
    return min(images)


# %% wrong: the rows are sorted
def least_image(board):
    return tuple(sorted(board))


# %% wrong: the pieces in each row are sorted
def least_image(board):
    images = []
    for b in (board, tuple(row[::-1] for row in board)):
        for _ in range(4):
            images.append(tuple("".join(sorted(row)) for row in b))
            b = tuple("".join(c) for c in zip(*b[::-1]))
    return min(images)


# %% wrong: the last turn of the mirror image is left out
but("four turns of the board and of its mirror image", {"return min(images)": "return min(images[:7])"})


# %% wrong: the board itself is given back
def least_image(board):
    return tuple(board)


# %% right: four turns of the board and of its mirror image
def least_image(board):
    images = []
    for b in (board, tuple(row[::-1] for row in board)):
        for _ in range(4):
            images.append(b)
            b = tuple("".join(c) for c in zip(*b[::-1]))
    return min(images)


# %% right: swapped three ways, and all of them combined
def least_image(board):
    todo = {board}
    for change in (
        lambda b: b[::-1],
        lambda b: tuple(r[::-1] for r in b),
        lambda b: tuple("".join(c) for c in zip(*b)),
    ):
        todo |= {change(b) for b in todo}
    return sorted(todo)[0]


# %% right: square by square
def least_image(board):
    n = len(board)
    best = None
    for flip in (0, 1):
        for turn in range(4):
            rows = []
            for r in range(n):
                row = ""
                for c in range(n):
                    a, b = r, c
                    for _ in range(turn):
                        a, b = b, n - 1 - a
                    if flip:
                        b = n - 1 - b
                    row += board[a][b]
                rows.append(row)
            if best is None or tuple(rows) < best:
                best = tuple(rows)
    return best
