"""`Sandboxed`: this course's door, behind which `course grade` grades and keeps the results."""

from __future__ import annotations

import os
from pathlib import Path

from nbgrader.converters.base import NbGraderException

from course_tools.classroom.exports import Row
from course_tools.classroom.gradebook import GradebookError
from course_tools.classroom.records import Results
from course_tools.classroom.run import Order, grade_class
from course_tools.door.door import Door, Handed
from course_tools.files import CantWriteError, LockedError
from course_tools.judge.tasks import NoLessonError
from course_tools.sandbox import NoIsolation


class Sandboxed(Door):
    """Has everything graded that nbgrader wants graded, and leaves nothing of it to nbgrader.

    So results, gradebook, notebooks, pages and tables are those of `course grade`.
    """

    def prepare(self, handed_in: list[Handed]) -> None:
        """Grade these notebooks; nbgrader's `--force` grades also what has not changed."""
        self.done = 0
        course = self.autograde.coursedir
        root, asked = Path(course.root), (course.student_id, course.assignment_id)
        pattern = Path(course.format_path(course.submitted_directory, *asked)).relative_to(root)
        # Also who handed in a zip, in which nbgrader itself would find no notebook.
        folders = root.glob(pattern.as_posix())
        order = Order(
            root,
            self.submitted,
            tuple(sorted({one.assignment for one in handed_in})),
            workers=os.cpu_count() or 1,
            again=self.autograde.force,
            students=tuple(sorted({folder.parent.name for folder in folders})),
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
        missing = {
            one.student for one in handed_in if not kept.path(one.assignment, one.student).exists()
        }
        if missing:
            names = ", ".join(sorted(missing))
            raise self._refusal(
                f"There is no result of {names}: {order.grading}/look.csv says why."
            )

    def takes(self, one: Handed) -> bool:
        """No: all is done."""
        return False

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
