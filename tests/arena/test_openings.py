"""The table of openings is right, and its making can be stopped and taken up again."""

import pytest

from benchmarks import connect_four_openings
from benchmarks.connect_four_openings import openings
from course_lib import ConnectFour
from course_tools.arena.engines.connect_four import (
    OPENED,
    OPENINGS,
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


def test_work_that_was_stopped_goes_on_where_it_ended(tmp_path, monkeypatch):
    """Ctrl-C loses nothing, and the same file comes out as without it."""
    known = OpenedSolver(ConnectFour()).openings
    monkeypatch.setattr(connect_four_openings, "OPENINGS", tmp_path / "table.txt")
    left = iter(range(30))

    def score_of(self, mine, taken):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return known[self.board.key(mine, taken)]

    with monkeypatch.context() as patch:
        patch.setattr(Solver, "score_of", score_of)
        with pytest.raises(KeyboardInterrupt):
            connect_four_openings.main()
        left = iter(range(1000))
        connect_four_openings.main()
    assert (tmp_path / "table.txt").read_bytes() == OPENINGS.read_bytes()
