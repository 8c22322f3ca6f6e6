"""What there is to grade: the submissions that came in, and those whose result is already there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from course_tools.grade.fingerprints import course_fingerprint, fingerprint
from course_tools.grade.intake import Policy, submissions
from course_tools.grade.records import NO_NOTEBOOK, Result, Submission
from course_tools.grade.repair import signs_of
from course_tools.grade.results import DamagedResultError, Results
from course_tools.grade.tasks import GradedLesson, NoLessonError, graded_lesson, lesson_names
from course_tools.grade.times import Times


@dataclass(frozen=True)
class Order:
    """What `course grade` was asked to do."""

    root: Path
    """The folder with `notebooks`, `solutions` and `grading`."""
    course: Path
    """The folder with `course_lib` and `autograder_tests`."""
    source: Path
    """What was handed in: a folder, or a zip from an LMS."""
    lessons: tuple[str, ...] = ()
    """Names or numbers of lessons; all of them if none is named."""
    class_list: Path | None = None
    policy: Policy = field(default_factory=Policy)
    workers: int = 1
    again: bool = False
    """Whether to grade also what has not changed since its last result."""
    unsafe: bool = False
    times: Times = field(default_factory=Times)
    scheduler: str = ""
    """The address of a Dask scheduler that gives the work to other machines, if there is one."""

    @property
    def grading(self) -> Path:
        """The folder for all that grading makes."""
        return self.root / "grading"


@dataclass
class Plan:
    """The submissions to grade now, and the results that still hold."""

    lessons: dict[str, GradedLesson]
    odd: tuple[str, ...]
    """What was odd about what came in, in whole sentences."""
    to_do: list[Submission] = field(default_factory=list)
    kept: list[tuple[Submission, Result]] = field(default_factory=list)
    before: dict[tuple[str, str], Result] = field(default_factory=dict)
    """The last results, by lesson and student, of all that is to be graded again."""
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """The fingerprint of each submission, by lesson and student."""


def lessons_asked(order: Order) -> dict[str, GradedLesson]:
    """The lessons that were asked for, by name; an unknown one is a `NoLessonError`."""
    there = lesson_names(order.root)
    words = order.lessons or tuple(there)
    unknown = [word for word in words if not any(_means(word, name) for name in there)]
    if unknown or not there:
        known = ", ".join(there) or "none; `course build` makes them"
        raise NoLessonError(f"There is no lesson {' '.join(unknown)}. The lessons here: {known}.")
    asked = [name for name in there if any(_means(word, name) for word in words)]
    found = {name: graded_lesson(name, order.root) for name in asked}
    return {name: lesson for name, lesson in found.items() if lesson.tasks or order.lessons}


def planned(order: Order, into: Path) -> Plan:
    """What this order means; copies of the submissions lie in the folder `into` then."""
    lessons = lessons_asked(order)
    every = {name: graded_lesson(name, order.root).released for name in lesson_names(order.root)}
    came = submissions(
        order.source,
        list(lessons),
        class_list=order.class_list,
        policy=order.policy,
        into=into,
        signs={name: signs_of(released) for name, released in every.items()},
    )
    plan = Plan(lessons, came.everything_odd)
    results = Results(order.grading / "results")
    course = course_fingerprint(order.course)
    for submission in _sorted(came.submissions):
        if submission.lesson not in lessons:
            continue
        key = (submission.lesson, submission.student)
        raw = submission.notebook.read_bytes() if submission.notebook else None
        limits = f"{order.times} {order.unsafe}"
        plan.names[key] = fingerprint(course, lessons[submission.lesson], raw, limits)
        try:
            old = results.read(*key)
        except DamagedResultError:
            old = None
        if old is None or order.again or not _holds(old, plan.names[key], results):
            plan.to_do.append(submission)
            if old is not None:
                plan.before[key] = old
        else:
            plan.kept.append((submission, _with_facts(old, submission)))
    return plan


def _holds(old: Result, name: str, results: Results) -> bool:
    """Whether this result still says what grading again would say."""
    there = results.notebook(old.lesson, old.student).exists()
    return old.fingerprint == name and (there or old.outcome == NO_NOTEBOOK)


def _with_facts(old: Result, submission: Submission) -> Result:
    """The result with what the newest list says of the one who handed it in."""
    return replace(
        old,
        received=submission.received,
        days_late=submission.days_late,
        full_name=submission.full_name,
    )


def _means(word: str, name: str) -> bool:
    """Whether the word stands for this lesson: its number or its name."""
    return word in (name, name[:2])


def _sorted(found: Sequence[Submission]) -> list[Submission]:
    return sorted(found, key=lambda one: (one.lesson, one.student))
