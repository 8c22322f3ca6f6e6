"""Chains on a hexagonal board, compiled: what a new stone joins, and whether that wins.

A cell `(x, y)` is the number `x << shift | y`. The board is one row of numbers:

- `board[cell]` links the stones of a chain: the number of another stone of it or, at the last of
  them, `-1 - reach`, where `reach` has a bit for every corner (0 to 5) and side (6 to 11) that the
  chain touches;
- from `rules[STONES]` on the stones of the first player, a word for each column, and then those of
  the second; bit y of word x stands for the cell `(x, y)`;
- the last two numbers: who is to move, 0 or 1, and how many cells are empty.

The six neighbours of a cell are bits of one number, the *pattern*:

    0 (x-1, y-1)   1 (x-1, y)   2 (x, y-1)   4 (x, y+1)   5 (x+1, y)   6 (x+1, y+1)

and a table says what they mean. One run of neighbours that touch each other is one chain. Of two or
three runs, if two are of one chain, this stone closes a ring: one of the gaps between them lies
inside. A ring that closes no gap goes around a neighbour in the middle of three: that one then
has six neighbours of its own colour. Why this finds all rings, `games.havannah_playout` says.
"""

from __future__ import annotations

from typing import Any

from numba import int64, uint64
from numba.extending import register_jitable

Array = Any
"""An array of whole numbers."""

COLUMNS, SHIFT, STONES = range(3)
"""What stands where in the rules; COLUMNS counts one to spare on each side."""
WAYS, EACH = 3, 8
"""From here on the rules have so many numbers for each pattern.

Two steps to runs, the same twice if there is one and 0 if there is none; whether there is more to
look at; three steps to middles, and one to a third run, 0 for none; and as bits of a pattern the
cells between two of these stones: if an opponent's stone here cuts a bridge, one there saves it.
"""
CELLS = WAYS + 128 * EACH
"""From here on the cells, in the order of the game; after them, how many they are, twice."""

ALL_SIX = 0b1110111
SIDES = 6


@register_jitable
def pattern_at(board: Array, stones: int, shift: int, cell: int) -> int:
    """Which neighbours of this cell are among the stones that begin at this place."""
    column = stones + (cell >> shift)
    y = cell & ((1 << shift) - 1)
    left = int64(board[uint64(column - 1)]) >> (y - 1) & 3
    here = int64(board[uint64(column)]) >> (y - 1) & 5
    right = int64(board[uint64(column + 1)]) >> y & 3
    return left | here << 2 | right << 5


@register_jitable
def end_of(board: Array, cell: int) -> int:
    """The last stone of the chain of this one."""
    # The first step has no branch: a processor guesses these badly, and most need no other step.
    ahead = int64(board[uint64(cell)])
    cell = ahead if ahead >= 0 else cell
    while board[uint64(cell)] >= 0:
        cell = int64(board[uint64(cell)])
    return cell


@register_jitable
def reaches_enough(reach: int) -> bool:
    """Whether a chain wins that touches these corners and sides: two corners, or three sides."""
    corners = reach & 63
    sides = reach >> SIDES
    sides &= sides - 1
    return (corners & (corners - 1)) | (sides & (sides - 1)) != 0


@register_jitable
def stone_wins(rules: Array, board: Array, stones: int, cell: int) -> bool:
    """Whether a stone on this cell wins for those whose stones begin here; it is put there.

    A stone that stands alone is joined to itself, and one with a single run beside it to that run
    twice: so most stones go one way through here, and a processor has little to guess.
    """
    shift = int64(rules[SHIFT])
    pattern = pattern_at(board, stones, shift, cell)
    board[uint64(stones + (cell >> shift))] |= 1 << (cell & ((1 << shift) - 1))
    ways = WAYS + EACH * pattern
    one, two = int64(rules[uint64(ways)]), int64(rules[uint64(ways + 1)])
    first, last = end_of(board, cell + one), end_of(board, cell + two)
    reach = int64(board[uint64(cell)] & board[uint64(first)] & board[uint64(last)])
    board[uint64(cell)] = last
    board[uint64(first)] = last
    board[uint64(last)] = reach
    won = (first == last) & (one != two) | reaches_enough(-1 - reach)
    if rules[uint64(ways + 2)]:
        won |= third_wins(rules, board, stones, cell, pattern)
    return won


@register_jitable
def third_wins(rules: Array, board: Array, stones: int, cell: int, pattern: int) -> bool:
    """Whether this stone wins by what few have: a third run, or three neighbours in a row."""
    shift = int64(rules[SHIFT])
    ways = WAYS + EACH * pattern + 3
    for at in range(ways, ways + 3):
        step = int64(rules[uint64(at)])
        if step and pattern_at(board, stones, shift, cell + step) == ALL_SIX:
            return True
    step = int64(rules[uint64(ways + 3)])
    if step == 0:
        return False
    end, last = end_of(board, cell + step), end_of(board, cell)
    reach = int64(board[uint64(end)] & board[uint64(last)])
    board[uint64(end)] = last
    board[uint64(last)] = reach
    return end == last or reaches_enough(-1 - reach)


@register_jitable
def would_win(rules: Array, board: Array, stones: int, cell: int) -> bool:
    """Whether a stone on this cell would win for those whose stones begin here."""
    shift = int64(rules[SHIFT])
    pattern = pattern_at(board, stones, shift, cell)
    if pattern == 0:
        return False
    ways = WAYS + EACH * pattern
    one, two = int64(rules[uint64(ways)]), int64(rules[uint64(ways + 1)])
    first, last = end_of(board, cell + one), end_of(board, cell + two)
    reach = int64(board[uint64(cell)] & board[uint64(first)] & board[uint64(last)])
    if (first == last) & (one != two) or reaches_enough(-1 - reach):
        return True
    if rules[uint64(ways + 2)] == 0:
        return False
    step = int64(rules[uint64(ways + 6)])
    if step:
        end = end_of(board, cell + step)
        if (end == first) | (end == last) or reaches_enough(
            -1 - (reach & int64(board[uint64(end)]))
        ):
            return True
    for at in range(ways + 3, ways + 6):
        step = int64(rules[uint64(at)])
        # Such a middle has five of its six neighbours, and this stone would be the last.
        if step and lacks_one(pattern_at(board, stones, shift, cell + step)):
            return True
    return False


@register_jitable
def lacks_one(pattern: int) -> bool:
    """Whether all six neighbours are there but one."""
    missing = ALL_SIX & ~pattern
    return missing & (missing - 1) == 0
