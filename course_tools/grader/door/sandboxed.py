"""nbgrader's own door: its `autograde` and the formgrader's button grade as `course grade` does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException

from course_tools.files import CantWriteError, LockedError
from course_tools.grader.classroom.exports import Row
from course_tools.grader.classroom.gradebook import GradebookError
from course_tools.grader.classroom.records import Results
from course_tools.grader.classroom.run import Order, grade_class
from course_tools.grader.judge.tasks import NoLessonError
from course_tools.grader.sandbox import NoIsolation


class Sandboxed(NotebookExporter):
    """Has everything graded that nbgrader wants graded, and leaves nothing of it to nbgrader.

    nbgrader's `Autograde` opens notebooks by its exporter, which is a setting. This one is made
    when nbgrader knows what there is to grade, and has it graded at once: results, gradebook,
    notebooks, pages and tables are those of `course grade`.
    """

    def __init__(self, *, parent: Autograde, **options: Any) -> None:
        """One is made for each run; with `--force` also what has not changed is graded."""
        super().__init__(parent=parent, **options)  # type: ignore[no-untyped-call]
        self.done = 0
        course = parent.coursedir
        root, asked = Path(course.root), (course.student_id, course.assignment_id)
        submitted = root / course.submitted_directory
        wanted = [Path(folder).relative_to(submitted).parts[:2] for folder in parent.assignments]
        pattern = Path(course.format_path(course.submitted_directory, *asked)).relative_to(root)
        # Also who handed in a zip, in which nbgrader itself would find no notebook.
        folders = root.glob(pattern.as_posix())
        order = Order(
            root,
            submitted,
            tuple(sorted({assignment for _, assignment in wanted})),
            workers=os.cpu_count() or 1,
            again=parent.force,
            students=tuple(sorted({folder.parent.name for folder in folders})),
            for_formgrader=True,
        )
        try:
            finished = grade_class(order, self._tell)
        except NoIsolation as error:
            raise self._refusal(str(error)) from None
        except (LockedError, GradebookError, NoLessonError, CantWriteError, ValueError) as error:
            why = error.args[-1] if error.args else error
            raise self._refusal(str(why)) from error
        for sentence in finished.needs_a_look:
            self.log.warning("Please look at: %s", sentence)
        if finished.isolation:
            self.log.info("Isolation: %s.", finished.isolation)
        kept = Results(order.grading / "results")
        missing = {student for student, name in wanted if not kept.path(name, student).exists()}
        if missing:
            names = ", ".join(sorted(missing))
            raise self._refusal(
                f"There is no result of {names}: {order.grading}/look.csv says why."
            )
        parent.assignments = {}  # all is done

    def _tell(self, row: Row, number: int, total: int) -> None:
        """Say what came of one submission."""
        self.done = number
        one = row.result
        told = (one.student, one.lesson, one.points, one.most, number, total)
        self.log.info("%s, %s: %g of %g points (%d of %d)", *told)

    def _refusal(self, why: str) -> NbGraderException:
        """What ends the run; nbgrader itself says nothing about it."""
        kept = "The grades so far are kept." if self.done else "Nothing was graded."
        self.log.error("%s %s", why, kept)
        return NbGraderException(f"{why} {kept}")
