"""One layer of Three Musketeers, compiled: from the positions with a guard fewer to these.

A bitmap has a bit for each set of guards, in words of 64: the six lowest squares are a place in
the word, the others its number. Words are listed by how many bits their number has (`listed`,
`starts`), and `lows[k]` marks the places in a word with k bits, so that a layer is a few lists of
words with a mask each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from course_tools.arena.engines.jit import array_kernel, kernel

Words = NDArray[np.uint64]
Whole = NDArray[np.int64]

NOTHING, CALM, ALL = 0, 1, 2
"""Where the musketeers, to move, have won in the lowest layer: nowhere, where nobody is near, or
everywhere."""

_NONE, _ONE, _SIX = np.uint64(0), np.uint64(1), np.uint64(6)


def _lowest_bits() -> Whole:
    """Which bit the lowest is, by the top six bits of its product with a de Bruijn number."""
    found = np.zeros(64, dtype=np.int64)
    for bit in range(64):
        found[(0x03F79D71B4CB0A89 << bit & 2**64 - 1) >> 58] = bit
    return found


_PRODUCT, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_LOWEST = _lowest_bits()


@kernel
def places(having: int, lacking: int) -> np.uint64:
    """The places in a word that have all of these bits, and none of those."""
    found = _NONE
    for place in range(64):
        if place & having == having and place & lacking == 0:
            found |= _ONE << np.uint64(place)
    return found


@kernel
def place_of(bit: np.uint64) -> int:
    """Which place this one bit of a word is."""
    return _LOWEST[np.uint64(bit * _PRODUCT) >> _TOP]


@array_kernel
def musketeers_layer(
    layer: int,
    lowest: int,
    near: int,
    undone: Whole,
    mine: Words,
    bitmaps: Words,
    busy: Words,
    have: Whole,
    lows: Words,
) -> None:
    """Mark in `mine` where the musketeers, to move, win with so many guards on one placement.

    They win where no guard is `near`, and where a capture leads to a position that is won with the
    guards to move: `bitmaps` has those of each placement. `busy` has a bit for each word that may
    hold one, for the layers with an even number and for the others. In the lowest layer of all,
    `lowest` is what counts as won.
    """
    calm = places(0, near & 63) if lowest == CALM else _NONE if lowest == NOTHING else ~_NONE
    for at in range(mine.size):
        mine[at] = calm if lowest == ALL or at << 6 & near == 0 else _NONE
    # The set of guards before is put together from its lowest 6 bits, the next 8, and the others.
    first, second = np.zeros(64, dtype=np.int64), np.zeros(256, dtype=np.int64)
    third = np.zeros(1 << (undone.shape[1] - 17), dtype=np.int64)
    for capture in range(undone.shape[0]):
        after, left, taken = undone[capture, 0], undone[capture, 1], undone[capture, 2]
        for half, table in ((3, first), (9, second), (17, third)):
            for some in range(1, table.size):
                bit = place_of(np.uint64(some & -some))
                table[some] = table[some & (some - 1)] | (1 << undone[capture, half + bit])
        # Mostly the lowest 6 stay as they are. Then a whole word is carried over at once.
        guard, gone = 1 << taken, 1 << left & 63
        allowed, alike = places(0, gone), True
        for low in range(64):
            alike &= low & gone != 0 or first[low] == low
        source = bitmaps[after]
        for group in range(busy.shape[2]):
            words = busy[1 - layer % 2, after, group]
            while words != 0:
                lowest_bit = words & (~words + _ONE)
                words ^= lowest_bit
                at = group << 6 | place_of(lowest_bit)
                fewer = layer - 1 - have[at]
                if fewer < 0 or (at << 6) >> left & 1 != 0:
                    continue
                word = source[at] & lows[fewer] & allowed
                base = guard | second[at & 255] | third[at >> 8]
                if alike:
                    mine[base >> 6] |= word << np.uint64(base & 63)
                    continue
                while word != 0:
                    lowest_bit = word & (~word + _ONE)
                    word ^= lowest_bit
                    to = np.uint64(base | first[place_of(lowest_bit)])
                    mine[to >> _SIX] |= _ONE << (to & np.uint64(63))


@array_kernel
def guards_layer(  # noqa: PLR0912 - one loop in one piece
    layer: int,
    number: int,
    near: int,
    apart: Whole,
    paths: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    mine: Words,
    bitmaps: Words,
    busy: Words,
    listed: Whole,
    starts: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers win with so many guards on this placement, the guards to move.

    That is where every step leads to a position that is won with the musketeers to move, which are
    those in `mine`. Guards who can't move lose, or, if `passing`, leave it to the musketeers. With
    `at_once` musketeers who have nobody near win now.

    A step goes from a square to its neighbour or back. `apart` has those between two bits of a
    word's number, together where they are equally far apart: how far, and the lower bits. `paths`
    has the others, the lower bit and the higher.
    """
    theirs, found = bitmaps[number], busy[layer % 2, number]
    found[:] = 0
    top = starts.size - 2
    calm = places(0, near & 63)
    # For each path: the bit of the word's number at its end, or 0; how far it is within a word; and
    # the places in a word that have a guard to go up it, and one to come down.
    most = paths.shape[0]
    end, far = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.uint64)
    up, down = np.zeros(most, dtype=np.uint64), np.zeros(most, dtype=np.uint64)
    for path in range(most):
        low, high = paths[path, 0], paths[path, 1]
        end[path] = 0 if high < 6 else 1 << (high - 6)
        far[path] = (1 << high) - (1 << low) if high < 6 else 1 << low
        up[path] = places(1 << low, 1 << high & 63)
        down[path] = places(1 << high & 63, 1 << low)
    for many in range(max(0, layer - 6), min(top, layer) + 1):
        mask = lows[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            word = mask
            stuck = mask
            for kind in range(apart.shape[0]):
                distance, lower = apart[kind, 0], apart[kind, 1]
                steps = (at ^ at >> distance) & lower
                if steps != 0:
                    stuck = _NONE
                while steps != 0:
                    one = steps & -steps
                    steps ^= one
                    word &= mine[at ^ one ^ one << distance]
                if word == 0:
                    break
            for path in range(most if word != 0 else 0):
                there = mine[at ^ end[path]]
                if end[path] == 0:
                    able = up[path] | down[path]
                    there = there >> far[path] & up[path] | there << far[path] & down[path]
                elif at & end[path]:
                    able = down[path]
                    there = there >> far[path]
                else:
                    able = up[path]
                    there = there << far[path]
                word &= ~able | there
                stuck &= ~able
            if passing:
                word &= ~stuck | mine[at]
            if at_once and at << 6 & near == 0:
                word |= mask & calm
            if word != 0:
                theirs[at] |= word
                found[at >> 6] |= _ONE << np.uint64(at & 63)
