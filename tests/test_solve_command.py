"""`course solve` says who wins, by which line, and what it cost."""

import json

import pytest

from course_lib import ConnectFour, ThreeMusketeers
from course_tools.arena.which_game import game_called
from course_tools.cli import main
from course_tools.engines.connect_four import Solver


def solved(capsys, *words):
    """What the command prints as JSON."""
    assert main(["solve", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("game", "winner"),
    [
        ("tictactoe", None),
        ("connect-three", "X"),
        ("nim", "X"),
        ("havannah-2", "X"),
        pytest.param("havannah-3", "X", marks=pytest.mark.slow),
    ],
)
def test_small_games_are_solved(capsys, game, winner):
    """The winner of each, a line that ends so, and what the search cost."""
    [found] = solved(capsys, game)
    assert found["winner"] == winner
    assert {"positions", "cut_offs", "table_hits", "bytes_each"} <= found["statistics"].keys()
    played = game_called(game)
    assert played.winner(played.play(found["line"])) == winner
    kind = "keeps the value" if winner is None else "shortest win, longest defence"
    assert found["line_kind"] == kind


def test_a_line_of_three_musketeers_lasts_as_long_as_it_can(capsys):
    """Eleven plies from here, where the first moves that win make eight."""
    [found] = solved(capsys, "three-musketeers", "--start", ".G..M.GG...MGG..G.M......")
    assert (found["winner"], len(found["line"])) == ("musketeers", 11)


def test_connect_four_has_its_own_solver(capsys, tmp_path, monkeypatch):
    """The exact score and a line as long as it says; what takes long is done beside it."""
    monkeypatch.setattr("course_tools.engines.openings.data_folder", lambda: tmp_path)
    [found] = solved(capsys, "connect-four", "--start", "44444412212112335577")
    game = ConnectFour()
    start = game.play("44444412212112335577")
    assert found["score"] == Solver(game).score(start)
    names = [game.action_name(action) for action in Solver(game).best_line(start)]
    assert len(found["line"]) == len(names)
    monkeypatch.setattr("course_tools.cli.solve.LONG", 16)
    [empty] = solved(capsys, "connect-four:rows=4,columns=4")
    assert (empty["winner"], empty["score"], len(empty["line"])) == (None, 0, 16)
    monkeypatch.setattr("course_tools.engines.jit.have_numba", lambda: False)
    assert main(["solve", "connect-four"]) == 2
    assert "would take hours in plain Python: install numba" in capsys.readouterr().err


def test_a_textbook_tree_has_a_value_and_no_winner(capsys):
    """Three is what MAX gets, not a win."""
    [found] = solved(capsys, "textbook-tree:tree=[[3,12,8],[2,4,6],[14,5,2]]")
    assert found["value"] == 3
    assert "winner" not in found


def test_stopping_says_what_is_kept(capsys, tmp_path, monkeypatch):
    """The table of all positions goes on where it was; another search begins again."""

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("course_tools.engines.musketeers_strong.StrongSolution.make", stopped)
    words = ["solve", "three-musketeers", "--strong", "--file", f"{tmp_path}/t"]
    assert main(words) == 130
    assert "the same command goes on" in capsys.readouterr().err
    monkeypatch.setattr("course_tools.engines.proofs.prove", stopped)
    assert main(["solve", "nim"]) == 130
    assert "goes on" not in capsys.readouterr().err


def test_three_musketeers_from_any_start(capsys):
    """A board of any size, with the reading of the rules and a line to the end."""
    [found] = solved(capsys, "three-musketeers", "--start", "MGG/GGG/GGM")
    assert found["winner"] == "guards"
    assert "guards who can't move lose" in found["rules"]
    game = ThreeMusketeers("MGG/GGG/GGM")
    assert game.winner(game.play(found["line"])) == "guards"
    assert main(["solve", "three-musketeers", "--start", "MGG/GGG/GGM"]) == 0
    assert "winner: guards" in capsys.readouterr().out


def test_strong_solutions_are_made_once(capsys, tmp_path):
    """The totals, and the file that the second call only reads."""
    words = ("three-musketeers", "--start", "GGM/GMG/MGG", "--strong", "--file", f"{tmp_path}/t")
    [first] = solved(capsys, *words)
    made = (tmp_path / "t").stat().st_mtime_ns
    assert solved(capsys, *words) == [first]
    assert (tmp_path / "t").stat().st_mtime_ns == made
    assert first["positions_a_side"] == 4992


def test_the_other_reading_of_the_rules_is_named(capsys, tmp_path):
    """Guards who pass, from the table."""
    words = ["three-musketeers:stuck_guards='pass'", "--start", "GGM/GMG/MGG"]
    [found] = solved(capsys, *words, "--strong", "--file", f"{tmp_path}/t")
    assert "guards who can't move pass" in found["rules"]
    [searched] = solved(capsys, *words)
    assert searched["winner"] == found["winner"]
    assert searched["rules"] == found["rules"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tictactoe", "--strong"], "--strong is for three-musketeers"),
        (["three-musketeers", "--start", "M" + "G" * 22 + "M"], "the board has 24 squares"),
        (["three-musketeers", "--start", "MGGXGGGGMGGG"], "'X' can't stand on a board"),
        (["three-musketeers", "--strong", "--most", "9"], "--most and --strong do not go together"),
        (["three-musketeers", "--most", "0"], "--most 0: it must be a whole number from 1 up"),
        (["three-musketeers", "--strong", "--threads", "0"], "--threads 0: it must be"),
        (["tictactoe", "--threads", "3"], "--threads goes with --strong"),
        (["havannah-4"], "37 cells are empty, and 30 are the most"),
        (["havannah-3", "--most", "5"], "allow more positions with --most."),
        (["connect-four:rows=7"], "49 squares are empty, and 42 are the most"),
        (["connect-four:rows=6,length=5", "--most", "99"], "ConnectFour(length=5) is too large"),
        (["three-musketeers", "--start", "MMM/GGG/GGG"], "the game is over there"),
        (["three-musketeers", "--start", "MGG/GGG/GGM", "--most", "1"], "takes more than 1 pos"),
        (["tictactoe", "--to-move", "guards"], "--to-move goes with a board"),
        (["tictactoe", "--most", "9"], "takes more than 9 positions. Play further, take a smal"),
    ],
)
def test_mistakes_get_a_sentence(capsys, words, sentence):
    """The exit code is 2, and nothing is printed on stdout."""
    assert main(["solve", *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out == ""
