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
has six neighbours of its own colour. Why this finds all rings, `games.hexchains` says.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from course_lib.game import Action, State
from course_lib.games.havannah import HavannahState, O, X
from course_lib.games.hexboard import STEPS, hex_board
from course_lib.games.hexchains import hex_chains
from course_tools.arena.engines.jit import Array, CompiledGame, Functions, jitable, words
from course_tools.arena.engines.rows_kernels import DRAWN, GOING_ON, GOLDEN, WON, drawn

int64, uint64 = words()

TO_MOVE, EMPTY = -2, -1
"""The last two numbers of a board."""

COLUMNS, SHIFT, STONES = range(3)
"""What stands where in the rules; COLUMNS counts one to spare on each side."""
WAYS, EACH = 3, 7
"""From here on the rules have so many numbers for each pattern."""
RUNS, MORE, MIDDLES, THIRD = 0, 2, 3, 6
"""What stands where among them.

Two steps to RUNS, the same twice if there is one and 0 if there is none; whether there is MORE to
look at; three steps to MIDDLES, and one to a THIRD run, 0 for none.
"""
CELLS = WAYS + 128 * EACH
"""From here on the cells, in the order of the game; after them, how many they are, twice."""

ALL_SIX = 0b1110111
SIDES = 6


@jitable
def pattern_at(board: Array, stones: int, shift: int, cell: int) -> int:
    """Which neighbours of this cell are among the stones that begin at this place."""
    column = stones + (cell >> shift)
    y = cell & ((1 << shift) - 1)
    left = int64(board[uint64(column - 1)]) >> (y - 1) & 3
    here = int64(board[uint64(column)]) >> (y - 1) & 5
    right = int64(board[uint64(column + 1)]) >> y & 3
    return left | here << 2 | right << 5


@jitable
def end_of(board: Array, cell: int) -> int:
    """The last stone of the chain of this one."""
    # The first step has no branch: a processor guesses these badly, and most need no other step.
    ahead = int64(board[uint64(cell)])
    cell = ahead if ahead >= 0 else cell
    while board[uint64(cell)] >= 0:
        cell = int64(board[uint64(cell)])
    return cell


@jitable
def reaches_enough(reach: int) -> bool:
    """Whether a chain wins that touches these corners and sides: two corners, or three sides."""
    corners = reach & 63
    sides = reach >> SIDES
    sides &= sides - 1
    return (corners & (corners - 1)) | (sides & (sides - 1)) != 0


@jitable
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
    if rules[uint64(ways + MORE)]:
        won |= third_wins(rules, board, stones, cell, pattern)
    return won


@jitable
def third_wins(rules: Array, board: Array, stones: int, cell: int, pattern: int) -> bool:
    """Whether this stone wins by what few have: a third run, or three neighbours in a row."""
    shift = int64(rules[SHIFT])
    ways = WAYS + EACH * pattern
    for at in range(ways + MIDDLES, ways + THIRD):
        step = int64(rules[uint64(at)])
        if step and pattern_at(board, stones, shift, cell + step) == ALL_SIX:
            return True
    step = int64(rules[uint64(ways + THIRD)])
    if step == 0:
        return False
    end, last = end_of(board, cell + step), end_of(board, cell)
    reach = int64(board[uint64(end)] & board[uint64(last)])
    board[uint64(end)] = last
    board[uint64(last)] = reach
    return end == last or reaches_enough(-1 - reach)


@jitable
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


@jitable
def hex_put(rules: Array, board: Array, cell: int) -> bool:
    """Whether a stone on this cell, which the board gets, wins."""
    turn = int64(board[TO_MOVE])
    board[TO_MOVE] = 1 - turn
    board[EMPTY] -= 1
    return stone_wins(rules, board, int64(rules[STONES]) + turn * int64(rules[COLUMNS]), cell)


@jitable
def hex_play(rules: Array, board: Array, cell: int) -> int:
    """What comes of a stone on this cell, which the board gets."""
    if hex_put(rules, board, cell):
        return WON
    return GOING_ON if board[EMPTY] else DRAWN


