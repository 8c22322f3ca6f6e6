"""Grades a class: takes in what was handed in, grades it, and keeps every result as it comes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from course_lib.checks.verdict import Verdict
from course_tools.grade.autograded import autograded_notebook
from course_tools.grade.changes import Change
from course_tools.grade.exports import Row, reasons_to_look, write_exports
from course_tools.grade.files import remove_unfinished
from course_tools.grade.grading_one import Graded, no_points
from course_tools.grade.keeping import Keeper
from course_tools.grade.lock import only_one
from course_tools.grade.pages import write_pages
from course_tools.grade.plan import Order, Plan, planned
from course_tools.grade.pool import Failed, Workplace, all_graded
from course_tools.grade.records import STOPPED, Result, Submission
from course_tools.grade.scheduler import all_graded_at
from course_tools.grade.tasks import GradedLesson

Tell = Callable[[Result, int, int], None]
"""Is told of each result as it comes: the result, how many there are now, how many to come."""


@dataclass
class Finished:
    """All that came of grading a class."""

    rows: list[Row]
    changes: list[Change]
    odd: tuple[str, ...]
    troubles: list[str]
    """What went wrong with the gradebook, in whole sentences."""
    graded: int
    kept: int
    written: list[Path] = field(default_factory=list)
    """The tables with the grades."""
    pages: list[Path] = field(default_factory=list)
    """The class page, and the feedback for each student."""
    isolation: str = ""

    @property
    def results(self) -> list[Result]:
        """The results, by lesson and student."""
        return [row.result for row in self.rows]

    @property
    def needs_a_look(self) -> list[str]:
        """A line for each thing that somebody should look at."""
        looks = [
            f"{one.student}, {one.lesson}: {why}"
            for one in self.results
            for why in reasons_to_look(one)
        ]
        return [*self.troubles, *looks, *self.odd]


def _tell_nobody(result: Result, done: int, total: int) -> None:
    """Nothing."""


def grade_class(order: Order, tell: Tell = _tell_nobody) -> Finished:
    """What comes of grading all that was handed in.

    Results are written one by one; when this is ended by force and called again, it goes on where
    it was. Raises `LockedError`, `GradebookError`, `NoIsolation`, `NoLessonError` or
    `CantWriteError` before anything is graded if it can't begin.
    """
    with only_one(order.grading):
        remove_unfinished(order.grading)
        into = order.grading / "intake"
        shutil.rmtree(into, ignore_errors=True)
        try:
            return _finished(order, planned(order, into), tell)
        finally:
            shutil.rmtree(into, ignore_errors=True)


def _finished(order: Order, plan: Plan, tell: Tell) -> Finished:
    """Everything that is planned, graded and kept."""
    handed_in = {one.lesson for one in (*plan.to_do, *(one for one, _ in plan.kept))}
    with closing(Keeper(order, [plan.lessons[name] for name in sorted(handed_in)])) as keeper:
        keeper.keep_old(plan.kept)
        place = Workplace(order.root, order.course, order.unsafe, order.times)
        if order.scheduler:
            graded = all_graded_at(order.scheduler, plan.to_do, place)
        else:
            graded = all_graded(plan.to_do, place, order.workers)
        with closing(graded) as outcomes:
            for number, (submission, outcome) in enumerate(outcomes, 1):
                key = (submission.lesson, submission.student)
                if isinstance(outcome, Failed):
                    made = _failed(submission, plan.lessons[submission.lesson], outcome.why)
                    result = made.result  # without a fingerprint it is tried again the next time
                else:
                    made = outcome
                    result = replace(made.result, fingerprint=plan.names[key])
                keeper.keep(submission, result, made.notebook, plan.before.get(key))
                tell(result, number, len(plan.to_do))
        rows = keeper.rows()
    tables = write_exports(rows, order.grading)
    pages = write_pages(rows, order.grading, lessons=plan.lessons.values(), odd=plan.odd)
    return Finished(
        rows,
        keeper.changed,
        plan.odd,
        keeper.troubles,
        len(plan.to_do),
        len(plan.kept),
        tables,
        pages,
        next((row.result.isolation for row in rows if row.result.isolation), ""),
    )


def _failed(submission: Submission, lesson: GradedLesson, why: str) -> Graded:
    """What is kept where the grader itself failed: no points, and never those of before."""
    sentence = f"It could not be graded: {why}."
    result = Result(
        submission.student,
        submission.lesson,
        STOPPED,
        tuple(no_points(task, sentence) for task in lesson.tasks),
        notes=(*submission.odd, sentence),
        received=submission.received,
        days_late=submission.days_late,
        full_name=submission.full_name,
    )
    verdicts = {one.name: Verdict(one.status, 0, one.message, one.name) for one in result.exercises}
    return Graded(result, autograded_notebook(lesson.released, lesson, {}, verdicts, [sentence]))
