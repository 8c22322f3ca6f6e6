"""Connect Four's exact scores, where they can be had while somebody waits."""

from __future__ import annotations

from collections.abc import Mapping

from course_lib.game import Action, Game, State

COMPILED, PLAIN = 32, 16
"""With so many empty squares or fewer a compiled search takes about a second, a plain one too."""


class ExactFour:
    """Exact scores of the moves of Connect Four, or `None` where they would take minutes.

    That is the case in the first ten moves, unless a table of openings has them: the one that comes
    with the package, or a larger one that `course openings` has made.
    """

    def __init__(self, game: Game) -> None:
        """Prepare for this game; one that is no Connect Four is a `ValueError`."""
        from course_tools.engines.connect_four import Solver  # noqa: PLC0415 - loads when first needed
        from course_tools.engines.jit import have_numba  # noqa: PLC0415
        from course_tools.engines.openings import OpenedSolver, complete_openings  # noqa: PLC0415

        self.game = game
        self._solver = Solver(game)
        self._most = COMPILED if have_numba() else PLAIN
        table = complete_openings(game)
        self._opened = OpenedSolver(game, table) if table else None
        self._plies = table.plies if table else 0

    def __call__(self, state: State) -> Mapping[Action, int] | None:
        """The score of every legal action for the player who takes it."""
        empty = sum(mark not in self.game.players for mark in state.board)
        stones = len(state.board) - empty
        if self._opened is not None and stones < self._plies:
            return self._opened.scores(state)
        return self._solver.scores(state) if empty <= self._most else None
