"""The Gomoku expert, compiled and in plain Python: `python -m benchmarks --only gomoku`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from benchmarks.gomoku_puzzles import puzzles
from benchmarks.measure import Race
from course_lib.games import Gomoku
from course_tools.engines.gomoku import FOR_A_MOVE, Position, evaluate

OPENING = "h8 h9 g8 i10 g9 g10 h11"

WAYS = (("compiled", True), ("in plain Python", False))


def races() -> Iterator[Race]:
    """Puzzles solved, estimates given, and positions searched by alpha-beta."""
    yield Race(
        "Forced wins in Gomoku, puzzles of five fours and more",
        "puzzles",
        {f"forced_line(...) {way}": _forced_wins(compiled) for way, compiled in WAYS},
    )
    game = Gomoku(15)
    state = game.play(OPENING)

    def estimates() -> int:
        for _ in range(100):
            evaluate(game, state, "X")
        return 100

    yield Race("Estimates of a Gomoku position", "estimates", {"evaluate(...)": estimates})
    yield Race(
        "Alpha-beta on Gomoku from an opening",
        "positions",
        {f"Position(...).best(...) {way}": _alphabeta(compiled) for way, compiled in WAYS},
    )


def _forced_wins(compiled: bool) -> Callable[[], int]:  # noqa: FBT001 - one of two ways
    """Each puzzle once, from its state."""
    asked = [puzzle for puzzle in puzzles() if puzzle.fours >= 5]

    def work() -> int:
        found = []
        for puzzle in asked:
            position = Position(puzzle.game, puzzle.state.board, compiled=compiled)
            player = puzzle.game.players.index(puzzle.to_move)
            found.append(position.forced_line(player, math.inf, 100_000, threes=False))
        return sum(line is not None for line in found)

    return work


def _alphabeta(compiled: bool) -> Callable[[], int]:  # noqa: FBT001 - the same
    """As many positions as are searched for a move."""
    game = Gomoku(15)
    state = game.play(OPENING)

    def work() -> int:
        position = Position(game, state.board, compiled=compiled)
        player, (positions, _) = game.players.index(state.to_move), FOR_A_MOVE[position.compiled]
        return position.best(player, position.candidates(), math.inf, positions).searched

    return work
