"""Havannah, compiled: the four functions of a game, on the board of `hex_compiled`."""

from __future__ import annotations

from numba import int64, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.hex_compiled import (
    CELLS,
    COLUMNS,
    SHIFT,
    STONES,
    Array,
    stone_wins,
)
from course_tools.engines.compiled.rows_compiled import DRAWN, GOING_ON, GOLDEN, WON, drawn


@register_jitable
def hex_moves(rules: Array, board: Array, places: Array) -> int:
    """How many cells are free to move to; `places` gets them in the game's order."""
    columns, shift, stones = int64(rules[COLUMNS]), int64(rules[SHIFT]), int64(rules[STONES])
    number = 0
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        column = stones + (cell >> shift)
        taken = int64(board[uint64(column)] | board[uint64(column + columns)])
        places[number] = cell
        number += 1 - (taken >> (cell & ((1 << shift) - 1)) & 1)
    return number


@register_jitable
def hex_put(rules: Array, board: Array, cell: int) -> bool:
    """Whether a stone on this cell, which the board gets, wins."""
    turn = int64(board[-2])
    board[-2] = 1 - turn
    board[-1] -= 1
    return stone_wins(rules, board, int64(rules[STONES]) + turn * int64(rules[COLUMNS]), cell)


@register_jitable
def hex_play(rules: Array, board: Array, cell: int) -> int:
    """What comes of a stone on this cell, which the board gets."""
    if hex_put(rules, board, cell):
        return WON
    return GOING_ON if board[-1] else DRAWN


@register_jitable
def hex_random_game(rules: Array, board: Array, places: Array, number: int, chance: Array) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after random moves to the end.

    `places` are the `number` moves that are legal; they get lost, and so does the board.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[-2]) * columns
    both = first + first + columns
    seed, loser, worth = chance[0], 0, 1
    while number:
        seed += GOLDEN
        pick = drawn(seed, number)
        number -= 1
        cell = int64(places[uint64(pick)])
        places[uint64(pick)] = places[uint64(number)]
        if stone_wins(rules, board, stones, cell):
            worth = 2 - loser
            break
        stones, loser = both - stones, 2 - loser
    chance[0] = seed
    return worth
