# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `defence`, wrong and right, as students write them; each is a notebook of its own."""

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


# %% wrong: blocking comes before winning
def defence(own, theirs, size):
    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]
    for cell in empty:
        if win_kinds(cell, theirs | {cell}, size):
            return cell
    for cell in empty:
        if win_kinds(cell, own | {cell}, size):
            return cell
    return None


# %% wrong: own wins are not looked for
def defence(own, theirs, size):
    for cell in cells_of(size):
        if cell not in own and cell not in theirs:
            if win_kinds(cell, theirs | {cell}, size) != set():
                return cell
    return None


# %% wrong: it never blocks
def defence(own, theirs, size):
    for stones in (own, theirs):
        for cell in cells_of(size):
            if cell not in own and cell not in theirs:
                if win_kinds(cell, own | {cell}, size):
                    return cell
    return None


# %% wrong: rings are not blocked
def defence(own, theirs, size):
    empty = set(cells_of(size)) - own - theirs
    for cell in sorted(empty):
        if win_kinds(cell, own | {cell}, size):
            return cell
    for cell in sorted(empty):
        kinds = win_kinds(cell, theirs | {cell}, size)
        if "bridge" in kinds or "fork" in kinds:
            return cell


# %% wrong: the last winning cell is given, not the first
def defence(own, theirs, size):
    win, block = None, None
    for cell in cells_of(size):
        if cell not in own | theirs:
            if win_kinds(cell, own | {cell}, size):
                win = cell
            if win_kinds(cell, theirs | {cell}, size):
                block = cell
    return win or block


# %% wrong: where nothing has to be done it gives the first empty cell
but("first own, then theirs", {"and cell not in": "|", "return None": "return empty[0]"})


# %% wrong: where nothing has to be done it gives False
but("first own, then theirs", {"and cell not in": "|", "return None": "return False"})


# %% wrong: all such cells are given, not one
def defence(own, theirs, size):
    empty = [cell for cell in cells_of(size) if cell not in own | theirs]
    for stones in (own, theirs):
        wins = [cell for cell in empty if win_kinds(cell, stones | {cell}, size)]
        if wins:
            return wins
    return None


# %% wrong: cells that are taken are tried, too
def defence(own, theirs, size):
    for stones in (own, theirs):
        for cell in cells_of(size):
            if win_kinds(cell, stones | {cell}, size):
                return cell
    return None


# %% wrong: the stone that was tried stays among those that were given
def defence(own, theirs, size):
    for stones in (own, theirs):
        for cell in cells_of(size):
            if cell in own or cell in theirs:
                continue
            stones.add(cell)
            if win_kinds(cell, stones, size):
                return cell
            stones.remove(cell)
    return None


# %% wrong: it is told whether there is such a cell, not which
def defence(own, theirs, size):
    for stones in (own, theirs):
        for cell in cells_of(size):
            if cell not in own | theirs and win_kinds(cell, stones | {cell}, size):
                return True
    return False


# %% right: first own, then theirs
def defence(own, theirs, size):
    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]
    for stones in (own, theirs):
        for cell in empty:
            if win_kinds(cell, stones | {cell}, size):
                return cell
    return None


# %% right: two sorted lists of wins
def defence(own, theirs, size):
    free = set(cells_of(size)) - (own | theirs)
    mine = sorted(c for c in free if win_kinds(c, own | {c}, size))
    block = sorted(c for c in free if win_kinds(c, theirs | {c}, size))
    if mine:
        return mine[0]
    return block[0] if block else None


# %% right: stones put and taken away again
def defence(own, theirs, size):
    def wins(stones):
        for cell in cells_of(size):
            if cell not in own and cell not in theirs:
                trial = set(stones)
                trial.add(cell)
                if len(win_kinds(cell, trial, size)) > 0:
                    return cell

    return wins(own) or wins(theirs)
