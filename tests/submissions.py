"""Work is handed in, graded by stock nbgrader and by `course grade`, and its points are read."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import zip_longest
from pathlib import Path

import nbformat
from console import course, quick_module, ran
from nbformat import NotebookNode
from toy_course import ROOT

from autograder_tests import bank, hidden_check
from autograder_tests.following import uses
from autograder_tests.submissions import points, reference, submission
from course_lib.checks.cases import SEED
from course_lib.checks.verdict import Verdict
from course_tools.studio.build import Lesson, lessons
from course_tools.studio.build.bank_report import student_of
from course_tools.studio.build.building import places
from course_tools.studio.build.running import surroundings

GRADED = [lesson for lesson in lessons(ROOT) if any(cell.points for cell in lesson.checks)]
"""The lessons that are graded."""


STOCK = "--Autograde.exporter_class=nbconvert.exporters.NotebookExporter"
"""Lets `nbgrader autograde` run notebooks itself, as it does where no door of ours is."""


def nbgrader(root: Path, *words: str) -> str:
    """What nbgrader's own command says in this course's folder, when it does as it is told."""
    done = _run(root, "nbgrader", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def course_grade(stock: Path, root: Path, lesson: Lesson) -> None:
    """Let `course grade` grade in this folder what was handed in in that one."""
    stock_course(root, lesson)
    handed_in = stock / "grading" / "submitted"
    words = ("grade", str(handed_in), "--root", str(root), "--lesson", lesson.name)
    done = course(*words)
    assert done.code in (0, 1), done.out + done.err


def _run(folder: Path, module: str, *words: str) -> subprocess.CompletedProcess[str]:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return ran(
        *quick_module(module, *words), cwd=folder, env={**surroundings(folder), "PATH": programs}
    )


def stock_course(root: Path, lesson: Lesson) -> Path:
    """This folder as a course that has this lesson alone, as nbgrader needs it."""
    shutil.copy(ROOT / "nbgrader_config.py", root)
    (root / "course.toml").write_text(f'seed = "{SEED}"\n', encoding="utf-8")
    for path in notebooks(lesson):
        copy = root / path.relative_to(lesson.path.parent.parent)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    return root


def notebooks(lesson: Lesson) -> tuple[Path, Path]:
    """Where the lesson's source notebook and student notebook lie."""
    return places(lesson.name, lesson.path.parent.parent)


def hand_in(root: Path, student: str, name: str, notebook: NotebookNode) -> None:
    """Put the notebook where nbgrader finds what this student has handed in for this lesson."""
    folder = root / "grading" / "submitted" / student / name
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")


def earned(root: Path, name: str, student: str) -> dict[str, float]:
    """The points that this student has in the gradebook, by exercise."""
    from nbgrader.api import Gradebook

    place = f"sqlite:///{root / 'grading' / 'gradebook.db'}"
    with Gradebook(place, "adversarial-search") as book:
        [notebook] = book.find_submission(name, student).notebooks
        return {
            grade.name.removeprefix("check_"): grade.score
            for grade in notebook.grades
            if grade.name.startswith("check_")
        }


TRIED = """

from course_lib import Count as Tried
from course_lib.views import play_widget, show
print("one more try")
show(Tried(3), Tried(3).initial)
play_widget(Tried(3))
"""
"""What students leave behind in the cell of an answer."""


def _in_short(notebook: NotebookNode) -> NotebookNode:
    """The notebook without what only shows and computes: stock nbgrader would run all of it."""
    short, kept = deepcopy(notebook), (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Assign)
    short.cells = [cell for cell in short.cells if cell.cell_type == "code"]
    for cell in short.cells:
        if "nbgrader" not in cell.metadata:
            parts = [part for part in ast.parse(cell.source).body if isinstance(part, kept)]
            cell.source = "\n".join(map(ast.unparse, parts))
    return short


class Class:
    """The submissions of one lesson: solved, untouched, and with answers of the bank."""

    def __init__(self, lesson: Lesson) -> None:
        """Read both editions of the lesson."""
        source, student = (nbformat.read(path, as_version=4) for path in notebooks(lesson))
        self.untouched, self.answers = _in_short(student), reference(source)
        self.solved = submission(student, self.answers)
        self.points = points(student)
        self.bank = {
            name: sorted(bank.entries(name), key=lambda entry: (entry.right, not entry.named))
            for name in self.points
        }

    def wrong_answers(self) -> list[bank.Entry]:
        """A wrong answer to every second exercise."""
        return [self.bank[name][0] for name in list(self.points)[::2]]

    def all_answers(self) -> Iterator[list[bank.Entry]]:
        """Every answer of the bank, wrong or right, one to each exercise at a time."""
        for answers in zip_longest(*self.bank.values()):
            yield [entry for entry in answers if entry is not None]

    def with_answers(self, answers: list[bank.Entry]) -> NotebookNode:
        """The notebook of somebody who tried and showed these answers, and touched nothing else."""
        return submission(self.untouched, {one.exercise: one.source + TRIED for one in answers})

    def with_one_mistake(self) -> tuple[NotebookNode, list[bank.Entry]]:
        """A solved notebook, but for a wrong answer that as many other answers call as can be."""
        called = [other for name in self.points for other in uses(name)]
        wrong = self.bank[max(self.points, key=called.count)][0]
        return submission(self.untouched, {**self.answers, wrong.exercise: wrong.source}), [wrong]

    def elsewhere(self, answers: list[bank.Entry]) -> set[str]:
        """The exercises left untouched that another's answer defines, as a helper of its own."""
        defined = {
            node.name
            for entry in answers
            for node in ast.parse(entry.source).body
            if isinstance(node, ast.FunctionDef)
        }
        return (defined & set(self.points)) - {entry.exercise for entry in answers}

    def verdicts(self, answers: list[bank.Entry]) -> dict[str, Verdict]:
        """What the hidden checks say of each of these answers alone, by exercise."""
        found = {}
        for entry in answers:
            with student_of(entry, "notebook") as student:
                found[entry.exercise] = hidden_check(entry.exercise)(student)
        return found

    def expected(self, verdicts: dict[str, Verdict]) -> dict[str, float]:
        """The points by exercise that these verdicts give."""
        earned = {name: one.points(self.points[name]) for name, one in verdicts.items()}
        return dict.fromkeys(self.points, 0.0) | earned
