"""What is kept of a class: two files for each student and lesson, and what has changed.

One file is the result, the other a zip with what was handed in and what came of it. Neither has
what the course itself has handed out: its pictures lie beside them once, by what is in them.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from course_tools.files import CantWriteError, cant_write, write_whole
from course_tools.grader.judge.result import OUTCOMES, ExerciseGrade, Repair, Result

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


NOTEBOOK, GRADED = "handed_in.ipynb", "graded.ipynb"
"""In the zip: the notebook as it was judged, and the one that shows the verdicts."""
NONE: Mapping[str, bytes] = MappingProxyType({})
PICTURES = "pictures"
_ATTACHED = "attached"


class Results:
    """The results in a folder, each with the notebooks that it is about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, lesson: str, student: str) -> Path:
        """Where this result lies, or would lie."""
        return self.folder / lesson / f"{student}.json"

    def work(self, lesson: str, student: str) -> Path:
        """Where the notebooks of this result lie, if there are any."""
        return self.folder / lesson / f"{student}.zip"

    def read(self, lesson: str, student: str) -> Result | None:
        """The result that is kept, or `None`; a damaged one is a `DamagedResultError`."""
        try:
            text = self.path(lesson, student).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise DamagedResultError(f"this is not text: {error}") from error
        return from_text(text)

    def write(
        self, result: Result, graded: bytes | None, handed_in: Mapping[str, bytes] = NONE
    ) -> None:
        """Keep this result; it counts from the moment when its file is whole.

        What was `handed_in` is the notebook as it was judged, and what nbgrader had beside it.
        """
        place = self.work(result.lesson, result.student)
        if graded is not None:
            write_whole(place, _zipped({**handed_in, GRADED: self._without_pictures(graded)}))
        self.note(result)
        if graded is None:
            place.unlink(missing_ok=True)

    def note(self, result: Result) -> None:
        """Keep this result, whose notebooks are kept already."""
        write_whole(self.path(result.lesson, result.student), to_text(result).encode())

    def handed_in(self, lesson: str, student: str) -> dict[str, bytes]:
        """What was handed in, by its names; nothing where that can't be read."""
        parts = self._parts(lesson, student)
        return {name: content for name, content in parts.items() if name != GRADED}

    def graded(self, lesson: str, student: str) -> bytes | None:
        """The notebook that shows the verdicts, with all its pictures, if it can be read."""
        parts = self._parts(lesson, student)
        if GRADED not in parts:
            return None
        notebook = json.loads(parts[GRADED])
        for cell in notebook["cells"]:
            if digest := cell["metadata"].pop(_ATTACHED, ""):
                picture = self.folder / PICTURES / f"{digest}.json"
                cell["attachments"] = json.loads(picture.read_bytes())
        return _as_file(notebook)

    def _parts(self, lesson: str, student: str) -> dict[str, bytes]:
        try:
            with zipfile.ZipFile(self.work(lesson, student)) as archive:
                return {name: archive.read(name) for name in archive.namelist()}
        except (FileNotFoundError, zipfile.BadZipFile, zlib.error):
            return {}

    def _without_pictures(self, graded: bytes) -> bytes:
        """The notebook with names in place of pictures, which are kept once."""
        notebook = json.loads(graded)
        for cell in notebook["cells"]:
            if attached := cell.pop("attachments", None):
                content = json.dumps(attached, sort_keys=True).encode()
                digest = hashlib.sha256(content).hexdigest()[:16]
                cell["metadata"][_ATTACHED] = digest
                picture = self.folder / PICTURES / f"{digest}.json"
                if not picture.is_file():
                    write_whole(picture, content)
        return _as_file(notebook)

    def all(self, lesson: str) -> Iterator[Result]:
        """All results of a lesson that can be read, by the student's name."""
        for path in sorted((self.folder / lesson).glob("*.json")):
            try:
                found = self.read(lesson, path.stem)
            except DamagedResultError:
                continue  # grading it again mends it, and whoever asks for it alone is told
            if found is not None:
                yield found


def _as_file(notebook: Any) -> bytes:
    """The notebook as nbformat writes it, which gives back the same bytes."""
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    """A zip with these parts, the same bytes for the same parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


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
        with path.open("ab+") as file:
            file.seek(0)
            *_, half = file.read().rpartition(b"\n")
            file.truncate(file.tell() - len(half))  # what a grader was writing when it was killed
            file.write("".join(f"{json.dumps(line)}\n" for line in lines).encode("ascii"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error
