"""A class graded by the formgrader's button, and all that stands in its gradebook then."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

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
