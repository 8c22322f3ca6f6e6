"""The races: what is done, by others and by us. Ratios are to the first of each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

from benchmarks import peers, races_compiled, races_connect_four
from benchmarks.measure import Contestants, Race
from course_lib.game import Game
from course_lib.games import ConnectFour, Havannah, TicTacToe, compact
from course_lib.search import mcts_search, minimax_search


def all_races() -> Iterator[Race]:
    """Every race, with the peers that are installed."""
    yield Race("Minimax on tic-tac-toe, the whole tree", "positions", minimax())
    yield Race("All positions of tic-tac-toe, counted", "positions", counting())
    yield Race("Random games of Connect Four", "games", connect_four())
    yield Race("UCT on Connect Four, with random games", "simulations", uct())
    for size in (5, 10):
        yield Race(f"Random games of Havannah on size {size}", "games", havannah(size))
    yield from races_compiled.races()
    yield from races_connect_four.races()


def minimax() -> Contestants:
    """549,946 visits each."""
    entries: Contestants = {}
    if (game := peers.openspiel_game("tic_tac_toe")) is not None:

        def theirs() -> int:
            peers.openspiel_minimax(game)
            return 549_946

        entries["OpenSpiel's states, same recursion"] = theirs

    def searched(game: Game) -> int:
        minimax_search(game, game.initial)
        return 549_946

    entries["minimax_search(TicTacToe())"] = lambda: searched(TicTacToe())
    entries["minimax_search(compact(TicTacToe()))"] = lambda: searched(compact(TicTacToe()))
    return entries


def counting() -> Contestants:
    """The same 549,946 positions, counted without a search."""
    entries: Contestants = {}
    if (theirs := peers.openspiel_game("tic_tac_toe")) is not None:
        entries["OpenSpiel's states"] = lambda: peers.openspiel_count(theirs)
    game = TicTacToe()
    entries["TicTacToe().count"] = lambda: sum(game.count(game.initial, 9))
    return entries


def connect_four() -> Contestants:
    """Random games from the empty board."""
    games = 2_000
    entries: Contestants = {}
    if (peer := peers.openspiel_game("connect_four")) is not None:
        entries["OpenSpiel from Python"] = lambda: peers.openspiel_random_games(
            peer, games, Random(1)
        )
    entries["ConnectFour().playout"] = lambda: _playouts(ConnectFour(), games)
    return entries


def uct() -> Contestants:
    """One search from the empty board."""
    entries: Contestants = {}
    if (peer := peers.openspiel_game("connect_four")) is not None:
        entries["OpenSpiel's MCTS in Python"] = lambda: peers.openspiel_python_uct(peer, 1_000, 1)

    def searched(game: Game) -> int:
        mcts_search(game, game.initial, simulations=5_000, rng=Random(1))
        return 5_000

    for game in (ConnectFour(), compact(ConnectFour())):
        entries[f"mcts_search({_label(game)})"] = lambda game=game: searched(game)
    return entries


def havannah(size: int) -> Contestants:
    """Random games from the empty board."""
    games = 10_000 // size**2
    entries: Contestants = {}
    if (peer := peers.openspiel_game(f"havannah(board_size={size})")) is not None:
        entries["OpenSpiel from Python"] = lambda: peers.openspiel_random_games(
            peer, games // 4, Random(1)
        )
        entries["OpenSpiel from Python, cells shuffled"] = lambda: peers.openspiel_shuffled_games(
            peer, games, Random(1)
        )
    game = Havannah(size)
    entries[f"Havannah({size}).playout"] = lambda: _playouts(game, games // 10)
    return entries


def import_milliseconds() -> float:
    """CPU milliseconds that `import course_lib` takes in a new Python."""
    code = "import time; t = time.process_time(); import course_lib; print(time.process_time() - t)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    return 1000 * float(done.stdout)


def _label(game: Game) -> str:
    return f"compact({game.game!r})" if hasattr(game, "game") else repr(game)


def _playouts(game: Game, games: int) -> int:
    rng = Random(1)
    for _ in range(games):
        game.playout(game.initial, rng)
    return games
