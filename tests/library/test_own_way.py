"""What goes with a reader through the first lessons: the way back in, guesses, and a ladder."""

import json
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import nbformat
import pytest
from toy_course import ROOT

from autograder_tests.solution import solution
from course_lib import ConnectFour, TicTacToe, alphabeta_player, minimax_player, random_player
from course_lib.checks import back_in, keeping, mine
from course_lib.checks.cases import exercise_named
from course_lib.checks.keeping import loaded
from course_lib.lessons.first_ladder import join
from course_lib.lessons.lending import lent
from course_lib.lessons.showing import show_me
from course_lib.questions import calibration, guessed
from course_lib.questions.predicting import Prediction, all_questions, kept_guesses
from course_tools.studio.build.running import run


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    """What is kept is kept in the folder where the notebook runs."""
    monkeypatch.chdir(tmp_path)


COUNTED = """
def nim_sum(heaps):
    nim_sum.calls += 1
    total = 0
    for heap in heaps:
        total ^= heap
    return total
"""


def test_a_sitting_begins_with_what_passed_before(monkeypatch, capsys, tmp_path):
    """Functions that are missing come back; one that is there stays; in grading nothing happens."""
    (tmp_path / "my_work").mkdir()
    text = "# %% nim_sum\ndef nim_sum(heaps):\n    return 7\n\n"
    text += "# %% minimax\ndef minimax(board):\n    pass\n"
    (tmp_path / "my_work" / "02.py").write_text(text, encoding="utf-8")
    names = {"minimax": "mine"}
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(user_ns=names))
    monkeypatch.setitem(keeping.sys.modules, "IPython", shell)
    monkeypatch.setenv("COURSE_GRADING", "1")
    back_in("02")
    assert [*names] == ["minimax"]
    monkeypatch.delenv("COURSE_GRADING")
    back_in("02")
    assert capsys.readouterr().out == "Back again: nim_sum.\n"
    assert (names["nim_sum"](()), names["minimax"]) == (7, "mine")
    back_in("02")
    assert capsys.readouterr().out == "Nothing has to be brought back.\n"
    names |= {"winner": lent("winner")}
    for name in ("nim_sum", "winner"):  # a check that is run once more keeps what is there
        assert keeping.keep(exercise_named(name), names) == ""
    assert [path.name for path in (tmp_path / "my_work").iterdir()] == ["02.py"]
    assert keeping.source_of("nim_sum", names) == "def nim_sum(heaps):\n    return 7\n\n"
    assert keeping.alone_again("nim_sum", names)["nim_sum"](()) == 7
    for last, why in (
        ("nim_sum.calls = 0", ""),
        ("setattr(nim_sum, 'calls', 0)", "AttributeError"),
    ):
        own = loaded(f"{COUNTED}{last}\n")
        assert why in str(keeping.keep(exercise_named("nim_sum"), own))
        assert mine("nim_sum")((1, 3)) == 2
    (tmp_path / "my_work" / "02.py").write_text("# %% nim_sum\ndef (", encoding="utf-8")
    del names["nim_sum"]
    back_in("02")
    assert "nim_sum has to be run and checked again, as what" in capsys.readouterr().out
    assert "nim_sum" not in names


SPLIT = sorted(path.stem for path in (ROOT / "solutions").glob("0[1-8]_*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("lesson", SPLIT)
def test_each_sitting_can_begin_with_its_own_first_cell(lesson, monkeypatch, tmp_path):
    """On another day that and the lesson's first cell bring all: what passed is kept."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path))
    notebook = nbformat.read(ROOT / "solutions" / lesson / f"{lesson}.ipynb", as_version=4)
    asks = [cell for cell in notebook.cells if "check(" in cell.source]
    assert run(notebook, ROOT)[1] is None
    assert len(asks) > 3
    begin = [n for n, cell in enumerate(notebook.cells) if "Coming back on" in cell.source]
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    for start, end in pairwise([*begin, len(notebook.cells)]):
        part = deepcopy(notebook)
        part.cells = [deepcopy(first), *part.cells[start:end]]
        ran, stopped = run(part, ROOT)
        assert stopped is None, (stopped, ran.cells[stopped.cell].source)
        assert "Back again: " in str(ran.cells[2].outputs)


def test_a_stake_is_kept_with_its_guess_and_makes_a_picture():
    """Right and very close count; a guess without a stake doesn't; none at all is said."""
    questions = all_questions()
    for name, guess, stake in (
        ("number_of_games", "250000", "sure"),
        ("number_of_states", "19683", "sure"),
        ("short_board", "3", "a coin"),
        ("lines", "8", ""),
    ):
        asked = Prediction(questions[name])
        asked.stake = stake
        asked.guess = guess
    assert kept_guesses()["short_board"] == {"guess": "3", "right": True, "stake": "a coin"}
    assert calibration().found == {"sure": (1, 2), "fairly sure": (0, 0), "a coin": (1, 1)}
    assert "1 of 2 right; nearly always would fit" in calibration()._repr_html_()
    assert "fairly sure: no guesses" in repr(calibration())
    assert "255,168" not in asked_later("number_of_games").result
    said = guessed("number_of_games")
    assert "You guessed 250000. It is 255,168: very close. (You were sure.)" in said
    assert "You made no guess. It is 6." in guessed("first_draws")


def asked_later(name):
    """The question of this name, if its answer is to wait, as it is after the guess."""
    return Prediction(replace(all_questions()[name], later=True))


def test_a_player_stands_among_others_and_hears_of_its_last_game():
    """Perfect play loses to nobody; the first mistake of a lost game is named and is one."""
    game = TicTacToe()
    first = join(game, lambda game, state: game.actions(state)[0], name="first square")
    assert first.results["to the end"][0] == 0
    assert "The first mistake was move " in str(first.story)
    assert "before it the game was drawn, after it lost" in str(first.story)
    middle = join(game, solution("middle_first"), name="middle first")
    assert middle.results["edges first"] == (10, 0, 0), "the first player beats somebody"
    best = join(game, alphabeta_player(), name="best")
    assert [lost for _, _, lost in best.results.values()] == [0, 0, 0, 0, 0]
    assert str(best.story).endswith("You made no mistake.")
    assert "best" in str(best._own())
    assert "first square" in str(best._own())
    kept = json.loads((keeping.work_folder() / "ladder.json").read_text(encoding="utf-8"))
    assert kept["TicTacToe"] == {
        "first square": first.share,
        "middle first": middle.share,
        "best": best.share,
    }


def test_rungs_are_in_order():
    """Each beats the one below it more often than not."""
    four = join(ConnectFour(), alphabeta_player(depth=1), name="shallow")
    shares = [won + drawn / 2 for won, drawn, _ in four.results.values()]
    assert shares[0] > shares[-1]
    low = join(TicTacToe(), random_player(Random(5)), name="dice")
    assert low.share < join(TicTacToe(), alphabeta_player(depth=2), name="two").share


def test_a_given_function_can_be_looked_at():
    """Its lines are there, folded, and nothing of them is markup."""
    shown = show_me(minimax_player)
    assert "def minimax_player" in str(shown)
    assert shown._repr_html_().startswith("<details><summary>Show me minimax_player</summary>")
    assert "-&gt; PlayerFunction" in shown._repr_html_()
