"""Results in nbgrader's own gradebook, so that formgrader, feedback and exports go on working.

`back_up` looks whether its file is whole and free, and copies it before each run; `Gradebook` is
the open gradebook; `register` makes a lesson known to it.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
import sqlite3
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc
from sqlalchemy import create_engine, inspect, select, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import NullPool
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from course_lib.checks.verdict import NOT_ATTEMPTED
from course_tools.grade.files import CantWriteError, cant_write
from course_tools.grade.records import GRADED, NO_NOTEBOOK, Result
from course_tools.grade.tasks import GradedLesson
from course_tools.notebooks import SOURCES, place, read_notebook
from course_tools.settings import SETTINGS

KEPT = 10
_NAME = re.compile(r"gradebook-(\d{4,})\.db")
_PATIENCE = 5.0
"""So many seconds it may be in use, for example by formgrader, before we say so."""


class GradebookError(RuntimeError):
    """The gradebook can't be used; the text says why, and what to do."""


def back_up(gradebook: Path, folder: Path) -> Path | None:
    """Where a copy of the gradebook lies now; `None` if there is no gradebook yet.

    A damaged or locked gradebook is a `GradebookError`. The last ten copies that differ are kept.
    """
    if not gradebook.exists() or gradebook.stat().st_size == 0:
        return None
    before = copies(folder)
    number = int(_NAME.fullmatch(before[-1].name)[1]) + 1 if before else 1  # type: ignore[index]
    copy = folder / f"gradebook-{number:04}.db"
    unfinished = folder / f".{copy.name}.unfinished"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(gradebook, unfinished, folder)
        if before and before[-1].read_bytes() == unfinished.read_bytes():
            unfinished.unlink()
            return before[-1]
        unfinished.replace(copy)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CantWriteError(error.errno, cant_write(copy, error)) from error
    for old in copies(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


def seed_in(*gradebooks: Path) -> str:
    """What the class's hidden cases are drawn from, by the first of these that knows, or nothing.

    One that can't be read is passed over here: `back_up` says so before anything is graded.
    """
    for path in filter(Path.is_file, gradebooks):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as book:
            for (seed,) in book.execute("SELECT seed FROM hidden_cases"):
                return str(seed)
    return ""


def copies(folder: Path) -> list[Path]:
    """The copies that are kept, the newest last; no clock has a say in it."""
    found = [path for path in folder.glob("gradebook-*.db") if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(path.stem.partition("-")[2]))


def _copy(gradebook: Path, copy: Path, folder: Path) -> None:
    """Copy a whole gradebook, also while somebody else has it open."""
    try:
        with (
            contextlib.closing(sqlite3.connect(gradebook, timeout=_PATIENCE)) as source,
            contextlib.closing(sqlite3.connect(copy)) as target,
        ):
            _check(source)
            source.execute("BEGIN IMMEDIATE").fetchone()  # whether we could write, too
            source.rollback()
            source.backup(target)
    except sqlite3.OperationalError as error:
        raise GradebookError(in_use(gradebook, error)) from error
    except sqlite3.DatabaseError as error:
        raise GradebookError(damaged(gradebook, error, folder)) from error


def _check(source: sqlite3.Connection) -> None:
    """Nothing, if the database is whole."""
    (found,) = source.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def in_use(gradebook: Path, error: Exception) -> str:
    """The sentence about a gradebook that can't be written to just now."""
    if "full" in str(error):
        return f"{gradebook} could not be written: the disk is full. What is in results/ is safe."
    return (
        f"{gradebook} can't be used now ({error}). Is another program writing to it, or may this"
        " user not? Close it and give the same command again."
    )


def damaged(gradebook: Path, error: Exception, folder: Path) -> str:
    """The sentence about a gradebook that is no whole database any more."""
    kept = copies(folder)
    advice = f" or put {kept[-1]} in its place" if kept else ""
    return (
        f"{gradebook} is damaged ({error}). Nothing of the automatic grading is lost: move the"
        f" file away{advice}, and give the same command again; the grades come back from"
        f" {gradebook.parent / 'results'}."
    )


# --- the open gradebook --------------------------------------------------------------------------

Penalty = Callable[[float, Result], float]
"""How many of these points a student loses for handing in this late."""


class Standing(NamedTuple):
    """What a student has in the gradebook for one lesson, all grades by hand included."""

    score: float
    penalty: float
    to_look_at: bool
    """Whether a grade waits for somebody's eyes."""
    automatic: dict[str, float | None]
    """What the checks gave, by the name of the graded cell."""
    by_hand: dict[str, float]
    """The points that somebody has given by hand, extra credit included, by exercise."""
    comments: dict[str, str]
    """What somebody has written about an exercise, by its name."""


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

    def keep_seed(self, seed: str) -> bool:
        """Write down what the class's hidden cases are drawn from; whether that is news."""
        if seed_in(self.path) == seed:
            return False
        with self._transaction():
            for order in (
                "CREATE TABLE IF NOT EXISTS hidden_cases (seed VARCHAR NOT NULL)",
                "DELETE FROM hidden_cases",
                "INSERT INTO hidden_cases VALUES (:seed)",
            ):
                self.book.db.execute(text(order), {"seed": seed} if ":seed" in order else {})
        return True

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
        any(one.needs_manual_grade for one in grades),
        {one.name: one.auto_score for one in grades},
        {
            one.name.removeprefix("check_"): one.score
            for one in grades
            if one.manual_score is not None or one.extra_credit
        },
        {
            one.name: one.manual_comment.strip()
            for notebook in submission.notebooks
            for one in notebook.comments
            if (one.manual_comment or "").strip()
        },
    )


