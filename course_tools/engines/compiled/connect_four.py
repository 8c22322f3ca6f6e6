"""Connect Four solved, compiled: the functions of `solvers.connect_four`, much faster.

numba compiles them when they are first used, which takes a few seconds once on each computer, and
less than one from then on. Without numba, or on a board too large for 64 bits, plain Python
answers instead: the same numbers, later.
"""

from __future__ import annotations

from course_lib.game import Action, Game, State
from course_tools.engines.compiled.having import have_numba, said_if_slow
from course_tools.engines.solvers import connect_four as plain
from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_search import ScoreOf


def score(game: Game, state: State) -> int:
    """The exact score of this state for the player to move."""
    return Solver(game).score(state)


def scores(game: Game, state: State) -> dict[Action, int]:
    """The exact score of every legal action for the player who takes it, in their usual order."""
    return Solver(game).scores(state)


def best_line(game: Game, state: State) -> tuple[Action, ...]:
    """The actions to the end if both sides take a best one, of equal ones the first."""
    return Solver(game).best_line(state)


class Solver(plain.Solver):
    """Exact scores in one game of Connect Four; what one question shows is kept for the next."""

    def __init__(self, game: Game) -> None:
        """Make a solver; nothing is compiled before the first question."""
        super().__init__(game, _quickest_search)

    def warm_up(self) -> None:
        """Compile or load the search now, so that the first question is not the slow one."""
        _quickest_search(self.board, self.board.squares)


def _quickest_search(board: FourBoard, stones: int) -> ScoreOf:
    """The compiled search with an empty table, or the plain one where it can't be had."""
    if not have_numba():
        return plain.plain_search(board, stones)
    # numba takes a while to load, and is not everywhere: only who asks a question needs it.
    with said_if_slow():
        from course_tools.engines.compiled.four_table import compiled_search, fits  # noqa: PLC0415 - the same

    return (compiled_search if fits(board) else plain.plain_search)(board, stones)
