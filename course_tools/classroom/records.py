"""Results as files, one for each student and lesson, and what grading again has changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from course_tools.files import CantWriteError, cant_write, write_whole
from course_tools.judge.result import OUTCOMES, ExerciseGrade, Repair, Result

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
