"""Many random games at once, by the compiled games alone: `outcomes`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from course_tools.arena.engines.jit import (
    Array,
    CompiledGame,
    Functions,
    array_kernel,
    version,
    words,
)
from course_tools.arena.engines.mcts_kernels import copy

int64, _ = words()


def outcomes(found: CompiledGame, games: int, chance: int) -> tuple[int, int, int]:
    """Losses, draws and wins of the player to move in compiled games, drawn from this chance on."""
    ended, state = np.zeros(3, dtype=np.int64), np.array([chance], dtype=np.uint64)
    _loop(found.functions)(found.rules, found.start, games, state, ended)
    lost, drawn, won = map(int, ended)
    return lost, drawn, won


@cache
def _loop(functions: Functions) -> Callable[..., None]:
    """The loop for the game of these functions, made once; numba keeps it from run to run."""
    return counting(functions, version())


def counting(functions: Functions, version: int) -> Callable[..., None]:
    """The loop `count(rules, start, games, chance, counts)` for the game of these functions."""
    moves, _, _, random_game = functions

    @array_kernel
    def count(rules: Array, start: Array, games: int, chance: Array, counts: Array) -> None:
        """Play so many games; `counts` has losses, draws and wins of the player to move."""
        _ = version
        board = start.copy()
        legal = np.empty(int64(rules[-1]), dtype=np.int16)
        places = np.empty(int64(rules[-1]), dtype=np.int16)
        number = moves(rules, board, legal)
        for _ in range(games):
            copy(start, board, len(start))
            copy(legal, places, number)
            counts[random_game(rules, board, places, number, chance)] += 1

    return count
