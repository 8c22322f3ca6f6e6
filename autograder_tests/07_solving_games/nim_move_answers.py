# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `nim_move`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the nim-sum itself is taken away
but(
    "heap by heap",
    {
        "^ total < heap:\n            return (i, heap - (heap ^ total))": ">= total:\n            return i, total",
    },
)


# %% wrong: heaps are counted from 1
but("heap by heap", {"return (i, heap - (heap ^ total))": "return (i + 1, heap - (heap ^ total))"})


# %% wrong: what is left is given, not what is taken
but("heap by heap", {"return (i, heap - (heap ^ total))": "return (i, heap ^ total)"})


# %% wrong: heap and number are exchanged
but("heap by heap", {"return (i, heap - (heap ^ total))": "return (heap - (heap ^ total), i)"})


# %% wrong: only the largest heap is tried
def nim_move(heaps):
    s = 0
    for h in heaps:
        s = s ^ h
    if s == 0:
        return None
    biggest = max(heaps)
    return heaps.index(biggest), biggest - (biggest ^ s)


# %% wrong: a lost position gets a move as well
def nim_move(heaps):
    s = 0
    for h in heaps:
        s ^= h
    for i in range(len(heaps)):
        if s != 0 and heaps[i] ^ s < heaps[i]:
            return (i, heaps[i] - (heaps[i] ^ s))
    for i in range(len(heaps)):
        if heaps[i] > 0:
            return (i, 1)
    return (0, 1)


# %% wrong: the heaps are added up, not joined by exclusive or
but("heap by heap", {"total ^= heap": "total += heap"})


# %% wrong: the heaps are joined by or
but("heap by heap", {"total ^= heap": "total |= heap"})


# %% wrong: the last heap is left out
but("heap by heap", {"for i, heap in enumerate(heaps):": "for i, heap in enumerate(heaps[:-1]):"})


# %% wrong: any legal move is given
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
