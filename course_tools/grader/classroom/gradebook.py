"""Results in nbgrader's own gradebook, so that formgrader, feedback and exports go on working.

`back_up` looks whether its file is whole and free, and copies it before each run; `Gradebook` is
the open gradebook.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from nbformat import NotebookNode

from course_lib.checks.verdict import NOT_ATTEMPTED
from course_tools.files import CantWriteError, write_whole
from course_tools.grader.judge.result import GRADED, NO_NOTEBOOK, Result
from course_tools.grader.judge.tasks import GradedLesson
from course_tools.notebooks import read_notebook
from course_tools.settings import chosen_seed, config, folders, is_ours
from course_tools.workers import COURSE

KEPT = 10
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
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
    copy, content = folder / f"gradebook-{number:04}.db", _content(gradebook, folder)
    if before and before[-1].read_bytes() == content:
        return before[-1]
    write_whole(copy, content)
    for old in copies(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


@dataclass
class Said:
    """What a gradebook says before anything is graded."""

    seed: str = ""
    """What the class's hidden cases are drawn from."""
    due: dict[str, datetime] = field(default_factory=dict)
    """When lessons are due."""
    extensions: dict[tuple[str, str], datetime] = field(default_factory=dict)
    """When they are due instead, by student and lesson."""


def said_in(path: Path) -> Said:
    """What stands in this gradebook; nothing if there is none.

    One that can't be read is passed over here: `back_up` says so before anything is graded.
    """
    said = Said()
    if path.is_file():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as book:
            asked = "SELECT name, duedate FROM assignment WHERE duedate IS NOT NULL"
            said.due.update((name, _utc(text)) for name, text in book.execute(asked))
            asked = (
                "SELECT student_id, name, extension FROM submitted_assignment JOIN assignment"
                " ON assignment.id = assignment_id WHERE extension IS NOT NULL"
            )
            for student, name, text in book.execute(asked):
                if name in said.due:
                    said.extensions[student, name] = said.due[name] + (_utc(text) - _EPOCH)
            for (text,) in book.execute("SELECT seed FROM hidden_cases"):
                said.seed = str(text)
    return said


def class_seed(root: Path) -> str:
    """What the hidden cases of this class are drawn from, or nothing if nobody has drawn it yet.

    `course.toml` says it, else the gradebook, else the newest of its copies.
    """
    books = [folders(root).gradebook, *reversed(copies(root / "grading" / "backups"))]
    said = (said_in(book).seed for book in books)
    return chosen_seed(root) or next(filter(None, said), "")


def _utc(text: str) -> datetime:
    """A time as SQLAlchemy writes it; a stretch of time counts from the year 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def copies(folder: Path) -> list[Path]:
    """The copies that are kept, the newest last; no clock has a say in it."""
    found = [path for path in folder.glob("gradebook-*.db") if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(path.stem.partition("-")[2]))


def _content(gradebook: Path, folder: Path) -> bytes:
    """A whole gradebook, also while somebody else has it open."""
    try:
        with contextlib.closing(sqlite3.connect(gradebook, timeout=_PATIENCE)) as source:
            (found,) = source.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)  # noqa: TRY301 - as from what it can't read
            source.execute("BEGIN IMMEDIATE").fetchone()  # whether we could write, too
            source.rollback()
            return source.serialize()
    except sqlite3.OperationalError as error:
        raise GradebookError(in_use(gradebook, error)) from error
    except sqlite3.DatabaseError as error:
        raise GradebookError(damaged(gradebook, error, folder)) from error


def in_use(gradebook: Path, error: Exception) -> str:
    """The sentence about a gradebook that can't be written to just now."""
    if "no such" in str(error):
        return (
            f"{gradebook} is one of an older nbgrader ({error}); `nbgrader db upgrade` renews it."
        )
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
        f" {folder.with_name('results')}."
    )


# --- the open gradebook --------------------------------------------------------------------------

Penalty = Callable[[float, Result], float]
"""How many of these points a student loses for handing in this late."""


class Standing(NamedTuple):
    """What a student has in the gradebook for one lesson, all grades by hand included."""

    score: float
    penalty: float
    automatic: dict[str, float | None]
    """What the checks gave, by the name of the graded cell."""
    by_hand: dict[str, float]
    """The points that somebody has given by hand, extra credit included, by exercise."""
    comments: dict[str, str]
    """What somebody has written about an exercise, by its name."""


_FILE = Path(__file__).with_suffix(".sql")


