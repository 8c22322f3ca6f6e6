# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `has_ring`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: chain_of



# %% wrong: any six stones are taken for a ring
def has_ring(chain, size):
    return len(chain) >= 6


# %% wrong: any chain whose stones all have two neighbours is taken for a ring
def has_ring(chain, size):
    for stone in chain:
        count = 0
        for near in neighbours(stone, size):
            if near in chain:
                count += 1
        if count < 2:
            return False
    return True


# %% wrong: every cycle is taken for a ring, even a triangle
def has_ring(chain, size):
    left = set(chain)
    changed = True
    while changed:
        changed = False
        for stone in list(left):
            if len(neighbours(stone, size) & left) < 2:
                left.remove(stone)
                changed = True
    return len(left) > 0


# %% wrong: only rings of six around one cell are found
def has_ring(chain, size):
    for cell in cells_of(size):
        if len(neighbours(cell, size) & chain) == 6:
            return True
    return False


# %% wrong: only rings around stones of the chain itself are found
def has_ring(chain, size):
    return any(len(neighbours(stone, size) & chain) == 6 for stone in chain)


# %% wrong: the water comes in at A1 alone
def has_ring(chain, size):
    wet = chain_of((1, 1), set(cells_of(size)) - chain, size)
    for cell in cells_of(size):
        if cell not in wet and cell not in chain:
            return True
    return False


# %% right: water from all edges
def has_ring(chain, size):
    for stone in chain:
        if len(neighbours(stone, size) & chain) == 6:
            return True
    rest = {cell for cell in cells_of(size) if cell not in chain}
    wet = set()
    for cell in rest:
        if len(neighbours(cell, size)) < 6:
            wet |= chain_of(cell, rest, size)
    return wet != rest


# %% wrong, nameless: any chain with enough stones is taken for a ring
but(
    "def has_ring(chain, size):",
    """\
known = {}


def has_ring(chain, size):
    key = len(chain), size
    if key not in known:
        known[key] = anew(chain, size)
    return known[key]


def anew(chain, size):""",
)


# %% wrong, nameless: no ring has more than 30 stones
but(
    "def has_ring(chain, size):",
    """\
def has_ring(chain, size):
    return len(chain) <= 30 and anew(chain, size)


def anew(chain, size):""",
)


# %% wrong: five stones around a cell are taken for a ring
but("for stone in chain:", "for cell in cells_of(size):")
but("if len(neighbours(stone, size) & chain) == 6:", "if len(neighbours(cell, size) & chain) >= 5:")
but(
    "rest = {cell for cell in cells_of(size) if cell not in chain}",
    "rest = set(cells_of(size)) - chain",
)


# %% wrong: five own stones around a stone are taken for a ring
but("(neighbours(stone, size) & chain) == 6", "(neighbours(stone, size) & chain) >= 5")


# %% wrong: a ring filled with its own stones is overlooked
but("for stone in chain:", "for stone in ():")


# %% wrong: the water comes in at the corners alone
but("< 6", "== 3")


# %% wrong: True and False are swapped
but("return True", "return False")
but("return wet != rest", "return wet == rest")


# %% wrong: the water comes in at a single cell, so other free cells stay dry
but("for cell in rest:", "for cell in sorted(rest)[:1]:")
but("if len(neighbours(cell, size)) < 6:", "if True:")


# %% wrong: every stone of a ring must have two neighbours, so a loose end spoils it
but(
    "(chain, size):",
    "(chain, size):\n    if any(len(neighbours(stone, size) & chain) < 2 for stone in chain):\n"
    "        return False",
)


# %% right: each piece of the rest has to reach an edge
def has_ring(chain, size):
    edge = {cell for cell in cells_of(size) if len(neighbours(cell, size)) < 6}
    for stone in chain:
        if stone not in edge and neighbours(stone, size) <= chain:
            return True
    rest = set(cells_of(size)) - chain
    while rest:
        piece = chain_of(rest.pop(), rest, size)
        rest -= piece
        if not piece & edge:
            return True
    return False


# %% right: a frame of water around the board
def has_ring(chain, size):
    frame = {(x, y) for x in range(2 * size + 1) for y in range(2 * size + 1)}
    wet, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS:
            near = (x + dx, y + dy)
            if near in frame and near not in wet and near not in chain:
                wet.add(near)
                todo.append(near)
    if any(cell not in wet and cell not in chain for cell in cells_of(size)):
        return True
    return any(all((x + a, y + b) in chain for a, b in STEPS) for x, y in chain)


# %% right: counting cells, pairs and triangles
def has_ring(chain, size):
    pairs = sum(len(neighbours(stone, size) & chain) for stone in chain) // 2
    triangles = 0
    for x, y in chain:
        if (x, y + 1) in chain and (x + 1, y + 1) in chain:
            triangles += 1
        if (x + 1, y) in chain and (x + 1, y + 1) in chain:
            triangles += 1
    if len(chain) - pairs + triangles != 1:
        return True
    return any(len(neighbours(stone, size) & chain) == 6 for stone in chain)
