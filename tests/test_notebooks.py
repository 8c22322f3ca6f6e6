"""The notebooks agree with their sources, and carry pictures alone.

That each of them runs from top to bottom is shown by `test_student_edition.py`.
"""

from pathlib import Path

import nbformat
import pytest

from autograder_tests.exercises import files
from course_tools.build import building, differences, lessons, strangers

ROOT = Path(__file__).resolve().parent.parent
LESSONS = lessons(ROOT)
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*/*.ipynb"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_each_exercise_has_one_check_below_it(lesson):
    """In the same order; what it counts stands in the lesson's source alone."""
    exercises = [cell.exercise for cell in lesson.cells if cell.exercise]
    assert [cell.check for cell in lesson.checks] == exercises


def test_there_is_a_notebook_for_every_source_and_no_other():
    """`solutions/NN_topic.py` belongs to `notebooks/NN_topic/NN_topic.ipynb`, one to one."""
    names = [lesson.name for lesson in LESSONS]
    assert [ROOT / "notebooks" / name / f"{name}.ipynb" for name in names] == NOTEBOOKS
    assert NOTEBOOKS
    assert list(strangers(ROOT, LESSONS)) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_notebooks_say_what_their_source_says(lesson, monkeypatch):
    """Both editions follow from the source: nobody has edited one of them by hand.

    The data of the checks, which takes long to make, is compared by `test_checks.py`.
    """
    made = []
    monkeypatch.setattr(building, "check_data", lambda *asked: made.append(asked) or ({}, []))
    assert list(differences(lesson, ROOT)) == []
    assert made == [(lesson, ROOT)]


def test_there_is_data_for_every_exercise_and_no_other():
    """`course_lib/lessons/NN/NAME.json` belongs to an exercise of that lesson."""
    data = {(path.parent.name, path.stem) for path in ROOT.glob("course_lib/lessons/*/*.json")}
    assert data == {(path.parent.name[:2], name) for name, path in files().items()}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_valid_file_that_nobody_has_run(path):
    """The file is valid by the format's own rules, its kernel is named, no cell has a number."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.execution_count is None for cell in code)