def _begin(url: str) -> None:
    """Make the tables, where the file is new, with nbgrader's mark of how old they are.

    nbgrader would start the program `alembic` to learn that mark, which takes longer than grading
    a whole class of five.
    """
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as file:
        if not inspect(file).get_table_names():
            # Loaded when wanted: a gradebook is begun once.
            from alembic.script import ScriptDirectory  # noqa: PLC0415
            from nbgrader.dbutil import ALEMBIC_DIR  # noqa: PLC0415

            api.Base.metadata.create_all(file)
            newest = ScriptDirectory(ALEMBIC_DIR).get_current_head()
            file.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
            file.execute(text("INSERT INTO alembic_version VALUES (:newest)"), {"newest": newest})


# --- lessons in the gradebook, as `nbgrader generate_assignment` puts them there ------------------


def register(lesson: GradedLesson, book: Gradebook) -> None:
    """See to it that the gradebook knows this lesson with its exercises and points."""
    if book.known(lesson.name) == {task.check: task.most for task in lesson.tasks}:
        return
    source = read_notebook(place(book.root, SOURCES, lesson.name))
    if source is None:
        raise GradebookError(
            f"the solutions of {lesson.name} are missing; `course build {lesson.name[:2]}`"
            " makes them, and the gradebook needs them once"
        )
    # Loaded when wanted: a lesson is registered once.
    from course_tools.build.release import converter  # noqa: PLC0415

    words = io.StringIO()
    log = logging.Logger("course.grading")  # noqa: LOG001 - nobody else shall hear it
    log.addHandler(logging.StreamHandler(words))
    # nbgrader writes a student edition while it does this; that one is thrown away.
    with book.guarded(), converter(lesson.name, source, book.root, log) as (generate, _):
        try:
            generate.start()
        except Exception as error:
            # nbgrader hides every reason behind an exception of its own, and logs the text.
            why = _not_registered(lesson.name, words.getvalue(), book.path)
            raise GradebookError(why) from error


def _not_registered(lesson: str, log: str, path: Path) -> str:
    """The sentence about a lesson that nbgrader does not accept."""
    if "Cannot add or remove cells" in log:
        return (
            f"{lesson} has other exercises than when {path} first took grades for it, and nbgrader"
            " can't change that later. Move the gradebook away and give the same command again:"
            " all automatic grades come back; grades by hand stay in the old file."
        )
    last = log.strip().splitlines()[-1] if log.strip() else "it does not say why"
    return f"nbgrader does not take {lesson} into {path}: {last}"
