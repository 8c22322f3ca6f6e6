"""Honest work has the same points from stock nbgrader, `course grade` and the hidden checks."""

from contextlib import ExitStack
from functools import cache
from html import unescape

import nbformat
import pytest
from submissions import (
    GRADED,
    STOCK,
    Class,
    course_grade,
    earned,
    hand_in,
    nbgrader,
    notebooks,
    stock_course,
)
from toy_course import ROOT

from course_tools.grader.judge import grading
from course_tools.grader.judge.result import Submission
from course_tools.grader.judge.tasks import graded_lesson
from course_tools.grader.sandbox import Sandbox
from course_tools.studio.build import lessons

each_lesson = pytest.mark.parametrize("lesson", GRADED, ids=lambda lesson: lesson.name)


@pytest.fixture(scope="module")
def sandbox_without():
    """A function that gives the sandbox in which this is out of reach; each is begun once."""
    with ExitStack() as stack:
        yield cache(lambda away: stack.enter_context(Sandbox(ROOT, away=away)))


@pytest.mark.needs("bubblewrap or deno")
@each_lesson
def test_a_solved_lesson_earns_all_where_the_librarys_answers_are_out_of_reach(
    lesson, sandbox_without, tmp_path
):
    """What a lesson hands out to be used by the answers is not emptied with the rest."""
    work = tmp_path / "solved.ipynb"
    nbformat.write(Class(lesson).solved, work)
    judged = graded_lesson(lesson.name, ROOT)
    submission = Submission("ada", lesson.name, work)
    result = grading.graded(submission, judged, sandbox_without(judged.away)).result
    lost = {one.name: one.message for one in result.exercises if one.points != one.most}
    assert (lost, result.tampering) == ({}, ())


# A lesson takes stock nbgrader half a minute, so that all but one wait for `make night`, and of
# that one `make test` runs no solutions but those of eve, and no cell that only shows and computes.
IN_SHORT = [pytest.param(one, False, id="short") for one in GRADED if one.name == "02_minimax"]


@pytest.mark.timeout(900)  # under a minute each, on a computer that does nothing else
@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(
    ("lesson", "whole"),
    [*IN_SHORT, *(pytest.param(one, True, marks=pytest.mark.slow, id=one.name) for one in GRADED)],
)
def test_both_graders_give_the_points_that_the_hidden_checks_give(lesson, whole, tmp_path):
    """Solutions earn all, wrong answers their share, stubs nothing; one mistake is paid once."""
    name = lesson.name
    pupils = Class(lesson)
    wrong = pupils.wrong_answers()
    slipped, slips = pupils.with_one_mistake()
    course, other = folders(tmp_path)
    stock_course(course, lesson)
    if whole:
        hand_in(course, "ada", name, pupils.solved)
    hand_in(course, "cleo", name, pupils.with_answers(wrong))
    hand_in(course, "eve", name, slipped)
    nbgrader(course, "generate_assignment", name, "--force")
    student = notebooks(lesson)[1]
    made = (course / student.relative_to(ROOT)).read_bytes()
    assert made == student.read_bytes(), "it makes for students what the build has made"
    nbgrader(course, "autograde", name, STOCK)
    course_grade(course, other, lesson)
    for graded in (course, other):
        assert not whole or earned(graded, name, "ada") == pupils.points
        mistaken = pupils.expected(pupils.verdicts(slips))
        lost = {slip.exercise: mistaken[slip.exercise] for slip in slips}
        assert earned(graded, name, "eve") == pupils.points | lost
    same_points(pupils, wrong, earned(course, name, "cleo"), earned(other, name, "cleo"))

    nbgrader(course, "generate_feedback", name, "--student", "cleo")
    page = course / "grading" / "feedback" / "cleo" / name / f"{name}.html"
    text = unescape(page.read_text(encoding="utf-8"))
    named = [entry.name for entry in wrong if entry.named]
    assert named
    assert [name for name in named if name not in text] == []


@pytest.mark.slow
def test_stock_nbgrader_makes_our_student_edition_of_the_first_lesson(tmp_path):
    """The same as the build; its practice earns nothing, whether it is solved or a stub."""
    [lesson, *_] = lessons(ROOT)
    source, student = notebooks(lesson)
    stock_course(tmp_path, lesson)
    (tmp_path / student.relative_to(ROOT)).unlink()
    nbgrader(tmp_path, "generate_assignment", lesson.name, "--force")
    made = tmp_path / student.relative_to(ROOT)
    assert made.read_bytes() == student.read_bytes(), "opening pictures included"
    for pupil, path in (("ada", source), ("bob", made)):
        hand_in(tmp_path, pupil, lesson.name, nbformat.read(path, as_version=4))
    nbgrader(tmp_path, "autograde", lesson.name, STOCK)
    for pupil in ("ada", "bob"):
        assert earned(tmp_path, lesson.name, pupil) == {"middle_first": 0}


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.needs("bubblewrap")
@each_lesson
def test_both_graders_give_every_answer_of_the_bank_its_points(lesson, tmp_path):
    """Each student gave one of the bank's answers, wrong or right, to every exercise."""
    name = lesson.name
    pupils = Class(lesson)
    course, other = folders(tmp_path)
    stock_course(course, lesson)
    students = {f"student{number}": given for number, given in enumerate(pupils.all_answers())}
    for student, answers in students.items():
        hand_in(course, student, name, pupils.with_answers(answers))
    nbgrader(course, "generate_assignment", name, "--force")
    nbgrader(course, "autograde", name, STOCK)
    course_grade(course, other, lesson)
    for student, answers in students.items():
        both = (earned(graded, name, student) for graded in (course, other))
        same_points(pupils, answers, *both)


def same_points(pupils, answers, stock, ours):
    """Fail unless both graders gave these answers the points of the hidden checks.

    Two differences are meant: where an exercise's own cell is untouched, and its function stands
    in another exercise's cell, `course grade` takes it from there, and says so. And an answer that
    keeps what it was asked may have other points where cells ask before the check, yet never all.
    """
    verdicts = pupils.verdicts(answers)
    expected = pupils.expected(verdicts)
    kept = {name for name, verdict in verdicts.items() if verdict.kept}
    more = kept | pupils.elsewhere(answers)
    for found, but in ((stock, kept), (ours, more)):
        assert found.keys() == expected.keys()
        assert {name: found[name] for name in found if name not in but} == {
            name: expected[name] for name in expected if name not in but
        }
        assert [name for name in kept if found[name] == pupils.points[name]] == []


def folders(place):
    """Two new folders there, for the two graders."""
    both = place / "stock", place / "ours"
    for folder in both:
        folder.mkdir()
    return both
