# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `nim_sum`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the heaps are added up
def nim_sum(heaps):
    return sum(heaps)


# %% wrong: only whether the sum is odd is told
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total = total + heap
    return total % 2


# %% wrong: the largest heap is given
def nim_sum(heaps):
    if not heaps:
        return 0
    return max(heaps)


# %% wrong: the heaps are joined by or
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total |= heap
    return total


# %% wrong: the heaps are joined by and
def nim_sum(heaps):
    if len(heaps) == 0:
        return 0
    total = heaps[0]
    for heap in heaps[1:]:
        total = total & heap
    return total


# %% wrong: the heaps are subtracted
def nim_sum(heaps):
    if len(heaps) == 0:
        return 0
    total = heaps[0]
    for i in range(1, len(heaps)):
        total = total - heaps[i]
    return total


# %% wrong: the last heap is left out
def nim_sum(heaps):
    total = 0
    for i in range(len(heaps) - 1):
        total ^= heaps[i]
    return total


# %% wrong: only the first two heaps are looked at
def nim_sum(heaps):
    if len(heaps) == 0:
        return 0
    if len(heaps) == 1:
        return heaps[0]
    a, b = heaps[0], heaps[1]
    return a ^ b


# %% wrong: True or False is given instead of the number
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total != 0


# %% wrong: the number of heaps is given
def nim_sum(heaps):
    count = 0
    for heap in heaps:
        count += 1
    return count


# %% wrong: the sum is written in twos
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return bin(total)[2:]


# %% wrong: None is returned, so a return is missing
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap


# %% wrong: the result is printed instead of returned
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    print(total)


# %% right: a loop with the operator
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


# %% right: reduce
from functools import reduce
from operator import xor


def nim_sum(heaps):
    return reduce(xor, heaps, 0)


# %% right: bit by bit
def nim_sum(heaps):
    heaps = list(heaps)
    total, place = 0, 1
    while any(heaps):
        if sum(heap % 2 for heap in heaps) % 2 == 1:
            total += place
        heaps = [heap // 2 for heap in heaps]
        place *= 2
    return total
