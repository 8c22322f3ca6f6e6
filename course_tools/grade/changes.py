"""What grading again has changed: for whom, in which exercise, and why."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from course_tools.grade.files import CantWriteError, cant_write
from course_tools.grade.records import ExerciseGrade, Result


@dataclass(frozen=True)
class Change:
    """One exercise that has other points, or another verdict, than when it was last graded."""

    student: str
    lesson: str
    exercise: str
    before: float | None
    """`None` for an exercise that was not there before."""
    after: float | None
    was: str
    """What the verdict said before."""
    now: str

    def __str__(self) -> str:
        points = f"{_shown(self.before)} -> {_shown(self.after)}"
        return (
            f"{self.student}, {self.lesson}, {self.exercise}: {points}\n"
            f"    before: {self.was}\n    now:    {self.now}"
        )


def changes(before: Result | None, after: Result) -> list[Change]:
    """Each exercise whose points or status are not what they were; none the first time."""
    if before is None:
        return []
    old = {one.name: one for one in before.exercises}
    new = {one.name: one for one in after.exercises}
    return [
        Change(
            after.student,
            after.lesson,
            name,
            old[name].points if name in old else None,
            new[name].points if name in new else None,
            _words(old.get(name)),
            _words(new.get(name)),
        )
        for name in {**old, **new}
        if _told(old.get(name)) != _told(new.get(name))
    ]


def keep_changes(path: Path, found: Iterable[Change]) -> None:
    """Add these changes to the file in which all of them are kept, one a line."""
    lines = [{"at": f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", **asdict(one)} for one in found]
    if not lines:
        return
    try:
        with path.open("a", encoding="ascii") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error


def _told(grade: ExerciseGrade | None) -> tuple[float, float, str] | None:
    return None if grade is None else (grade.points, grade.most, grade.status)


def _words(grade: ExerciseGrade | None) -> str:
    return "not part of the lesson" if grade is None else f"{grade.status}: {grade.message}"


def _shown(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"
