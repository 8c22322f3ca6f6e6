"""A game of rows on one word, compiled: the four functions of a game, and a stone is a bit.

A place is the number of a bit: from the bottom of a column upwards, then on to the next column,
with one bit that is always empty on top of each. On a board of 3 by 3:

     3  7 11     always empty
     2  6 10
     1  5  9     a step up is 1, to the right 4, along the diagonals 3 and 5
     0  4  8

With gravity a move is the lowest place of its column, wherever the stone comes to lie. The board is
the stones of the player to move, and the other's.
"""

from __future__ import annotations

from numba import int64, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.rows_compiled import (
    COLUMNS,
    DRAWN,
    EXACT,
    FULL,
    GOING_ON,
    GOLDEN,
    GRAVITY,
    LENGTH,
    ONE,
    ROWS,
    WON,
    Array,
    Word,
    drawn,
    not_longer,
    rows_along,
)


@register_jitable
def word_row(stones: Word, rules: Array) -> bool:
    """Whether these stones have a row."""
    step = uint64(rules[ROWS]) + ONE
    length = int64(rules[LENGTH])
    if rules[EXACT]:
        for along in (ONE, step - ONE, step, step + ONE):
            rows = rows_along(stones, along, length)
            if not_longer(rows, stones, along, length):
                return True
        return False
    found = rows_along(stones, ONE, length)
    found |= rows_along(stones, step - ONE, length)
    found |= rows_along(stones, step, length)
    found |= rows_along(stones, step + ONE, length)
    return found != 0


@register_jitable
def word_stone(rules: Array, taken: Word, at: int) -> Word:
    """The bit of a stone on this place; with gravity that of the first one free from there up."""
    if rules[GRAVITY]:
        return taken + (ONE << uint64(at)) & ~taken
    return ONE << uint64(at)


@register_jitable
def word_moves(rules: Array, board: Array, places: Array) -> int:
    """How many places are free to move to; `places` gets them in the game's order."""
    rows, columns, taken = int64(rules[ROWS]), int64(rules[COLUMNS]), board[0] | board[1]
    number = 0
    if rules[GRAVITY]:
        for column in range(columns):
            bottom = column * (rows + 1)
            places[number] = bottom
            number += 1 - int64(taken >> uint64(bottom + rows - 1) & ONE)
        return number
    for row in range(rows):
        for column in range(columns):
            at = column * (rows + 1) + rows - 1 - row
            places[number] = at
            number += 1 - int64(taken >> uint64(at) & ONE)
    return number


@register_jitable
def word_put(rules: Array, board: Array, at: int) -> None:
    """Put a stone on this place, and let the other player move."""
    stones = board[0] | word_stone(rules, board[0] | board[1], at)
    board[0] = board[1]
    board[1] = stones


@register_jitable
def word_play(rules: Array, board: Array, at: int) -> int:
    """What comes of a stone on this place, which the board gets."""
    word_put(rules, board, at)
    if word_row(board[1], rules):
        return WON
    return DRAWN if board[0] | board[1] == rules[FULL] else GOING_ON


@register_jitable
def word_random_game(rules: Array, board: Array, places: Array, number: int, chance: Array) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after random moves to the end.

    `places` are the `number` moves that are legal; they get lost.
    """
    mine, theirs, full = board[0], board[1], rules[FULL]
    gravity, seed, loser = rules[GRAVITY] != 0, chance[0], 0
    worth = 1
    while number:
        seed += GOLDEN
        pick = drawn(seed, number)
        stone = word_stone(rules, mine | theirs, int64(places[pick]))
        stones = mine | stone
        if word_row(stones, rules):
            worth = 2 - loser
            break
        if not (gravity and full & stone << ONE):
            number -= 1
            places[pick] = places[number]
        mine, theirs, loser = theirs, stones, 2 - loser
    chance[0] = seed
    return worth
