"""What is kept with a game, and what is changed, shows in the notebook and across a pipe."""

import pytest
from lesson_output import notebook

from autograder_tests import hidden_check
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.checking import verdict_in
from course_lib.checks.evidence import NotebookStudent
from course_tools.grader.sandbox.pipe import PipeStudent, serving

WORTH = """
def worth(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [worth(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == game.players[0] else min(values)
"""
ON_THE_GAME = """
def minimax_value(game, state):
    if not hasattr(game, "kept"):
        game.kept = worth(game, state)
    return game.kept
"""
BY_IDENTITY = """
kept = {}
def minimax_value(game, state):
    if id(game) not in kept:
        kept[id(game)] = game, worth(game, state)
    return kept[id(game)][1]
"""
EMPTIES = """
def best_turn(after_one, held):
    best, hold = after_one * 0 - 1, 0
    return len([held.pop() for _ in list(held)]), hold
"""
APPENDS = """
def targets(values, result, lam, drawn):
    values.append(result)
    return values[1:]
"""


@pytest.mark.parametrize("memory", [ON_THE_GAME, BY_IDENTITY], ids=["on the game", "by identity"])
def test_what_is_kept_with_the_game_shows_and_costs_points(memory, tmp_path):
    """In the notebook with two calls to paste, in the grade, and across a pipe."""
    source = WORTH + memory
    names = notebook("minimax_value", source)
    verdict = verdict_in(names, "minimax_value")
    assert verdict.kept
    assert "kept with the game" in str(verdict.message)
    assert verdict.cause
    first, second, third = verdict.line.split("; ")
    assert first.startswith("game = ")
    again = notebook("minimax_value", source)
    setup, _, _ = verdict.call.rpartition(f"; {third}")
    exec(setup, again)  # noqa: S102 - it is there to be pasted
    assert repr(eval(third, again)) == verdict.got  # noqa: S307 - the same
    assert second.startswith("minimax_value(game, ")
    assert (
        hidden_check("minimax_value")(NotebookStudent(notebook("minimax_value", source))).share < 1
    )
    file = tmp_path / "answer.py"
    file.write_text(source, encoding="utf-8")
    with PipeStudent(serving(file)) as student:
        assert not judge(exercise_named("minimax_value"), student, causes=False).passed


@pytest.mark.parametrize(("exercise", "source"), [("best_turn", EMPTIES), ("targets", APPENDS)])
def test_a_change_of_what_is_handed_in_is_told_before_its_effects(exercise, source):
    """In every exercise, also where the value is wrong as well; an empty list is no board."""
    verdict = verdict_in(notebook(exercise, source), exercise)
    assert "changed what it was given" in str(verdict.message)
