"""A student's path through lesson 02 in a real JupyterLab: a mistake is named, mended and used."""

import csv
import shutil

import nbformat
import pytest
from console import course
from harness import BOOK, DONE, press, press_key
from playwright.sync_api import expect
from submissions import GRADED, notebooks, stock_course
from toy_course import ROOT

from autograder_tests import bank
from autograder_tests.submissions import points, reference
from course_tools.build import lessons

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

    def command(self, name):
        """Choose this in the menu, and wait until it is done."""
        self.page.evaluate(f"window.jupyterapp.commands.execute('{name}').then(() => null)")

    def restart(self):
        """Restart the kernel; nothing of what was run is known any more, or seen."""
        self.page.evaluate(f"{BOOK}.sessionContext.session.kernel.restart()")
        self.command("notebook:clear-all-cell-outputs")

    def run_check(self, name):
        """Run the check of this exercise and nothing else."""
        choose = f"(at) => {{ const book = {BOOK}; book.content.activeCellIndex = at; }}"
        self.page.evaluate(choose, self.page.evaluate(CELL, f"check_{name}"))
        self.command("notebook:run-cell")

    def replace(self, name, source):
        """Write this answer to the exercise, without running it."""
        at = self.page.evaluate(CELL, name)
        self.page.evaluate(
            f"([at, text]) => {BOOK}.content.widgets[at].model.sharedModel.setSource(text)",
            [at, source],
        )


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


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_student_goes_from_the_first_lesson_to_the_league(jupyter, page, tmp_path):
    """One folder, nine lessons: mistakes, restarts, cells out of order, hand-in, grade, league."""
    home = jupyter.root / "journey" / "notebooks"
    shutil.copytree(ROOT / "notebooks", home)
    shutil.copy(jupyter.root / jupyter.write(["1 + 1"]), home / "scratch.ipynb")
    Student(jupyter.open(page, "journey/notebooks/scratch.ipynb")).command("docmanager:save")
    for lesson in lessons(ROOT):
        notebook = f"journey/notebooks/{lesson.name}/{lesson.name}.ipynb"
        learn(Student(jupyter.open(page, notebook)), lesson)
        jupyter.stop_kernels()
    kept = "".join(path.read_text(encoding="utf-8") for path in home.parent.glob("my_work/*.py"))
    assert all(f"# %% {check.check}\n" in kept for one in GRADED for check in one.checks)

    # What JupyterLab left beside the lessons is handed in too, and lies in the teacher's folder.
    root, handed_in = tmp_path / "course", tmp_path / "class" / "ada"
    root.mkdir()
    for lesson in lessons(ROOT):
        stock_course(root, lesson)
    (home / "scratch.ipynb").unlink()
    shutil.copytree(home / ".ipynb_checkpoints", root / "notebooks" / ".ipynb_checkpoints")
    shutil.copytree(home, handed_in)
    graded = course("grade", str(handed_in.parent), "--root", str(root))
    assert graded.code == 0, graded.out
    with (root / "grading" / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [(row["lesson"], row["total"]) for row in csv.DictReader(file)] == [
            (lesson.name, f"{sum(check.points for check in lesson.checks):g}")
            for lesson in lessons(ROOT)
        ]
    page.goto((root / "grading" / "feedback" / "ada.html").as_uri())
    assert page.get_by_role("heading", name="tournament").count()

    game = ("--game", "connect-four:rows=4,columns=4", "--budget", "60", "--with-baselines")
    played = course("league", str(handed_in.parent), *game, "--root", str(root))
    assert "42 games played" in played.out
    page.goto((root / "grading" / "league" / "connect-four" / "ladder.html").as_uri())
    assert page.get_by_role("row").filter(has_text="ada").count()


def learn(student, lesson):
    """Work through this lesson as people do, until all of its checks are passed and it is saved."""
    page = student.page
    answers = reference(nbformat.read(notebooks(lesson)[0], as_version=4))
    assert page.evaluate(FAULTS) == [], "the notebook as it was handed out"
    assert {student.status(name) for name in answers} <= {"not attempted", "waiting"}
    first, *_, last = [*answers, *answers]
    wrong = next(entry for entry in bank.entries(first) if not entry.right and entry.named)
    student.write(first, wrong.source)
    assert student.status(first) not in ("correct", "not attempted")
    student.restart()
    student.run_check(last)
    assert student.status(last) != "correct", "the cell with the answer has not been run"
    assert page.evaluate(FAULTS) == [], "a check before its answer"
    for name, answer in answers.items():
        student.replace(name, answer)
    student.restart()
    student.command("notebook:run-all-cells")
    page.wait_for_function(DONE, timeout=600_000)
    assert page.evaluate(FAULTS) == []
    assert {student.status(name) for name in answers} == {"correct"}
    shown = "".join(page.locator(".jp-OutputArea-output").all_inner_texts())
    assert "the library's" not in shown, "a function of an earlier lesson is not brought back"
    student.command("docmanager:save")
