"""What each improvement of `course solve`'s search saves: `python -m benchmarks.improvements nim`.

Games have the same names as in `course solve`. Each line is the same search without one of the
improvements; the value is always the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Hashable, Iterator
from math import inf

from course_lib.game import Action, Game, State
from course_tools.arena.which_game import game_called
from course_tools.engines.proofs import Search, compact_or_same

IMPROVEMENTS = ("table", "symmetry", "ordering", "early stop")

MOST = 5_000_000


class Without(Search):
    """The search without one improvement, or with everything."""

    def __init__(self, game: Game, without: str) -> None:
        """Leave this one out."""
        super().__init__(game, MOST)
        self.without = without
        if without == "early stop":
            self.greatest = inf

    def key(self, state: State) -> Hashable:
        """What the table knows a position by: without a table, nothing that it has met."""
        if self.without == "table":
            return object()
        return (
            (state, self.game.to_move(state)) if self.without == "symmetry" else super().key(state)
        )

    def ordered(self, state: State) -> list[Action]:
        """The legal actions in the order in which they are tried."""
        return [*self.game.actions(state)] if self.without == "ordering" else super().ordered(state)


def compared(game: Game) -> Iterator[tuple[str, float, int]]:
    """Each improvement that is left out, nothing at first, with the value and the positions."""
    small = compact_or_same(game)
    for without in ("", *IMPROVEMENTS):
        search = Without(small, without)
        value = search.whole_value(small.initial)
        yield without, value, search.counts.positions


def main() -> int:
    """0 when the tables were printed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.improvements", description=__doc__)
    games = ["tic-tac-toe", "nim:heaps=3,4,5"]
    parser.add_argument("games", nargs="*", default=games, help=f"default: {' '.join(games)}")
    for name in parser.parse_args().games:
        print(f"{name:28} {'value':>5} {'positions':>11} {'times':>7}")
        least = 0
        for without, value, positions in compared(game_called(name)):
            least = least or positions
            label = f"without {without}" if without else "everything"
            print(f"  {label:26} {value:>5} {positions:>11,} {positions / least:>7.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
