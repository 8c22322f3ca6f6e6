# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `straight`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def cells_of(size):
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


TURNS = (0, -1, 1, -2, 2, 3)


# %% right: two loops
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (stone[0] + dx, stone[1] + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell
    return None


# %% wrong: each turn is counted from the one before it
but(
    "dx, dy = STEPS[(ahead + turn) % 6]",
    """\
ahead = (ahead + turn) % 6
            dx, dy = STEPS[ahead]""",
)


# %% wrong, nameless: the direction is forgotten
but(
    "def straight(path, ahead, taken, size):",
    """\
known = {}


def straight(path, ahead, taken, size):
    key = tuple(path), frozenset(taken), size
    if key not in known:
        known[key] = anew(path, ahead, taken, size)
    return known[key]


def anew(path, ahead, taken, size):""",
)


# %% wrong, nameless: the size is forgotten
but(
    "def straight(path, ahead, taken, size):",
    """\
known = {}


def straight(path, ahead, taken, size):
    key = tuple(path), ahead, frozenset(taken)
    if key not in known:
        known[key] = anew(path, ahead, taken, size)
    return known[key]


def anew(path, ahead, taken, size):""",
)


# %% wrong, nameless: a long way back ends too early
but(
    "def straight(path, ahead, taken, size):",
    """\
def straight(path, ahead, taken, size):
    return anew(path[-10:], ahead, taken, size)


def anew(path, ahead, taken, size):""",
)


# %% wrong, nameless: the way back ends too early
but(
    "def straight(path, ahead, taken, size):",
    """\
def straight(path, ahead, taken, size):
    return anew(path[-3:], ahead, taken, size)


def anew(path, ahead, taken, size):""",
)


# %% wrong: where no cell is left, the last stone is returned
but("return None", "return path[-1]")


# %% wrong: where no cell is left, False is returned
but("return None", "return False")


# %% wrong: it never turns all the way back
but("for turn in TURNS:", "for turn in TURNS[:5]:")


# %% wrong: occupied cells are returned
but(" and cell not in taken", "")


# %% wrong: the path that was passed in is shortened
but("for stone in reversed(path):", "while path:\n        stone = path[-1]")
but("return cell\n", "return cell\n        path.pop()\n")


# %% wrong: it only goes straight ahead
but("for turn in TURNS:", "for turn in (0,):")


# %% wrong: it never goes back to the stone before
but("in reversed(path):", "in path[-1:]:")


# %% wrong: the new cell is put on the path that was passed in
but("return cell", "path.append(cell)\n                return cell")


# %% wrong: the path is followed from its first stone, not its last
but("in reversed(path):", "in path:")


# %% wrong: cells outside the board are returned
but("cell in cells_of(size) and ", "")


# %% wrong: it turns to the right before it turns to the left
but("for turn in TURNS:", "for turn in (0, 1, -1, 2, -2, 3):")


# %% wrong: the turn is not added to the direction ahead
but("STEPS[(ahead + turn) % 6]", "STEPS[turn]")


# %% wrong: the directions do not go round in a circle
but("STEPS[(ahead + turn) % 6]", "STEPS[ahead + turn]")


# %% wrong: the direction is returned, not the cell
but("return cell", "return dx, dy")


# %% right: recursion on a shorter path
def straight(path, ahead, taken, size):
    if not path:
        return None
    x, y = path[-1]
    for turn in TURNS:
        dx, dy = STEPS[(ahead + turn + 6) % 6]
        if (x + dx, y + dy) in cells_of(size) and (x + dx, y + dy) not in taken:
            return x + dx, y + dy
    return straight(path[:-1], ahead, taken, size)


# %% right: a copy that is cut back
def straight(path, ahead, taken, size):
    free = [c for c in cells_of(size) if c not in taken]
    way = list(path)
    while way:
        stone = way.pop()
        for turn in TURNS:
            step = STEPS[(ahead + turn) % len(STEPS)]
            cell = (stone[0] + step[0], stone[1] + step[1])
            if cell in free:
                return cell


# %% wrong: a turn is tried from all stones before the next turn
def straight(path, ahead, taken, size):
    for turn in TURNS:
        dx, dy = STEPS[(ahead + turn) % 6]
        for x, y in path[::-1]:
            if (x + dx, y + dy) in cells_of(size) and (x + dx, y + dy) not in taken:
                return (x + dx, y + dy)
    return None
