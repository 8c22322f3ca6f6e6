"""Compile every kernel, which numba keeps: `python -m course_tools.arena.engines.warm`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from course_lib.games import ConnectFour, ThreeMusketeers
from course_tools.arena.engines.connect_four import Solver
from course_tools.arena.engines.jit import have_numba
from course_tools.arena.engines.musketeers import MusketeersTable


def main() -> int:
    """0 when everything is compiled, or there is nothing that compiles."""
    if not have_numba():
        return 0
    Solver(ConnectFour()).prepare()
    with TemporaryDirectory() as folder:
        MusketeersTable(ThreeMusketeers("GGM/GGG/MGG"), Path(folder) / "table").make()
    return 0


if __name__ == "__main__":
    sys.exit(main())
