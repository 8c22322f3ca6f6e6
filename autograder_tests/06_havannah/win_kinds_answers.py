# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `win_kinds`, wrong and right, as students write them; each is a notebook of its own."""

# %% all

STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def cells_of(size):
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


def neighbours(cell, size):
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x < 2 * size and 1 <= y < 2 * size and abs(x - y) < size:
            found.add((x, y))
    return found


def chain_of(stone, stones, size):
    chain, todo = {stone}, [stone]
    while todo:
        for near in neighbours(todo.pop(), size):
            if near in stones and near not in chain:
                chain.add(near)
                todo.append(near)
    return chain


def corners_and_sides(chain, size):
    far = 2 * size - 1
    corners, sides = 0, set()
    for x, y in chain:
        on = [x == 1, y == 1, x == far, y == far, x - y == size - 1, y - x == size - 1]
        if sum(on) == 2:
            corners += 1
        if sum(on) == 1:
            sides.add(on.index(True))
    return corners, len(sides)


def has_ring(chain, size):
    if any(
        neighbours(stone, size) <= chain and len(neighbours(stone, size)) == 6 for stone in chain
    ):
        return True
    rest = set(cells_of(size)) - chain
    wet = set()
    for cell in rest:
        if len(neighbours(cell, size)) < 6 and cell not in wet:
            wet |= chain_of(cell, rest, size)
    return wet != rest


# %% wrong: all stones are looked at, not the stone's own chain
def win_kinds(stone, stones, size):
    corners, sides = corners_and_sides(stones, size)
    kinds = set()
    if has_ring(stones, size):
        kinds.add("ring")
    if corners >= 2:
        kinds.add("bridge")
    if sides >= 3:
        kinds.add("fork")
    return kinds


# %% wrong: two sides are taken for a fork
but("one question for each kind", {"if sides >= 3:": "if sides >= 2:"})


# %% wrong: one corner is taken for a bridge
but(
    "one question for each kind",
    {
        "if corners >= 2:": "if corners:",
        "if sides >= 3:": "if sides > 2:",
    },
)


# %% wrong: a bridge needs exactly two corners
but("one question for each kind", {"if corners >= 2:": "if corners == 2:"})


# %% wrong: a fork needs exactly three sides
but("one question for each kind", {"if sides >= 3:": "if sides == 3:"})


# %% wrong: only one of several kinds is given
def win_kinds(stone, stones, size):
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    if has_ring(chain, size):
        return {"ring"}
    elif corners >= 2:
        return {"bridge"}
    elif sides >= 3:
        return {"fork"}
    return set()


# %% right: the kinds in a list
def win_kinds(stone, stones, size):
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    kinds = []
    if has_ring(chain, size):
        kinds.append("ring")
    if corners >= 2:
        kinds.append("bridge")
    if sides >= 3:
        kinds.append("fork")
    return kinds


# %% wrong: the ring is forgotten
def win_kinds(stone, stones, size):
    corners, sides = corners_and_sides(chain_of(stone, stones, size), size)
    kinds = set()
    if corners > 1:
        kinds.add("bridge")
    if sides > 2:
        kinds.add("fork")
    return kinds


# %% wrong: it says whether the stone wins, not how
def win_kinds(stone, stones, size):
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    return has_ring(chain, size) or corners >= 2 or sides >= 3


# %% wrong: corners and sides are exchanged
but(
    "one question for each kind",
    {
        "corners, sides = corners_and_sides(chain, size)": "sides, corners = corners_and_sides(chain, size)",
    },
)


# %% wrong: the fork is forgotten
but("one question for each kind", {'    if sides >= 3:\n        kinds.add("fork")\n': ""})


# %% wrong: bridge and fork are exchanged
but(
    "one question for each kind",
    {
        "if corners >= 2:": 'if corners >= 2:\n        kinds.add("fork")\n    if sides >= 3:',
        '    if sides >= 3:\n        kinds.add("fork")\n': "",
    },
)


# %% right: one question for each kind
def win_kinds(stone, stones, size):
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    kinds = set()
    if has_ring(chain, size):
        kinds.add("ring")
    if corners >= 2:
        kinds.add("bridge")
    if sides >= 3:
        kinds.add("fork")
    return kinds


# %% right: a dictionary of answers
def win_kinds(stone, stones, size):
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    answers = {"fork": sides > 2, "bridge": corners > 1, "ring": has_ring(chain, size)}
    return {kind for kind in answers if answers[kind]}


# %% right: kinds taken away
def win_kinds(stone, stones, size):
    group = chain_of(stone, stones, size)
    kinds = {"ring", "bridge", "fork"}
    if not has_ring(group, size):
        kinds.remove("ring")
    if corners_and_sides(group, size)[0] < 2:
        kinds.remove("bridge")
    if corners_and_sides(group, size)[1] < 3:
        kinds.remove("fork")
    return kinds
