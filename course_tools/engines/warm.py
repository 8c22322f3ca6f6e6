"""Compile every kernel: `python -m course_tools.engines.warm`; numba keeps it from run to run."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from course_lib.games import ConnectFour, Gomoku, Havannah, ThreeMusketeers
from course_tools.engines import gomoku
from course_tools.engines.connect_four import Solver
from course_tools.engines.havannah import havannah_search
from course_tools.engines.jit import have_numba
from course_tools.engines.mcts import mcts_search
from course_tools.engines.musketeers_strong import StrongSolution


def main() -> int:
    """0 when everything is compiled, or there is nothing that compiles."""
    if not have_numba():
        return 0
    Solver(ConnectFour()).prepare()
    gomoku.warm_up()
    havannah = Havannah(4)
    havannah_search(havannah, havannah.initial, simulations=10, rng=Random(1))
    # A board in one word, one with a word for each line, and one of hexagons.
    for game in (ConnectFour(), Gomoku(), havannah):
        mcts_search(game, game.initial, simulations=10, rng=Random(1))
    with TemporaryDirectory() as folder:
        table = StrongSolution(ThreeMusketeers("GGM/GGG/MGG"), Path(folder) / "table")
        table.make()
        table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
