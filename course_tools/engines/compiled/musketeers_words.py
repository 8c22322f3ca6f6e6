"""One layer of one placement in Three Musketeers with numpy alone: a twin of the compiled one.

`musketeers_compiled.py` says how the bitmaps lie. Here a whole bitmap is one array, and each step
of a guard is done for all sets of guards at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Whole = NDArray[np.int64]

Step = tuple[int, int]
"""The bits that a guard leaves and enters."""

LOW = 6
"""So many bits of a set of guards are a place in a word."""

HALF = 11
"""So many bits of a set of guards are looked up at once when a capture is taken back."""

_ALL = 2**64 - 1


class Lists(NamedTuple):
    """What every layer uses: see `musketeers_compiled.py`."""

    listed: Whole
    starts: Whole
    lows: Words


def lists_for(bits: int) -> Lists:
    """The words by how many bits their number has, and the places in a word likewise."""
    number = 1 << max(0, bits - LOW)
    have = np.bitwise_count(np.arange(number)).astype(np.int64)
    listed = np.argsort(have, kind="stable").astype(np.int64)
    starts = np.searchsorted(have[listed], np.arange(number.bit_length() + 1)).astype(np.int64)
    # The array is longer than a word has bits, so that layers beyond find an empty mask.
    lows = np.zeros(bits + 1 if bits > LOW else LOW + 1, dtype=np.uint64)
    for place in range(min(64, 1 << bits)):
        lows[place.bit_count()] |= np.uint64(1 << place)
    return Lists(listed, starts, lows)


def masks_of(layer: int, lists: Lists) -> Words:
    """For each word the places that belong to this layer."""
    masks = np.zeros(lists.listed.size, dtype=np.uint64)
    for many in range(max(0, layer - LOW), min(lists.starts.size - 2, layer) + 1):
        masks[lists.listed[lists.starts[many] : lists.starts[many + 1]]] = lists.lows[layer - many]
    return masks


def places_of(words: Words) -> Whole:
    """The sets of guards whose bits are set."""
    some = np.flatnonzero(words)
    marks = np.unpackbits(words[some].view(np.uint8), bitorder="little")
    found = np.flatnonzero(marks)
    return some[found >> LOW] << LOW | found & 63


def musketeers_layer(masks: Words, near: int, undone: Whole, mine: Words, won: list[Whole]) -> None:
    """Mark where the musketeers, to move, win: `mine` gets these bits of one layer.

    `won` has, for each placement, the sets of guards of the layer below with which they win, the
    guards to move.
    """
    mine |= masks & calm_words(near, mine.size)
    hit = np.zeros(mine.size * 64, dtype=np.bool_)
    for after, left, taken, *where in undone.tolist():
        sets = won[after]
        sets = sets[sets >> left & 1 == 0]
        if sets.size:
            before = _spread(where[HALF:])[sets >> HALF]
            before |= _spread(where[:HALF])[sets & (1 << HALF) - 1]
            hit[before | 1 << taken] = True
    mine |= np.packbits(hit, bitorder="little").view(np.uint64)


def guards_layer(masks: Words, steps: Whole, mine: Words, *, passing: bool) -> Words:
    """The sets of guards of a layer, the guards to move, with which the musketeers win."""
    # numpy is quick where long runs of words are treated alike: where a step changes no low bit of
    # a word's number. So some of the steps are done with the halves of those numbers swapped.
    number = masks.size.bit_length() - 1
    half = number // 2
    here: list[Step] = []
    swapped: list[Step] = []
    for leave, enter in steps.tolist():
        step, image = (leave, enter), (_swapped(leave, half, number), _swapped(enter, half, number))
        if half and _lowest(image) > _lowest(step):
            swapped.append(image)
        else:
            here.append(step)
    words = masks.copy()
    if swapped:
        words, turned = _turned(words, half), _turned(mine, half)
        for step in swapped:
            _take(step, words, turned)
        words = _turned(words, number - half)
    for step in here:
        _take(step, words, mine)
    if passing:
        words &= ~stuck_words(masks, steps) | mine
    return words


def stuck_words(masks: Words, steps: Whole) -> Words:
    """The sets of guards of a layer of whom none can move."""
    stuck = masks.copy()
    for leave, enter in steps.tolist():
        _cut(stuck, leave, enter)[...] &= np.uint64(_ALL ^ _places(leave, enter))
    return stuck


def calm_words(near: int, size: int) -> Words:
    """The sets of guards of which none is near a musketeer."""
    low = sum(1 << place for place in range(64) if place & near == 0)
    words = np.full(size, low, dtype=np.uint64)
    words[np.arange(size) << LOW & near != 0] = 0
    return words


def _take(step: Step, words: Words, mine: Words) -> None:
    """Take off the sets of guards for whom this step leads to one that is not in `mine`."""
    leave, enter = step
    able = _places(leave, enter)
    found = _cut(mine, enter, leave)
    far = (1 << enter if enter < LOW else 0) - (1 << leave if leave < LOW else 0)
    if far:
        found = found >> np.uint64(far) if far > 0 else found << np.uint64(-far)
    _cut(words, leave, enter)[...] &= found if able == _ALL else found | np.uint64(_ALL ^ able)


def _cut(words: Words, having: int, lacking: int) -> Words:
    """A view of the words whose number has one bit and lacks the other, where they are so high."""
    shape: list[int] = []
    at: list[int | slice] = []
    above = words.size
    for bit, value in sorted(((having, 1), (lacking, 0)), reverse=True):
        if bit >= LOW:
            below = 1 << bit - LOW
            shape += [above // below // 2, 2]
            at += [slice(None), value]
            above = below
    return words.reshape(*shape, above)[tuple(at)]


def _lowest(step: Step) -> int:
    """The lowest bit that a step changes in the numbers of words."""
    return min((bit for bit in step if bit >= LOW), default=0)


def _swapped(bit: int, half: int, number: int) -> int:
    """Where a bit of a set of guards is when words' numbers, of `number` bits, are so turned."""
    if bit < LOW:
        return bit
    return bit - half if bit >= LOW + half else bit + number - half


def _turned(words: Words, half: int) -> Words:
    """The words with the lowest `half` bits of their numbers put above the others."""
    return words.reshape(-1, 1 << half).T.ravel()


def _places(leave: int, enter: int) -> int:
    """The places in a word that may make this step."""
    return sum(
        1 << place
        for place in range(64)
        if (leave >= LOW or place >> leave & 1) and (enter >= LOW or not place >> enter & 1)
    )


def _spread(where: list[int]) -> Whole:
    """For each number, that with the bit `where[bit]` for each of its bits."""
    table = np.zeros(1, dtype=np.int64)
    for bit in where:
        table = np.concatenate([table, table | 1 << bit])
    return table
