"""The table of openings is right."""

import pytest

from benchmarks.connect_four_openings import openings
from course_lib import ConnectFour
from course_tools.arena.engines.connect_four import (
    OPENED,
    FourBoard,
    OpenedSolver,
    Solver,
)


def test_openings_are_all_positions_once_and_mirror_images_together():
    """Half the known numbers 1, 7, 49, 238, 1120, and half of those that are their own image.

    These have 0, 1, 2, 3, 4 stones; among those of 3, for example, four are their own image: all
    in the middle, or O in the middle and X left and right of it, at three distances.
    """
    counts = [len(openings(FourBoard(6, 7), plies)) for plies in range(5)]
    assert counts[:4] == [(1 + 1) / 2, (7 + 1) / 2, (49 + 1) / 2, (238 + 4) / 2]
    assert 1120 / 2 <= counts[4] < 1120 / 2 + 49


def test_the_committed_table_is_complete(monkeypatch):
    """No opening is missing, nothing is searched, and the middle wins, in mirror images too."""
    game = ConnectFour()
    solver = OpenedSolver(game)
    assert [*solver.openings] == [*openings(solver.board, OPENED)]
    monkeypatch.setattr(Solver, "score_of", lambda *_: pytest.fail("it searched"))
    assert [*solver.scores(game.initial).values()] == [-2, -1, 0, 1, 0, -1, -2]
    for line in ("1", "3", "12", "444", "415"):
        mirrored = "".join(str(8 - int(digit)) for digit in line)
        scores = [[*solver.scores(game.play(one)).values()] for one in (line, mirrored)]
        assert scores[0] == scores[1][::-1]


@pytest.mark.slow
def test_the_table_has_the_scores_of_the_solver():
    """Of an opening with three stones; another board has no table."""
    game = ConnectFour()
    state = game.play("444")
    assert OpenedSolver(game).score(state) == Solver(game).score(state)
    small = ConnectFour(4, 5)
    assert OpenedSolver(small).scores(small.initial) == Solver(small).scores(small.initial)
