"""Connect Four solved, compared with bitbully in C++: `python -m benchmarks.races_connect_four`.

It prints milliseconds by stones on the board: mean, median and worst. `make bench` runs the same
work as races. With --empty both solve the empty board, which takes minutes. The boards are set up
beforehand, all solvers must agree, and bitbully's database of openings is not used.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from benchmarks.measure import Race
from course_lib.games import ConnectFour
from course_tools.arena.engines.connect_four import Solver

Positions = list[str]
SETS = {8: 6, 12: 30, 16: 60, 20: 100, 24: 100, 28: 100, 32: 100}
"""How many positions with so many stones."""

PLAIN_FROM = 20

NO_SCORE = -100
"""bitbully gives a column that is full a number far below this."""


class Contestant(NamedTuple):
    """A solver: what sets up a board from a line of columns, and what makes a new solver.

    The latter comes as two functions of such a board, for one score and for every column's.
    """

    board: Callable[[str], Any]
    make: Callable[[], tuple[Callable[[Any], Any], Callable[[Any], Any]]]
    least: int = 0
    """The least number of stones for which it is asked."""


def contestants() -> dict[str, Contestant]:
    """bitbully, where it is installed, and ours."""
    found, game = {}, ConnectFour()
    if (bitbully := _bitbully()) is not None:

        def peer() -> Any:
            solver = bitbully.BitBullyCore()
            return lambda board: solver.mtdf(board, 0), solver.scoreMoves

        found["bitbully"] = Contestant(lambda line: _board(bitbully, line), peer)
    for kind, compiled, least in (("", True, 0), (", in plain Python", False, PLAIN_FROM)):

        def ours(compiled: bool = compiled) -> Any:  # noqa: FBT001 - bound once
            solver = Solver(game, compiled=compiled)
            return solver.score, solver.scores

        found[f"connect_four.Solver(...){kind}"] = Contestant(game.play, ours, least)
    return found


def races() -> Iterator[Race]:
    """A score each, and then every column's score each, with new tables in each round."""
    for which, what in enumerate(("", ", every column")):
        # With more stones, making bitbully's table anew would cost it more than the positions do.
        for stones in (12, 16):
            lines = quiet_positions(stones, SETS[stones])
            yield Race(
                f"Connect Four solved{what}, {stones} stones on the board",
                "positions",
                {
                    name: _work(one, which, lines)
                    for name, one in contestants().items()
                    if stones >= one.least
                },
            )


def quiet_positions(stones: int, number: int) -> Positions:
    """So many random lines of columns, after which nobody has won nor can with the next stone."""
    game, rng, lines = ConnectFour(), Random(stones), []
    while len(lines) < number:
        state, line = game.initial, ""
        while len(line) < stones and game.actions(state):
            action = rng.choice(game.actions(state))
            state = game.result(state, action)
            line += str(action[1] + 1)
        after = [game.result(state, action) for action in game.actions(state)]
        if after and not any(game.winner(one) for one in after):
            lines.append(line)
    return lines


def main() -> int:
    """0 when the tables were printed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.races_connect_four", description=__doc__
    )
    parser.add_argument("--empty", action="store_true", help="the empty board instead")
    arguments = parser.parse_args()
    Solver(ConnectFour()).prepare()
    if arguments.empty:
        for name, one in contestants().items():
            if not one.least:
                [seconds], [value] = _timed(one, 0, [""])
                print(f"empty board: {value:+}, {seconds:6.1f} CPU seconds  {name}", flush=True)
        return 0
    print("stones  positions      mean    median     worst   CPU milliseconds")
    for which, what in enumerate(("score", "every column")):
        for stones, number in SETS.items():
            lines, answers = quiet_positions(stones, number), []
            for name, one in contestants().items():
                if stones >= one.least:
                    seconds, found = _timed(one, which, lines)
                    answers.append([_plain(each) for each in found])
                    if answers[-1] != answers[0]:
                        raise RuntimeError(f"{name} and the first do not agree on {lines}")
                    taken = [1000 * each for each in seconds]
                    numbers = statistics.mean(taken), statistics.median(taken), max(taken)
                    shown = " ".join(f"{value:9.3f}" for value in numbers)
                    print(f"{stones:6} {number:10} {shown}   {what}: {name}", flush=True)
    return 0


def _work(one: Contestant, which: int, lines: Positions) -> Callable[[], int]:
    """What solves all these positions once, with a solver that is new at the first."""
    boards = [one.board(line) for line in lines]

    def work() -> int:
        solve = one.make()[which]
        for board in boards:
            solve(board)
        return len(boards)

    return work


def _timed(one: Contestant, which: int, lines: Positions) -> tuple[list[float], list[Any]]:
    """CPU seconds for each position and what came out, with a solver that is new at the first."""
    boards, solve, seconds, found = [*map(one.board, lines)], one.make()[which], [], []
    for board in boards:
        start = time.process_time()
        found.append(solve(board))
        seconds.append(time.process_time() - start)
    return seconds, found


def _plain(answer: Any) -> list[int]:
    """A score, or the scores of the columns that are not full, as a list."""
    if isinstance(answer, int):
        return [answer]
    values = answer.values() if isinstance(answer, dict) else answer
    return [value for value in values if value > NO_SCORE]


def _bitbully() -> Any:
    """The solver's own module; `None` where it is missing."""
    try:
        from bitbully import bitbully_core
    except ImportError:
        return None
    return bitbully_core


def _board(bitbully: Any, line: str) -> Any:
    """The peer's board after these columns."""
    board = bitbully.BoardCore()
    board.setBoard([int(column) - 1 for column in line])
    return board


if __name__ == "__main__":
    sys.exit(main())
