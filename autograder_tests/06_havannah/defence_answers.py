# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `defence`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: win_kinds



# %% right: first own, then theirs
def defence(own, theirs, size):
    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]
    for stones in (own, theirs):
        for cell in empty:
            if win_kinds(cell, stones | {cell}, size):
                return cell
    return None


# %% wrong, nameless: the other player's stones are forgotten
but(
    "def defence(own, theirs, size):",
    """\
known = {}


def defence(own, theirs, size):
    key = frozenset(own), size
    if key not in known:
        known[key] = anew(own, theirs, size)
    return known[key]


def anew(own, theirs, size):""",
)


# %% wrong, nameless: cells have numbers up to 9
but(
    "def defence(own, theirs, size):",
    """\
def defence(own, theirs, size):
    cell = anew(own, theirs, size)
    return cell if cell and max(cell) < 10 else None


def anew(own, theirs, size):""",
)


# %% wrong: where nothing needs to be done, the first empty cell is returned
but("and cell not in", "|")
but("return None", "return empty[0]")


# %% wrong: where nothing needs to be done, False is returned
but("and cell not in", "|")
but("return None", "return False")


# %% wrong: occupied cells are tried, too
but("\n    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]", "")
but("for cell in empty:", "for cell in cells_of(size):")


# %% wrong: blocking comes before winning
but("for stones in (own, theirs):", "for stones in (theirs, own):")


# %% wrong: wins of one's own are not looked for
but("for stones in (own, theirs):", "for stones in (theirs,):")


# %% wrong: it never blocks
but("for stones in (own, theirs):", "for stones in (own,):")


# %% wrong: rings are not blocked
but(
    "if win_kinds(cell, stones | {cell}, size):",
    'kinds = win_kinds(cell, stones | {cell}, size)\n'
    '            if kinds - ({"ring"} if stones is theirs else set()):',
)


# %% wrong: a winning cell is returned, but not the first of them
but("for cell in empty:", "for cell in reversed(empty):")


# %% wrong: all such cells are returned, not one
but("return cell", "return [c for c in empty if win_kinds(c, stones | {c}, size)]")


# %% wrong: the stone that was tried stays in the set that was passed in
but(
    "if win_kinds(cell, stones | {cell}, size):",
    "stones.add(cell)\n            if win_kinds(cell, stones, size):",
)
but("return cell", "return cell\n            stones.remove(cell)")


# %% wrong: it says whether there is such a cell, not which one
but("return cell", "return True")
but("return None", "return False")


# %% wrong: the cells are tried from stone to stone, not in the order of the board
def defence(own, theirs, size):
    for stones in (own, theirs):
        for stone in sorted(stones):
            for cell in sorted(neighbours(stone, size)):
                if cell not in own | theirs and win_kinds(cell, stones | {cell}, size):
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


# %% wrong: the first cell is taken where anybody would win
def defence(own, theirs, size):
    for cell in cells_of(size):
        if cell not in own and cell not in theirs:
            if any(win_kinds(cell, stones | {cell}, size) for stones in (own, theirs)):
                return cell
    return None
