"""Stock nbgrader gives every lesson's solutions, stubs and wrong answers the points they earn."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from submissions import GRADED, Class, earned, hand_in, nbgrader, stock_course

from course_lib.build import Lesson

each_lesson = pytest.mark.parametrize("lesson", GRADED, ids=lambda lesson: lesson.name)


@pytest.mark.timeout(900)  # under a minute each, on a computer that does nothing else
@each_lesson
def test_nbgrader_gives_the_points_that_the_hidden_checks_give(
    lesson: Lesson, tmp_path: Path
) -> None:
    """Solutions earn all, stubs nothing, wrong answers their share; feedback names the mistakes."""
    name = lesson.name
    pupils = Class(lesson)
    wrong = pupils.wrong_answers()
    course = stock_course(tmp_path, lesson)
    hand_in(course, "ada", name, pupils.solved)
    hand_in(course, "bob", name, pupils.untouched)
    hand_in(course, "cleo", name, pupils.with_answers(wrong))
    nbgrader(course, "generate_assignment", name, "--force")
    nbgrader(course, "autograde", name)
    assert earned(course, name, "ada") == pupils.points
    assert earned(course, name, "bob") == dict.fromkeys(pupils.points, 0)
    assert earned(course, name, "cleo") == pupils.expected(wrong)

    nbgrader(course, "generate_feedback", name, "--student", "cleo")
    page = course / "grading" / "feedback" / "cleo" / name / f"{name}.html"
    text = unescape(page.read_text(encoding="utf-8"))
    assert len(wrong) >= 3
    assert [entry.name for entry in wrong if entry.name not in text] == []


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@each_lesson
def test_nbgrader_gives_every_answer_of_the_bank_its_points(lesson: Lesson, tmp_path: Path) -> None:
    """Each student gave one of the bank's answers, wrong or right, to every exercise."""
    name = lesson.name
    pupils = Class(lesson)
    course = stock_course(tmp_path, lesson)
    students = {f"student{number}": given for number, given in enumerate(pupils.all_answers())}
    for student, answers in students.items():
        hand_in(course, student, name, pupils.with_answers(answers))
    nbgrader(course, "generate_assignment", name, "--force")
    nbgrader(course, "autograde", name)
    got = {student: earned(course, name, student) for student in students}
    assert got == {student: pupils.expected(answers) for student, answers in students.items()}
