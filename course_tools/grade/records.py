"""What grading knows and keeps: submissions, results as files, and what grading again changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from course_tools.grade.files import CantWriteError, cant_write, write_whole

GRADED = "graded"
NOTHING = ("Nothing came.", "No notebook was found in what was handed in.")
"""What is said of a submission without a notebook."""
NO_NOTEBOOK = "no notebook"
UNREADABLE = "unreadable"
STOPPED = "stopped"
OUTCOMES = (GRADED, STOPPED, UNREADABLE, NO_NOTEBOOK)
"""Graded to the end; ended before the end, with what was earned until then; nothing to grade."""


@dataclass(frozen=True)
class Submission:
    """One student's notebook for one lesson, as it was handed in."""

    student: str
    """The name under which the gradebook knows this student."""
    lesson: str
    """Such as `03_alpha_beta`."""
    notebook: Path | None
    """Where the notebook lies, outside of anybody else's reach; `None` if there was none."""
    received: str = ""
    """When it was handed in, such as `2026-11-21 06:30:00 UTC`, or nothing if nobody knows."""
    days_late: int = 0
    full_name: str = ""
    odd: tuple[str, ...] = ()
    """What was odd about the way it was handed in, in whole sentences."""
    canvas_id: str = ""
    """The number that Canvas has for the student, if the file came from there."""
    feedback: str = ""
    """What Moodle or Canvas wants before the name of a page that goes back to the student."""
    file: str = ""
    """What it was called where it came from."""
    by: str = ""
    """What has said whose it is, such as `Moodle's name for it, in the class list`."""


@dataclass(frozen=True)
class Repair:
    """One thing that was put right before a notebook ran, or could not be."""

    sentence: str
    """For the student and the instructor, such as `A second copy of the cell ... was left out.`"""
    exercise: str = ""
    """The exercise that it is about, if it is about one."""
    lost: bool = False
    """Whether it could not be put right, so that the exercise gets no points."""


@dataclass(frozen=True)
class ExerciseGrade:
    """What one exercise earned, and why."""

    name: str
    points: float
    most: float
    status: str
    """One of the statuses of a verdict."""
    message: str = ""
    mistake: str | None = None
    board: str = ""
    """The smallest position that went wrong, as an SVG picture, or nothing."""
    expected: str = ""
    got: str = ""
    groups: tuple[tuple[str, float, bool, str], ...] = ()
    """Of each group of cases: its title, its share, whether it passed, and why not."""
    seconds: float = 0
    source: str = ""
    """What the student wrote, for the comparison with others."""


@dataclass(frozen=True)
class Result:
    """Everything that came of one submission: plain data, written once, never half."""

    student: str
    lesson: str
    outcome: str
    exercises: tuple[ExerciseGrade, ...] = ()
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    """Whole sentences for the instructor: late, odd names, cells that were stopped."""
    tampering: tuple[str, ...] = ()
    """What looked like an attempt on the grader; a reason to look, never a verdict."""
    received: str = ""
    days_late: int = 0
    full_name: str = ""
    fingerprint: str = ""
    """Names the submission, the checks and the library that this came of; others mean: again."""
    seconds: float = field(default=0, compare=False)
    isolation: str = ""
    """How the student's code was kept away from everything else."""
    canvas_id: str = ""
    feedback: str = ""

    @property
    def points(self) -> float:
        """All points earned."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def most(self) -> float:
        """All points there are."""
        return sum(exercise.most for exercise in self.exercises)


@dataclass(frozen=True)
class Times:
    """How many seconds the parts of a submission may take: safety nets far above honest work."""

    cell: float = 20
    """One cell of the student's notebook."""
    least: float = 1
    """A cell after others that had to be stopped, each of which halves the time."""
    exercise: float = 30
    """All calls together that the check of one exercise makes."""
    submission: float = 240
    """Everything; what is not done by then is left out."""


# --- results as files: one for each student and lesson, in grading/results/LESSON ----------------

VERSION = 1


class DamagedResultError(ValueError):
    """A file that should hold a result does not."""


