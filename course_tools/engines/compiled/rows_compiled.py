"""What all compiled boards need: chance, the names of outcomes, and rows of stones in a word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numba.extending import register_jitable

Word = Any
"""A number of 64 bits without a sign."""

Array = Any
"""An array of numbers: the rules, a board, or places."""

ONE: Word = np.uint64(1)
GOLDEN: Word = np.uint64(0x9E3779B97F4A7C15)

ROWS, COLUMNS, LENGTH, GRAVITY, EXACT, FULL = range(6)
"""What stands where in the rules; FULL has a bit for every square of a board in one word."""

GOING_ON, DRAWN, WON = 0, 1, 2
"""What `play` says; WON by the player who made the move."""


# --- chance ---------------------------------------------------------------------------------


@register_jitable
def drawn(chance: Word, number: int) -> int:
    """One of 0, 1... `number` - 1, all equally likely; the next `chance` is GOLDEN more.

    That is the generator SplitMix64. No number is off its share by one part in a million.
    """
    word = (chance ^ chance >> uint64(30)) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> uint64(27)) * uint64(0x94D049BB133111EB)
    return int64((word ^ word >> uint64(31)) >> uint64(32)) * number >> 32


# --- rows -----------------------------------------------------------------------------------


@register_jitable
def rows_along(stones: Word, step: Word, length: int) -> Word:
    """The bits where a row of this length begins that goes on in steps of this size."""
    rows = stones & stones >> step
    if length == 4:
        return rows & rows >> step + step
    if length == 5:
        rows &= rows >> step
        return rows & rows >> step + step
    for _ in range(length - 2):
        rows &= rows >> step
    return rows


@register_jitable
def not_longer(rows: Word, stones: Word, step: Word, length: int) -> Word:
    """Of these beginnings of rows those that have no stone before them, nor behind their end."""
    beyond = step * uint64(length)
    behind = stones >> beyond if beyond < uint64(64) else uint64(0)
    return rows & ~(stones << step) & ~behind
