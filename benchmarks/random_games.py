"""Many random games at once, by the compiled games alone: `playouts`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import numpy as np

from course_lib.game import Game, Player, State
from course_lib.search.questions import check_count, check_game_given
from course_tools.engines.jit import Array, CompiledGame, Functions, array_kernel, version, words
from course_tools.engines.mcts import compiled_game
from course_tools.engines.mcts_kernels import copy

int64, _ = words()

Counts = dict[Player | None, int]
"""How many games each player won; `None` stands for the draws."""


def playouts(game: Game, state: State, games: int, *, seed: int) -> Counts:
    """How so many random games from this state end: how many are drawn, and won by each player.

    Every legal action is as likely as the others, and the same seed gives the same counts. The
    games of rows for two players and Havannah are played by compiled code, up to millions in a
    second; all other games, and all games where numba is missing, by `game.playout`. In a game of
    numbers a player has won who alone gets more than 0.

    >>> from course_lib.games.scissors_paper_stone import ScissorsPaperStone
    >>> game = ScissorsPaperStone()
    >>> sum(playouts(game, game.initial, 30, seed=1).values())
    30
    """
    check_game_given(game, "playouts")
    check_count(games, "games", "playouts")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"playouts was given seed={seed!r}; a seed is a whole number")
    found = None if game.is_terminal(state) else compiled_game(game, state)
    if found is None:
        return plain_playouts(game, state, games, Random(seed))
    lost, drawn, won = outcomes(found, games, Random(seed).getrandbits(64))
    player = game.to_move(state)
    return {None: drawn, **{who: won if who == player else lost for who in game.players}}


def plain_playouts(game: Game, state: State, games: int, rng: Random) -> Counts:
    """The same counts, of games that `game.playout` plays."""
    counts: Counts = dict.fromkeys((None, *game.players), 0)
    for _ in range(games):
        utilities = game.playout(state, rng).utilities
        ahead = [who for who, utility in zip(game.players, utilities, strict=True) if utility > 0]
        counts[ahead[0] if len(ahead) == 1 else None] += 1
    return counts


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
