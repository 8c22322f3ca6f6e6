"""Monte Carlo tree search, compiled: `mcts_search` and `mcts_player` as you know them, much faster.

The meaning is that of `course_lib.search.mcts`: the same four phases, the same formula, the same
proofs, the same final choice by visits. Given the same numbers for chance, both grow the same tree.
Two things are added: `seconds` as a budget, and a tree that tells its first level only.

The games of rows for two players (tic-tac-toe, Connect Four, Gomoku...) and Havannah are searched
by compiled code. Every other game, and a Python without numba, gets the readable search. How
another game is compiled stands in `jit`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from course_lib.game import Game, State
from course_lib.games.compact import CompactGame
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.tic_tac_toe import TicTacToe
from course_lib.play.players import PlayerFunction, refuse_unknown_options
from course_lib.search import mcts as readable
from course_lib.search.mcts import MctsResult
from course_lib.search.questions import check_question, check_rng
from course_tools.arena.engines.clock import CompiledPlayer, check_budget
from course_tools.arena.engines.jit import CompiledGame, have_numba

T = TypeVar("T")

TRIAL = 50
"""Simulations that tell how many a search in Python can do in a second."""

RULES = ("to_move", "actions", "result", "is_terminal", "utility", "utility_range", "playout")
"""What a class may not say anew if its games are to be the compiled ones."""

LONGEST_LINE, LARGEST_HEXAGON = 63, 15
"""A line of squares with an empty one at its end fits into a word of 64 bits; a column of Havannah
into one of 32 bits with a sign."""


def compiled_game(game: Game, state: State) -> CompiledGame | None:
    """This state in compiled form, or `None` where there is no such form, or no numba.

    A class that brings rules of its own is another game, and only its own Python knows it.
    """
    if isinstance(game, CompactGame):
        state = game.unpack(state)
        game = game.game
    kinds: tuple[type[Game], ...] = (TicTacToe, KInARow, Havannah)
    kind = next((kind for kind in kinds if isinstance(game, kind)), None)
    if kind is None or any(getattr(type(game), rule) is not getattr(kind, rule) for rule in RULES):
        return None
    if isinstance(game, Havannah):
        if game.passing or game.size > LARGEST_HEXAGON or not have_numba():
            return None
        from course_tools.arena.engines.hex_kernels import compiled_havannah

        return compiled_havannah(game, state)
    rows: Any = game
    fits = max(rows.rows, rows.columns) <= LONGEST_LINE and rows.length > 1
    if not fits or len(rows.players) != 2 or not have_numba():
        return None
    from course_tools.arena.engines.rows_kernels import compiled_rows

    return compiled_rows(rows, state)


def mcts_search(
    game: Game,
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    rng: Random,
    c: float = 1.4,
    prove: bool = True,
) -> MctsResult:
    """An estimate of this state for the player to move, and the action most looked at.

    `c` and `prove` are those of `course_lib.search.mcts_search`. With `seconds` the search goes on
    for that long, or until the result is certain, and differs from run to run; with `simulations`
    too it ends with whichever is used up first. The `tree` of the result has the root and its
    children.

    >>> game = TicTacToe()
    >>> state = game.parse("XX. OO. ...")
    >>> mcts_search(game, state, simulations=200, rng=Random(1))
    (1.0, (0, 2))
    """
    check_budget(simulations, seconds, "mcts_search")
    check_question("mcts_search", game, state, opponents=False, rng=rng, c=c)
    found = compiled_game(game, state)
    if found is None:
        plain = partial(readable.mcts_search, game, state, rng=rng, c=c, prove=prove)
        return in_time(plain, simulations, seconds)
    from course_tools.arena.engines.mcts_kernels import CompiledSearch, run_for

    search = CompiledSearch(found, rng, c=c, prove=prove)
    run_for(search, seconds, simulations)
    root = search.tree(game, state)
    place = {action: number for number, action in enumerate(game.actions(state))}
    # The most visited of those that are not proven to be worse than others.
    choices = sorted(root.open or root.children, key=lambda child: place[child.action])
    chosen = max(choices, key=lambda child: (child.visits, child.value))
    least, greatest = game.utility_range
    value = least + (greatest - least) * chosen.value
    return MctsResult((value, chosen.action), tree=root, game=game, c=c)


def in_time(search: Callable[..., T], simulations: int | None, seconds: float | None) -> T:
    """What this search finds with so many simulations, or as many as a trial says time allows."""
    if seconds is not None:
        start = time.perf_counter()
        found = search(simulations=TRIAL)
        taken = time.perf_counter() - start
        allowed = int(TRIAL * (seconds - taken) / taken)
        simulations = min(allowed, simulations or allowed)
        if simulations <= TRIAL:
            return found
    return search(simulations=simulations or 1)


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
    refuse_unknown_options("mcts_player", mcts_search, options)
    options = {"simulations": simulations, "seconds": seconds, **options, "rng": rng}
    return CompiledPlayer("fast.mcts_player", mcts_search, options, {"simulations": 1})
