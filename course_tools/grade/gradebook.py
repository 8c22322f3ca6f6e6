"""Results in nbgrader's own gradebook, so that formgrader, feedback and exports go on working."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from alembic.script import ScriptDirectory
from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.utils import parse_utc
from sqlalchemy import create_engine, inspect, select, text
from sqlalchemy.exc import DatabaseError, OperationalError
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from course_lib.checks.verdict import NOT_ATTEMPTED
from course_tools.grade.gradebook_file import GradebookError, damaged, in_use
from course_tools.grade.records import GRADED, NO_NOTEBOOK, Result

SETTINGS = "nbgrader_config.py"

Penalty = Callable[[float, Result], float]
"""How many of these points a student loses for handing in this late."""


class Standing(NamedTuple):
    """What a student has in the gradebook for one lesson, all grades by hand included."""

    score: float
    penalty: float
    by_hand: bool
    """Whether somebody has given points or extra credit by hand."""
    to_look_at: bool
    """Whether a grade waits for somebody's eyes."""
    automatic: dict[str, float | None]
    """What the checks gave, by the name of the graded cell."""


class Gradebook:
    """The gradebook of the course in this folder, open for one writer."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings: Config = PyFileConfigLoader(SETTINGS, path=str(root)).load_config()
        self.course = CourseDirectory(config=self.settings)
        self.path = Path(self.course.db_url.removeprefix("sqlite:///"))
        with self.guarded():
            _begin(self.course.db_url)
            self.book: Any = api.Gradebook(self.course.db_url, self.course.course_id)

    def close(self) -> None:
        """Let go of the file."""
        self.book.close()

    def folder(self, kind: str, student: str, lesson: str) -> Path:
        """Where nbgrader looks for what is `submitted` or `autograded`."""
        return Path(
            self.course.format_path(getattr(self.course, f"{kind}_directory"), student, lesson)
        )

    def known(self, lesson: str) -> dict[str, float]:
        """The graded cells that the gradebook has for this lesson, with the most points of each."""
        with self.guarded():
            asked = (
                select(api.GradeCell)
                .join(api.Notebook, api.Notebook.id == api.GradeCell.notebook_id)
                .join(api.Assignment, api.Assignment.id == api.Notebook.assignment_id)
                .where(api.Assignment.name == lesson, api.Notebook.name == lesson)
            )
            there = {cell.name: cell.max_score for cell in self.book.db.scalars(asked)}
            self.book.db.rollback()
        return there

    def record(self, result: Result, penalty: Penalty) -> None:
        """Put this result into the gradebook, all of it or nothing.

        What people have given by hand stays: points, extra credit and comments. What the grader
        itself had given before does not.
        """
        if result.outcome == NO_NOTEBOOK and self._submission(result) is None:
            with self._transaction():
                self._student(result)
            return
        with self._transaction():
            self._record(result, penalty)

    def standings(self, lesson: str) -> dict[str, Standing]:
        """What each student has in the gradebook for this lesson."""
        with self.guarded():
            asked = select(api.SubmittedAssignment).join(api.Assignment)
            found = self.book.db.scalars(asked.where(api.Assignment.name == lesson)).all()
            return {one.student.id: _standing(one) for one in found}

    def _record(self, result: Result, penalty: Penalty) -> None:
        submission = self._submission(result) or self._new_submission(result)
        if result.received:
            with contextlib.suppress(ValueError):
                submission.timestamp = parse_utc(result.received)
        earned = {f"check_{one.name}": one for one in result.exercises}
        silent = {one.name for one in result.exercises if one.status == NOT_ATTEMPTED}
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                if grade.name not in earned:
                    continue  # graded by hand alone
                points = earned[grade.name].points
                news = grade.auto_score != points
                failed = result.outcome != GRADED and points == 0
                if failed or (news and grade.manual_score is not None):
                    grade.needs_manual_grade = True
                elif grade.manual_score is None:
                    grade.needs_manual_grade = False
                grade.auto_score = points
            for comment in notebook.comments:
                comment.auto_comment = "No response." if comment.name in silent else None
            self.book.db.flush()
            self.book.db.refresh(notebook)
            lost = penalty(notebook.score, result)
            notebook.late_submission_penalty = min(max(0.0, lost), notebook.score) or None

    def _student(self, result: Result) -> Any:
        found = self.book.db.get(api.Student, result.student)
        if found is None:
            found = api.Student(id=result.student)
            self.book.db.add(found)
        if result.full_name and not (found.first_name or found.last_name):
            first, _, last = result.full_name.rpartition(" ")
            found.first_name, found.last_name = first or None, last
        return found

    def _submission(self, result: Result) -> Any:
        """What the gradebook has of this student for this lesson, or `None`."""
        with self.guarded():
            try:
                return self.book.find_submission(result.lesson, result.student)
            except api.MissingEntry:
                return None

    def _new_submission(self, result: Result) -> Any:
        """An entry with a grade and a comment for each cell that has one, as nbgrader makes it."""
        assignment = self.book.find_assignment(result.lesson)
        student = self._student(result)
        with self.book.db.no_autoflush:
            submission = api.SubmittedAssignment(assignment=assignment, student=student)
            for notebook in assignment.notebooks:
                entry = api.SubmittedNotebook(notebook=notebook, assignment=submission)
                for cell in notebook.grade_cells:
                    api.Grade(cell_id=cell.id, notebook=entry)
                for cell in notebook.solution_cells:
                    api.Comment(cell_id=cell.id, notebook=entry)
            self.book.db.add(submission)
        self.book.db.flush()
        for entry in submission.notebooks:
            for one in (*entry.grades, *entry.comments):
                self.book.db.refresh(one)
        return submission

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is done in here is there in the end, or nothing is."""
        with self.guarded():
            try:
                yield
                self.book.db.commit()
            except BaseException:
                self.book.db.rollback()
                raise

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Turn what a database complains of into a sentence that helps."""
        try:
            with warnings.catch_warnings():
                # SQLAlchemy warns of nbgrader's own way to write its tables.
                warnings.filterwarnings("ignore", module="nbgrader")
                yield
        except OperationalError as error:
            raise GradebookError(in_use(self.path, error.orig or error)) from error
        except DatabaseError as error:
            folder = self.path.parent / "backups"
            raise GradebookError(damaged(self.path, error.orig or error, folder)) from error


def _standing(submission: Any) -> Standing:
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    return Standing(
        submission.score,
        submission.late_submission_penalty or 0.0,
        any(one.manual_score is not None or one.extra_credit for one in grades),
        any(one.needs_manual_grade for one in grades),
        {one.name: one.auto_score for one in grades},
    )


def _begin(url: str) -> None:
    """Make the tables, where the file is new, with nbgrader's mark of how old they are.

    nbgrader would start the program `alembic` to learn that mark, which takes longer than grading
    a whole class of five.
    """
    engine = create_engine(url)
    with engine.begin() as file:
        if not inspect(file).get_table_names():
            api.Base.metadata.create_all(file)
            newest = ScriptDirectory(ALEMBIC_DIR).get_current_head()
            file.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
            file.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": newest})
    engine.dispose()
