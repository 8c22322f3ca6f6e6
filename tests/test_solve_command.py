"""`course solve` says who wins, by which line, and what it cost."""

from __future__ import annotations

import json

import pytest

from course_lib.cli import main
from course_lib.games import ThreeMusketeers
from course_lib.solvers.capstone_log import capstone_log
from course_lib.views.claims import plot_claims


def solved(capsys, *words):
    """What the command prints as JSON."""
    assert main(["solve", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("game", "winner"),
    [("tictactoe", None), ("connect-three", "X"), ("nim", "X"), ("havannah-2", "X")],
)
def test_small_games_are_solved(capsys, game, winner):
    """The winner of each, and how many positions were looked at."""
    [found] = solved(capsys, game)
    assert found["winner"] == winner
    assert found["statistics"]["positions"] > 0


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


def test_improvements_are_compared(capsys):
    """One value, and more positions without a table."""
    [rows] = solved(capsys, "tictactoe", "--compare")
    assert {row["value"] for row in rows} == {0}
    assert rows[0]["positions"] < rows[1]["positions"]
    assert main(["solve", "tictactoe", "--compare"]) == 0
    assert "without symmetry" in capsys.readouterr().out


def test_the_log_is_printed(capsys):
    """A row for each position, the first ones false; for programs a line of JSON each."""
    assert main(["solve", "three-musketeers", "--capstone"]) == 0
    assert capsys.readouterr().out.count("false") == 22
    rows = solved(capsys, "three-musketeers", "--capstone")
    assert (rows[21]["true"], rows[22]["true"]) == ("guards", "musketeers")


def test_the_log_is_drawn(capsys, tmp_path):
    """A picture with both curves and a caption; another kind of file is refused."""
    words = ["solve", "three-musketeers", "--capstone", "--picture"]
    assert main([*words, f"{tmp_path}/claims.svg"]) == 0
    assert "<svg" in (tmp_path / "claims.svg").read_text(encoding="utf-8")
    assert main([*words, f"{tmp_path}/claims.doc"]) == 2
    assert "ends in .svg or .png" in capsys.readouterr().err
    plot = plot_claims(capstone_log())
    assert plot.caption.startswith("Shaded: 22 of 43 claims are false. With ply 22, ")
    true, claimed = plot.panels[0].lines[1:]
    assert list(true.get_ydata()) == [0] * 22 + [1] * 21
    assert set(claimed.get_ydata()) == {1.15}
    with pytest.raises(ValueError, match="no plies to plot"):
        plot_claims([])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tictactoe", "--strong"], "--strong is for three-musketeers"),
        (["three-musketeers", "--picture", "p.svg"], "--picture goes with --capstone"),
        (["chess"], "there is no game called 'chess'"),
        (["three-musketeers", "--start", "MMM/GGG/GGG"], "the game is over there"),
        (["three-musketeers", "--start", "MGG/GGG/GGM", "--most", "1"], "takes more than 1 pos"),
        (["tictactoe", "--to-move", "guards"], "--to-move goes with a board"),
        (["tictactoe", "--most", "9"], "takes more than 9 positions"),
    ],
)
def test_mistakes_get_a_sentence(capsys, words, sentence):
    """The exit code is 2, and nothing is printed on stdout."""
    assert main(["solve", *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out == ""
