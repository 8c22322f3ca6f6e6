"""A class graded by nbgrader's own door, and all that stands in its gradebook then.

`python doors.py HOW COURSE STUDENT...` grades the class in this folder as `nbgrader autograde`
does, or by pressing the formgrader's button for these students.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Any

from hostile_class import LESSONS, TIMES, student_of

from course_tools.grader.classroom.run import Order

_WORK = """
    JOIN base_cell cell ON cell.id = cell_id JOIN submitted_notebook one ON one.id = it.notebook_id
    JOIN submitted_assignment work ON work.id = one.assignment_id
    JOIN assignment ON assignment.id = work.assignment_id"""
_ROWS = {
    "grades": (
        "student_id, assignment.name, cell.name, auto_score, manual_score, extra_credit,"
        f" needs_manual_grade, late_submission_penalty, timestamp FROM grade it {_WORK}"
    ),
    "comments": (
        "student_id, assignment.name, cell.name, auto_comment, manual_comment"
        f" FROM comment it {_WORK}"
    ),
    "students": "id, first_name, last_name FROM student",
}


def rows(root: Path) -> dict[str, list[str]]:
    """Every row of the gradebook that says something of a student."""
    with closing(sqlite3.connect(root / "grading" / "gradebook.db")) as book:
        return {
            kind: sorted(map(str, book.execute(f"SELECT {what}"))) for kind, what in _ROWS.items()
        }


def shown(root: Path) -> dict[str, bytes]:
    """Every notebook that formgrader shows, with what lies beside it."""
    folder = root / "grading" / "autograded"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def as_nbgrader_has_it(root: Path, hostile: Iterable[Any]) -> None:
    """Put what the class has handed in where nbgrader looks for it: links, pipes and all."""
    attacks = {one.folder or one.name: one for one in hostile}
    for folder in (root / "class").iterdir():
        one = attacks.get(folder.name)
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                continue
            named = next((name for name in LESSONS if path.name.startswith(name)), "")
            lesson = named if one is None else _lesson_of(one)
            student = folder.name if one is None else student_of(one)
            place = root / "grading" / "submitted" / student / lesson / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():
                place.symlink_to(path.parent / path.readlink())
            elif path.is_fifo():
                os.mkfifo(place)
            elif path.stat().st_nlink > 1:
                place.hardlink_to(path)
            else:
                copyfile(path, place)


def _lesson_of(one: Any) -> str:
    return next(lesson for lesson in LESSONS if lesson.startswith(one.lesson))


def _settings(root: Path) -> Any:
    from traitlets.config.loader import PyFileConfigLoader

    return PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()


def pressed(root: Path, *students: str) -> list[dict[str, Any]]:
    """What the formgrader is told when its button is pressed for these students, or for each."""
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory

    config = _settings(root)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    return [
        {"student": one.parent.name, **api.autograde(one.name, one.parent.name)}
        for one in sorted((root / "grading" / "submitted").glob("*/*"))
        if not students or one.parent.name in students
    ]


def commanded(root: Path) -> str:
    """What `nbgrader autograde` ends with for each lesson, where it doesn't end well."""
    from nbgrader.converters import Autograde
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory

    config, said = _settings(root), []
    for lesson in LESSONS:
        folders = CourseDirectory(config=config, assignment_id=lesson)
        try:
            Autograde(coursedir=folders, config=config).start()
        except NbGraderException as error:
            said.append(str(error))
    return "\n".join(said)


def main(how: str, root: Path, students: list[str]) -> None:
    """Grade the class in one of these ways, and print what is said of it."""
    from course_tools.grader.door import sandboxed

    setattr(sandboxed, "Order", partial(Order, times=TIMES))  # noqa: B010 - for mypy
    json.dump(pressed(root, *students) if how == "button" else commanded(root), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
