"""Results as files, one for each student and lesson, under `grading/results/LESSON/`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course_tools.grade.files import write_whole
from course_tools.grade.records import OUTCOMES, ExerciseGrade, Repair, Result

VERSION = 1


class DamagedResultError(ValueError):
    """A file that should hold a result does not."""


def to_text(result: Result) -> str:
    """This result as JSON text."""
    data = {"version": VERSION, **dataclasses.asdict(result)}
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def from_text(text: str) -> Result:
    """The result that `to_text` wrote; anything else is a `DamagedResultError`."""
    try:
        data = _of_this_version(json.loads(text))
        exercises = tuple(_exercise(part) for part in data.pop("exercises"))
        repairs = tuple(Repair(**part) for part in data.pop("repairs"))
        notes, tampering = tuple(data.pop("notes")), tuple(data.pop("tampering"))
        return Result(
            **data, exercises=exercises, repairs=repairs, notes=notes, tampering=tampering
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedResultError(f"this is no result: {type(error).__name__}: {error}") from error


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
            raise DamagedResultError(f"this is no text: {error}") from error
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


def _of_this_version(data: dict[str, Any]) -> dict[str, Any]:
    if data.pop("version") != VERSION or data["outcome"] not in OUTCOMES:
        raise ValueError(f"it is of another version than {VERSION}, or of no known outcome")
    return data


def _exercise(data: dict[str, Any]) -> ExerciseGrade:
    groups = tuple(tuple(group) for group in data.pop("groups"))
    if any(len(group) != 4 for group in groups):
        raise ValueError("a group of cases has four parts")
    return ExerciseGrade(**data, groups=groups)
