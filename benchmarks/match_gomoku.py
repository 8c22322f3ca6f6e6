"""Our Gomoku player against others, until it is clear: `python -m benchmarks.match_gomoku`.

Every finished game is a line in a file; the same command goes on where the last one stopped. Each
opening of two to four stones is played twice, with changed seats. A match ends when it is clear
that the player scores at least 90 % (or that it does not): Wald's sequential test of 95 % against
85 % of the points, wrong at most once in twenty either way, with a draw counted as half a game.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from course_lib.fast import gomoku
from course_lib.fast.mcts import mcts_player
from course_lib.game import State
from course_lib.games import Gomoku
from course_lib.games.rows import EMPTY
from course_lib.play import alphabeta_player, play_game
from course_lib.play.players import PlayerFunction
from course_lib.play.standings import wilson

GOOD, BAD, WRONG = 0.95, 0.85, 0.05
"""The scores that are told apart, and how often the test may err."""

MIDDLE = 5
"""An opening lies in the middle so many rows and columns."""


def opponents() -> dict[str, Callable[[Random], PlayerFunction]]:
    """Whom we play against: what makes a player from a source of chance."""
    return {
        "alphabeta_player(depth=2)": lambda rng: alphabeta_player(depth=2, rng=rng),
        "alphabeta_player(depth=2, evaluate=gomoku.evaluate)": lambda _rng: alphabeta_player(
            depth=2, evaluate=gomoku.evaluate, order=near_first
        ),
        "mcts_player(simulations=10_000)": lambda rng: mcts_player(simulations=10_000, rng=rng),
    }


def near_first(game: Gomoku, state: State, actions: tuple[Any, ...]) -> list[Any]:
    """The squares near a stone before the others, so that the search has less to do."""
    stones = [divmod(at, game.columns) for at, mark in enumerate(state.board) if mark != EMPTY]

    def distance(square: tuple[int, int]) -> int:
        return min(max(abs(square[0] - row), abs(square[1] - column)) for row, column in stones)

    return sorted(actions, key=distance)


def opening(game: Gomoku, number: int) -> State:
    """A random position with two to four stones in the middle; the same for 2n and 2n + 1."""
    rng, edge = Random(f"opening {number // 2}"), (game.size - MIDDLE) // 2
    squares = [(edge + row, edge + column) for row in range(MIDDLE) for column in range(MIDDLE)]
    state = game.initial
    for square in rng.sample(squares, rng.randint(2, 4)):
        state = game.result(state, square)
    return state


def one_game(opponent: str, *, exact: bool, number: int) -> dict[str, Any]:
    """What came of one game: our points, and the moves."""
    game = Gomoku(15, exact=exact)
    ours = gomoku.gomoku_player()
    theirs = opponents()[opponent](Random(f"{opponent} {number}"))
    players = [ours, theirs] if number % 2 == 0 else [theirs, ours]
    start = opening(game, number)
    record = play_game(game, players, state=start)
    seat = game.players[number % 2]
    points = 0.5 if record.winner is None else float(record.winner == seat)
    moves = [game.action_name(action) for action in record.actions]
    return {
        "opponent": opponent,
        "exact": exact,
        "number": number,
        "opening": game.render(start).replace(" ", "").replace("\n", ""),
        "points": points,
        "reason": record.reason,
        "moves": " ".join(moves),
    }


def likelihood(points: float, games: int) -> float:
    """How much more likely these points are for a good score than for a bad one, as a logarithm."""
    lost = games - points
    return points * math.log(GOOD / BAD) + lost * math.log((1 - GOOD) / (1 - BAD))


def verdict(points: float, games: int) -> str:
    """What the sequential test says after so many games."""
    clear = math.log((1 - WRONG) / WRONG)
    found = likelihood(points, games)
    return "yes" if found >= clear else "no" if found <= -clear else "not clear yet"


def table(finished: list[dict[str, Any]]) -> str:
    """The matches as a table in Markdown."""
    lines = [
        "| opponent | rule | games | won | drawn | lost | score (95 % interval) | at least 90 % |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for opponent, exact in matches():
        points = points_of(finished, opponent, exact=exact)
        if points:
            share = sum(points) / len(points)
            low, high = wilson(share, len(points))
            counts = " | ".join(str(points.count(value)) for value in (1.0, 0.5, 0.0))
            lines.append(
                f"| {opponent} | {'exact' if exact else 'freestyle'} | {len(points)} | {counts}"
                f" | {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
                f" | {verdict(sum(points), len(points))} |"
            )
    return "\n".join(lines)


def points_of(finished: list[dict[str, Any]], opponent: str, *, exact: bool) -> list[float]:
    """Our points in the games of one match, in the order of their numbers."""
    games = {
        one["number"]: one["points"]
        for one in finished
        if one["opponent"] == opponent and one["exact"] == exact
    }
    return [games[number] for number in sorted(games)]


def matches() -> Iterator[tuple[str, bool]]:
    """Each opponent with each rule."""
    for opponent in opponents():
        yield opponent, False
        yield opponent, True


def main() -> int:
    """0 when the table was printed; the test need not have come to an end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.match_gomoku", description=__doc__)
    parser.add_argument("--file", type=Path, required=True, help="the finished games, one a line")
    parser.add_argument("--seconds", type=float, default=300, help="begin no game after so long")
    parser.add_argument("--most", type=int, default=200, help="so many games in a match (200)")
    parser.add_argument("--only", default="", metavar="WORD", help="opponents with this in them")
    arguments = parser.parse_args()
    finished: list[dict[str, Any]] = []
    if arguments.file.exists():
        lines = arguments.file.read_text(encoding="utf-8").splitlines()
        finished = [json.loads(line) for line in lines]
    end = time.monotonic() + arguments.seconds
    going = True
    while going:
        going = False
        for opponent, exact in matches():
            if arguments.only not in opponent:
                continue
            points = points_of(finished, opponent, exact=exact)
            clear = verdict(sum(points), len(points)) != "not clear yet"
            # Pairs of games are always finished: an opening may be better for one of the seats.
            over = len(points) % 2 == 0 and (clear or len(points) >= arguments.most)
            if over or time.monotonic() > end:
                continue
            going = True
            finished.append(one_game(opponent, exact=exact, number=len(points)))
            with arguments.file.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(finished[-1]) + "\n")
    print(table(finished))
    return 0


if __name__ == "__main__":
    sys.exit(main())
