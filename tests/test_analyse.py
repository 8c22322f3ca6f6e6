"""`course analyse` prints the value of every move, for people and for programs."""

from __future__ import annotations

import io
import json

import pytest

from course_lib.cli import main
from course_lib.fast.openings import Openings
from course_lib.games import ConnectFour
from course_lib.solvers.connect_four import scores

LATE = "44444412212112335577"


@pytest.fixture(autouse=True)
def no_table(monkeypatch, tmp_path):
    """No test looks up, or makes, a table of openings of whoever runs it."""
    monkeypatch.setattr("course_lib.fast.openings.data_folder", lambda: tmp_path)
    return tmp_path


def analysed(capsys, *words):
    """What the command prints as JSON, a list with one entry for each position."""
    assert main(["analyse", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_connect_four_gets_exact_scores_by_name(capsys):
    """In digits or in names of squares, the same numbers as the plain solver's."""
    game = ConnectFour()
    state = game.play(LATE)
    expected = {game.action_name(action): value for action, value in scores(game, state).items()}
    [found] = analysed(capsys, "connect-four", LATE)
    assert found == {"to_move": "X", "moves": expected}
    names = []
    state = game.initial
    for digit in LATE:
        action = game.action_in(state, digit)
        names.append(game.action_name(action))
        state = game.result(state, action)
    assert analysed(capsys, "connect-four", " ".join(names)) == [found]


def test_small_games_are_solved(capsys):
    """Every opening of tic-tac-toe draws; X answers a1 on a side and loses; Count(6, 3) needs 2."""
    [start] = analysed(capsys, "tic-tac-toe", "")
    assert set(start["moves"].values()) == {0}
    [answer] = analysed(capsys, "tic-tac-toe", "b2")
    assert {name for name, value in answer["moves"].items() if value == 0} == {
        *("a1", "a3", "c1", "c3")
    }
    [count] = analysed(capsys, "count:goal=6,most=3", "")
    assert count["moves"] == {"1": -1, "2": 1, "3": -1}


def test_options_make_another_board(capsys):
    """On 4 rows and 5 columns the same as the solver."""
    game = ConnectFour(4, 5)
    expected = scores(game, game.play("3333"))
    [found] = analysed(capsys, "connect-four:rows=4,columns=5", "3333")
    assert list(found["moves"].values()) == list(expected.values())


def test_a_reader_sees_the_board_and_the_best_move_first(capsys):
    """The position as text, then each move with its value and a word."""
    assert main(["analyse", "connect-four", "414141"]) == 0
    shown = capsys.readouterr().out
    assert "O . . X" in shown
    assert "X to move:" in shown
    best = shown.split("X to move:\n")[1].splitlines()[0]
    assert best.split() == ["d4", "+18", "wins"]


def test_a_game_that_is_over_has_no_moves(capsys):
    """JSON has an empty list and nobody to move; people are told who has won."""
    assert analysed(capsys, "connect-four", "4141414") == [{"to_move": None, "moves": {}}]
    assert main(["analyse", "connect-four", "4141414"]) == 0
    assert "X has won" in capsys.readouterr().out


def test_many_positions_come_from_standard_input(capsys, monkeypatch):
    """One a line; a line with a mistake is named, the others are answered, and the code is 2."""
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n\nb2 b2\na1 b2\n"))
    assert main(["analyse", "tic-tac-toe", "--json"]) == 2
    said = capsys.readouterr()
    assert [json.loads(line)["to_move"] for line in said.out.splitlines()] == ["O", "X", "X"]
    assert "line 3: move 2, 'b2'" in said.err


def test_openings_are_looked_up_where_the_table_is_complete(capsys, no_table, monkeypatch):
    """With a finished table nothing is searched."""
    table = Openings(ConnectFour(4, 5))
    assert table.path.parent == no_table
    for plies in (3,):
        small = Openings(ConnectFour(4, 5), plies, table.path.with_name("small.txt"))
        small.work()
    monkeypatch.setattr("course_lib.fast.openings.Openings", lambda game: small)
    monkeypatch.setattr(
        "course_lib.fast.connect_four.Solver._bound", lambda *_: pytest.fail("it searched")
    )
    [found] = analysed(capsys, "connect-four:rows=4,columns=5", "3")
    assert set(found["moves"]) == {"a1", "b1", "c2", "d1", "e1"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "e4"], "there is no game called 'chess'; there are: connect-four"),
        (["connect-four", "49"], "move 2, '9': no stone can be put in column 9"),
        (["connect-four:rows", ""], "options such as rows=5"),
        (["connect-four:4,5", ""], "options such as rows=5"),
        (["connect-four:depth=4", ""], "unexpected keyword argument 'depth'"),
        (["tic-tac-toe:size=0", ""], "must be a whole number"),
        (["tic-tac-toe:size=5", "", "--most-states", "200"], "too large to be solved"),
        (["gomoku", "h8", "--most-states", "200"], "too large to be solved"),
        (["connect-four:length=5", "", "--most-states", "200"], "too large to be solved"),
        (["tic-tac-toe:players=('A','B','C')", ""], "is for two players"),
        (["tic-tac-toe", "", "--most-states", "0"], "whole number from 1"),
    ],
)
def test_mistakes_get_a_sentence(capsys, words, sentence):
    """The exit code is 2, and nothing is printed that a program could take for an answer."""
    assert main(["analyse", *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.out == ""


def test_help_has_examples(capsys):
    """Connect Four's digits, an option, and standard input."""
    with pytest.raises(SystemExit):
        main(["analyse", "--help"])
    shown = capsys.readouterr().out
    for example in ("connect-four 4455", "rows=5", "positions.txt", "--json"):
        assert example in shown
