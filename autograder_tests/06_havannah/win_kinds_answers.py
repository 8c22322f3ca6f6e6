# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `win_kinds`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: corners_and_sides, has_ring



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


# %% wrong: more corners or sides than needed do not win
but(
    "corners >= 2",
    "corners == 2",
)
but(
    "sides >= 3",
    "sides == 3",
)


# %% wrong, nameless: the size is forgotten
but(
    "def win_kinds(stone, stones, size):",
    """\
known = {}


def win_kinds(stone, stones, size):
    key = stone, frozenset(stones)
    if key not in known:
        known[key] = anew(stone, stones, size)
    return known[key]


def anew(stone, stones, size):""",
)


# %% wrong, nameless: a ring has twelve stones at most
but(
    "def win_kinds(stone, stones, size):",
    """\
def win_kinds(stone, stones, size):
    return anew(stone, stones, size) - ({'ring'} if len(stones) > 12 else set())


def anew(stone, stones, size):""",
)


# %% wrong: all stones are counted, not just the stone's own chain
but("(stone, stones, size):\n    chain = chain_of(stone, stones, size)", "(stone, chain, size):")


# %% wrong: two sides are taken for a fork
but("if sides >= 3:", "if sides >= 2:")


# %% wrong: one corner is taken for a bridge
but("if corners >= 2:", "if corners:")


# %% wrong: a bridge needs exactly two corners
but("if corners >= 2:", "if corners == 2:")


# %% wrong: a fork needs exactly three sides
but("if sides >= 3:", "if sides == 3:")


# %% right: the kinds in a list
but("kinds = set()", "kinds = []")
but('kinds.add("ring")', 'kinds.append("ring")')
but('kinds.add("bridge")', 'kinds.append("bridge")')
but('kinds.add("fork")', 'kinds.append("fork")')


# %% wrong: the ring is forgotten
but('if has_ring(chain, size):\n        kinds.add("ring")\n    if corners >= 2:', "if corners > 1:")


# %% wrong: corners and sides are swapped
but("corners, sides", "sides, corners")


# %% wrong: the fork is forgotten
but('if sides >= 3:\n        kinds.add("fork")\n    return kinds', "return kinds")


# %% wrong: bridge and fork are swapped
but('kinds.add("bridge")', 'kinds.add("fork")')
but('kinds.add("fork")\n    return kinds', 'kinds.add("bridge")\n    return kinds')


# %% wrong: only one of several kinds is returned
but("if corners >= 2:", "elif corners >= 2:")
but("if sides >= 3:", "elif sides >= 3:")


# %% wrong: it says whether the stone wins, not how
but("return kinds", "return bool(kinds)")


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
