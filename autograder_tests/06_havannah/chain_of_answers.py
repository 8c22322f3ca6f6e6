# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `chain_of`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: neighbours



# %% right: as in the lesson
def chain_of(stone, stones, size):
    chain, waiting = {stone}, [stone]
    while waiting:
        for near in neighbours(waiting.pop(), size):
            if near in stones and near not in chain:
                chain.add(near)
                waiting.append(near)
    return chain


# %% wrong, nameless: the stones are forgotten
but(
    "def chain_of(stone, stones, size):",
    """\
known = {}


def chain_of(stone, stones, size):
    key = stone, len(stones), size
    if key not in known:
        known[key] = anew(stone, stones, size)
    return known[key]


def anew(stone, stones, size):""",
)


# %% wrong, nameless: boards larger than 10 are not handled
but(
    "def chain_of(stone, stones, size):",
    """\
def chain_of(stone, stones, size):
    return anew(stone, stones, min(size, 10))


def anew(stone, stones, size):""",
)


# %% wrong: the stone itself is missing
but("chain, waiting = {stone}, [stone]", "seen, waiting = {stone}, [stone]\n    chain = set()")
but("in chain:", "in seen:\n                seen.add(near)")


# %% wrong: empty cells beside the chain are returned, too
but("for near", "here = waiting.pop()\n        for near")
but("for near in neighbours(waiting.pop(), size):", "for near in neighbours(here, size):")
but("if near in stones and near not in chain:", "if near not in chain and here in stones:")


# %% wrong: the set of stones that was passed in is used up
but(", [stone]", ", [stone]\n    stones.discard(stone)")
but("stones and near not in chain:", "stones:\n                stones.remove(near)")


# %% wrong: the chain grows along x and y only, not along the slant
but(
    "for near in neighbours(waiting.pop(), size)",
    "x, y = waiting.pop()\n        for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]",
)


# %% wrong: the number of stones is returned, not the stones
but("return chain", "return len(chain)")


# %% wrong: None is returned, so a return is missing
but("waiting.append(near)\n    return chain", "waiting.append(near)")


# %% right: a list of what to look at
but("chain, waiting = {stone}, [stone]", "chain, todo = {stone}, [stone]")
but("while waiting:", "while todo:")
but("for near in neighbours(waiting.pop(), size):", "for near in neighbours(todo.pop(), size):")
but("waiting.append(near)", "todo.append(near)")


# %% wrong: only the stone's own neighbours are looked at
but("waiting.append(near)", "pass")


# %% wrong: all stones are returned, connected or not
but("return chain", "return chain | set(stones)")


# %% wrong: stones are connected along the wrong slant
but(
    "chain, waiting =",
    "wrong = [(0, 1), (1, -1), (1, 0), (0, -1), (-1, 1), (-1, 0)]\n    chain, waiting =",
)
but(
    "for near in neighbours(waiting.pop(), size)",
    "x, y = waiting.pop()\n        for near in [(x + i, y + j) for i, j in wrong]",
)


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


# %% wrong: only one branch is followed, and the others are left out
def chain_of(stone, stones, size):
    chain = {stone}
    here = stone
    while True:
        ways = [near for near in neighbours(here, size) if near in stones and near not in chain]
        if len(ways) == 0:
            return chain
        here = min(ways)
        chain.add(here)


# %% right: the chain as a list
def chain_of(stone, stones, size):
    chain = [stone]
    for member in chain:
        for near in neighbours(member, size):
            if near in stones and near not in chain:
                chain.append(near)
    return sorted(chain)


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


# %% wrong: the recursion never ends
but(" and near not in found", "")


# %% right: a list that grows while it is walked
def chain_of(stone, stones, size):
    chain = [stone]
    for member in chain:
        chain += [n for n in neighbours(member, size) if n in stones and n not in chain]
    return set(chain)
