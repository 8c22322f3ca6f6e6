"""Grades one submission: the notebook runs in the sandbox, and the checks run here."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from nbformat import NotebookNode

from course_lib.checks.ran import Ran
from course_lib.checks.students import Process
from course_lib.checks.verdict import NOT_ATTEMPTED, Verdict
from course_tools.grade.autograded import autograded_notebook
from course_tools.grade.harmless import few
from course_tools.grade.one_exercise import checked, clean, grade_of
from course_tools.grade.records import (
    GRADED,
    NO_NOTEBOOK,
    STOPPED,
    UNREADABLE,
    ExerciseGrade,
    Repair,
    Result,
    Submission,
)
from course_tools.grade.repair import repaired
from course_tools.grade.sitting import Sitting
from course_tools.grade.slicing import Part, last_needed, parts_to_run
from course_tools.grade.suspicions import suspicions_in
from course_tools.grade.tasks import GradedLesson, Task
from course_tools.grade.times import Times


class Begins(Protocol):
    """What gives a process in which a notebook can run: a sandbox."""

    def session(self) -> Process:
        """A new one, in which nothing has run yet."""


@dataclass
class Graded:
    """What came of one submission, and all that explains it."""

    result: Result
    notebook: bytes | None = None
    """The notebook with the verdicts; `None` if nothing was handed in."""
    parts: list[Part] = field(default_factory=list)
    shown: Mapping[int, Ran] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)


def grade_one(
    submission: Submission, lesson: GradedLesson, sandbox: Begins, *, times: Times | None = None
) -> Result:
    """What this submission earns, and why."""
    return graded(submission, lesson, sandbox, times=times).result


def graded(
    submission: Submission,
    lesson: GradedLesson,
    sandbox: Begins,
    *,
    times: Times | None = None,
    everything: bool = False,
) -> Graded:
    """What this submission earns, with its notebook; with `everything` all its cells run.

    Nothing that the student's code does changes anything here: it runs in the sandbox, cell by
    cell, and then the checks call its functions from here and judge the values that come back.
    """
    began = time.monotonic()
    if submission.notebook is None:
        why = "No notebook was handed in."
        return _nothing(submission, lesson, NO_NOTEBOOK, why)
    mended = repaired(submission.notebook.read_bytes(), lesson.released)
    if mended.notebook is None:
        why = "Nothing in this file could be graded."
        return _nothing(submission, lesson, UNREADABLE, why, mended.repairs)
    times = times or Times()
    notebook, repairs = mended.notebook, mended.repairs
    parts = parts_to_run(notebook, lesson.released, everything=everything)
    sources = _sources(notebook)
    lost = {repair.exercise: repair.sentence for repair in repairs if repair.lost}
    verdicts: dict[str, Verdict] = {}
    grades: dict[str, ExerciseGrade] = {}
    # An answer that stands far below, in the cell of another exercise, is judged after those above:
    # what it brings along must not take the place of theirs.
    needed = {task: last_needed(parts, notebook, task.name, task.check) for task in lesson.tasks}
    with Sitting(sandbox.session, parts, times, began + times.submission) as sitting:
        for task in sorted(lesson.tasks, key=lambda task: needed[task]):
            sitting.ready(needed[task])
            begun = time.monotonic()
            if task.name in lost:
                verdict = Verdict(NOT_ATTEMPTED, 0, lost[task.name], task.name)
            else:
                verdict = checked(task, sitting)
            verdicts[task.name] = verdict
            seconds = round(time.monotonic() - begun, 3)
            source = sources.get(task.name, "")
            grades[task.name] = grade_of(task, verdict, source, seconds)
        # What students have added below the last check is shown to whoever reads the notebook.
        end = max((part.index for part in parts if part.own or everything), default=-1) + 1
        if end > sitting.needed:
            sitting.ready(end)
    result = Result(
        submission.student,
        lesson.name,
        STOPPED if sitting.gave_up else GRADED,
        tuple(grades[task.name] for task in lesson.tasks),
        tuple(repairs),
        (*submission.odd, *few(sitting.notes)),
        few((*sitting.tampering, *suspicions_in(notebook, lesson.released))),
        submission.received,
        submission.days_late,
        submission.full_name,
        seconds=round(time.monotonic() - began, 3),
    )
    news = [repair.sentence for repair in repairs]
    shown = autograded_notebook(notebook, lesson, sitting.shown, verdicts, news)
    return Graded(result, shown, parts, sitting.shown, verdicts)


def no_points(task: Task, why: str) -> ExerciseGrade:
    """The grade of an exercise that could not be checked."""
    return ExerciseGrade(task.name, 0, task.most, NOT_ATTEMPTED, clean(why))


def _nothing(
    submission: Submission,
    lesson: GradedLesson,
    outcome: str,
    why: str,
    repairs: tuple[Repair, ...] = (),
) -> Graded:
    """What is kept of a submission in which there is nothing to grade."""
    reasons = {repair.exercise: repair.sentence for repair in repairs if repair.lost}
    told = {task.name: clean(reasons.get(task.name, why)) for task in lesson.tasks}
    result = Result(
        submission.student,
        lesson.name,
        outcome,
        tuple(no_points(task, told[task.name]) for task in lesson.tasks),
        repairs,
        submission.odd,
        received=submission.received,
        days_late=submission.days_late,
        full_name=submission.full_name,
    )
    if outcome == NO_NOTEBOOK:
        return Graded(result)
    verdicts = {name: Verdict(NOT_ATTEMPTED, 0, said, name) for name, said in told.items()}
    notebook = autograded_notebook(lesson.released, lesson, {}, verdicts, [why])
    return Graded(result, notebook, verdicts=verdicts)


def _sources(notebook: NotebookNode) -> dict[str, str]:
    """What stands in the cell of each exercise, by the exercise's name."""
    marked = [(cell.metadata.get("nbgrader", {}), cell.source) for cell in notebook.cells]
    return {marks["grade_id"]: source for marks, source in marked if marks.get("solution")}
