"""Three Musketeers solved, compared with a published run: `python -m benchmarks.races_musketeers`.

That run took 117,239 seconds for the start alone, and named the wrong winner. Ours are CPU seconds
of a process each: every position by numba on one core, every position with its distance to the end,
and a proof of the start in plain Python. `--only numba` (or distances, plain) runs one of them.
`--sizes` solves smaller boards, and boards with two musketeers, and says who wins there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from course_lib.games import ThreeMusketeers
from course_lib.lessons.capstone_log import SECONDS
from course_tools.engines.musketeers_distances import Distances
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution

TOTALS = (9_227_468_800, 1_742_791_730, 626_192_578)
PLIES, FURTHEST = 33, 38


def main() -> int:
    """0 when the table was printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*CONTESTANTS], help="one of them")
    parser.add_argument("--sizes", action="store_true", help="other boards instead")
    arguments = parser.parse_args()
    only = arguments.only
    if arguments.sizes:
        for start in STARTS:
            winner, positions, to_move = solved(start)
            share = to_move / positions
            print(f"{start:24} {winner:10} {positions:>15,} {share:>7.1%} won to move", flush=True)
        return 0
    print(f"{'who':34} {'CPU seconds':>11} {'ratio':>8}")
    print(f"{'published, the start alone':34} {SECONDS:>11,.0f} {1:>8,.0f}")
    for name, (what, work) in CONTESTANTS.items():
        if only in {None, name}:
            start = time.process_time()
            work()
            seconds = time.process_time() - start
            print(f"{what:34} {seconds:>11,.1f} {SECONDS / seconds:>8,.0f}", flush=True)
    return 0


def _strong() -> None:
    """Every position, into a file that is deleted again; the known totals must come out.

    Compiling, or loading what was compiled, counts too.
    """
    with tempfile.TemporaryDirectory() as folder:
        table = StrongSolution(ThreeMusketeers(), Path(folder) / "bitmaps")
        table.make()
        if table.counts() != TOTALS:
            raise RuntimeError(f"the totals are {table.counts()}, and should be {TOTALS}")
        table.close()


STARTS = (
    *("GGM/GMG/MGG", "GGGM/GGMG/MGGG", "GGM/GGG/GMG/MGG", "GGGGM/GGMGG/MGGGG"),
    *("GGGM/GGGG/GGMG/MGGG", "GGGGM/GGGGG/GGMGG/MGGGG", "GGGM/GGGG/GGMG/GGGG/MGGG"),
    *("GGM/GGG/MGG", "GGGM/GGGG/MGGG", "GGGM/GGGG/GGGG/MGGG", "GGGGM/GGGGG/GGGGG/MGGGG"),
    "GGGGM/GGGGG/GGGGG/GGGGG/MGGGG",
)
"""The start on other boards, with three musketeers and with two: each takes some seconds."""


def solved(start: str) -> tuple[str, int, int]:
    """Who wins from here, the positions a side, and how many the musketeers win to move."""
    with tempfile.TemporaryDirectory() as folder:
        table = StrongSolution(ThreeMusketeers(start), Path(folder) / "bitmaps")
        table.make()
        winner, (positions, to_move, _) = table.winner(table.rules.initial), table.counts()
        table.close()
    return winner, positions, to_move


def _distances() -> None:
    """How far every position is from its end, likewise."""
    with tempfile.TemporaryDirectory() as folder:
        game = ThreeMusketeers()
        table = Distances(game, Path(folder) / "distances")
        table.make()
        found = (table.outcome(game.initial), table.furthest())
        if found != (("guards", PLIES), FURTHEST):
            raise RuntimeError(f"it is {found}; the guards should win in {PLIES}")
        table.close()


def _plain() -> None:
    """The start alone, by search in plain Python."""
    game = ThreeMusketeers()
    if MusketeersProof(game).winner(game.initial) != "guards":
        raise RuntimeError("the guards should win")


CONTESTANTS: dict[str, tuple[str, Callable[[], None]]] = {
    "numba": ("numba, every position, one core", _strong),
    "distances": ("numba, every distance, one core", _distances),
    "plain": ("plain Python, the start alone", _plain),
}


if __name__ == "__main__":
    sys.exit(main())
