"""Monte Carlo tree search, compiled: `mcts_search` and `mcts_player` as you know them, much faster.

The meaning is that of `course_lib.search.mcts`: the same four phases, the same formula, the same
proofs, the same final choice by visits. Given the same numbers for chance, both grow the same tree.
Two things are added: `seconds` as a budget, and a tree that tells its first level only. And
`playouts` plays many random games at once.

The games of rows for two players (tic-tac-toe, Connect Four, Gomoku...) and Havannah are searched
by compiled code. Every other game, the options `rave` and `playout`, and a Python without numba get
the readable search. How another game is compiled stands in `loops`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.play.players import PlayerFunction, refuse_unknown_options
from course_lib.search import mcts as readable
from course_lib.search.mcts import MctsResult, Node
from course_lib.search.questions import (
    RandomGame,
    check_count,
    check_game_given,
    check_question,
    check_rng,
)
from course_tools.engines.clock import check_seconds
from course_tools.engines.compiled_games import compiled_game
from course_tools.engines.loops import CompiledGame, Functions, version

TRIAL = 50
"""Simulations from which the readable search tells how many it can do in a second."""


def mcts_search(
    game: Game,
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random,
    c: float = 1.4,
    rave: bool = False,
    prove: bool = True,
    playout: RandomGame | None = None,
) -> MctsResult:
    """An estimate of this state for the player to move, and the action most looked at.

    The options are those of `course_lib.search.mcts_search`. With `seconds` the search goes on for
    that long, or until the result is certain, and differs from run to run; with `simulations` too
    it ends with whichever is used up first. The `tree` of the result has the root and its children.

    >>> from course_lib.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> state = game.parse("XX. OO. ...")
    >>> mcts_search(game, state, simulations=200, rng=Random(1))
    (1.0, (0, 2))
    """
    check_budget(simulations, seconds, "mcts_search")
    asked: dict[str, Any] = {"rng": rng, "c": c, "playout": playout}
    given = {name: value for name, value in asked.items() if name != "playout" or value is not None}
    check_question("mcts_search", game, state, opponents=False, **given)
    found = None if rave or playout is not None else compiled_game(game, state)
    if found is None:
        options = {**asked, "rave": rave, "prove": prove}
        return _plain_search(game, state, simulations, seconds, options)
    # It loads numba, which takes a while.
    from course_tools.engines.mcts_kernels import CompiledSearch, run_for

    search = CompiledSearch(found, rng, c=c, prove=prove)
    if seconds is None:
        search.run(simulations or 1)
    else:
        run_for(search, seconds, simulations or math.inf)
    return _result(game, state, search.tree(game, state), c)


def mcts_player(
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random,
    **options: Any,
) -> PlayerFunction:
    """A player that uses this search with so many simulations, or seconds, for each move.

    Any further options are those of `mcts_search`, for example `c`.
    """
    check_budget(simulations, seconds, "mcts_player")
    check_rng(rng, "mcts_player")
    refuse_unknown_options(options, mcts_search)
    return FastMctsPlayer(simulations, seconds, rng, options)


class FastMctsPlayer:
    """What `mcts_player` makes."""

    def __init__(
        self,
        simulations: int | None,
        seconds: float | None,
        rng: Random,
        options: Mapping[str, Any],
    ) -> None:
        """Keep the options of the search, and the randomness to use until a game brings its own."""
        self.budget = {"simulations": simulations, "seconds": seconds}
        self.rng = rng
        self.options = dict(options)

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any."""
        self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the action that looks best when the budget is used up."""
        options: dict[str, Any] = {**self.budget, **self.options}
        _, action = mcts_search(game, state, rng=self.rng, **options)
        return action

    def __repr__(self) -> str:
        budget = {name: value for name, value in self.budget.items() if value is not None}
        given = [f"{name}={value!r}" for name, value in {**budget, **self.options}.items()]
        return f"fast.mcts_player({', '.join([*given, 'rng=rng'])})"


def _result(game: Game, state: State, root: Node, c: float) -> MctsResult:
    """The action most looked at, of those not proven to be worse than others, and its value."""
    place = {action: number for number, action in enumerate(game.actions(state))}
    choices = sorted(root.open or root.children, key=lambda child: place[child.action])
    chosen = max(choices, key=lambda child: (child.visits, child.value))
    least, greatest = game.utility_range
    return MctsResult((least + (greatest - least) * chosen.value, chosen.action), root, game, c)


def _plain_search(
    game: Game,
    state: State,
    simulations: int | None,
    seconds: float | None,
    options: Mapping[str, Any],
) -> MctsResult:
    """The readable search; seconds are turned into the simulations that a trial says they allow."""
    if seconds is not None:
        start = time.perf_counter()
        found = readable.mcts_search(game, state, simulations=TRIAL, **options)
        taken = time.perf_counter() - start
        allowed = int(TRIAL * (seconds - taken) / taken)
        simulations = min(allowed, simulations or allowed)
        if simulations <= TRIAL:
            return found
    return readable.mcts_search(game, state, simulations=simulations or 1, **options)


def check_budget(simulations: int | None, seconds: float | None, asker: str) -> None:
    """Refuse a search without a budget, and seconds that are none."""
    check_seconds(seconds, asker)
    if seconds is None or simulations is not None:
        check_count(simulations, "simulations", asker)


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
    from course_tools.engines.mcts_kernels import counting

    return counting(functions, version())
