# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `nim_sum`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the heaps are added up
def nim_sum(heaps):
    return sum(heaps)


# %% wrong: the largest heap is returned
def nim_sum(heaps):
    if not heaps:
        return 0
    return max(heaps)


# %% wrong: only the first two heaps are looked at
def nim_sum(heaps):
    if len(heaps) == 0:
        return 0
    if len(heaps) == 1:
        return heaps[0]
    a, b = heaps[0], heaps[1]
    return a ^ b


# %% wrong, nameless: the answer is remembered by how many heaps and matches there are
answers = {}


def nim_sum(heaps):
    key = len(heaps), sum(heaps)
    if key not in answers:
        total = 0
        for heap in heaps:
            total ^= heap
        answers[key] = total
    return answers[key]


# %% wrong, nameless: no heap has more than sixteen binary digits
def nim_sum(heaps):
    total = 0
    for place in range(16):
        if sum(heap >> place & 1 for heap in heaps) % 2:
            total += 2**place
    return total


# %% right: a loop with the operator
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


# %% wrong: the first heap is brought in twice
but(
    "total = 0",
    "total = heaps[0] if heaps else 0",
)


# %% wrong: it only says whether the sum is odd
but("return total", "return total % 2")


# %% wrong: the heaps are combined with "or"
but("total ^= heap", "total |= heap")


# %% wrong: the heaps are combined with "and"
but("total = 0", "if len(heaps) == 0:\n        return 0\n    total = heaps[0]")
but("total ^= heap", "total = total & heap")


# %% wrong: one heap is subtracted from another
but("total = 0", "if len(heaps) == 0:\n        return 0\n    total = heaps[0]")
but("for heap in heaps:", "for i in range(1, len(heaps)):")
but("total ^= heap", "total = total - heaps[i]")


# %% wrong: the last heap is left out
but("for heap in heaps:", "for i in range(len(heaps) - 1):")
but("total ^= heap", "total ^= heaps[i]")


# %% wrong: True or False is returned instead of the number
but("return total", "return total != 0")


# %% wrong: the number of heaps is returned
but("total ^= heap", "total += 1")


# %% wrong: the sum is written out in binary
but("return total", "return bin(total)[2:]")


# %% wrong: None is returned, so a return is missing
but("total ^= heap\n    return total", "total ^= heap")


# %% wrong: the result is printed instead of returned
but("return total", "print(total)")


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


# %% wrong: the binary numbers are lined up at the left
def nim_sum(heaps):
    words = [bin(heap)[2:] for heap in heaps]
    width = max(map(len, words), default=1)
    words = [word.ljust(width, "0") for word in words]
    return int("".join(str(sum(word[i] == "1" for word in words) % 2) for i in range(width)), 2)


# %% wrong: only three binary places are added up
def nim_sum(heaps):
    total = 0
    for bit in (1, 2, 4):
        if sum(1 for heap in heaps if heap & bit) % 2 == 1:
            total += bit
    return total
