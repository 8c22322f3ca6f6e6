"""nbgrader's own pages work on a course of ours: its scores and answers are seen there."""

import re

import nbformat
import pytest
from harness import TOKEN
from submissions import STOCK, hand_in, nbgrader

from autograder_tests import bank
from autograder_tests.submissions import reference, submission
from course_tools.studio.build.building import places
from course_tools.studio.build.lesson import read_lesson
from course_tools.studio.build.notebooks import notebook_bytes, source_notebook

NAME = "01_small"
LESSON = '''\
# %% [markdown]
# # Whose turn is it?

# %%
from course_lib.checks import check

# %% exercise="player"
def player(board):
    """The mark of the player to move."""
    ### BEGIN SOLUTION
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"
    ### END SOLUTION


# %% check="player" points=4
'''

STAND_IN = "window.MathJax = { Hub: { Startup: { signal: { Interest(tell) { tell('End'); } } } } };"
"""The page of a submission asks a server elsewhere for MathJax, and stops when it gets nothing."""


@pytest.fixture(scope="module")
def course(jupyter):
    """The Jupyter, in whose folder lies a small course with a right and a wrong answer graded."""
    root = jupyter.root
    source_path, student_path = places(NAME, root)
    source_path.parent.mkdir(parents=True)
    text = root / "solutions" / f"{NAME}.py"
    text.write_text(LESSON, encoding="utf-8")
    source = source_notebook(read_lesson(text))
    source_path.write_bytes(notebook_bytes(source))
    nbgrader(root, "generate_assignment", NAME)
    student = nbformat.read(student_path, as_version=4)
    wrong = next(entry for entry in bank.entries("player") if not entry.right and entry.named)
    hand_in(root, "ada", NAME, submission(student, reference(source)))
    hand_in(root, "bob", NAME, submission(student, {"player": wrong.source}))
    nbgrader(root, "autograde", NAME, STOCK)
    return jupyter


def test_scores_and_answers_are_seen_in_the_formgrader(course, page):
    """The assignment has two submissions; the worse one shows its points and what was wrong."""
    page.route(re.compile("MathJax|mathjax"), lambda route: route.fulfill(body=STAND_IN))
    page.goto(f"{course.address}formgrader?token={TOKEN}")
    row = page.get_by_role("row").filter(has_text=NAME)
    assert row.locator(".num-submissions").inner_text() == "2"
    page.get_by_role("link", name="Manual Grading").first.click()
    page.get_by_role("link", name=NAME).click()
    page.get_by_role("link", name=NAME).last.click()
    page.get_by_role("link", name="Submission #").first.wait_for()
    assert page.get_by_role("row").filter(has_text="4 / 4").count() == 1

    page.get_by_role("row").filter(has_text="0 / 4").get_by_role("link").first.click()
    page.locator("input.score[placeholder='0']").wait_for()
    assert "the wrong player is to move" in page.locator(".course-verdict").first.inner_text()
    images = "[...document.querySelectorAll('.course-verdict img')]"
    page.wait_for_function(f"{images}.some((one) => one.naturalWidth > 0)")
