"""Our Gomoku player against others, until it is clear: `python -m benchmarks.match_gomoku`.

Every finished game is a line in a file; the same command picks up where the last one stopped. Each
opening of two to four stones is played twice, with seats changed. A match ends when it is clear
that the player scores at least 90 % (or doesn't): Wald's sequential test of 95 % against 85 % of
the points, wrong at most once in twenty either way, with a draw counted as half a game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.sequential import Match, Series, Wald
from course_lib.game import State
from course_lib.games import Gomoku
from course_lib.games.squares import EMPTY
from course_lib.play import alphabeta_player, play_game
from course_lib.play.players import PlayerFunction
from course_tools.engines import gomoku
from course_tools.engines.mcts import mcts_player

TEST = Wald(good=0.95, bad=0.85, wrong=0.05)

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


def one_game(match: Match, number: int) -> dict[str, Any]:
    """What came of one game: our points, and the moves."""
    opponent = match["opponent"]
    game = Gomoku(15, exact=match["exact"])
    ours = gomoku.gomoku_player()
    theirs = opponents()[opponent](Random(f"{opponent} {number}"))
    players = [ours, theirs] if number % 2 == 0 else [theirs, ours]
    start = opening(game, number)
    record = play_game(game, players, state=start)
    seat = game.players[number % 2]
    points = 0.5 if record.winner is None else float(record.winner == seat)
    moves = [game.action_name(action) for action in record.actions]
    return {
        "opening": game.render(start).replace(" ", "").replace("\n", ""),
        "points": points,
        "reason": record.reason,
        "moves": " ".join(moves),
    }


MATCHES = [
    {"opponent": opponent, "exact": exact} for opponent in opponents() for exact in (False, True)
]

SERIES = Series(TEST, "at least 90 %", MATCHES, one_game)


if __name__ == "__main__":
    sys.exit(SERIES.run("python -m benchmarks.match_gomoku", __doc__))
