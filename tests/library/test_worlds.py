"""Small worlds are complete, and what is wrong there shows at its smallest."""

import importlib
import math

import pytest

from autograder_tests import bank, exercises
from autograder_tests.cases import EVERY_TREE
from autograder_tests.solution import namespace
from course_lib.checks.calling import Request
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.checks.verdict import CRASHED
from course_lib.checks.worlds import line_about, orders, shapes, world
from course_lib.games import TextbookTree, mobility
from course_tools.grader.sandbox.pipe import PipeStudent, serving

leaf_windows = importlib.import_module("autograder_tests.03_alpha_beta.shared").leaf_windows

ALPHABETA = """
from math import inf
def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    largest = game.to_move(state) == "MAX"
    best = -inf if largest else inf
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        best = max(best, value) if largest else min(best, value)
        if largest:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
SLIPS = {
    'largest = game.to_move(state) == "MAX"': "largest = True",
    "best = -inf if largest else inf": "best = 0 if largest else inf",
    "if alpha >= beta": "if True",
    "if largest:\n            alpha": "if not largest:\n            alpha",
}


def test_all_trees_up_to_four_leaves_are_there_in_order_of_size():
    """1, 1, 3 and 11 shapes, with every weak order: 868 trees, and some with a zero among them."""
    assert [len(shapes(leaves)) for leaves in range(1, 5)] == [1, 1, 3, 11]
    assert [len(orders(many)) for many in range(1, 5)] == [1, 3, 13, 75]
    games = [member["game"].tree for member in world(EVERY_TREE)]
    assert len(games) == 2129
    assert len(set(games)) == len(games)


@pytest.mark.parametrize(("right", "slip"), SLIPS.items())
def test_a_slip_in_alphabeta_shows_on_a_tree_with_three_leaves_or_fewer(right, slip):
    """And the pasted line shows it."""
    source = ALPHABETA.replace(right, slip)
    assert source != ALPHABETA
    names = loaded(source)
    verdict = judge(exercise_named("alphabeta"), NotebookStudent(names), causes=False)
    assert not verdict.passed
    whole = loaded(ALPHABETA)["alphabeta"]
    wrong = next(
        member for member in world(EVERY_TREE) if whole(**member) != names["alphabeta"](**member)
    )
    assert str(wrong["game"].tree).count(",") <= 4


def test_a_search_that_fails_in_the_world_is_judged_there():
    """An exception, and what never ends, are told about the member at which they come."""
    words = "if game.is_terminal(state):"
    source = ALPHABETA.replace(words, f"if len(game.actions(state)) > 3: 1 / 0\n    {words}")
    verdict = judge(exercise_named("alphabeta"), NotebookStudent(loaded(source)), causes=False)
    assert verdict.status == CRASHED
    assert "ZeroDivisionError" in str(verdict.message)


def test_a_world_crosses_the_pipe_as_one_list(tmp_path):
    """What comes back is judged outside; it is the same as in the notebook."""
    file = tmp_path / "answer.py"
    file.write_text(ALPHABETA, encoding="utf-8")
    line = "alphabeta(game, state)"
    request = Request((line,), world=EVERY_TREE)
    with PipeStudent(serving(file)) as student:
        [[answer]] = student.answers([request])
    [[mine]] = NotebookStudent(loaded(ALPHABETA)).answers([request])
    assert len(answer.value) == 2129
    assert answer.value == mine.value


class Looked(TextbookTree):
    """A tree that notes the leaves whose numbers it is asked for."""

    def utility(self, state, player):
        """The leaf's number, which now has been looked at."""
        vars(self).setdefault("leaves", set()).add(state)
        return super().utility(state, player)


CUTS = {
    "alphabeta": "{}(game, state, -inf, inf)",
    "limited_alphabeta": "{}(game, state, 9, mobility, -inf, inf)",
    "bounded_alphabeta": "{}(game, state, -inf, inf, {{}})",
}


@pytest.mark.parametrize("name", CUTS)
def test_whoever_passes_looks_at_the_leaves_that_matter_and_no_others(name):
    """In every tree up to four leaves: few trees are asked about cuts, and they are enough."""
    passed = [
        entry
        for entry in bank.entries(name)
        if judge(exercise_named(name), exercises.student(entry), causes=False).passed
    ]
    assert len(passed) > 1
    line = compile(CUTS[name].format(name), "<line>", "eval")
    for entry in passed:
        names = {"inf": math.inf, "mobility": mobility} | loaded(entry.source, "<answer>")
        for member in world(EVERY_TREE):
            game = Looked(member["game"].tree)
            eval(line, names | {"game": game, "state": member["state"]})  # noqa: S307 - ours
            # A leaf matters if alpha is below beta when its turn comes.
            windows = leaf_windows(member["game"])
            matter = {path for path, (low, high) in windows.items() if low < high}
            assert vars(game)["leaves"] == matter, (entry.name, game.tree)


def test_at_least_twelve_exercises_have_a_whole_world():
    """And the lines are what a student could paste."""
    cases = [
        (name, case)
        for name in exercises.files()
        for group in exercise_named(name).groups()
        for case in group.cases
        if case.world
    ]
    assert len({name for name, _ in cases}) >= 12
    for name, case in cases:
        member = world(case.world)[len(world(case.world)) // 2]
        line = line_about(case.line, member)
        [[answer]] = NotebookStudent(namespace(name)).answers([Request((line,))])
        assert answer.error is None, line
