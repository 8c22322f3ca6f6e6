"""A student's path through lesson 02 in a real JupyterLab: a mistake is named, mended and used."""

import shutil

import nbformat
import pytest
from harness import BOOK, DONE, press, press_key
from playwright.sync_api import expect
from submissions import GRADED, notebooks

from autograder_tests import bank
from autograder_tests.submissions import points, reference

LESSON = next(lesson for lesson in GRADED if lesson.name.startswith("02"))
MISTAKE = "both players maximise"
CELL = f"""(name) => {BOOK}.content.widgets.findIndex(
    (one) => one.model.sharedModel.getMetadata("nbgrader")?.grade_id === name)"""
RUNS = f"Math.max(...{BOOK}.content.widgets.map((one) => one.model.executionCount ?? 0))"
FAULTS = f"""{BOOK}.content.widgets.filter((one) => one.model.type === "code")
    .flatMap((one) => one.model.outputs.toJSON())
    .filter((one) => one.output_type === "error" || one.name === "stderr")"""


class Student:
    """Somebody at the keyboard and the mouse, with the lesson open."""

    def __init__(self, page):
        """Sit down before this page."""
        self.page = page

    def cell(self, name, *, after=0):
        """The cell that nbgrader calls this, or one further down."""
        number = self.page.evaluate(CELL, name)
        assert number >= 0, name
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number + after)

    def write(self, name, source):
        """Type this answer to the exercise, and run it and its check."""
        editor = self.cell(name).locator(".cm-content")
        editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(source)
        assert editor.inner_text().split() == source.split()
        self.run(self.cell(name))
        self.run(self.cell(f"check_{name}"))

    def run(self, cell):
        """Run this cell and wait until the kernel has nothing more to do."""
        cell.locator(".cm-content").click()
        before = self.page.evaluate(RUNS)
        self.page.keyboard.press("Shift+Enter")
        self.page.wait_for_function(f"{RUNS} > {before} && {DONE}", timeout=240_000)

    def code_after(self, name, holding):
        """The first code cell below this one that holds these words."""
        for after in range(1, 30):
            cell = self.cell(name, after=after)
            if holding in cell.locator(".jp-InputArea").inner_text():
                return cell
        raise AssertionError(f"no cell below {name} holds {holding!r}")

    def verdict(self, name):
        """The box with what the check of this exercise says."""
        return self.cell(f"check_{name}").locator(".course-verdict")

    def status(self, name):
        """What this box says, in a word or two."""
        return str(self.verdict(name).get_attribute("data-status"))


@pytest.fixture
def student(jupyter, page):
    """A student who has opened the lesson and run all of its cells."""
    _, handed_out = notebooks(LESSON)
    shutil.copy(handed_out, jupyter.root)
    yield Student(jupyter.open(page, handed_out.name))
    jupyter.stop_kernels()


def test_a_student_walks_through_lesson_02(student):
    """Untouched, wrong, right, watched by keyboard, and played against with the mouse."""
    page = student.page
    source, handed_out = (nbformat.read(path, as_version=4) for path in notebooks(LESSON))
    assert {student.status(name) for name in points(handed_out)} == {"not attempted"}
    assert page.evaluate(FAULTS) == []
    seen = "(image) => image.complete && image.naturalWidth > 0"
    assert page.locator(".jp-MarkdownOutput img").first.evaluate(seen)

    [wrong] = [entry for entry in bank.entries("minimax_value") if entry.name == MISTAKE]
    student.write("minimax_value", wrong.source.strip())
    verdict = student.verdict("minimax_value")
    assert student.status("minimax_value") == "wrong"
    assert MISTAKE in verdict.inner_text()
    assert verdict.locator("img").first.evaluate(seen)

    answers = reference(source)
    for name in ("minimax_value", "best_action"):
        student.write(name, answers[name])
        assert student.status(name) == "correct"

    watched = student.code_after("check_minimax_value", "step_through")
    student.run(watched)
    player = watched.locator(".cl-player")
    player.wait_for()
    words = watched.locator(".cl-say").first
    poster = words.inner_text()
    press(page, "Forward", key="ArrowRight", within=".cl-player")
    assert words.inner_text() != poster
    press_key(page, "Home", within=".cl-player")
    start = words.inner_text()
    press_key(page, "ArrowRight", within=".cl-player")
    assert words.inner_text() != start
    press_key(page, "End", within=".cl-player")
    press_key(page, "Home", within=".cl-player")
    assert words.inner_text() == start

    played = student.code_after("check_best_action", "play_widget")
    student.run(played)
    played.locator(".course-board [data-square=b2]").click()
    # Two squares are taken when the student's own function has answered.
    expect(played.locator(".course-board [data-square].may")).to_have_count(7, timeout=60_000)
    assert page.evaluate(FAULTS) == []
