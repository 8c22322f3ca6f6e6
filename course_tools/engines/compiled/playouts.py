"""Many random games at once, compiled where the game has such a form: `playouts(game, ...)`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from course_lib.game import Game, Player, State
from course_lib.search.questions import check_count, check_game_given
from course_tools.engines.compiled.compiled_games import (
    CompiledGame,
    Functions,
    compiled_game,
    version,
)

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
    return _compiled(game, state, found, games, seed)


def plain_playouts(game: Game, state: State, games: int, rng: Random) -> Counts:
    """The same counts, of games that `game.playout` plays."""
    counts: Counts = dict.fromkeys((None, *game.players), 0)
    for _ in range(games):
        utilities = game.playout(state, rng).utilities
        ahead = [who for who, utility in zip(game.players, utilities, strict=True) if utility > 0]
        counts[ahead[0] if len(ahead) == 1 else None] += 1
    return counts


def _compiled(game: Game, state: State, found: CompiledGame, games: int, seed: int) -> Counts:
    """The counts of compiled games."""
    import numpy as np

    ended = np.zeros(3, dtype=np.int64)
    chance = np.array([Random(seed).getrandbits(64)], dtype=np.uint64)
    _loop(found.functions)(found.rules, found.start, games, chance, ended)
    lost, drawn, won = (int(number) for number in ended)
    player = game.to_move(state)
    counts: Counts = {None: drawn}
    counts.update((who, won if who == player else lost) for who in game.players)
    return counts


@cache
def _loop(functions: Functions) -> Callable[..., None]:
    """The loop for the game of these functions, made once; numba keeps it from run to run."""
    from course_tools.engines.compiled.loops_compiled import counting

    return counting(functions, version())
