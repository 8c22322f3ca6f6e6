# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `nim_move`, wrong and right, as students write them; each part stands for a notebook."""

# %% wrong: any legal move is returned
def nim_move(heaps):
    for i, heap in enumerate(heaps):
        if heap:
            return (i, 1)


# %% right: heap by heap
def nim_move(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    if total == 0:
        return None
    for i, heap in enumerate(heaps):
        if heap ^ total < heap:
            return (i, heap - (heap ^ total))
    return None


# %% wrong, nameless: the order of the heaps is forgotten
but(
    "def nim_move(heaps):",
    """\
known = {}


def nim_move(heaps):
    key = tuple(sorted(heaps))
    if key not in known:
        known[key] = anew(heaps)
    return known[key]


def anew(heaps):""",
)


# %% wrong, nameless: heaps of a thousand matches are not handled
but(
    "def nim_move(heaps):",
    """\
def nim_move(heaps):
    return anew(heaps) if max(heaps) < 1_000 else None


def anew(heaps):""",
)


# %% wrong: the nim-sum itself is taken away
but("if heap ^ total < heap:", "if heap >= total:")
but("return (i, heap - (heap ^ total))", "return i, total")


# %% wrong: heaps are counted from 1
but("return (i, heap - (heap ^ total))", "return (i + 1, heap - (heap ^ total))")


# %% wrong: what is left is returned, not what is taken
but("return (i, heap - (heap ^ total))", "return (i, heap ^ total)")


# %% wrong: heap and number are swapped
but("return (i, heap - (heap ^ total))", "return (heap - (heap ^ total), i)")


# %% wrong: the heaps are added up, not combined by exclusive or
but("total ^= heap", "total += heap")


# %% wrong: the heaps are combined by or, not by exclusive or
but("total ^= heap", "total |= heap")


# %% wrong: the last heap is left out
but("for i, heap in enumerate(heaps):", "for i, heap in enumerate(heaps[:-1]):")


# %% wrong: a lost position gets a move as well
but("    if total == 0:\n        return None\n", "")
but("return None", "return (0, 1)")


# %% wrong: only the largest heap is tried
but("in enumerate(heaps):", "in [(heaps.index(max(heaps)), max(heaps))]:")
but("if heap ^ total < heap:", "if True:")


# %% right: by trying every move
def nim_move(heaps):
    for i in range(len(heaps)):
        for take in range(1, heaps[i] + 1):
            rest = list(heaps)
            rest[i] -= take
            s = 0
            for h in rest:
                s ^= h
            if s == 0:
                return i, take


# %% right: the last of the winning moves, with reduce
from functools import reduce
from operator import xor


def nim_move(heaps):
    s = reduce(xor, heaps, 0)
    moves = [(i, h - (h ^ s)) for i, h in enumerate(heaps) if h ^ s < h]
    return moves[-1] if moves else None


# %% wrong: any bit in common with the nim-sum is enough
but("if h ^ s < h]", "if h & s]")
but("moves[-1]", "moves[0]")
