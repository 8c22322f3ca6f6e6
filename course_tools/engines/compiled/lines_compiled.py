"""A game of rows on words for its lines, compiled: the four functions of a game.

A board is kept four times over, by rows, columns and both kinds of diagonals, for each side: a word
for each line, so that only the four lines through a stone need be looked at. First come all lines
of the first side, then those of the second, then whose turn it is, and the number of stones. A
place is 64 times its row, plus its column.
"""

from __future__ import annotations

from numba import int64, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.rows_compiled import (
    COLUMNS,
    DRAWN,
    EXACT,
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
def lines_with(rules: Array, board: Array, own: int, at: int) -> tuple[Word, Word, Word, Word]:
    """The four lines through this place, with a stone there for who has lines from `own` on."""
    rows, columns = int64(rules[ROWS]), int64(rules[COLUMNS])
    row, column = at >> 6, at & 63
    upright = own + rows + column
    falling = own + rows + 2 * columns - 1 + row - column
    rising = own + 2 * (rows + columns) - 1 + row + column
    across, down = ONE << uint64(column), ONE << uint64(row)
    board[own + row] |= across
    board[upright] |= down
    board[falling] |= down
    board[rising] |= down
    return board[own + row], board[upright], board[falling], board[rising]


@register_jitable
def lines_row(lines: tuple[Word, Word, Word, Word], rules: Array) -> bool:
    """Whether there is a row in one of these lines."""
    length = int64(rules[LENGTH])
    found = uint64(0)
    for line in lines:
        rows = rows_along(line, ONE, length)
        found |= not_longer(rows, line, ONE, length) if rules[EXACT] else rows
    return found != 0


@register_jitable
def lines_moves(rules: Array, board: Array, places: Array) -> int:
    """How many places are free to move to; `places` gets them in the game's order."""
    rows, columns, half = int64(rules[ROWS]), int64(rules[COLUMNS]), (len(board) - 2) // 2
    number = 0
    if rules[GRAVITY]:
        for column in range(columns):
            taken = board[rows + column] | board[half + rows + column]
            row = rows - 1
            while row >= 0 and taken >> uint64(row) & ONE:
                row -= 1
            if row >= 0:
                places[number] = row << 6 | column
                number += 1
        return number
    for row in range(rows):
        taken = board[row] | board[half + row]
        for column in range(columns):
            places[number] = row << 6 | column
            number += 1 - int64(taken >> uint64(column) & ONE)
    return number


@register_jitable
def lines_put(rules: Array, board: Array, at: int) -> tuple[Word, Word, Word, Word]:
    """The four lines through this place with the stone that is put there."""
    last = len(board) - 1
    own = int64(board[last - 1]) * ((last - 1) // 2)
    board[last - 1] ^= ONE
    board[last] += ONE
    return lines_with(rules, board, own, at)


@register_jitable
def lines_play(rules: Array, board: Array, at: int) -> int:
    """What comes of a stone on this place, which the board gets."""
    last = len(board) - 1
    if lines_row(lines_put(rules, board, at), rules):
        return WON
    return DRAWN if board[last] == rules[ROWS] * rules[COLUMNS] else GOING_ON


@register_jitable
def lines_random_game(rules: Array, board: Array, places: Array, number: int, chance: Array) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after random moves to the end.

    `places` are the `number` moves that are legal; they get lost, and so does the board.
    """
    last = len(board) - 1
    half = (last - 1) // 2
    own = int64(board[last - 1]) * half
    gravity, seed, loser = rules[GRAVITY] != 0, chance[0], 0
    worth = 1
    while number:
        seed += GOLDEN
        pick = drawn(seed, number)
        at = int64(places[pick])
        if lines_row(lines_with(rules, board, own, at), rules):
            worth = 2 - loser
            break
        if gravity and at >= 64:
            places[pick] = at - 64
        else:
            number -= 1
            places[pick] = places[number]
        own, loser = half - own, 2 - loser
    chance[0] = seed
    return worth
