"""Compile every kernel, which numba keeps: `python -m course_tools.arena.engines.warm`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from course_lib.games import ConnectFour, Gomoku, Havannah, ThreeMusketeers
from course_tools.arena.engines.connect_four import Solver
from course_tools.arena.engines.jit import have_numba
from course_tools.arena.engines.mcts import mcts_search
from course_tools.arena.engines.musketeers import MusketeersTable


def main() -> int:
    """0 when everything is compiled, or there is nothing that compiles."""
    if not have_numba():
        return 0
    Solver(ConnectFour()).prepare()
    # A board in one word, one with a word for each line, and one of hexagons.
    for game in (ConnectFour(), Gomoku(), Havannah(4)):
        mcts_search(game, game.initial, simulations=10, rng=Random(1))
    with TemporaryDirectory() as folder:
        MusketeersTable(ThreeMusketeers("GGM/GGG/MGG"), Path(folder) / "table").make()
    return 0


if __name__ == "__main__":
    sys.exit(main())
