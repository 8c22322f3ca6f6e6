"""Compiled random games and tree search, compared with OpenSpiel's in C++: `make bench ARGS=...`.

OpenSpiel gives Python no loop over random games. Its C++ search has one, though: at a new position
it asks its evaluator, which plays a given number of random games from there. So a search of one
simulation, with an evaluator of a thousand games, is a thousand random games from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from benchmarks import peers
from benchmarks.measure import Contestants, Race
from benchmarks.random_games import outcomes
from course_lib.game import Game
from course_lib.games import ConnectFour, Gomoku, Havannah, TicTacToe
from course_tools.arena.engines.jit import have_numba
from course_tools.arena.engines.mcts import compiled_game, mcts_search


class Work(NamedTuple):
    """What is done in a round of one game."""

    game: Game
    theirs: str
    """What OpenSpiel calls the game. (Its `mnk(m=15,n=15,k=5)` is Gomoku, thirty times slower.)"""
    games: int
    """How many random games OpenSpiel plays; ours are twenty times as many."""
    simulations: int
    """How many simulations a search has, theirs and ours."""
    searches: int
    """How many such searches of ours there are."""


WORK = (
    Work(TicTacToe(), "tic_tac_toe", 20_000, 20_000, 5),
    Work(ConnectFour(), "connect_four", 10_000, 20_000, 5),
    Work(Gomoku(), "gomoku", 1_000, 10_000, 5),
    Work(Havannah(5), "havannah(board_size=5)", 4_000, 10_000, 4),
    Work(Havannah(8), "havannah(board_size=8)", 1_500, 10_000, 4),
    Work(Havannah(10), "havannah(board_size=10)", 1_000, 10_000, 4),
)


def races() -> Iterator[Race]:
    """Random games and searches of each game, from the empty board; none without numba."""
    if not have_numba():
        return
    for work in WORK:
        yield Race(f"Random games of {work.game!r}, compiled", "games", random_games(work))
    for work in (*WORK, WORK[1]._replace(simulations=200_000, searches=1)):
        title = f"UCT on {work.game!r}, compiled, {work.simulations:,} simulations a search"
        yield Race(title, "simulations", uct(work))


def random_games(work: Work) -> Contestants:
    """The same random games, drawn by each one's own chance."""
    entries: Contestants = {}
    if (peer := peers.openspiel_game(work.theirs)) is not None:

        def played() -> int:
            openspiel_search(peer, simulations=1, rollouts=work.games)
            return work.games

        entries["OpenSpiel in C++"] = played

    found = compiled_game(work.game, work.game.initial)
    entries[f"fast.playouts({work.game!r})"] = lambda: sum(outcomes(found, 20 * work.games, 1))
    outcomes(found, 1, 1)
    return entries


def uct(work: Work) -> Contestants:
    """Searches with one random game a simulation, in which certain results are carried up."""
    game, many, entries = work.game, work.simulations, Contestants()
    if (peer := peers.openspiel_game(work.theirs)) is not None:

        def searched() -> int:
            openspiel_search(peer, simulations=many, rollouts=1)
            return many

        entries["OpenSpiel's MCTS in C++"] = searched

    def ours() -> int:
        for seed in range(work.searches):
            mcts_search(game, game.initial, simulations=many, rng=Random(seed))
        return work.searches * many

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
