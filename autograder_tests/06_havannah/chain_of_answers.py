# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `chain_of`, wrong and right, as students write them; each is a notebook of its own."""

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


# %% wrong: the stone itself is missing
def chain_of(stone, stones, size):
    seen, todo = {stone}, [stone]
    chain = set()
    while todo:
        for near in neighbours(todo.pop(), size):
            if near in stones and near not in seen:
                seen.add(near)
                chain.add(near)
                todo.append(near)
    return chain


# %% wrong: only the stone's own neighbours are looked at
def chain_of(stone, stones, size):
    chain = {stone}
    for near in neighbours(stone, size):
        if near in stones:
            chain.add(near)
    return chain


# %% wrong: only the neighbours of neighbours are looked at
def chain_of(stone, stones, size):
    chain = {stone}
    for near in neighbours(stone, size):
        if near in stones:
            chain.add(near)
            for next_one in neighbours(near, size):
                if next_one in stones:
                    chain.add(next_one)
    return chain


# %% wrong: all stones are given, connected or not
def chain_of(stone, stones, size):
    chain = {stone}
    for other in stones:
        chain.add(other)
    return chain


# %% wrong: empty cells beside the chain are given, too
def chain_of(stone, stones, size):
    chain, todo = {stone}, [stone]
    while todo:
        here = todo.pop()
        for near in neighbours(here, size):
            if near not in chain and here in stones:
                chain.add(near)
                todo.append(near)
    return chain


# %% wrong: stones that are two steps apart count as connected
def chain_of(stone, stones, size):
    chain, todo = {stone}, [stone]
    while todo:
        for near in neighbours(todo.pop(), size):
            for cell in {near} | neighbours(near, size):
                if cell in stones and cell not in chain:
                    chain.add(cell)
                    todo.append(cell)
    return chain


# %% wrong: only one way is followed, and branches are left out
def chain_of(stone, stones, size):
    chain = {stone}
    here = stone
    while True:
        ways = [near for near in neighbours(here, size) if near in stones and near not in chain]
        if len(ways) == 0:
            return chain
        here = min(ways)
        chain.add(here)


# %% wrong: the stones that were given are used up
def chain_of(stone, stones, size):
    chain, todo = {stone}, [stone]
    stones.discard(stone)
    while todo:
        for near in neighbours(todo.pop(), size):
            if near in stones:
                stones.remove(near)
                chain.add(near)
                todo.append(near)
    return chain


# %% right: the chain as a list
def chain_of(stone, stones, size):
    chain = [stone]
    for member in chain:
        for near in neighbours(member, size):
            if near in stones and near not in chain:
                chain.append(near)
    return sorted(chain)


# %% wrong: the chain grows along x and y only, not along the slant
but(
    "a list of what to look at",
    {
        "for near in neighbours(todo.pop(), size)": "x, y = todo.pop()\n        for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]",
    },
)


# %% wrong: the recursion never ends
def chain_of(stone, stones, size):
    chain = {stone}
    for near in neighbours(stone, size):
        if near in stones:
            chain |= chain_of(near, stones, size)
    return chain


# %% wrong: stones are connected along the wrong slant
def chain_of(stone, stones, size):
    steps = [(0, 1), (1, -1), (1, 0), (0, -1), (-1, 1), (-1, 0)]
    chain, todo = {stone}, [stone]
    while todo:
        x, y = todo.pop()
        for dx, dy in steps:
            near = (x + dx, y + dy)
            if near in stones and near not in chain:
                chain.add(near)
                todo.append(near)
    return chain


# %% wrong: the number of stones is given, not the stones
but("a list of what to look at", {"return chain": "return len(chain)"})


# %% wrong: None is returned, so a return is missing
but("a list of what to look at", {"    return chain\n": ""})


# %% right: a list of what to look at
def chain_of(stone, stones, size):
    chain, todo = {stone}, [stone]
    while todo:
        for near in neighbours(todo.pop(), size):
            if near in stones and near not in chain:
                chain.add(near)
                todo.append(near)
    return chain


# %% right: grow until nothing changes
def chain_of(stone, stones, size):
    chain = {stone}
    while True:
        bigger = set(chain)
        for member in chain:
            bigger |= neighbours(member, size) & set(stones)
        if bigger == chain:
            return chain
        chain = bigger


# %% right: recursion with a memory
def chain_of(stone, stones, size):
    found = set()

    def visit(cell):
        found.add(cell)
        for near in neighbours(cell, size):
            if near in stones and near not in found:
                visit(near)

    visit(stone)
    return found


# %% right: a list that grows while it is walked
def chain_of(stone, stones, size):
    chain = [stone]
    for member in chain:
        chain += [n for n in neighbours(member, size) if n in stones and n not in chain]
    return set(chain)
