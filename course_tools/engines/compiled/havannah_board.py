"""A state of Havannah as numbers for compiled code: `compiled_havannah(game, state)`."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from course_lib.game import Action, State
from course_lib.games.havannah import HavannahState, O, X
from course_lib.games.hexboard import STEPS, hex_board
from course_lib.games.hexchains import hex_chains
from course_tools.engines.compiled import havannah_compiled as compiled
from course_tools.engines.compiled.compiled_games import CompiledGame, Functions
from course_tools.engines.compiled.hex_compiled import CELLS, EACH, SIDES, WAYS

HAVANNAH: Functions = (
    compiled.hex_moves,
    compiled.hex_put,
    compiled.hex_play,
    compiled.hex_random_game,
)

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
    """The tables for boards of this size, as `hex_compiled` says; never written to."""
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
        # Between two stones that are two apart around a cell, the cell that saves their bridge.
        saving = [filled[at - 1] and not on and filled[at - 5] for at, on in enumerate(filled)]
        saved = sum(1 << bit for bit, on in zip(PATTERN_BITS, saving, strict=True) if on)
        rules[row : row + EACH] = one, two, any(more) or third != 0, *more, third, saved
    rules[CELLS : CELLS + len(cells)] = cells
    rules[-2:] = len(cells)
    rules.flags.writeable = False
    return rules


def board_of(game: Any, state: HavannahState) -> Any:
    """The board of `hex_compiled` with the stones of this state."""
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
    board[-2] = game.players.index(state.to_move)
    board[-1] = state.board.count(".")
    return board


@cache
def _edges(size: int) -> dict[Any, int]:
    """The bit of the corner or side on which a cell at the edge lies."""
    board = hex_board(size)
    bits = {corner: 1 << at for at, corner in enumerate(board.corners)}
    for at, side in enumerate(board.sides, start=SIDES):
        bits.update(dict.fromkeys(side, 1 << at))
    return bits
