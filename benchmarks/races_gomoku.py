"""The Gomoku expert in plain and in compiled form: `python -m benchmarks --only gomoku`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.races import Race
from course_lib.games import Gomoku
from course_tools.engines.compiled import gomoku as fast
from course_tools.engines.players import gomoku as plain
from course_tools.engines.players.gomoku_puzzles import puzzles

ROOMS: tuple[tuple[str, Any], ...] = (("players", plain), ("fast", fast))

OPENING = "h8 h9 g8 i10 g9 g10 h11"


def races() -> Iterator[Race]:
    """Puzzles solved, estimates given, and positions searched by alpha-beta."""
    yield Race("Forced wins in Gomoku, puzzles of five fours and more", "puzzles", forced_wins())
    yield Race("Estimates of a Gomoku position", "estimates", estimates())
    yield Race("Alpha-beta on Gomoku from an opening", "positions", alphabeta())


def forced_wins() -> dict[str, Callable[[], int]]:
    """Each puzzle once, with a new expert."""
    asked = [puzzle for puzzle in puzzles() if puzzle.fours >= 5]

    def work(room: Any) -> int:
        found = [room.forced_win(puzzle.game, puzzle.state) for puzzle in asked]
        return sum(won is not None for won in found)

    return {
        f"course_lib.{name}.gomoku.forced_win(...)": lambda room=room: work(room)
        for name, room in ROOMS
    }


def estimates() -> dict[str, Callable[[], int]]:
    """The same position a hundred times, each time from its state."""
    game = Gomoku(15)
    state = game.play(OPENING)

    def work(room: Any) -> int:
        for _ in range(100):
            room.evaluate(game, state, "X")
        return 100

    return {
        f"course_lib.{name}.gomoku.evaluate(...)": lambda room=room: work(room)
        for name, room in ROOMS
    }


def alphabeta() -> dict[str, Callable[[], int]]:
    """As many positions as each expert searches for a move."""
    game = Gomoku(15)
    state = game.play(OPENING)

    def work(room: Any) -> int:
        expert = room.Expert(game)
        position, player = expert.look(state, "the race")
        places = position.candidates()
        return int(position.best(player, places, math.inf, expert.positions).searched)

    return {
        f"course_lib.{name}.gomoku, {room.Expert(game).positions:,} positions (a move)": (
            lambda room=room: work(room)
        )
        for name, room in ROOMS
    }
