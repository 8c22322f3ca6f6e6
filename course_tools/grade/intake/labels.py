"""Whose a file is, and which try of theirs, as its path says it in Moodle, in Canvas or here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile

MOODLE_FOLDER = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_?")
MOODLE_FILE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_(?P<file>.*)"
)
CANVAS = re.compile(
    r"(?P<name>[^\W_][^_]*)_(?:(?P<late>LATE)_)?(?P<number>\d{2,})_"
    r"(?:(?P<upload>\d{3,})_(?P<file>.+)|text\.html?)"
)
COPY = re.compile(r"(?:[\s_-]+(?:copy|kopie|copie)\d*|\s*\(\d+\))+\s*$", re.IGNORECASE)
TOP = {"submitted", "submissions", "submission", "abgaben"}


@dataclass(frozen=True)
class Label:
    """What a path says of the file at its end."""

    student: str
    """The name under which it was handed in, or nothing if the path does not say."""
    file: str
    """The file's own name, without what the learning platform wrote before it."""
    numbers: tuple[str, ...] = ()
    """Numbers that the platform has for the student."""
    upload: int = 0
    """The higher, the later."""
    late: bool = False
    """Whether the platform says so, without saying how late."""
    typed: bool = False
    """Whether it is a text that was typed into the platform."""
    platform: str = ""
    """`Moodle`, `Canvas`, or nothing."""


def label_of(path: str, lessons: Iterable[str]) -> Label:
    """What this path says, relative to the folder or zip that holds a whole class."""
    *folders, file = unicodedata.normalize("NFC", path).split("/")
    for folder in folders:
        if match := MOODLE_FOLDER.fullmatch(folder):
            return _moodle(match, file)
    if match := MOODLE_FILE.fullmatch(file):
        return _moodle(match, match["file"])
    if (match := CANVAS.fullmatch(file)) and not folders:
        return Label(
            match["name"],
            match["file"] or file,
            (match["number"],),
            int((match["upload"] or "0")[:18]),
            late=match["late"] is not None,
            typed=match["file"] is None,
            platform="Canvas",
        )
    return Label(_student(folders, file, list(lessons)), file)


def without_top(
    paths: list[str], lessons: Iterable[str], is_student: Callable[[str], bool]
) -> list[str]:
    """The paths without the folders that hold all of them and are nobody's own.

    A folder is nobody's own if its name says so, or if what is in it has several students' names.
    """
    folders = [path.split("/")[:-1] for path in paths]
    shared = list(takewhile(lambda parts: len(set(parts)) == 1, zip(*folders, strict=False)))
    top = list(takewhile(lambda name: not is_student(name), [parts[0] for parts in shared]))
    for depth in range(len(top), 0, -1):
        rest = [path.split("/", depth)[depth] for path in paths]
        notebooks = [path for path in rest if path.lower().endswith(".ipynb")]
        students = {label_of(path, lessons).student for path in notebooks}
        if top[depth - 1].lower() in TOP or ("" not in students and len(students) > 1):
            return rest
    return paths


def lesson_in(text: str, lessons: Iterable[str]) -> str:
    """The lesson that is named in a file's or folder's name, or nothing."""
    plain = re.sub(r"[^a-z0-9]+", "_", text.lower())
    found = [one for one in lessons if re.search(rf"(?<![a-z0-9]){one}(?![a-z0-9])", plain)]
    return max(found, key=len, default="")


def _student(folders: list[str], file: str, lessons: list[str]) -> str:
    """Whose file this is, by the folders above it, or by its name."""
    here = next((n for n, folder in enumerate(folders) if folder in lessons), None)
    own = _own_part(file, lessons)
    if here is not None:
        below = folders[here + 1 :]
        # nbgrader has STUDENT/LESSON/LESSON.ipynb; others sort by lessons first.
        return folders[here - 1] if here else (below[0] if below else own)
    return folders[0] if folders else own


def _own_part(file: str, lessons: list[str]) -> str:
    """What is left of a file's name without its lesson and what browsers add to a second copy."""
    name = COPY.sub("", _stem(file))
    if lesson := lesson_in(name, lessons):
        words = r"[^A-Za-z0-9]+".join(lesson.split("_"))
        name = re.sub(rf"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])", "_", name, flags=re.IGNORECASE)
        name = re.sub(r"[\s_-]*_[\s_-]*", "_", COPY.sub("", name))
    return re.sub(r"^[\s_().-]+|[\s_().-]+$", "", name)


def _moodle(match: re.Match[str], file: str) -> Label:
    """What Moodle's name for a folder or a file says."""
    return Label(
        match["name"],
        file,
        (f"Participant {match['number']}",),
        typed=match["kind"] == "onlinetext",
        platform="Moodle",
    )


def _stem(file: str) -> str:
    """The file's name without its ending."""
    return re.sub(r"(\.ipynb)?(\.txt|\.json|\.html)?$", "", file, count=1, flags=re.IGNORECASE)
