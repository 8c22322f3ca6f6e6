"""The checks of lesson 02 teach; that what it says is so, its claims hold."""

from dataclasses import replace

from lesson_output import answer

from autograder_tests import bank, hidden_check
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded


def test_a_kind_of_cases_that_costs_no_points_can_be_asked_alone():
    """As grading asks a right answer's kinds again, one by one, in new cases."""
    exercise = exercise_named("remembering")
    free = replace(exercise.groups()[1], weight=0)
    [right, *_] = [entry.source for entry in bank.entries("remembering") if entry.right]
    student = NotebookStudent(loaded(right, "<answer>"))
    assert judge(exercise, student, [free]).passed


def test_a_search_that_looks_below_its_depth_is_found_out():
    """On a secret tree the grader knows which leaves were looked at, even if the value is right."""
    source = answer("depth_limited", "one function").replace("depth_limited", "search")
    source += """
def depth_limited(game, state, depth, evaluate):
    search(game, state, depth + 2, evaluate)
    return search(game, state, depth, evaluate)
"""
    verdict = hidden_check("depth_limited")(NotebookStudent(loaded(source)))
    assert not verdict.passed
    assert "is to be looked at" in str(verdict.message)
