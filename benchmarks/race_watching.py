"""What watching costs: `python -m benchmarks.race_watching`.

Minimax and alpha-beta on tic-tac-toe from three positions, and a minimax of somebody else's on
nested lists: the search alone, counted by `Watched`, recorded by `watch`, made into a film, written
to a file. CPU seconds in one run, beside each other, the least of three rounds; the last line of a
table says with which power of the number of nodes each of them grows, fitted to all three sizes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from statistics import linear_regression
from typing import Any

from course_lib import TicTacToe, Watched, alphabeta_search, minimax_search, watch
from course_lib.views.trees import film_of

ROUNDS = 3
POSITIONS = ("XO..X..O.", "X...O....", "X........")
"""Early ones have more nodes below them."""


def best(tree: Any, maximizing: bool = True) -> Any:  # noqa: FBT001, FBT002 - as others write it
    """The value of nested lists, as a textbook has it."""
    if not isinstance(tree, list):
        return tree
    values = [best(each, not maximizing) for each in tree]
    return max(values) if maximizing else min(values)


def nested(depth: int) -> Any:
    """Lists of four in lists of four, with numbers in the end."""
    return [nested(depth - 1) for _ in range(4)] if depth else depth


GAME = TicTacToe()
RACES: dict[str, list[tuple[Any, ...]]] = {
    "minimax_search": [(minimax_search, GAME, GAME.parse(each)) for each in POSITIONS],
    "alphabeta_search": [(alphabeta_search, GAME, GAME.parse(each))
                         for each in (*POSITIONS[1:], ".........")],
    "a minimax on nested lists": [(best, nested(depth)) for depth in (4, 5, 6)],
}  # fmt: skip


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU seconds that this work takes, and what it gives back."""
    begun = time.process_time()
    made = work()
    return time.process_time() - begun, made


def race(search: Any, *arguments: Any) -> tuple[int, dict[str, float], float]:
    """How many nodes there are, what each kind of work took, and the bytes of a node in a file."""
    took: dict[str, float] = {}
    took["search"], _ = seconds(lambda: search(*arguments))
    if arguments[0] is GAME:
        took["Watched"], _ = seconds(lambda: search(Watched(GAME), *arguments[1:]))
    took["watch"], trace = seconds(lambda: watch(search, *arguments, most_nodes=100_000))
    took["film"], _ = seconds(lambda: film_of(trace))
    took["file"], text = seconds(trace.to_json)
    return len(trace.nodes), took, len(text) / len(trace.nodes)


def least(call: tuple[Any, ...]) -> tuple[int, dict[str, float], float]:
    """The same with the least time of some rounds for each kind of work."""
    rounds = [race(*call) for _ in range(ROUNDS)]
    nodes, took, size = rounds[0]
    return nodes, {name: min(each[name] for _, each, _ in rounds) for name in took}, size


def main() -> None:
    """Print the tables."""
    for title, calls in RACES.items():
        rows = [least(call) for call in calls]
        names = list(rows[0][1])
        print(f"\n{title}\n{'nodes':>8}" + "".join(f"{name:>10}" for name in names)
              + "  watch/search  bytes a node")  # fmt: skip
        for nodes, took, size in rows:
            times = took["watch"] / took["search"]
            print(f"{nodes:8,}" + "".join(f"{each:10.4f}" for each in took.values())
                  + f"{times:14.0f}{size:14.0f}")  # fmt: skip
        sizes = [math.log(nodes) for nodes, _, _ in rows]
        powers = (
            linear_regression(sizes, [math.log(took[name]) for _, took, _ in rows]).slope
            for name in names
        )
        print(f"{'power':>8}" + "".join(f"{each:10.2f}" for each in powers))


if __name__ == "__main__":
    main()
