"""The Gomoku expert, compiled: the functions of `course_tools.engines.players.gomoku`, much faster.

numba compiles them when they are first used, which takes a while once on each computer, and
about a second from then on. Without numba plain Python answers instead: the same, later.
"""

from __future__ import annotations

from course_lib.game import Game
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import Board
from course_tools.engines.jit import have_numba, said_if_slow
from course_tools.engines.players import gomoku_expert as expert
from course_tools.engines.players.gomoku_face import Face
from course_tools.engines.players.gomoku_position import PlainPosition, Position

POSITIONS = 50_000
"""So many positions are searched by alpha-beta for a move, if nothing else is said."""


class Expert(expert.Expert):
    """Answers questions about one game, with compiled searches where there are any."""

    def __init__(self, game: Game) -> None:
        """Make an expert; nothing is compiled before the first question."""
        super().__init__(game, _quickest_look)
        if have_numba():
            self.positions, self.threat_positions = POSITIONS, 30_000


def _quickest_look(game: KInARow, stones: Board) -> Position:
    """The position on arrays, or on a plain board where numba can't be had."""
    if not have_numba():
        return PlainPosition(game, stones)
    # numba takes a while to load, and is not everywhere: only who asks a question needs it.
    with said_if_slow():
        from course_tools.engines.compiled.gomoku_desk import (
            CompiledPosition,
            get_ready,
        )

        get_ready()
    return CompiledPosition(game, stones)


_face = Face(Expert)
forced_win, winning_first_moves = _face.forced_win, _face.winning_first_moves
gomoku_search, evaluate = _face.gomoku_search, _face.evaluate
gomoku_player, analysis = _face.gomoku_player, _face.analysis
