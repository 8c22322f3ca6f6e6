"""Writes the pages: one for each student, and one about the class."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograder_tests.bank import entries
from course_tools.grade.exports import Row
from course_tools.grade.files import write_whole
from course_tools.grade.pages.class_page import Known, class_page
from course_tools.grade.pages.feedback import feedback_page
from course_tools.grade.tasks import GradedLesson

FEEDBACK = "feedback"
REPORT = "report.html"
_PLAIN = re.compile(r"[\w@+-][\w.@+-]{0,99}")


def write_pages(
    rows: Sequence[Row],
    folder: Path,
    *,
    lessons: Iterable[GradedLesson] = (),
    odd: Sequence[str] = (),
) -> list[Path]:
    """The files that were written: `report.html`, and `feedback/STUDENT.html` for each student.

    `lessons` are those as they were handed out, so that what stands in them counts as nobody's
    own; `odd` is what was odd about what came in. The same rows give the same bytes.
    """
    mine: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.result.lesson):
        mine[row.result.student].append(row)
    places = file_names(mine)
    known = Known(
        {student: f"{FEEDBACK}/{name}" for student, name in places.items()},
        given_in(lessons),
        usual_answers({one.name for row in rows for one in row.result.exercises}),
        tuple(odd),
    )
    texts = {folder / REPORT: class_page(rows, known)}
    for student, own in sorted(mine.items()):
        texts[folder / FEEDBACK / places[student]] = feedback_page(own)
    for path, text in texts.items():
        content = text.encode()
        if not (path.is_file() and path.read_bytes() == content):
            write_whole(path, content)
    return list(texts)


def file_names(students: Iterable[str]) -> dict[str, str]:
    """For each student a file's name, one that every system can hold, and no two alike.

    >>> file_names(["ada"])
    {'ada': 'ada.html'}
    """
    found = sorted(students)
    alike = Counter(student.casefold() for student in found)
    return {
        student: f"{student}.html"
        if _PLAIN.fullmatch(student) and student.isascii() and alike[student.casefold()] == 1
        else f"{_plain(student)}-{hashlib.sha256(student.encode()).hexdigest()[:8]}.html"
        for student in found
    }


def given_in(lessons: Iterable[GradedLesson]) -> dict[str, str]:
    """What was handed out of each exercise, by its name."""
    marked = [
        (cell.metadata.get("nbgrader", {}), cell.source)
        for lesson in lessons
        for cell in lesson.released.cells
    ]
    return {marks["grade_id"]: source for marks, source in marked if marks.get("solution")}


def usual_answers(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Of each exercise, the answers in the bank, right and wrong: those that many people write."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for entry in entries():
        if entry.exercise in found:
            found[entry.exercise].append(entry.source)
    return found


def _plain(student: str) -> str:
    """What can stay of a name in a file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", student).strip("-")[:40] or "student"
