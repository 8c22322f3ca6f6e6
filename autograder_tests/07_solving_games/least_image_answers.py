# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `least_image`, wrong and right, as students write them; each part stands for a notebook."""

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


# %% wrong: the rows are sorted
def least_image(board):
    return tuple(sorted(board))


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


# %% wrong, nameless: boards with the same marks are taken for one
but(
    "def least_image(board):",
    """\
known = {}


def least_image(board):
    key = tuple(sorted("".join(board)))
    if key not in known:
        known[key] = anew(board)
    return known[key]


def anew(board):""",
)


# %% wrong, nameless: boards of more than five rows stay as they are
but(
    "def least_image(board):",
    """\
def least_image(board):
    return anew(board) if len(board) <= 5 else board


def anew(board):""",
)


# %% wrong: the greatest image is taken
but("return min(images)", "return max(images)")


# %% wrong: the image is a list, which can't be a key
but("board, tuple(", "list(board), [")
but("board))", "board])")
but('b = tuple("".join(c) for c in zip(*b[::-1]))', 'b = ["".join(c) for c in zip(*b[::-1])]')


# %% wrong: the pieces in each row are sorted
but("images.append(b)", 'images.append(tuple("".join(sorted(row)) for row in b))')


# %% wrong: the last turn of the mirror image is left out
but("return min(images)", "return min(images[:7])")


# %% wrong: only the four turns are compared
but("(board, tuple(row[::-1] for row in board))", "(board,)")


# %% wrong: only the board itself has a mirror image, its turns have none
but("return min(images)", "return min(images[:5])")


# %% wrong: only the images without a quarter turn are compared
but("return min(images)", "return min(images[::2])")


# %% wrong: the board itself is left out
but("return min(images)", "return min(images[1:])")


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
