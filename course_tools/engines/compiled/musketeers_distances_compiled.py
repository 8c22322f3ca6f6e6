"""One layer of one placement in Three Musketeers with the distance to the end, compiled.

What a position is worth is one byte, its *rank*, so that the musketeers always want the greatest
and the guards the least: `WON - d` where the musketeers win in d moves, `1 + d` where the guards
do, and 0 where nothing is known yet. One move further away a rank is one nearer to the middle.

Ranks are listed by the set of guards. The six lowest squares are a place in a row of 64 ranks,
which the processor treats at once; `listed` and `starts` are the rows by how many bits their number
has, and `places[k]` are the places with k bits, filled up with -1.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from course_tools.engines.compiled.musketeers_distances import WON
from course_tools.engines.compiled.musketeers_distances import further as plain_further

Ranks = NDArray[np.uint8]
Whole = NDArray[np.int64]

STUCK = 255
"""What is left where no step was possible."""

further = njit(nogil=True, cache=True)(plain_further)


@njit(nogil=True, cache=True)
def ranks_to_move(  # noqa: PLR0912 - one loop in one piece, without keywords
    layer: int,
    captures: Whole,
    in_line: int,
    ranks: Ranks,
    mine: Ranks,
    many: Whole,
    begins: Whole,
) -> None:
    """Put the ranks of one layer with the musketeers to move into `mine`.

    `ranks` are those with the guards to move; `captures` has a row for each capture that does not
    end in line: the bit taken, the placement after it, and where each bit goes. Those that take a
    bit of `in_line` do. `many` has the numbers of 11 bits by how many are set, from `begins` on.
    """
    for high in range(mine.size >> 11 or 1):
        here = layer - many_bits(high)
        if 0 <= here <= 11:
            for low in many[begins[here] : begins[here + 1]]:
                if high << 11 | low < mine.size:
                    mine[high << 11 | low] = 0
    first = np.zeros(2048, dtype=np.int64)
    second = np.zeros(mine.size >> 11 or 1, dtype=np.int64)
    for capture in range(captures.shape[0]):
        taken, after = 1 << captures[capture, 0], captures[capture, 1]
        for half, table in ((2, first), (13, second)):
            for some in range(1, table.size):
                low = 0
                while some >> low & 1 == 0:
                    low += 1
                # The guard that is taken goes nowhere.
                to = captures[capture, half + low]
                table[some] = table[some & (some - 1)] | (1 << to if to >= 0 else 0)
        source = ranks[after]
        for high in range(second.size):
            here = layer - many_bits(high)
            if not 0 <= here <= 11 or (taken >= 2048 and (high << 11) & taken == 0):
                continue
            base, begin = second[high], high << 11
            for low in many[begins[here] : begins[here + 1]]:
                if begin | low < mine.size and (begin | low) & taken != 0:
                    found = source[base | first[low]]
                    mine[begin | low] = max(mine[begin | low], found)
    for high in range(second.size):
        here = layer - many_bits(high)
        if 0 <= here <= 11:
            for low in many[begins[here] : begins[here + 1]]:
                at = high << 11 | low
                if at < mine.size:
                    rank = mine[at]
                    if rank:
                        mine[at] = further(rank)
                    else:
                        mine[at] = further(1) if at & in_line else WON


@njit(nogil=True, cache=True)
def ranks_not_to_move(  # noqa: PLR0912 - one loop in one piece, without keywords
    layer: int,
    near: int,
    steps: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    mine: Ranks,
    theirs: Ranks,
    listed: Whole,
    starts: Whole,
    places: Whole,
) -> None:
    """Put the ranks of one layer with the guards to move into `theirs`, given those in `mine`.

    `mine` has 64 more at both ends, so that a row can be read from a place before it or after it.
    Guards who can't move lose, or, if `passing`, leave it to the musketeers. With `at_once`
    musketeers who have nobody near win now.
    """
    most = steps.shape[0]
    having, other = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    far = np.zeros(most, dtype=np.int64)
    unable = np.zeros((most, 64), dtype=np.uint8)
    for step in range(most):
        leave, enter = steps[step, 0], steps[step, 1]
        if leave >= 6:
            having[step] = 1 << (leave - 6)
            other[step] = 1 << (leave - 6)
        else:
            far[step] -= 1 << leave
        if enter >= 6:
            other[step] |= 1 << (enter - 6)
        else:
            far[step] += 1 << enter
        for low in range(64):
            if (leave < 6 and low >> leave & 1 == 0) or (enter < 6 and low >> enter & 1 == 1):
                unable[step, low] = STUCK
    # Steps between high bits come first: they read whole rows, and all places can make them.
    high = 0
    while high < most and steps[high].min() >= 6:
        high += 1
    rows, best = mine[64:-64].reshape(-1, 64), np.empty(64, dtype=np.uint8)
    for many in range(max(0, layer - 6), min(starts.size - 2, layer) + 1):
        place = places[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            least_of_rows(at, having[:high], other[:high], rows, best)
            least_of_able(at, having[high:], other[high:], far[high:], unable[high:], mine, best)
            for low in place:
                if low < 0:
                    break
                rank = best[low]
                if rank != STUCK:
                    rank = further(rank)
                elif passing:
                    rank = further(mine[64 + (at << 6 | low)])
                else:
                    rank = WON
                if at_once and (at << 6 | low) & near == 0:
                    rank = WON
                theirs[at << 6 | low] = rank


@njit(nogil=True, cache=True)
def least_of_rows(at: int, having: Whole, other: Whole, rows: Ranks, best: Ranks) -> None:
    """Put the least ranks into `best` to which these steps lead from the row with this number."""
    best[:] = STUCK
    found, possible = np.empty(having.size, dtype=np.int64), 0
    for step in range(having.size):
        found[possible] = at ^ other[step]
        possible += 1 if at & other[step] == having[step] else 0
    for one in range(possible):
        row = rows[found[one]]
        for low in range(64):
            best[low] = min(best[low], row[low])


@njit(nogil=True, cache=True)
def least_of_able(
    at: int, having: Whole, other: Whole, far: Whole, unable: Ranks, mine: Ranks, best: Ranks
) -> None:
    """Let `best` have the least of itself and what these steps lead to, where they are possible."""
    for step in range(having.size):
        if at & other[step] == having[step]:
            begin = np.uint64(64 + ((at ^ other[step]) << 6) + far[step])
            not_here = unable[step]
            for low in range(64):
                one = mine[begin + np.uint64(low)] | not_here[low]
                best[low] = min(best[low], one)


@njit(nogil=True, cache=True)
def many_bits(number: int) -> int:
    """How many bits are set."""
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found
