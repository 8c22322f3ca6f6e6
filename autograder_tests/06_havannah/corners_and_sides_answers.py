# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `corners_and_sides`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: neighbours



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


# %% wrong: a cell is looked for on one line only, so there are no corners
but(
    """\
if on.count(True) == 2:
            answer[0] += 1
        if on.count(True) == 1:""",
    "if any(on):",
)


# %% wrong, nameless: the size is forgotten
but(
    "def corners_and_sides(chain, size):",
    """\
known = {}


def corners_and_sides(chain, size):
    key = frozenset(chain)
    if key not in known:
        known[key] = anew(chain, size)
    return known[key]


def anew(chain, size):""",
)


# %% wrong, nameless: boards larger than 10 are not handled
but(
    "def corners_and_sides(chain, size):",
    """\
def corners_and_sides(chain, size):
    return anew(chain, min(size, 10))


def anew(chain, size):""",
)


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


# %% wrong: a corner counts as its two sides, too
but("if sum(on) == 1:", "for i in range(6):")
but("sides.add(on.index(True))", "if on[i]:\n                sides.add(i)")


# %% wrong: corners and sides are swapped
but("corners, sides = 0, set()", "corners, sides = set(), set()")
but("corners += 1", "corners.add((x, y))")
but("return corners, len(sides)", "return len(sides), len(corners)")


# %% wrong: the last row and column are taken to be size, not 2 * size - 1
but("far, y == far", "size, y == size")


# %% wrong: corners and sides are added up
but("return corners, len(sides)", "return corners + len(sides)")


# %% wrong: the two slanted sides are forgotten
but(", x - y == size - 1, y - x == size - 1]", "]")


# %% wrong: the two slanted sides count as one
but(", x - y == size - 1, y - x == size - 1]", ", abs(x - y) == size - 1]")


# %% wrong: all sides together count once
but("return corners, len(sides)", "return corners, min(len(sides), 1)")


# %% wrong: every stone on a side counts, not every side
but("set()", "[]")
but("sides.add(", "sides.append(")


# %% wrong: all corners together count once
but("corners += 1", "corners = 1")


# %% wrong: opposite sides count as one
but("sides.add(on.index(True))", "sides.add((0, 1, 0, 1, 2, 2)[on.index(True)])")


# %% wrong: it says whether there are any, not how many
but("return corners, len(sides)", "return corners > 0, len(sides) > 0")


# %% wrong: only the corners are returned
but("return corners, len(sides)", "return corners")


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
