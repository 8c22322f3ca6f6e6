"""The grades as tables: `grades.csv` for people, and files that Moodle and Canvas take in.

- `grades.csv`: one row for each student and lesson: student, full_name, lesson, points (of the
  checks), most, by_hand (yes if somebody gave points by hand), days_late, penalty, total (what
  counts: by hand where given, less the penalty; nothing if excused), outcome, received, comments
  (those written in the formgrader), look (why somebody should).
- `grades_moodle.csv`: one row for each student: ID number, Full name, then each lesson's total
  and, if lessons have weights, Course (%).
- `grades_canvas.csv`: Student, ID, SIS User ID, SIS Login ID, Section, then each lesson's total;
  the second row holds the points possible.
- `look.csv`: student, lesson, reason; one row for each thing that somebody should look at.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_tools.grade.files import write_whole
from course_tools.grade.records import STOPPED, UNREADABLE, Result

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Row:
    """What a student gets for a lesson in the end."""

    result: Result
    total: float
    penalty: float = 0
    by_hand: Mapping[str, float] = field(default_factory=dict)
    """The points that somebody has given by hand instead, by exercise."""
    comments: Mapping[str, str] = field(default_factory=dict)
    """What somebody has written about an exercise in the formgrader, by its name."""
    excused: bool = False
    """Whether this lesson does not count for this student."""
    weight: float = 1
    """How much the lesson counts beside others."""


REACHED, UNGRADED, LOST = (
    "May have reached for the grader (a reason to look, never a verdict)",
    "Could not be graded, or not to the end",
    "An exercise was lost",
)
"""The kinds of reasons to look at somebody's work."""


def kinds_of_looks(result: Result) -> dict[str, list[str]]:
    """Why somebody should look at this result: by kind, in whole sentences."""
    lost = [repair.sentence for repair in result.repairs if repair.lost]
    ungraded = ["It could not be graded to the end."] if result.outcome == STOPPED else []
    if result.outcome == UNREADABLE:
        lost = []  # said once for all exercises
        why = [one.sentence for one in result.repairs if not one.lost]
        why = why or [one.message for one in result.exercises] or ["It could not be read."]
        ungraded = [f"No points for the whole notebook: {why[-1]}"]
    return {REACHED: list(result.tampering), UNGRADED: ungraded, LOST: lost}


def reasons_to_look(result: Result) -> list[str]:
    """All these reasons; none if all is as usual."""
    return [sentence for kind in kinds_of_looks(result).values() for sentence in kind]


def write_exports(rows: Sequence[Row], folder: Path, look: Sequence[str] = ()) -> list[Path]:
    """The files that were written."""
    tables: dict[str, list[Any]] = {
        "grades.csv": grades(rows),
        "grades_moodle.csv": moodle(rows),
        "grades_canvas.csv": canvas(rows),
        "look.csv": [["student", "lesson", "reason"], *map(_in_columns, look)],
    }
    for name, table in tables.items():
        # With a mark at the beginning, Excel reads names as they are; other programs may not.
        coding = "utf-8-sig" if name == "grades.csv" else "utf-8"
        write_whole(folder / name, as_csv(table).encode(coding))
    return [folder / name for name in tables]


def _in_columns(look: str) -> Sequence[str]:
    """The sentence in a line of its own; whom and what it is about, if it says so, before it.

    >>> _in_columns("ada, 02_minimax: Nothing came.")
    ('ada', '02_minimax', 'Nothing came.')
    """
    about = re.fullmatch(r"([^,:]+), (\d\d_\w+): (.*)", look, re.DOTALL)
    return about.groups() if about else ("", "", look)


def grades(rows: Sequence[Row]) -> list[list[Any]]:
    """The table for people."""
    return [list(_COLUMNS), *([value(row) for value in _COLUMNS.values()] for row in rows)]


_COLUMNS: dict[str, Callable[[Row], Any]] = {
    "student": lambda row: row.result.student,
    "full_name": lambda row: row.result.full_name,
    "lesson": lambda row: row.result.lesson,
    "points": lambda row: row.result.points,
    "most": lambda row: row.result.most,
    "by_hand": lambda row: "yes" if row.by_hand else "",
    "days_late": lambda row: row.result.days_late,
    "penalty": lambda row: row.penalty,
    "total": lambda row: "" if row.excused else row.total,
    "outcome": lambda row: "excused" if row.excused else row.result.outcome,
    "received": lambda row: row.result.received,
    "comments": lambda row: " ".join(f"{name}: {text}" for name, text in row.comments.items()),
    "look": lambda row: " ".join(reasons_to_look(row.result)),
}


def moodle(rows: Sequence[Row]) -> list[list[Any]]:
    """The table for Moodle's grade import; the student's name here is the ID number there."""
    lessons = _lessons(rows)
    course = _course_percents(rows)
    lines = [
        [student, name, *(totals.get(lesson, "") for lesson in lessons), *course.get(student, [])]
        for student, name, totals in _students(rows)
    ]
    return [["ID number", "Full name", *lessons, *(["Course (%)"] if course else [])], *lines]


def canvas(rows: Sequence[Row]) -> list[list[Any]]:
    """The table for Canvas's gradebook import; the student's name here is the login there."""
    most = {row.result.lesson: row.result.most for row in rows}
    lessons = _lessons(rows)
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *lessons]
    possible = ["    Points Possible", "", "", "", "", *(most[lesson] for lesson in lessons)]
    excused = {(row.result.student, row.result.lesson) for row in rows if row.excused}
    ids = {row.result.student: row.result.canvas_id for row in rows if row.result.canvas_id}
    lines = [
        [
            name or student,
            *(ids.get(student, ""), "", student, ""),
            *(totals.get(one, "EX" if (student, one) in excused else "") for one in lessons),
        ]
        for student, name, totals in _students(rows)
    ]
    return [head, possible, *lines]


def course_percent(rows: Iterable[Row]) -> float | None:
    """How much of the points of all these lessons one student has, each with its weight.

    It is `None` where none of them counts.
    """
    counting = [row for row in rows if row.result.most and not row.excused]
    most = sum(row.weight for row in counting)
    earned = sum(row.weight * row.total / row.result.most for row in counting)
    return round(100 * earned / most, 1) if most else None


def _course_percents(rows: Sequence[Row]) -> dict[str, list[float | str]]:
    """What each student has of the whole course, if its lessons have weights."""
    if all(row.weight == 1 for row in rows):
        return {}
    own: dict[str, list[Row]] = {}
    for row in rows:
        own.setdefault(row.result.student, []).append(row)
    percents = {who: course_percent(mine) for who, mine in own.items()}
    return {who: ["" if one is None else one] for who, one in percents.items()}


def as_csv(table: Iterable[Sequence[Any]]) -> str:
    """The table as text; nothing in it is taken for a formula by a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    for line in table:
        writer.writerow([_cell(value) for value in line])
    return file.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, int | float):
        return f"{value:g}"
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _lessons(rows: Sequence[Row]) -> list[str]:
    return sorted({row.result.lesson for row in rows})


def _students(rows: Sequence[Row]) -> list[tuple[str, str, dict[str, float]]]:
    """Each student with their full name and what they get for each lesson."""
    totals: dict[str, dict[str, float]] = {}
    names: dict[str, str] = {}
    for row in rows:
        student = row.result.student
        if not row.excused:
            totals.setdefault(student, {})[row.result.lesson] = row.total
        totals.setdefault(student, {})
        names[student] = row.result.full_name or names.get(student, "")
    return [(student, names[student], totals[student]) for student in sorted(totals)]
