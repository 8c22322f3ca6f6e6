"""How often the compiled tree search finds a best move: `python -m benchmarks.strength_mcts`.

Its moves in the middle of Connect Four are compared with our solver's exact scores. A position
counts only if a wrong move changes who wins, and nobody can win with the next stone, so finding the
move takes looking ahead. Results are kept in a file, so a run that was stopped picks up there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.known_positions import is_quiet
from benchmarks.perfect_connect_four import sign
from course_lib.game import Action
from course_lib.games import ConnectFour
from course_lib.play.tournament import wilson
from course_tools.engines import connect_four
from course_tools.engines.mcts import mcts_search

STONES = (12, 24)
"""The least and the most stones on the board."""

BUDGETS: dict[str, tuple[dict[str, Any], int]] = {
    "1,000 simulations": ({"simulations": 1_000}, 300),
    "10,000 simulations": ({"simulations": 10_000}, 300),
    "100,000 simulations": ({"simulations": 100_000}, 300),
    "1,000,000 simulations": ({"simulations": 1_000_000}, 100),
    "1 second": ({"seconds": 1.0}, 100),
}
"""What a search may use up, and how many positions it is asked."""


class Position(NamedTuple):
    """Columns played, and the exact score of each move."""

    line: str
    scores: dict[Action, int]


def main() -> int:
    """0 when the table was printed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength_mcts", description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("dist/strength_mcts.json"))
    parser.add_argument(
        "--only", default="", metavar="WORD", help="budgets with this in their name"
    )
    arguments = parser.parse_args()
    kept = arguments.file
    kept.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    game = ConnectFour()
    print("positions  keeps the result       best score   simulations   budget")
    for name, (budget, number) in BUDGETS.items():
        if arguments.only not in name:
            continue
        answers = known.setdefault(name, {})
        for position in positions(game, number):
            if position.line not in answers:
                answers[position.line] = asked(game, position, budget)
                kept.write_text(json.dumps(known), encoding="utf-8")
        print(row(name, list(answers.values())), flush=True)
    return 0


def positions(game: ConnectFour, number: int) -> Iterator[Position]:
    """The first so many positions, always the same ones."""
    rng, solver, found = Random(1), connect_four.Solver(game), 0
    while found < number:
        state, line = game.initial, ""
        for _ in range(rng.randint(*STONES)):
            if game.is_terminal(state):
                break
            action = rng.choice(game.actions(state))
            state, line = game.result(state, action), line + str(action[1] + 1)
        if not is_quiet(game, state):
            continue
        scores = solver.scores(state)
        if len({sign(score) for score in scores.values()}) > 1:
            found += 1
            yield Position(line, scores)


def asked(game: ConnectFour, position: Position, budget: dict[str, Any]) -> list[int]:
    """Whether the search keeps the result, whether its score is best, how long it searched."""
    rng, state = Random(int(position.line)), game.play(position.line)
    found = mcts_search(game, state, rng=rng, **budget)
    score, best = position.scores[found[1]], max(position.scores.values())
    return [int(sign(score) == sign(best)), int(score == best), found.tree.visits]


def row(name: str, answers: list[list[int]]) -> str:
    """A line of the table: the shares, the first with its 95 % interval, and the median length."""
    results, scores, visits = zip(*answers, strict=True)
    share, best = statistics.mean(results), statistics.mean(scores)
    low, high = wilson(share, len(answers))
    shown = f"{100 * share:5.1f} % ({100 * low:.0f} to {100 * high:.0f})"
    return (
        f"{len(answers):9}  {shown:20} {100 * best:8.1f} %"
        f"  {statistics.median(visits):12,.0f}   {name}"
    )


if __name__ == "__main__":
    sys.exit(main())
