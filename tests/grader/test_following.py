"""A mistake is paid once: who calls a wrong function is judged with a right one in its place."""

import ast

import pytest

from autograder_tests import bank, grade
from autograder_tests.exercises import files
from autograder_tests.following import uses
from autograder_tests.solution import parts_of
from course_lib.checks.keeping import loaded

ENDLESS = """
def chain_of(stone, stones, size):
    found = {stone}
    for near in neighbours(stone, size) & stones:
        found |= chain_of(near, stones, size)
    return found
"""
LESSON = ("neighbours", "chain_of", "corners_and_sides", "has_ring", "win_kinds", "defence")


def notebook(**wrong):
    """The names of a notebook with right answers of lesson 06, but for the wrong ones."""
    parts = [next(entry.source for entry in bank.entries(name) if entry.right) for name in LESSON]
    return loaded("\n".join([*parts, *wrong.values()]), "<notebook>")


def test_a_chain_without_an_end_costs_its_own_points_alone(monkeypatch, capsys):
    """Whoever calls it has all its points, and is told where to begin."""
    names = notebook(chain_of=ENDLESS)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    mine = names["chain_of"]
    for exercise in ("has_ring", "win_kinds"):
        assert grade(exercise, points=4) == 4
        assert "It calls chain_of, which is wrong: begin there." in capsys.readouterr().out
        assert names["chain_of"] is mine
    assert grade("chain_of", points=4) < 2


def test_ones_own_mistake_is_still_paid(monkeypatch, capsys):
    """With right chains in place of the wrong ones it loses what it loses alone."""
    [wrong] = [e for e in bank.entries("win_kinds") if e.name == "the fork is forgotten"]
    names = notebook(win_kinds=wrong.source, chain_of=ENDLESS)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    both = grade("win_kinds", points=4)
    said = capsys.readouterr().out
    assert "It calls chain_of, which is wrong" in said
    assert "the fork is forgotten" in said
    names = notebook(win_kinds=wrong.source)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    assert 0 < both == grade("win_kinds", points=4) < 4


def test_an_exercise_is_not_left_to_one_that_nobody_has_written(monkeypatch):
    """What is only a stub, or right in nothing, is not mended for whoever calls it."""
    assert uses("win_kinds") == ("neighbours", "chain_of", "corners_and_sides", "has_ring")
    assert uses("alphabeta") == uses("limited_alphabeta") == ()
    for body in ("raise NotImplementedError", "return 'nothing'"):
        source = f"""
def limited_alphabeta(*_):
    {body}


def alphabeta(game, state, *window):
    return limited_alphabeta(game, state, 99, None, *window)
"""
        names = loaded(source, "<notebook>")
        monkeypatch.setattr("autograder_tests.grading.callers_names", lambda names=names: names)
        assert grade("alphabeta", points=4) == 0


FULL_BOARD = """
def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0
"""


@pytest.mark.parametrize(
    "mistake",
    ["None is returned", "the last row", "occupied squares are included"],
)
def test_what_the_student_calls_is_paid_once_though_the_solution_does_not_call_it(
    mistake, monkeypatch, capsys
):
    """Lesson 01 itself sends students to `actions` for `terminal`."""
    names = [entry.name for entry in bank.entries("actions") if not entry.right]
    mistake = next((name for name in names if mistake in name), names[0])
    [wrong] = [entry for entry in bank.entries("actions") if entry.name == mistake]
    rights = [first_right(name) for name in ("player", "winner")]
    notebook = loaded("\n".join([*rights, wrong.source, FULL_BOARD]), "<notebook>")
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: notebook)
    assert grade("terminal", points=4) == 4
    assert grade("actions", points=4) < 4
    capsys.readouterr()


def first_right(exercise):
    """The source of the first right answer of the bank."""
    return next(entry.source for entry in bank.entries(exercise) if entry.right)


PAIRS = [(other, name) for name in files() for other in uses(name)]
FEW = {name: (other, name) for other, name in PAIRS}
"""For each exercise that calls others one of these; of its wrong answers some are tried by day."""


@pytest.mark.parametrize(
    ("other", "name", "every"),
    [
        *((*pair, 40) for pair in FEW.values()),
        *(pytest.param(*pair, 1, marks=pytest.mark.slow) for pair in PAIRS),
    ],
)
def test_a_right_caller_has_all_its_points_whatever_is_wrong_with_what_it_calls(
    other, name, every, monkeypatch, capsys
):
    """All pairs of a wrong answer of the bank and the solution of an exercise that calls it."""
    solved = "\n".join(map(ast.unparse, parts_of(name)))
    for wrong in [entry for entry in bank.entries(other) if not entry.right][::every]:
        notebook = loaded(f"{solved}\n{wrong.source}", "<notebook>")
        monkeypatch.setattr("autograder_tests.grading.callers_names", lambda it=notebook: it)
        assert grade(name, points=4) == 4, wrong.name
    capsys.readouterr()
