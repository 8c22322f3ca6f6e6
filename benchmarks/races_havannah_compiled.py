"""Havannah's compiled random games and tree search, compared with OpenSpiel's in C++.

`races_compiled` says how OpenSpiel comes to play random games from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks import peers
from benchmarks.measure import Contestants, Race
from benchmarks.races_compiled import openspiel_search
from benchmarks.random_games import playouts
from course_lib.games import Havannah
from course_tools.engines.havannah import havannah_search
from course_tools.engines.mcts import mcts_search

SIZES = (5, 8, 10)

GAMES = {5: 4_000, 8: 1_500, 10: 1_000}
"""How many random games OpenSpiel plays in a round; ours are twenty times as many."""

SIMULATIONS = 10_000
"""How many simulations a search has, theirs and ours."""


def races() -> Iterator[Race]:
    """Random games and searches on each size, from the empty board."""
    for size in SIZES:
        yield Race(f"Random games of Havannah({size}), compiled", "games", random_games(size))
    for size in SIZES:
        title = f"UCT on Havannah({size}), compiled, {SIMULATIONS:,} simulations a search"
        yield Race(title, "simulations", uct(size))


def random_games(size: int) -> Contestants:
    """The same random games, drawn by each one's own chance."""
    game, theirs = Havannah(size), GAMES[size]
    entries: Contestants = {}
    if (peer := peers.openspiel_game(f"havannah(board_size={size})")) is not None:

        def played() -> int:
            openspiel_search(peer, simulations=1, rollouts=theirs)
            return theirs

        entries["OpenSpiel in C++"] = played

    def ours() -> int:
        playouts(game, game.initial, 20 * theirs, seed=1)
        return 20 * theirs

    playouts(game, game.initial, 1, seed=1)
    entries[f"fast.playouts({game!r})"] = ours
    return entries


def uct(size: int) -> Contestants:
    """Searches with a random game a simulation; ours also with all that the strong player adds."""
    game = Havannah(size)
    entries: Contestants = {}
    if (peer := peers.openspiel_game(f"havannah(board_size={size})")) is not None:

        def searched() -> int:
            openspiel_search(peer, simulations=SIMULATIONS, rollouts=1)
            return SIMULATIONS

        entries["OpenSpiel's MCTS in C++"] = searched

    def ours() -> int:
        for seed in range(4):
            mcts_search(game, game.initial, simulations=SIMULATIONS, rng=Random(seed))
        return 4 * SIMULATIONS

    def strong() -> int:
        for seed in range(4):
            havannah_search(game, game.initial, simulations=SIMULATIONS, rng=Random(seed))
        return 4 * SIMULATIONS

    mcts_search(game, game.initial, simulations=1, rng=Random(1))
    havannah_search(game, game.initial, simulations=1, rng=Random(1))
    entries[f"fast.mcts_search({game!r})"] = ours
    entries[f"fast.havannah_search({game!r})"] = strong
    return entries
