"""What watching costs: `python -m benchmarks.race_watching`.

Minimax on tic-tac-toe from three positions: the search alone, counted by `Watched`, recorded by
`watch`, made into a film, written to a file. CPU seconds in one run, beside each other; the last
line says with which power of the number of nodes each of them grows, fitted to all three.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from statistics import linear_regression
from typing import Any

from course_lib import TicTacToe, Watched, minimax_search, watch
from course_lib.views.trees import film_of

POSITIONS = ("XO..X..O.", "X...O....", "X........")
"""Early ones have more nodes below them."""


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU seconds that this work takes, and what it gives back."""
    begun = time.process_time()
    made = work()
    return time.process_time() - begun, made


def race(position: str) -> tuple[int, dict[str, float], float]:
    """How many nodes there are, what each kind of work took, and the bytes of a node in a file."""
    game = TicTacToe()
    state = game.parse(position)
    took: dict[str, float] = {}
    took["search"], _ = seconds(lambda: minimax_search(game, state))
    took["Watched"], _ = seconds(lambda: minimax_search(Watched(game), state))
    took["watch"], trace = seconds(lambda: watch(minimax_search, game, state, most_nodes=100_000))
    took["film"], _ = seconds(lambda: film_of(trace))
    took["file"], text = seconds(trace.to_json)
    return len(trace.nodes), took, len(text) / len(trace.nodes)


def main() -> None:
    """Print the table."""
    rows = [race(position) for position in POSITIONS]
    print(f"{'nodes':>8}" + "".join(f"{name:>10}" for name in rows[0][1]) + "  bytes a node")
    for nodes, took, size in rows:
        print(f"{nodes:8,}" + "".join(f"{each:10.3f}" for each in took.values()) + f"{size:14.0f}")
    sizes = [math.log(nodes) for nodes, _, _ in rows]
    powers = (
        linear_regression(sizes, [math.log(took[name]) for _, took, _ in rows]).slope
        for name in rows[0][1]
    )
    print(f"{'power':>8}" + "".join(f"{each:10.2f}" for each in powers))


if __name__ == "__main__":
    main()