def to_text(result: Result) -> str:
    """This result as JSON text."""
    data = {"version": VERSION, **asdict(result)}
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def from_text(text: str) -> Result:
    """The result that `to_text` wrote; anything else is a `DamagedResultError`."""
    try:
        data = json.loads(text)
        if data.pop("version") != VERSION or data["outcome"] not in OUTCOMES:
            raise KeyError("another version or outcome")  # noqa: TRY301 - as from what is missing
        exercises = []
        for part in data["exercises"]:
            groups = ((title, share, passed, why) for title, share, passed, why in part["groups"])
            exercises.append(ExerciseGrade(**part | {"groups": tuple(groups)}))
        lists = {name: tuple(data[name]) for name in ("notes", "tampering")}
        repairs = tuple(Repair(**part) for part in data["repairs"])
        return Result(**data | lists | {"exercises": tuple(exercises), "repairs": repairs})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedResultError(f"not a result: {type(error).__name__}: {error}") from error


class Results:
    """The results in a folder, each with the notebook that shows it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, lesson: str, student: str) -> Path:
        """Where this result lies, or would lie."""
        return self.folder / lesson / f"{student}.json"

    def notebook(self, lesson: str, student: str) -> Path:
        """Where the notebook with the verdicts lies, if there is one."""
        return self.folder / lesson / f"{student}.ipynb"

    def read(self, lesson: str, student: str) -> Result | None:
        """The result that is kept, or `None`; a damaged one is a `DamagedResultError`."""
        try:
            text = self.path(lesson, student).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise DamagedResultError(f"this is not text: {error}") from error
        return from_text(text)

    def write(self, result: Result, notebook: bytes | None) -> None:
        """Keep this result; it counts from the moment when its file is whole."""
        beside = self.notebook(result.lesson, result.student)
        if notebook is not None:
            write_whole(beside, notebook)
        write_whole(self.path(result.lesson, result.student), to_text(result).encode())
        if notebook is None:
            beside.unlink(missing_ok=True)

    def all(self, lesson: str) -> Iterator[Result]:
        """All results of a lesson that can be read, by the student's name."""
        for path in sorted((self.folder / lesson).glob("*.json")):
            try:
                found = self.read(lesson, path.stem)
            except DamagedResultError:
                continue  # grading it again mends it, and whoever asks for it alone is told
            if found is not None:
                yield found


# --- what grading again has changed --------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One exercise that has other points, or another verdict, than when it was last graded."""

    student: str
    lesson: str
    exercise: str
    before: float | None
    """`None` for an exercise that was not there before."""
    most_before: float | None
    after: float | None
    most_after: float | None
    was: str
    """What the verdict said before."""
    now: str

    def __str__(self) -> str:
        pairs = ((self.before, self.most_before), (self.after, self.most_after))
        other_most = self.most_before != self.most_after
        before, after = (
            "none" if points is None else f"{points:g}" + f" of {most:g}" * other_most
            for points, most in pairs
        )
        return (
            f"{self.student}, {self.lesson}, {self.exercise}: {before} -> {after}\n"
            f"    before: {self.was}\n    now:    {self.now}"
        )


def changes(before: Result | None, after: Result) -> list[Change]:
    """Each exercise whose points or status are not what they were; none the first time."""
    if before is None:
        return []
    old = {one.name: one for one in before.exercises}
    new = {one.name: one for one in after.exercises}
    pairs = ((name, _facts(old.get(name)), _facts(new.get(name))) for name in {**old, **new})
    return [
        Change(after.student, after.lesson, name, *was[:2], *now[:2], was[3], now[3])
        for name, was, now in pairs
        if was[:3] != now[:3]
    ]


def _facts(grade: ExerciseGrade | None) -> tuple[float | None, float | None, str, str]:
    """Points, most points and status, which are compared, and what is said of them."""
    if grade is None:
        return None, None, "", "not part of the lesson"
    return grade.points, grade.most, grade.status, f"{grade.status}: {grade.message}"


def keep_changes(path: Path, made: Iterable[Change]) -> None:
    """Add these changes to the file in which all of them are kept, one a line."""
    lines = [{"at": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", **asdict(one)} for one in made]
    if not lines:
        return
    try:
        with path.open("a", encoding="ascii") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error
