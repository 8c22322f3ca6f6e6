# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `corners_and_sides`, wrong and right, as students write them; each is a notebook of its own."""

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


# %% wrong: a corner counts as its two sides, too
but(
    "six questions to each stone",
    {
        "corners, sides = 0, set()": "corners = 0\n    sides = set()",
        "if sum(on) == 1:\n            sides.add(on.index(True)": "for i in range(6):\n            if on[i]:\n                sides.add(i",
    },
)


# %% wrong: every stone on a side counts, not every side
def corners_and_sides(chain, size):
    corners = 0
    sides = 0
    for stone in chain:
        n = len(neighbours(stone, size))
        if n == 3:
            corners += 1
        elif n == 4:
            sides += 1
    return corners, sides


# %% wrong: the two slanted sides are forgotten
def corners_and_sides(chain, size):
    far = 2 * size - 1
    corners = 0
    sides = set()
    for x, y in chain:
        on = set()
        if x == 1:
            on.add("left")
        if x == far:
            on.add("right")
        if y == 1:
            on.add("bottom")
        if y == far:
            on.add("top")
        if len(on) == 2:
            corners += 1
        elif len(on) == 1:
            sides |= on
    return corners, len(sides)


# %% wrong: corners and sides are exchanged
def corners_and_sides(chain, size):
    far = 2 * size - 1
    corners, sides = set(), set()
    for x, y in chain:
        on = [x == 1, y == 1, x == far, y == far, x - y == size - 1, y - x == size - 1]
        if on.count(True) == 2:
            corners.add((x, y))
        if on.count(True) == 1:
            sides.add(on.index(True))
    return len(sides), len(corners)


# %% right: the two numbers in a list
def corners_and_sides(chain, size):
    far = 2 * size - 1
    answer = [0, set()]
    for x, y in chain:
        on = [x == 1, y == 1, x == far, y == far, x - y == size - 1, y - x == size - 1]
        if on.count(True) == 2:
            answer[0] += 1
        if on.count(True) == 1:
            answer[1].add(on.index(True))
    answer[1] = len(answer[1])
    return answer


# %% wrong: the numbers are taken to end at size
def corners_and_sides(chain, size):
    corners, sides = 0, set()
    for x, y in chain:
        on = [x == 1, y == 1, x == size, y == size, x - y == size - 1, y - x == size - 1]
        if sum(on) == 2:
            corners += 1
        if sum(on) == 1:
            sides.add(on.index(True))
    return corners, len(sides)


# %% wrong: it says whether there are any, not how many
def corners_and_sides(chain, size):
    numbers = [len(neighbours(stone, size)) for stone in chain]
    return 3 in numbers, 4 in numbers


# %% wrong: all sides together count once
def corners_and_sides(chain, size):
    corners = 0
    side = 0
    for stone in chain:
        if len(neighbours(stone, size)) == 3:
            corners = corners + 1
        if len(neighbours(stone, size)) == 4:
            side = 1
    return corners, side


# %% wrong: only the corners are given
def corners_and_sides(chain, size):
    far = 2 * size - 1
    six = {(1, 1), (1, size), (size, far), (far, far), (far, size), (size, 1)}
    return len(six & chain)


# %% wrong: corners and sides are added up
but("six questions to each stone", {"return corners, len(sides)": "return corners + len(sides)"})


# %% wrong: all corners together count once
def corners_and_sides(chain, size):
    corner = 0
    sides = set()
    for stone in chain:
        x, y = stone
        on = [x == 1, y == 1, x == 2 * size - 1, y == 2 * size - 1, x - y == size - 1]
        on.append(y - x == size - 1)
        if sum(on) == 2:
            corner = 1
        elif sum(on) == 1:
            sides.add(on.index(True))
    return corner, len(sides)


# %% wrong: opposite sides count as one
def corners_and_sides(chain, size):
    last = 2 * size - 1
    corners, sides = 0, set()
    for x, y in chain:
        on = []
        if x in (1, last):
            on.append("x")
        if y in (1, last):
            on.append("y")
        if abs(x - y) == size - 1:
            on.append("slanted")
        if len(on) == 2:
            corners += 1
        elif len(on) == 1:
            sides.add(on[0])
    return corners, len(sides)


# %% right: six questions to each stone
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


# %% right: the corners written out
def corners_and_sides(chain, size):
    far = 2 * size - 1
    corners = {(1, 1), (1, size), (size, far), (far, far), (far, size), (size, 1)}
    sides = set()
    for x, y in chain - corners:
        if x == 1:
            sides.add("left")
        elif x == far:
            sides.add("right")
        elif y == 1:
            sides.add("lower left")
        elif y == far:
            sides.add("upper right")
        elif x - y == size - 1:
            sides.add("lower right")
        elif y - x == size - 1:
            sides.add("upper left")
    return len(corners & chain), len(sides)


# %% right: by the number of neighbours
def corners_and_sides(chain, size):
    corners = sum(len(neighbours(stone, size)) == 3 for stone in chain)
    touched = {"x1": 0, "y1": 0, "x9": 0, "y9": 0, "d": 0, "e": 0}
    for x, y in chain:
        if len(neighbours((x, y), size)) == 4:
            if x == 1:
                touched["x1"] = 1
            if y == 1:
                touched["y1"] = 1
            if x == 2 * size - 1:
                touched["x9"] = 1
            if y == 2 * size - 1:
                touched["y9"] = 1
            if x - y == size - 1:
                touched["d"] = 1
            if y - x == size - 1:
                touched["e"] = 1
    return corners, sum(touched.values())
