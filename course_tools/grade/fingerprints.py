"""Names for what a result came of: equal names mean that grading again would change nothing."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from course_tools.grade.notebooks import notebook_bytes
from course_tools.grade.tasks import GradedLesson

_ROOMS = (
    *("games", "search", "watch", "play", "players", "solvers", "meet", "views", "checks"),
    *("lessons", "grading"),
)
_ENDINGS = {".py", ".json"}


def course_fingerprint(course: Path) -> str:
    """The name of the library, the checks and the grader as they are now, and of this Python."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} {sys.platform}".encode())
    for path in _files(course):
        digest.update(path.relative_to(course).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fingerprint(course: str, lesson: GradedLesson, submitted: bytes | None, limits: str) -> str:
    """The name of everything that decides what this submission earns."""
    parts = (
        course.encode(),
        notebook_bytes(lesson.released),
        b"nothing" if submitted is None else b"this: " + submitted,
        limits.encode(),
    )
    digests = [hashlib.sha256(part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()


def _files(course: Path) -> Iterator[Path]:
    """Every file that can change a grade, in an order that is the same everywhere."""
    library = course / "course_lib"
    tests = course / "autograder_tests"
    found = [*library.glob("*.py"), *tests.glob("*.py"), *tests.glob("[0-9][0-9]_*/*.py")]
    found += (course / "solutions").glob("*.py")
    for room in _ROOMS:
        found += [path for path in (library / room).rglob("*") if path.suffix in _ENDINGS]
    # Pages are made of results, and intake only finds what is graded: neither decides a grade.
    beside = [library / "grading" / name for name in ("pages", "intake")]
    yield from sorted(path for path in found if not any(map(path.is_relative_to, beside)))
