"""Connect Four solved, beside bitbully, a solver in C++: `python -m benchmarks.races_connect_four`.

That prints milliseconds by stones on the board: mean, median and worst. `make bench` has the same
work as races. With --empty both solve the empty board, which takes minutes.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from benchmarks.races import Race
from course_lib.fast import connect_four as fast
from course_lib.games import ConnectFour
from course_lib.solvers import connect_four as plain

Positions = list[str]
SETS = {8: 6, 12: 30, 16: 60, 20: 100, 24: 100, 28: 100, 32: 100}
"""How many positions with so many stones."""

PLAIN_FROM = 20


def races() -> Iterator[Race]:
    """A score each, and then every column's score each, with new tables in each round."""
    for stones in (12, 16, 20, 28):
        positions = quiet_positions(stones, SETS[stones])
        solvers = {name: make for name, make in one_score().items() if stones >= _from(name)}
        title = f"Connect Four solved, {stones} stones on the board"
        yield Race(title, "scores", _contestants(solvers, positions))
    positions = quiet_positions(20, SETS[20])
    title = "Connect Four solved, every column, 20 stones on the board"
    yield Race(title, "positions", _contestants(every_column(), positions))


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


def one_score() -> dict[str, Callable[[], Callable[[str], Any]]]:
    """Each solver as what makes a new one: a function from a line of columns to its score."""
    solvers: dict[str, Callable[[], Callable[[str], Any]]] = {}
    game = ConnectFour()
    if (bitbully := _bitbully()) is not None:

        def peer() -> Callable[[str], Any]:
            solver = bitbully.BitBullyCore()
            return lambda line: solver.mtdf(_board(bitbully, line), 0)

        solvers["bitbully"] = peer
    for name, room in (("fast", fast), ("solvers", plain)):

        def ours(room: Any = room) -> Callable[[str], Any]:
            solver = room.Solver(game)
            return lambda line: solver.score(game.play(line))

        solvers[f"course_lib.{name}.connect_four.score(...)"] = ours
    return solvers


def every_column() -> dict[str, Callable[[], Callable[[str], Any]]]:
    """The same for the scores of every column."""
    solvers: dict[str, Callable[[], Callable[[str], Any]]] = {}
    game = ConnectFour()
    if (bitbully := _bitbully()) is not None:

        def peer() -> Callable[[str], Any]:
            solver = bitbully.BitBullyCore()
            return lambda line: solver.scoreMoves(_board(bitbully, line))

        solvers["bitbully"] = peer

    def ours() -> Callable[[str], Any]:
        solver = fast.Solver(game)
        return lambda line: solver.scores(game.play(line))

    solvers["course_lib.fast.connect_four.scores(...)"] = ours
    return solvers


def milliseconds(make: Callable[[], Callable[[str], Any]], positions: Positions) -> list[float]:
    """CPU milliseconds for each position, with a solver that is new at the first."""
    solve, taken = make(), []
    for line in positions:
        start = time.process_time()
        solve(line)
        taken.append(1000 * (time.process_time() - start))
    return taken


def main() -> int:
    """0 when the table was printed."""
    fast.Solver(ConnectFour()).warm_up()
    if "--empty" in sys.argv:
        for name, make in one_score().items():
            if _from(name) == 0:
                solve, start = make(), time.process_time()
                value = solve("")
                print(f"empty board: {value:+}, {time.process_time() - start:6.1f} s  {name}")
        return 0
    print("stones  positions      mean    median     worst   CPU milliseconds")
    for what, solvers in (("score", one_score()), ("every column", every_column())):
        for stones, number in SETS.items():
            positions = quiet_positions(stones, number)
            for name, make in solvers.items():
                if stones >= _from(name):
                    taken = milliseconds(make, positions)
                    numbers = statistics.mean(taken), statistics.median(taken), max(taken)
                    shown = " ".join(f"{one:9.3f}" for one in numbers)
                    print(f"{stones:6} {number:10} {shown}   {what}: {name}", flush=True)
    return 0


def _contestants(
    solvers: dict[str, Callable[[], Callable[[str], Any]]], positions: Positions
) -> dict[str, Callable[[], int]]:
    """Each solver as work that is done once a round: all positions, with a new table."""

    def work(make: Callable[[], Callable[[str], Any]]) -> int:
        solve = make()
        for line in positions:
            solve(line)
        return len(positions)

    return {name: lambda make=make: work(make) for name, make in solvers.items()}


def _from(name: str) -> int:
    """The least number of stones for which this solver is asked: plain Python needs more."""
    return PLAIN_FROM if ".solvers." in name else 0


def _bitbully() -> Any:
    """The solver's own module, without its database of openings; `None` where it is missing."""
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
