"""Random games of Havannah in which bridges are saved, compiled: the playouts of the strong player.

Two stones make a *bridge* when they have two empty neighbours in common: whoever loses one of these
cells takes the other. So a player whose bridge has just been cut replies there, and else moves at
random.
"""

from __future__ import annotations

from numba import int64, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.hex_compiled import (
    COLUMNS,
    EACH,
    SHIFT,
    STONES,
    WAYS,
    Array,
    pattern_at,
    stone_wins,
)
from course_tools.engines.compiled.rows_compiled import GOLDEN, Word, drawn


@register_jitable
def guided_game(
    rules: Array, board: Array, places: Array, where: Array, number: int, last: int, chance: Array
) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after moves to the end.

    `places` are the `number` legal moves, and `last` the move just made, or 0. They get lost, and
    the board is the final one. `where` has room for the index of each cell in `places`.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[-2]) * columns
    both = first + first + columns
    for at in range(number):
        where[uint64(places[uint64(at)])] = at
    seed, loser, worth = chance[0], 0, 1
    while number:
        seed += GOLDEN
        cell = saving_cell(rules, board, stones, both - stones, last, seed) if last else 0
        pick = int64(where[uint64(cell)]) if cell else drawn(seed, number)
        last = int64(places[uint64(pick)])
        number -= 1
        moved = places[uint64(number)]
        places[uint64(pick)] = moved
        where[uint64(moved)] = pick
        if stone_wins(rules, board, stones, last):
            worth = 2 - loser
            break
        stones, loser = both - stones, 2 - loser
    chance[0] = seed
    return worth


@register_jitable
def saving_cell(rules: Array, board: Array, stones: int, others: int, last: int, seed: Word) -> int:
    """A cell that saves a bridge of these stones which the others' last stone has cut, or 0."""
    shift = int64(rules[SHIFT])
    pattern = pattern_at(board, stones, shift, last)
    saved = int64(rules[uint64(WAYS + EACH * pattern + 7)])
    if saved == 0:
        return 0
    saved &= ~pattern_at(board, others, shift, last)
    if saved == 0:
        return 0
    if saved & (saved - 1) and drawn(seed ^ uint64(1), 2):
        saved &= saved - 1
    return last + int64(rules[uint64(WAYS + EACH * (saved & -saved))])