@jitable
def hex_random_game(rules: Array, board: Array, places: Array, number: int, chance: Array) -> int:
    """2, 1 or 0 for the player to move: a win, draw or loss after random moves to the end.

    `places` are the `number` moves that are legal; they get lost, and so does the board.
    """
    columns, first = int64(rules[COLUMNS]), int64(rules[STONES])
    stones = first + int64(board[TO_MOVE]) * columns
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


HAVANNAH: Functions = (hex_moves, hex_put, hex_play, hex_random_game)

PATTERN_BITS = (4, 6, 5, 2, 0, 1)
"""The bit of a pattern for each of the board's six `STEPS`."""


def compiled_havannah(game: Any, state: State) -> CompiledGame:
    """This state in compiled form."""
    rules = rules_of(game.size)
    shift = shift_of(game.size)

    def action(asked: Any, state: State, place: int) -> Action:  # noqa: ARG001 - what a game gives
        return place >> shift, place & ((1 << shift) - 1)

    return CompiledGame(HAVANNAH, rules, board_of(game, state), action)


def shift_of(size: int) -> int:
    """How many bits the y of a cell takes in the cell's number."""
    return (2 * size - 1).bit_length()


@cache
def rules_of(size: int) -> Any:
    """The tables for boards of this size; never written to."""
    board, shift, columns = hex_board(size), shift_of(size), 2 * size + 1
    cells = [x << shift | y for x, y in board.cells]
    rules = np.zeros(CELLS + len(cells) + 2, dtype=np.int32)
    rules[:WAYS] = columns, shift, columns << shift
    steps = [dx * (1 << shift) + dy for dx, dy in STEPS]
    for filled in product((False, True), repeat=len(STEPS)):
        pattern = sum(1 << bit for bit, on in zip(PATTERN_BITS, filled, strict=True) if on)
        around = [(filled[at - 1], on, filled[at - 5]) for at, on in enumerate(filled)]
        runs = [steps[at] for at, (before, on, _) in enumerate(around) if on and not before]
        middles = [steps[at] for at, three in enumerate(around) if all(three)]
        # With six of six around it a stone is inside a ring that was there before.
        one, two, third = [*(runs * 2 if len(runs) == 1 else runs), 0, 0, 0][:3]
        more = [*middles, 0, 0, 0][:3]
        row = WAYS + EACH * pattern
        rules[row : row + EACH] = one, two, any(more) or third != 0, *more, third
    rules[CELLS : CELLS + len(cells)] = cells
    rules[-2:] = len(cells)
    rules.flags.writeable = False
    return rules


def board_of(game: Any, state: HavannahState) -> Any:
    """The board with the stones of this state."""
    hexes, shift, columns = hex_board(game.size), shift_of(game.size), 2 * game.size + 1
    edges = _edges(game.size)
    links = columns << shift
    board = np.full(links + 2 * columns + 2, -1, dtype=np.int32)
    board[links:] = 0
    for (x, y), reach in edges.items():
        board[x << shift | y] = -1 - reach
    for (x, y), mark in zip(hexes.cells, state.board, strict=True):
        if mark in {X, O}:
            board[links + (X, O).index(mark) * columns + x] |= 1 << y
    for chain in (*state.chains[0], *state.chains[1]):
        cells = hex_chains(game.size).cells_of(chain)
        *others, end = [x << shift | y for x, y in cells]
        board[others] = end
        reach = 0
        for cell in cells:
            reach |= edges.get(cell, 0)
        board[end] = -1 - reach
    board[TO_MOVE] = game.players.index(state.to_move)
    board[EMPTY] = state.board.count(".")
    return board


@cache
def _edges(size: int) -> dict[Any, int]:
    """The bit of the corner or side on which a cell at the edge lies."""
    board = hex_board(size)
    bits = {corner: 1 << at for at, corner in enumerate(board.corners)}
    for at, side in enumerate(board.sides, start=SIDES):
        bits.update(dict.fromkeys(side, 1 << at))
    return bits
