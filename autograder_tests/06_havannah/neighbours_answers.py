# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `neighbours`, wrong and right, as students write them; each is a notebook of its own."""

# %% all

STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def cells_of(size):
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


# %% wrong: cells outside the board are given
def neighbours(cell, size):
    x, y = cell
    found = set()
    for dx, dy in STEPS:
        found.add((x + dx, y + dy))
    return found


# %% wrong: the two slanted sides are forgotten
def neighbours(cell, size):
    found = set()
    for step in STEPS:
        x = cell[0] + step[0]
        y = cell[1] + step[1]
        if x >= 1 and y >= 1 and x <= 2 * size - 1 and y <= 2 * size - 1:
            found.add((x, y))
    return found


# %% wrong: eight neighbours are given, as on squares
def neighbours(cell, size):
    x, y = cell
    found = set()
    for i in range(x - 1, x + 2):
        for j in range(y - 1, y + 2):
            if (i, j) in cells_of(size) and (i, j) != cell:
                found.add((i, j))
    return found


# %% wrong: the cell itself is given, too
def neighbours(cell, size):
    x, y = cell
    near = []
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            if i * j != -1:
                near.append((x + i, y + j))
    return {c for c in near if c in cells_of(size)}


# %% wrong: only four neighbours are given, the slanted steps are missing
def neighbours(cell, size):
    x, y = cell
    four = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
    return set(c for c in four if c in cells_of(size))


# %% wrong: the slanted steps go the wrong way
def neighbours(cell, size):
    x, y = cell
    six = [(x, y + 1), (x + 1, y), (x + 1, y - 1), (x, y - 1), (x - 1, y), (x - 1, y + 1)]
    return {c for c in six if c in cells_of(size)}


# %% wrong: the cells are counted from 0
def neighbours(cell, size):
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 0 <= x < 2 * size - 1 and 0 <= y < 2 * size - 1 and abs(x - y) < size:
            found.add((x, y))
    return found


# %% wrong: the numbers are taken to end at size
def neighbours(cell, size):
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x <= size and 1 <= y <= size and abs(x - y) < size:
            found.add((x, y))
    return found


# %% wrong: the last numbers are left out
def neighbours(cell, size):
    last = 2 * size - 1
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if x in range(1, last) and y in range(1, last) and -size < x - y < size:
            found.add((x, y))
    return found


# %% right: the cells in a list
def neighbours(cell, size):
    around = []
    for dx, dy in STEPS:
        near = (cell[0] + dx, cell[1] + dy)
        if near in cells_of(size):
            around.append(near)
    return around


# %% wrong: the steps are given, not the cells
def neighbours(cell, size):
    x, y = cell
    return {(dx, dy) for dx, dy in STEPS if (x + dx, y + dy) in cells_of(size)}


# %% right: the rule of the board
def neighbours(cell, size):
    last = 2 * size - 1
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x <= last and 1 <= y <= last and abs(x - y) < size:
            found.add((x, y))
    return found


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
