# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `least_leaves`, wrong and right, as students write them; each part stands for a notebook."""

# %% all
import math


# %% wrong: both exponents are rounded down
def least_leaves(branching, depth):
    lower = depth // 2
    return branching**lower + branching**lower - 1


# %% wrong: both exponents are d / 2, neither rounded up nor down
def least_leaves(branching, depth):
    return branching ** (depth / 2) + branching ** (depth / 2) - 1


# %% wrong: both exponents are rounded up
def least_leaves(branching, depth):
    half = math.ceil(depth / 2)
    return 2 * branching**half - 1


# %% wrong: the 1 is added, not subtracted
def least_leaves(branching, depth):
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) + 1


# %% wrong: the two powers are multiplied, not added
def least_leaves(branching, depth):
    return branching ** ((depth + 1) // 2) * branching ** (depth // 2) - 1


# %% wrong: it multiplies by half the depth instead of raising to that power
def least_leaves(branching, depth):
    return branching * math.ceil(depth / 2) + branching * math.floor(depth / 2) - 1


# %% wrong: the result is printed instead of returned
def least_leaves(branching, depth):
    print(branching ** math.ceil(depth / 2) + branching ** math.floor(depth / 2) - 1)


# %% right: rounded with math
def least_leaves(branching, depth):
    return branching ** math.ceil(depth / 2) + branching ** math.floor(depth / 2) - 1


# %% wrong: the 1 that both halves share is not subtracted
but("(depth / 2) - 1", "(depth / 2)")


# %% wrong: only one of the two halves is counted
but("(depth / 2) + branching ** math.floor(depth / 2) - 1", "(depth / 2)")


# %% wrong: rounding up adds 1 even where nothing is to be rounded
but("math.ceil(depth / 2)", "(depth // 2 + 1)")


# %% wrong: the exponent d / 2 is not rounded
but("math.ceil(depth / 2) + branching ** math.floor(depth / 2) - 1", "(depth / 2)")


# %% wrong: branching and depth are swapped
but("def least_leaves(branching, depth):", "def least_leaves(depth, branching):")


# %% wrong: None is returned, so a return is missing
but("return branching", "leaves = branching")


# %% right: whole numbers only
def least_leaves(branching, depth):
    half, odd = divmod(depth, 2)
    return branching ** (half + odd) + branching**half - 1


# %% right: counted level by level
def least_leaves(branching, depth):
    exact, cut, whole = 1, 0, 0
    for _ in range(depth):
        # One child of an exact state is exact, the others are cut; below those, all are needed.
        cut, whole = exact * (branching - 1) + whole * branching, cut
    return exact + cut + whole


# %% right: rounded up by rounding a negative number down
def least_leaves(branching, depth):
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


# %% wrong: all leaves are counted, as minimax looks at them
but("branching ** -(-depth // 2) + branching ** (depth // 2) - 1", "branching**depth")


# %% wrong, nameless: halves of the depth in floating point, so that large numbers are rounded
but("branching ** -(-depth // 2)", "float(branching ** -(-depth // 2))")


# %% wrong, nameless: the answer is remembered by the number of all leaves
known = {}


def least_leaves(branching, depth):
    leaves = branching**depth
    if leaves not in known:
        known[leaves] = branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
    return known[leaves]


# %% wrong, nameless: a table for up to six levels
def least_leaves(branching, depth):
    up = [0, 1, 1, 2, 2, 3, 3]
    down = [0, 0, 1, 1, 2, 2, 3]
    return branching ** up[depth] + branching ** down[depth] - 1


# %% wrong: the powers are halved, not the exponents
def least_leaves(branching, depth):
    return branching ** (depth + 1) // 2 + branching**depth // 2 - 1
