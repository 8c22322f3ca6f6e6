"""A small course whose exercises have answers in the bank, and a class that has handed them in."""

import ast
import csv
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import nbformat
from toy_course import ROOT

from autograder_tests import bank
from autograder_tests.submissions import submission
from course_lib.checks.cases import SEED
from course_tools.grader.judge.result import Result, Submission
from course_tools.studio.build import read_lesson
from course_tools.studio.build.notebooks import notebook_bytes, source_notebook
from course_tools.studio.build.release import student_notebook

LESSON = "01_small"
EXERCISES = ("player", "actions", "winner")
POINTS = {"player": 2, "actions": 2, "winner": 3}

OPENING = """\
# %% [markdown]
# # A small lesson

# %%
from copy import deepcopy

from course_lib.checks import check, needs
from course_lib.views import show

X, O, EMPTY = "X", "O", None

# %%
board = [[EMPTY] * 3 for _ in range(3)]
board
"""
SHOWN = """\

# %%
with needs("{name}"):
    print("{name} says:", {name}(board))
"""


def small_course(root: Path, exercises: Iterable[str] = EXERCISES, name: str = LESSON) -> Path:
    """This folder with a course of one lesson, whose solutions are the bank's first right ones."""
    text = OPENING
    for exercise in exercises:
        points = POINTS.get(exercise, 1)
        text += f'\n# %% exercise="{exercise}"\n{_with_marks(exercise)}\n'
        text += SHOWN.format(name=exercise)
        text += f'\n# %% check="{exercise}" points={points}\n'
    source = root / "solutions" / f"{name}.py"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "nbgrader_config.py", root)
    (root / "course.toml").write_text(f'seed = "{SEED}"\n', encoding="utf-8")
    notebook = source_notebook(read_lesson(source))
    editions = {"solutions": notebook, "notebooks": student_notebook(name, notebook, root)}
    for folder, edition in editions.items():
        place = root / folder / name / f"{name}.ipynb"
        place.parent.mkdir(parents=True)
        place.write_bytes(notebook_bytes(edition))
    return root


def answer(exercise: str, *, right: bool, number: int = 0) -> str:
    """One of the bank's answers to this exercise."""
    some = [one for one in bank.entries(exercise) if one.right is right]
    found = [one.source for one in sorted(some, key=lambda one: not one.named)]
    return found[number % len(found)]


RIGHT = {exercise: answer(exercise, right=True) for exercise in EXERCISES}
WRONG = {exercise: answer(exercise, right=False) for exercise in EXERCISES}


def course_of(root: Path, pupils: Mapping[str, Mapping[str, str]]) -> Path:
    """A small course in this folder, whose class has handed in these answers."""
    small_course(root)
    for student, answers in pupils.items():
        handed_in(root, student, answers)
    return root


def grade_words(root: Path, *more: str) -> list[str]:
    """The command that grades this class; shut in where that is possible here."""
    command = [sys.executable, "-m", "course_tools.cli", "grade", str(root / "class")]
    return [*command, "--root", str(root), *more]


def gradebook_of(root: Path):
    """The course's gradebook as nbgrader opens it."""
    from nbgrader import api

    return api.Gradebook(f"sqlite:///{root / 'grading/gradebook.db'}", "adversarial-search")


def scores(root: Path, lesson: str = LESSON) -> dict[str, float]:
    """What nbgrader's gradebook says that each student has."""
    with gradebook_of(root) as book:
        return {one.student.id: one.score for one in book.assignment_submissions(lesson)}


def table_of(root: Path) -> list[dict[str, str]]:
    """The rows of `grades.csv`."""
    text = (root / "grading" / "grades.csv").read_text("utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def timeless(result: Result) -> Result:
    """The result without what differs from run to run."""
    grades = tuple(replace(grade, seconds=0) for grade in result.exercises)
    return replace(result, exercises=grades)


def notebook_of(
    root: Path, answers: Mapping[str, str], name: str = LESSON
) -> nbformat.NotebookNode:
    """The student edition with these answers in it."""
    place = root / "notebooks" / name / f"{name}.ipynb"
    return submission(nbformat.read(place, as_version=4), answers)


def handed_in(
    root: Path,
    student: str,
    answers: Mapping[str, str],
    name: str = LESSON,
    *,
    extra: str = "",
    below: Iterable[str] = (),
) -> Submission:
    """A submission with these answers; the student has added a cell on top, and some `below`."""
    notebook = notebook_of(root, answers, name)
    if extra:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(extra, id="added"))
    notebook.cells += map(nbformat.v4.new_code_cell, below)
    place = root / "class" / student / f"{name}.ipynb"
    place.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, place)
    return Submission(student, name, place)


def _with_marks(exercise: str) -> str:
    """The first right answer, with its function's body marked as the solution."""
    text = answer(exercise, right=True).strip("\n")
    lines = text.splitlines()
    function = next(
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name == exercise
    )
    first, last = function.body[0].lineno - 1, function.end_lineno
    marked = ["    ### BEGIN SOLUTION", *lines[first:last], "    ### END SOLUTION"]
    return "\n".join([*lines[:first], *marked, *lines[last:]])
