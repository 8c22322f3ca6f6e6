"""Grades submissions in processes of their own, several at once: `all_graded`.

A submission goes out with all that is needed to grade it, and comes back as `Graded`; nobody but
the grader itself writes anything down. It is the same on this machine and on a Dask cluster, where
each worker needs the same course and the same Python; the fingerprints of the two courses are
compared before it grades.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.checks.cases import SEED
from course_lib.plain import line_of
from course_tools.cluster import OTHER_COURSE, OtherCourse, open_pool
from course_tools.files import write_whole
from course_tools.grader.judge.cases import TO_LOOK
from course_tools.grader.judge.grading import Graded, failed, graded
from course_tools.grader.judge.result import Submission, Times
from course_tools.grader.judge.tasks import (
    GradedLesson,
    NoLessonError,
    course_fingerprint,
    lesson_of,
)
from course_tools.grader.sandbox import NoIsolation, Sandbox
from course_tools.notebooks import NBFORMAT
from course_tools.workers import COURSE, LostError, results

_GRACE = 60.0
"""A process gets so many seconds more than a submission may take."""


@dataclass(frozen=True)
class Setting:
    """How submissions are graded, by all workers alike."""

    times: Times = field(default_factory=Times)
    seed: str = SEED
    """The seed of the class, from which its hidden cases are drawn."""
    drawn: Path | None = None
    """The folder where they are kept; on another machine they are drawn again."""


class Job(NamedTuple):
    """One submission with all that is needed to grade it."""

    submission: Submission
    notebook: bytes | None
    """What was handed in; the path in the submission leads nowhere on another machine."""
    released: bytes
    """The lesson as it was handed out."""
    setting: Setting
    own: str
    """The cases that a teacher has written for a course of her own."""
    course: str
    """The fingerprint of the grader's course, for a worker on another machine."""

    @property
    def patience(self) -> float:
        """After so many seconds its process is taken to hang."""
        return self.setting.times.submission + _GRACE


GRADES = "course_tools.grader.judge.worker:outcome_of"
"""What the processes do."""


def all_graded(
    submissions: Sequence[Submission],
    lessons: Mapping[str, GradedLesson],
    setting: Setting,
    workers: int = 1,
    scheduler: str = "",
) -> Generator[tuple[Submission, Graded]]:
    """What comes of each submission, in the order in which they get done.

    A worker that dies takes nothing with it: its submission is tried again in another one. Closing
    the iterator, or an exception such as Ctrl-C, ends all workers and sandboxes at once. Raises
    `NoIsolation`, or `SchedulerError` where the cluster can't be used.
    """
    # Processes that are begun here and now have loaded what lies here.
    course = course_fingerprint(COURSE) if submissions and scheduler else ""
    jobs = []
    for submission in submissions:
        try:
            raw = submission.notebook.read_bytes() if submission.notebook else None
        except OSError as error:
            yield submission, failed(submission, lessons[submission.lesson], str(_lost(error)))
        else:
            lesson = lessons[submission.lesson]
            jobs.append(Job(submission, raw, lesson.raw, setting, lesson.own, course))
    if not jobs:
        return
    if setting.drawn is not None:
        for name in {job.submission.lesson for job in jobs}:
            keep_drawn(lessons[name], setting.seed, setting.drawn)
    with open_pool(GRADES, workers, scheduler) as pool:
        for job, outcome in results(pool, jobs):
            if isinstance(outcome, LostError):
                why, lesson = str(outcome), lessons[job.submission.lesson]
                outcome = failed(job.submission, lesson, why)  # noqa: PLW2901
            yield job.submission, outcome


def keep_drawn(lesson: GradedLesson, seed: str, folder: Path) -> None:
    """Draw the cases that every submission meets, if nobody has, once for all workers and runs.

    A `NoLessonError` says which can't be drawn: else all would lose their points for that.
    """
    place = folder / lesson.name
    if place.exists() or lesson.own:
        return
    ours = _ours()
    for task in lesson.tasks:
        try:
            ours.Ours(task.name, seed).draw(TO_LOOK)
        except Exception as error:
            raise NoLessonError(
                f"The hidden cases of {task.name} can't be drawn, so nobody was graded."
                f" autograder_tests/{lesson.name}/{task.name}.py says:"
                f" {type(error).__name__}: {error}{line_of(error)}"
            ) from error
    names = {task.name for task in lesson.tasks}
    made = {about: cases for about, cases in ours.exercises.DRAWN.items() if about[0] in names}
    data = pickle.dumps(made)
    with contextlib.suppress(OSError):  # then they are drawn again
        write_whole(place, hashlib.sha256(data).digest() + data)


def read_drawn(place: Path) -> None:
    """Take what is kept there, unless it is damaged, for drawn."""
    with contextlib.suppress(OSError):
        content = place.read_bytes()
        digest, data = content[:32], content[32:]
        if hashlib.sha256(data).digest() == digest:
            _ours().exercises.DRAWN.update(pickle.loads(data))  # noqa: S301 - the grader's own


def _ours() -> Any:
    """The room with this course's exercises, loaded when wanted: others have no such room."""
    from course_tools.grader.judge import ours  # noqa: PLC0415

    return ours


# --- in a worker's process -----------------------------------------------------------------------


def outcome_of(job: Job) -> Graded | LostError | NoIsolation | OtherCourse:
    """What comes of this job; what goes wrong in the grader itself is told, and stops nobody."""
    if job.course and job.course != _course_here():
        return OTHER_COURSE
    try:
        setting = job.setting
        about = (job.submission.lesson, job.released, setting.seed, setting.drawn, job.own)
        lesson = _lesson(*about)
        sandbox = _sandbox(lesson.away)
        found = graded(job.submission, lesson, sandbox, times=setting.times, raw=job.notebook)
        return replace(found, result=replace(found.result, isolation=sandbox.isolation))
    except NoIsolation as error:
        return error
    except Exception as error:  # noqa: BLE001 - one submission must not stop a class
        return _lost(error)


def _lost(error: Exception) -> LostError:
    return LostError(f"the grader itself failed ({type(error).__name__}: {error})")


@cache
def _course_here() -> str:
    """The fingerprint of the course that this process has loaded."""
    return course_fingerprint(COURSE)


@cache
def _lesson(
    name: str, released: bytes, seed: str, drawn: Path | None, own: str = ""
) -> GradedLesson:
    """The lesson, which is read once for a class, and its hidden cases where they are kept."""
    if drawn is not None:
        read_drawn(drawn / name)
    return lesson_of(name, NBFORMAT.reads(released.decode(), as_version=4), seed, own)


@cache
def _sandbox(away: tuple[str, ...]) -> Sandbox:
    """The sandbox of this process for all lessons of a kind; it ends with the process.

    Guarded, the library's own answers are not inside.
    """
    return Sandbox(COURSE, away=away).__enter__()