class Gradebook:
    """The gradebook of the course in this folder, open for one writer.

    nbgrader makes its tables, and we write into them ourselves (`gradebook.sql`): to load its own
    way takes longer than to grade a class of five. Tests read what stands there with it.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folders = folders(root)
        self.path = self.folders.gradebook
        if not self.path.exists() or self.path.stat().st_size == 0:
            write_whole(self.path, _empty())
        with self._guarded():
            self._file = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        self._file.create_function("new_id", 0, lambda: uuid4().hex)
        try:
            self._do("views")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def keep_seed(self, seed: str) -> bool:
        """Write down what the class's hidden cases are drawn from; whether that is news."""
        with self._transaction():
            self._do("seeds")
            if (seed,) in self._ask("SELECT seed FROM hidden_cases"):
                return False
            self._do("seed", seed=seed)
        return True

    def worth(self, lesson: str) -> dict[str, float]:
        """How many points there are for each graded cell of this lesson, by its name."""
        asked = "SELECT name, max_score FROM cells JOIN grade_cells USING (id) WHERE lesson = ?"
        return dict(self._ask(asked, lesson))

    def register(self, lesson: GradedLesson) -> None:
        """See to it that it knows this lesson, as `nbgrader generate_assignment` does that."""
        name = lesson.name
        marks = [_mark(cell) for cell in lesson.released.cells]
        now = {mark["grade_id"]: float(mark["points"]) for mark in marks if mark.get("grade")}
        before = self.worth(name)
        if before == now:
            return
        source = read_notebook(self.folders.sources / name / f"{name}.ipynb")
        if source is None:
            made = f"; `course build {name[:2]}` makes them" if is_ours(self.root) else ""
            raise GradebookError(
                f"the solutions of {name} are missing{made}, and the gradebook needs them once"
            )
        # It keeps checks with their hidden parts, and answers without their solutions.
        cells = [cell for cell in source.cells if _mark(cell).get("grade")]
        cells += [cell for cell in lesson.released.cells if _mark(cell).get("solution")]
        kernel = json.dumps(source.metadata.get("kernelspec", {}))
        with self._transaction():
            if before.keys() != now.keys():
                if self._ask("SELECT 1 FROM work WHERE lesson = ?", name):
                    raise GradebookError(_OTHER_EXERCISES.format(lesson=name, path=self.path))
                self._do("forget", lesson=name)
            self._do(
                "lesson", lesson=name, course=config(self.root).get("course_id", ""), kernel=kernel
            )
            for cell in cells:
                self._do("cell", lesson=name, **_facts(cell))

    def record(self, results: Iterable[Result], penalty: Penalty) -> None:
        """Put these results into the gradebook, all of them or none.

        What people have given by hand stays: points, extra credit and comments. What the grader
        itself had given before does not.
        """
        there = "SELECT 1 FROM work WHERE student = ? AND lesson = ?"
        asked = "SELECT total(score) FROM grades WHERE student = ? AND lesson = ?"
        with self._transaction():
            for result in results:
                key = {"student": result.student, "lesson": result.lesson}
                first, _, last = result.full_name.rpartition(" ")
                self._do("student", student=result.student, first=first, last=last)
                if result.outcome == NO_NOTEBOOK and not self._ask(there, *key.values()):
                    continue
                self._do("submission", **key)
                if result.received:
                    time = result.received.replace(" UTC", ".000000")  # as SQLAlchemy writes it
                    self._do("time", time=time, **key)
                for one in result.exercises:
                    failed = result.outcome != GRADED and one.points == 0
                    words = "No response." if one.status == NOT_ATTEMPTED else None
                    about = {"name": one.name, "points": one.points, "words": words}
                    self._do("exercise", failed=failed, **about, **key)
                [(score,)] = self._ask(asked, *key.values())
                self._do("penalty", lost=min(max(0.0, penalty(score, result)), score), **key)

    def give(
        self, student: str, lesson: str, exercise: str, *, words: str, points: float | None
    ) -> None:
        """Write a comment on an exercise, and points by hand if there are any, as formgrader does.

        The comment takes the place of an older one that begins with the same word.
        """
        standing = self.standings(lesson).get(student)
        if standing is None or f"check_{exercise}" not in standing.automatic:
            raise GradebookError(f"{self.path} has no {exercise} of {student} in {lesson}")
        first, _, _ = words.partition(" ")
        before = standing.comments.get(exercise, "").splitlines()
        words = "\n".join([*(line for line in before if not line.startswith(first)), words])
        about = {"student": student, "lesson": lesson, "name": exercise}
        with self._transaction():
            self._do("comment", words=words, **about)
            if points is not None:
                self._do("by_hand", points=points, **about)

    def standings(self, lesson: str) -> dict[str, Standing]:
        """What each student has in the gradebook for this lesson."""
        found: dict[str, Standing] = {}
        asked = (
            "SELECT student, penalty, name, auto_score, score,"
            " manual_score IS NOT NULL OR coalesce(extra_credit, 0) FROM grades WHERE lesson = ?"
        )
        for student, penalty, name, automatic, score, by_hand in self._ask(asked, lesson):
            one = found.get(student, Standing(0, penalty, {}, {}, {}))
            one.automatic[name] = automatic
            if by_hand:
                one.by_hand[name.removeprefix("check_")] = score
            found[student] = one._replace(score=one.score + score)
        asked = "SELECT student, name, words FROM comments WHERE lesson = ?"
        for student, name, words in self._ask(asked, lesson):
            if words:
                found[student].comments[name] = words
        return found

    def _do(self, name: str, /, **values: Any) -> None:
        """Do all that stands in `gradebook.sql` under this name."""
        for order in _ORDERS[name]:
            with self._guarded():
                self._file.execute(order, values)

    def _ask(self, order: str, *values: Any) -> list[Any]:
        """What the database answers to this order."""
        with self._guarded():
            return self._file.execute(order, values).fetchall()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is done in here is there in the end, or nothing is."""
        self._ask("BEGIN IMMEDIATE")
        try:
            yield
            self._ask("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._file.rollback()
            raise

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turn what a database complains of into a sentence that helps."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise GradebookError(in_use(self.path, error)) from error
        except sqlite3.DatabaseError as error:
            folder = self.root / "grading" / "backups"
            raise GradebookError(damaged(self.path, error, folder)) from error


def _empty() -> bytes:
    """A gradebook with nothing in it, as this nbgrader makes it.

    That takes nbgrader seconds, so it is kept beside the packages for every other course.
    """
    kept = Path(sys.prefix, f"gradebook-{version('nbgrader')}.db")
    if kept.is_file():
        return kept.read_bytes()
    # nbgrader asks the program `alembic` for the age of its tables, by name.
    programs = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder, "gradebook.db")
        done = subprocess.run(  # noqa: S603 - our own Python, and nbgrader
            [sys.executable, "-c", _MAKE, f"sqlite:///{path}"],
            check=False,
            capture_output=True,
            text=True,
            cwd=COURSE,
            env={**os.environ, "PATH": programs},
        )
        if done.returncode:
            [*_, why] = done.stderr.strip().splitlines() or ["it gave no reason"]
            raise GradebookError(f"nbgrader could not make a gradebook: {why}")
        made = path.read_bytes()
    with contextlib.suppress(CantWriteError):  # then the next course waits as long
        write_whole(kept, made)
    return made


_MAKE = "import sys, course_tools, nbgrader.api; nbgrader.api.Gradebook(sys.argv[1], '').close()"
_ORDERS = {
    name: [order for order in orders.split(";\n") if order.strip()]
    for name, orders in re.findall(
        r"^-- (\w+).*\n((?:(?!-- ).*\n)+)", _FILE.read_text(encoding="utf-8"), re.MULTILINE
    )
}
_OTHER_EXERCISES = (
    "{lesson} has other exercises than when {path} first took grades for it, and nbgrader can't"
    " change that later. Move the gradebook away and give the same command again: all automatic"
    " grades come back; grades by hand stay in the old file."
)


def _mark(cell: NotebookNode) -> dict[str, Any]:
    """What nbgrader is told about the cell."""
    return dict(cell.metadata.get("nbgrader", {}))


def _facts(cell: NotebookNode) -> dict[str, Any]:
    """What nbgrader keeps of a cell; by the checksum it sees whether somebody has changed it."""
    mark, kind = _mark(cell), cell.cell_type
    whole = [cell.source, kind, mark["grade"], mark["solution"], mark["locked"], mark["grade_id"]]
    whole += [float(mark["points"])] if mark["grade"] else []
    return {
        "name": mark["grade_id"],
        "grade": mark["grade"],
        "points": mark.get("points"),
        "cell_type": kind,
        "locked": mark["locked"],
        "source": cell.source,
        "checksum": hashlib.md5(
            "".join(map(str, whole)).encode(), usedforsecurity=False
        ).hexdigest(),
    }
