"""Where one worker grades: the lessons it has read, and the sandboxes it has opened."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import Self

from course_tools.grade.grading_one import Graded, graded
from course_tools.grade.pool import Failed, Workplace
from course_tools.grade.records import Submission
from course_tools.grade.sandbox import NoIsolation, Sandbox
from course_tools.grade.tasks import GradedLesson, graded_lesson


class Bench:
    """Grades submissions one after the other; what is slow to make is made once."""

    def __init__(self, workplace: Workplace) -> None:
        self.workplace = workplace
        self._lessons: dict[str, GradedLesson] = {}
        self._sandboxes: dict[str, Sandbox] = {}
        self._stack = ExitStack()
        if str(workplace.course) not in sys.path:
            sys.path.insert(0, str(workplace.course))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def graded(self, submission: Submission, *, everything: bool = False) -> Graded:
        """What this submission earns."""
        lesson = self.lesson(submission.lesson)
        sandbox = self.sandbox(lesson)
        times = self.workplace.times
        found = graded(submission, lesson, sandbox, times=times, everything=everything)
        found.result = replace(found.result, isolation=sandbox.isolation)
        return found

    def outcome(self, submission: Submission) -> Graded | Failed | NoIsolation:
        """The same; what goes wrong in the grader itself is told, and stops nobody else."""
        try:
            return self.graded(submission)
        except NoIsolation as error:
            return error
        except Exception as error:  # noqa: BLE001 - one submission must not stop a class
            return Failed(f"the grader itself failed ({type(error).__name__}: {error})")

    def lesson(self, name: str) -> GradedLesson:
        """The lesson with this name."""
        if name not in self._lessons:
            self._lessons[name] = graded_lesson(name, self.workplace.root)
        return self._lessons[name]

    def sandbox(self, lesson: GradedLesson) -> Sandbox:
        """An open sandbox, without the library's own answers to this lesson inside."""
        if lesson.name not in self._sandboxes:
            place = self.workplace
            made = Sandbox(
                place.course, unsafe=place.unsafe, guarded=lesson.guarded, answers=lesson.answers
            )
            self._sandboxes[lesson.name] = self._stack.enter_context(made)
        return self._sandboxes[lesson.name]
