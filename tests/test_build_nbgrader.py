"""Stock nbgrader works on the same folders: it makes the same notebooks, and gives the points."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from toy_course import ROOT, toy_course

from course_lib.build import build, differences, lessons
from course_lib.build.building import places
from course_lib.build.running import surroundings


def nbgrader(root: Path, *words: str) -> str:
    """What nbgrader's own command says in this course's folder, when it does as it is told."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=root,
        env={**surroundings(root), "PATH": programs},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


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


@pytest.mark.parametrize("number", [0, 1])
def test_its_student_edition_is_ours(course: Path, number: int) -> None:
    """`nbgrader generate_assignment`, and `course build --check` sees no difference after it."""
    lesson = lessons(course)[number]
    student = places(lesson.name, course)[1]
    student.unlink()
    nbgrader(course, "generate_assignment", lesson.name, "--force")
    assert student.is_file()
    assert list(differences(lesson, course)) == []
    assert (course / "grading" / "gradebook.db").is_file()


def test_it_gives_full_marks_to_solutions_and_none_to_stubs(course: Path) -> None:
    """A student who hands in the solutions earns all points, one who did nothing earns none."""
    from nbgrader.api import Gradebook

    nbgrader(course, "generate_assignment", "02_toy", "--force")
    solved, untouched = places("02_toy", course)
    for name, notebook in (("ada", solved), ("bob", untouched)):
        folder = course / "grading" / "submitted" / name / "02_toy"
        folder.mkdir(parents=True)
        shutil.copy(notebook, folder)
    nbgrader(course, "autograde", "02_toy")
    with Gradebook(
        f"sqlite:///{course / 'grading' / 'gradebook.db'}", "adversarial-search"
    ) as book:
        scores = {name: book.find_submission("02_toy", name).score for name in ("ada", "bob")}
    assert scores == {"ada": 3, "bob": 0}
