# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `neighbours`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def cells_of(size):
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


# %% right: as in the lesson
def neighbours(cell, size):
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x <= 2 * size - 1 and 1 <= y <= 2 * size - 1 and abs(x - y) < size:
            found.add((x, y))
    return found


# %% wrong, nameless: the size of the first board is kept
but(
    "def neighbours(cell, size):",
    """\
known = {}


def neighbours(cell, size):
    key = cell
    if key not in known:
        known[key] = anew(cell, size)
    return known[key]


def anew(cell, size):""",
)


# %% wrong, nameless: boards larger than 10 are not handled
but(
    "def neighbours(cell, size):",
    """\
def neighbours(cell, size):
    return anew(cell, min(size, 10))


def anew(cell, size):""",
)


# %% wrong: the cells are counted from 0
but("1 <= x <=", "0 <= x <")
but("1 <= y <=", "0 <= y <")


# %% wrong: the last row and column are taken to be size, not 2 * size - 1
but("x <= 2 * size - 1", "x <= size")
but("2 * size - 1", "size")


# %% right: the rule of the board
but("def neighbours(cell, size):", "def neighbours(cell, size):\n    last = 2 * size - 1")
but("x <= 2 * size - 1", "x <= last")
but("<= 2 * size - 1", "<= last")


# %% wrong: cells beyond the two slanted sides are taken in, too
but(" and abs(x - y) < size", "")


# %% wrong: eight neighbours are returned, as on squares
but("in STEPS:", "in [*STEPS, (1, -1), (-1, 1)]:")


# %% wrong: the cell itself is returned, too
but("in STEPS:", "in [*STEPS, (0, 0)]:")


# %% wrong: only four neighbours are returned; the slanted steps are missing
but("in STEPS:", "in [(0, 1), (1, 0), (0, -1), (-1, 0)]:")


# %% wrong: the slanted steps go the wrong way
but("in STEPS:", "in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]:")


# %% wrong: cells outside the board are returned
but("if 1 <= x <= 2 * size - 1 and 1 <= y <= 2 * size - 1 and abs(x - y) < size:", "if True:")


# %% wrong: the last numbers are left out
but("x <= 2", "x < 2")
but("y <= 2", "y < 2")


# %% wrong: the steps are returned, not the cells
but("found.add((x, y))", "found.add((dx, dy))")


# %% right: the cells in a list
def neighbours(cell, size):
    around = []
    for dx, dy in STEPS:
        near = (cell[0] + dx, cell[1] + dy)
        if near in cells_of(size):
            around.append(near)
    return around


# %% right: all cells of the board, and which are near
def neighbours(cell, size):
    x, y = cell
    near = set()
    for a, b in cells_of(size):
        if (a - x, b - y) in STEPS:
            near.add((a, b))
    return near


# %% right: an intersection of two sets
def neighbours(cell, size):
    around = {(cell[0] + step[0], cell[1] + step[1]) for step in STEPS}
    return around & set(cells_of(size))


# %% right: a frozen set
def neighbours(cell, size):
    x, y = cell
    on_board = lambda c: c in cells_of(size)
    return frozenset(filter(on_board, [(x + i, y + j) for i, j in STEPS]))
