# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `straight`, wrong and right, as students write them; each is a notebook of its own."""

# %% all

STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def cells_of(size):
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


TURNS = (0, -1, 1, -2, 2, 3)


# %% wrong: it never goes back to the stone before
def straight(path, ahead, taken, size):
    x, y = path[-1]
    for turn in TURNS:
        dx, dy = STEPS[(ahead + turn) % 6]
        cell = (x + dx, y + dy)
        if cell in cells_of(size) and cell not in taken:
            return cell
    return None


# %% wrong: the path is followed from its first stone, not its last
def straight(path, ahead, taken, size):
    for x, y in path:
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (x + dx, y + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell
    return None


# %% wrong: cells outside the board are given
def straight(path, ahead, taken, size):
    for x, y in path[::-1]:
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (x + dx, y + dy)
            if cell not in taken:
                return cell
    return None


# %% wrong: cells that are taken are given
def straight(path, ahead, taken, size):
    for x, y in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            if (x + dx, y + dy) in cells_of(size):
                return (x + dx, y + dy)


# %% wrong: it turns to the right before it turns to the left
def straight(path, ahead, taken, size):
    for x, y in reversed(path):
        for turn in (0, 1, -1, 2, -2, 3):
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (x + dx, y + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell


# %% wrong: it only goes straight ahead
def straight(path, ahead, taken, size):
    dx, dy = STEPS[ahead]
    for x, y in reversed(path):
        cell = (x + dx, y + dy)
        if cell in cells_of(size) and cell not in taken:
            return cell


# %% wrong: the turn is not added to the direction ahead
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            step = STEPS[turn]
            cell = (stone[0] + step[0], stone[1] + step[1])
            if cell in cells_of(size) and cell not in taken:
                return cell


# %% wrong: the directions do not go round
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            step = STEPS[ahead + turn]
            cell = (stone[0] + step[0], stone[1] + step[1])
            if cell in cells_of(size) and cell not in taken:
                return cell


# %% wrong: where no cell is left the last stone is given
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = stone[0] + dx, stone[1] + dy
            if cell in cells_of(size) and cell not in taken:
                return cell
    return path[-1]


# %% wrong: where no cell is left False is given
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = stone[0] + dx, stone[1] + dy
            if cell in cells_of(size) and cell not in taken:
                return cell
    return False


# %% wrong: the path is cut back, although others need it
def straight(path, ahead, taken, size):
    while path:
        x, y = path[-1]
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            if (x + dx, y + dy) in cells_of(size) and (x + dx, y + dy) not in taken:
                return (x + dx, y + dy)
        path.pop()


# %% wrong: the new cell is put on the path that was given
def straight(path, ahead, taken, size):
    for x, y in path[::-1]:
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            if (x + dx, y + dy) in cells_of(size) and (x + dx, y + dy) not in taken:
                path.append((x + dx, y + dy))
                return path[-1]


# %% wrong: the direction is given, not the cell
def straight(path, ahead, taken, size):
    for x, y in reversed(path):
        for turn in TURNS:
            step = STEPS[(ahead + turn) % 6]
            cell = (x + step[0], y + step[1])
            if cell in cells_of(size) and cell not in taken:
                return step
    return None


# %% wrong: it never turns right back
but("two loops", {"for turn in TURNS:": "for turn in TURNS[:5]:"})


# %% right: two loops
def straight(path, ahead, taken, size):
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (stone[0] + dx, stone[1] + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell
    return None


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
