"""The table of openings is right, and its making can be stopped and taken up again."""

import pytest
from console import course

from course_lib import ConnectFour
from course_tools.engines.connect_four import FourBoard, Solver
from course_tools.engines.openings import (
    OpenedSolver,
    Openings,
    complete_openings,
    data_folder,
    openings,
    packaged_openings,
)

GAME = ConnectFour(4, 5)


def test_a_finished_table_gives_the_scores_of_the_solver(tmp_path):
    """For the start and all positions up to its ply, without a search."""
    table = Openings(GAME, 4, tmp_path / "table.txt")
    assert (table.complete, len(table.left())) == (False, len(table.positions))
    table.work()
    table = Openings(GAME, 4, tmp_path / "table.txt")
    assert table.complete
    solver, opened = Solver(GAME), OpenedSolver(GAME, table)
    for names in ("", "3", "12", "335", "1122", "33333"):
        state = GAME.play(names) if len(names) < 5 else GAME.play("33332")
        assert opened.score(state) == solver.score(state)
        assert opened.scores(state) == solver.scores(state)


def stopped_after(monkeypatch, scores, table):
    """Let the work on this table be ended by Ctrl-C after so many scores."""
    true, left = Solver.score_of, iter(range(scores))

    def score_of(self, mine, taken):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return true(self, mine, taken)

    with monkeypatch.context() as patch:
        patch.setattr(Solver, "score_of", score_of)
        with pytest.raises(KeyboardInterrupt):
            table.work()


def test_work_that_was_stopped_goes_on_where_it_ended(tmp_path, monkeypatch):
    """Whenever it is stopped, a line cut in two is written again, and nothing is lost."""
    path, whole = tmp_path / "table.txt", Openings(GAME, 3, tmp_path / "whole.txt")
    whole.work()
    for cut in ("", "4f", "4f 1", whole.head[:9]):
        begun = Openings(GAME, 3, path)
        stopped_after(monkeypatch, 2, begun)
        path.write_text(path.read_text() + cut, encoding="utf-8")
        assert Openings(GAME, 3, path).scores == begun.scores
    table = Openings(GAME, 3, path)
    assert (len(table.scores), table.complete) == (8, False)
    table.work()
    assert table.complete
    assert path.read_bytes() == (tmp_path / "whole.txt").read_bytes()


def test_a_file_that_is_something_else_is_left_alone(tmp_path):
    """Another text, another board or ply, and a line with nonsense in it are refused by name."""
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(ValueError, match="should begin with"):
        Openings(GAME, 3, path)
    assert path.read_text(encoding="utf-8") == "my notes\n"
    Openings(GAME, 2, path.with_name("two.txt")).work()
    with pytest.raises(ValueError, match="openings of 3 plies"):
        Openings(GAME, 3, path.with_name("two.txt"))
    text = path.with_name("two.txt").read_text(encoding="utf-8")
    path.with_name("two.txt").write_text(text + "zz 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="should be a key and a score"):
        Openings(GAME, 2, path.with_name("two.txt"))


def test_openings_are_all_positions_once_and_mirror_images_together():
    """Half the known numbers 1, 7, 49, 238, 1120, and half of those that are their own image.

    These have 0, 1, 2, 3, 4 stones; among those of 3, for example, four are their own image: all
    in the middle, or O in the middle and X left and right of it, at three distances.
    """
    counts = [len(openings(FourBoard(6, 7), plies)) for plies in range(5)]
    assert counts[:4] == [(1 + 1) / 2, (7 + 1) / 2, (49 + 1) / 2, (238 + 4) / 2]
    assert 1120 / 2 <= counts[4] < 1120 / 2 + 49


def test_the_package_has_its_own_table(tmp_path, monkeypatch):
    """Of any number of plies; without a file there is none, and a larger one of the user's wins."""
    monkeypatch.setattr("course_tools.engines.openings.PACKAGED", tmp_path)
    monkeypatch.setattr("course_tools.engines.openings.data_folder", lambda: tmp_path / "user")
    assert complete_openings(GAME) is None
    for plies in (2, 3):
        path = tmp_path / "openings_4x5.txt"
        path.unlink(missing_ok=True)
        Openings(GAME, plies, path).work()
        assert complete_openings(GAME).plies == plies
    stopped_after(monkeypatch, 1, Openings(GAME, 4))
    assert complete_openings(GAME).path == path, "the user's is not complete"
    Openings(GAME, 4).work()
    assert complete_openings(GAME).plies == 4
    path.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(ValueError, match="should begin like"):
        complete_openings(GAME)


def test_the_committed_table_is_complete():
    """No opening of the usual board is missing, and the middle wins."""
    game = ConnectFour()
    table = packaged_openings(game)
    assert table.complete
    scores = OpenedSolver(game, table).scores(game.initial)
    assert list(scores.values()) == [-2, -1, 0, 1, 0, -1, -2]


def test_the_users_folder_is_where_the_system_keeps_such_things(monkeypatch, tmp_path):
    """On Linux the folder that XDG names, on Windows LOCALAPPDATA, on a Mac the Library."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / "adversarial-search"
    monkeypatch.setattr("sys.platform", "win32")
    assert data_folder() == tmp_path / "local" / "adversarial-search"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "adversarial-search")


def test_the_command_says_how_much_is_left_and_goes_on(tmp_path):
    """First how much it is, then all the work, then nothing to do."""
    words = ["solve", "connect-four:rows=4,columns=5", "--openings", "--plies", "3"]
    words += ["--file", str(tmp_path / "t.txt")]
    assert "To begin, or to go on" in course(*words).out
    assert "more are done" in course(*words, "--go").out
    done = course(*words)
    assert (done.code, "To begin" in done.out) == (0, False)
