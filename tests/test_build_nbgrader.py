"""Stock nbgrader works on the same folders: it makes the same notebooks, and gives the points."""

import shutil
from pathlib import Path

import nbformat
import pytest
from submissions import earned, hand_in, nbgrader
from toy_course import ROOT, toy_course

from course_tools.build import build, differences, lessons
from course_tools.build.building import places

# The lesson that `test_scores.py` grades shows the same in `make test`.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """A built toy course, beside it the first lesson of this one."""
    root = toy_course(tmp_path_factory.mktemp("stock"))
    shutil.copy(ROOT / "solutions" / "00_start_here.py", root / "solutions")
    for edition in ("solutions", "notebooks"):
        shutil.copytree(ROOT / edition / "00_start_here", root / edition / "00_start_here")
    [_, toy] = lessons(root)
    build(toy, root)
    return root


def generated(course: Path, number: int) -> None:
    """`nbgrader generate_assignment`, and `course build --check` sees no difference after it."""
    lesson = lessons(course)[number]
    student = places(lesson.name, course)[1]
    student.unlink()
    nbgrader(course, "generate_assignment", lesson.name, "--force")
    assert student.is_file()
    assert list(differences(lesson, course)) == []
    assert (course / "grading" / "gradebook.db").is_file()


def test_its_student_edition_of_a_lesson_is_ours(course: Path) -> None:
    """The same notebook as the build makes."""
    generated(course, 0)


def test_it_gives_full_marks_to_solutions_and_none_to_stubs(course: Path) -> None:
    """Its student edition is ours; solutions handed in earn all points, and stubs none."""
    generated(course, 1)
    for student, path in zip(("ada", "bob"), places("02_toy", course), strict=True):
        hand_in(course, student, "02_toy", nbformat.read(path, as_version=4))
    nbgrader(course, "autograde", "02_toy")
    assert earned(course, "02_toy", "ada") == {"double": 3, "is_even": 0}
    assert earned(course, "02_toy", "bob") == {"double": 0, "is_even": 0}
