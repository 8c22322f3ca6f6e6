"""Compiled random games and tree search, compared with OpenSpiel's in C++: `make bench ARGS=...`.

OpenSpiel gives Python no loop over random games. Its C++ search has one, though: at a new position
it asks its evaluator, which plays a given number of random games from there. So a search of one
simulation, with an evaluator of a thousand games, is a thousand random games from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks import peers
from benchmarks.measure import Contestants, Race
from benchmarks.random_games import playouts
from course_lib.game import Game
from course_lib.games import ConnectFour, Gomoku, TicTacToe
from course_tools.engines.mcts import mcts_search

PEERS = {TicTacToe: "tic_tac_toe", ConnectFour: "connect_four", Gomoku: "gomoku"}
"""What OpenSpiel calls our games. (Its `mnk(m=15,n=15,k=5)` is Gomoku too, thirty times slower.)"""

GAMES = {TicTacToe: 20_000, ConnectFour: 10_000, Gomoku: 1_000}
"""How many random games OpenSpiel plays in a round; ours are twenty times as many."""

SIMULATIONS = {TicTacToe: 20_000, ConnectFour: 20_000, Gomoku: 10_000}
"""How many simulations a search has, theirs and ours."""

SEARCHES = 5
"""How many such searches of ours are one round."""


def races() -> Iterator[Race]:
    """Random games and searches of each game, from the empty board."""
    for game in (TicTacToe(), ConnectFour(), Gomoku()):
        title = f"Random games of {game!r}, compiled"
        yield Race(title, "games", random_games(game))
    for game in (TicTacToe(), ConnectFour(), Gomoku()):
        title = f"UCT on {game!r}, compiled, {SIMULATIONS[type(game)]:,} simulations a search"
        yield Race(title, "simulations", uct(game))
    title = "UCT on ConnectFour(), compiled, 200,000 simulations a search"
    yield Race(title, "simulations", uct(ConnectFour(), 200_000, 1))


def random_games(game: Game) -> Contestants:
    """The same random games, drawn by each one's own chance."""
    theirs = GAMES[type(game)]
    entries: Contestants = {}
    if (peer := peers.openspiel_game(PEERS[type(game)])) is not None:

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


def uct(game: Game, simulations: int | None = None, searches: int = SEARCHES) -> Contestants:
    """Searches with one random game a simulation, in which certain results are carried up."""
    many = simulations or SIMULATIONS[type(game)]
    entries: Contestants = {}
    if (peer := peers.openspiel_game(PEERS[type(game)])) is not None:

        def searched() -> int:
            openspiel_search(peer, simulations=many, rollouts=1)
            return many

        entries["OpenSpiel's MCTS in C++"] = searched

    def ours() -> int:
        for seed in range(searches):
            mcts_search(game, game.initial, simulations=many, rng=Random(seed))
        return searches * many

    mcts_search(game, game.initial, simulations=1, rng=Random(1))
    entries[f"fast.mcts_search({game!r})"] = ours
    return entries


def openspiel_search(game: Any, *, simulations: int, rollouts: int) -> None:
    """One search of OpenSpiel's MCTS in C++ from the start, with so many games a simulation."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=2.8,  # of rewards from -1 to 1: the same as our 1.4 of rewards from 0 to 1
        max_simulations=simulations,
        max_memory_mb=2_000,
        solve=True,
        seed=1,
        verbose=False,
    )
    bot.mcts_search(game.new_initial_state())
