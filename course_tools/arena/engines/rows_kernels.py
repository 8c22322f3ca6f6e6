"""Games of rows in compiled form: on one word of 64 bits, or with a word for each line.

A board in one word: a place is the number of a bit, from the bottom of a column upwards, then on to
the next column, with one bit that is always empty on top of each. On a board of 3 by 3:

     3  7 11     always empty
     2  6 10
     1  5  9     a step up is 1, to the right 4, along the diagonals 3 and 5
     0  4  8

With gravity a move is the lowest place of its column, wherever the stone comes to lie. The board is
the stones of the player to move, and the other's.

A larger board is kept four times over, by rows, columns and both kinds of diagonals, for each side:
a word for each line, so that only the four lines through a stone need be looked at. First come all
lines of the first side, then those of the second, then whose turn it is, and the number of stones.
A place is 64 times its row, plus its column. `jit` says what the functions are for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from course_lib.game import Action, State
from course_lib.games.squares import Square
from course_tools.arena.engines.connect_four import FourBoard
from course_tools.arena.engines.jit import Array, CompiledGame, Functions, jitable, words

int64, uint64 = words()

Word = Any
"""A number of 64 bits without a sign."""

ONE: Word = np.uint64(1)
GOLDEN: Word = np.uint64(0x9E3779B97F4A7C15)

ROWS, COLUMNS, LENGTH, GRAVITY, EXACT, FULL = range(6)
"""What stands where in the rules; FULL has a bit for every square of a board in one word."""

GOING_ON, DRAWN, WON = 0, 1, 2
"""What `play` says; WON by the player who made the move."""


# --- chance ---------------------------------------------------------------------------------


@jitable
def drawn(chance: Word, number: int) -> int:
    """One of 0, 1... `number` - 1, all equally likely; the next `chance` is GOLDEN more.

    That is the generator SplitMix64. No number is off its share by one part in a million.
    """
    word = (chance ^ chance >> uint64(30)) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> uint64(27)) * uint64(0x94D049BB133111EB)
    return int64((word ^ word >> uint64(31)) >> uint64(32)) * number >> 32


# --- rows -----------------------------------------------------------------------------------


@jitable
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


@jitable
def not_longer(rows: Word, stones: Word, step: Word, length: int) -> Word:
    """Of these beginnings of rows those that have no stone before them, nor behind their end."""
    beyond = step * uint64(length)
    behind = stones >> beyond if beyond < uint64(64) else uint64(0)
    return rows & ~(stones << step) & ~behind


@jitable
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


@jitable
def word_stone(rules: Array, taken: Word, at: int) -> Word:
    """The bit of a stone on this place; with gravity that of the first one free from there up."""
    if rules[GRAVITY]:
        return taken + (ONE << uint64(at)) & ~taken
    return ONE << uint64(at)


@jitable
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


@jitable
def word_put(rules: Array, board: Array, at: int) -> None:
    """Put a stone on this place, and let the other player move."""
    stones = board[0] | word_stone(rules, board[0] | board[1], at)
    board[0] = board[1]
    board[1] = stones


@jitable
def word_play(rules: Array, board: Array, at: int) -> int:
    """What comes of a stone on this place, which the board gets."""
    word_put(rules, board, at)
    if word_row(board[1], rules):
        return WON
    return DRAWN if board[0] | board[1] == rules[FULL] else GOING_ON


@jitable
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


@jitable
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


@jitable
def lines_row(lines: tuple[Word, Word, Word, Word], rules: Array) -> bool:
    """Whether there is a row in one of these lines."""
    length = int64(rules[LENGTH])
    found = uint64(0)
    for line in lines:
        rows = rows_along(line, ONE, length)
        found |= not_longer(rows, line, ONE, length) if rules[EXACT] else rows
    return found != 0


@jitable
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


@jitable
def lines_put(rules: Array, board: Array, at: int) -> tuple[Word, Word, Word, Word]:
    """The four lines through this place with the stone that is put there."""
    last = len(board) - 1
    own = int64(board[last - 1]) * ((last - 1) // 2)
    board[last - 1] ^= ONE
    board[last] += ONE
    return lines_with(rules, board, own, at)


@jitable
def lines_play(rules: Array, board: Array, at: int) -> int:
    """What comes of a stone on this place, which the board gets."""
    last = len(board) - 1
    if lines_row(lines_put(rules, board, at), rules):
        return WON
    return DRAWN if board[last] == rules[ROWS] * rules[COLUMNS] else GOING_ON


@jitable
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


WORD: Functions = (word_moves, word_put, word_play, word_random_game)
LINES: Functions = (lines_moves, lines_put, lines_play, lines_random_game)


def compiled_rows(game: Any, state: State) -> CompiledGame:
    """This state in one word where the board fits in, or with a word for each line."""
    squares = game.rows * game.columns
    full, most = 0, game.columns if game.gravity else squares
    if (game.rows + 1) * game.columns <= 64:
        board = FourBoard(game.rows, game.columns)
        mine, taken, _ = board.position(game, state)
        functions, places, full = WORD, _bits(game), board.full
        start = np.array([mine, taken ^ mine], dtype=np.uint64)
    else:
        functions, start, places = LINES, _in_lines(game, state), _rows_and_columns(game)
    rules = (game.rows, game.columns, game.length, game.gravity, game.exact, full, squares, most)
    squares_at = {at: square for square, at in places.items()}

    def action(asked: Any, state: State, place: int) -> Action:
        row, column = squares_at[place]
        if game.gravity:  # whatever the row is, the stone falls to the one that is free
            row = next(row for row, free in asked.actions(state) if free == column)
        return row, column

    return CompiledGame(functions, np.array(rules, dtype=np.uint64), start, action)


def _in_lines(game: Any, state: State) -> Any:
    """Every line of the first player, then of the second, who is to move, and how many stones."""
    half = 3 * (game.rows + game.columns) - 2
    board = [0] * (2 * half + 2)
    for (row, column), mark in zip(_rows_and_columns(game), state.board, strict=True):
        if mark in game.players:
            own = half * game.players.index(mark)
            falling = game.rows + game.columns + game.columns - 1 + row - column
            rising = 2 * (game.rows + game.columns) - 1 + row + column
            board[own + row] |= 1 << column
            for line in (game.rows + column, falling, rising):
                board[own + line] |= 1 << row
            board[-1] += 1
    board[-2] = game.players.index(state.to_move)
    return np.array(board, dtype=np.uint64)


def _bits(game: Any) -> dict[Square, int]:
    """The squares in reading order, and the place of each in a word."""
    size = game.rows
    return {
        (row, column): column * (size + 1) + size - 1 - row
        for row in range(size)
        for column in range(game.columns)
    }


def _rows_and_columns(game: Any) -> dict[Square, int]:
    """The squares in reading order, and the place of each on a board of lines."""
    return {
        (row, column): row << 6 | column
        for row in range(game.rows)
        for column in range(game.columns)
    }
