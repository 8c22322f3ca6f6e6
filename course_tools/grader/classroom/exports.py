"""The grades as tables: `grades.csv` for people, and one for each platform to take in.

- `grades.csv`: one row for each student and lesson: student, full_name, lesson, points (of the
  checks), most, by_hand (yes if somebody gave points by hand), days_late, penalty, total (what
  counts: by hand where given, less the penalty; nothing if excused), outcome, received, comments
  (those written in the formgrader), look (why somebody should).
- `grades_moodle.csv`, and so on: one row for each student as that platform takes it in, with each
  lesson's total. Where the class list is that platform's own, its columns stay as they are.
- `taken.csv`: what was taken for whom in this run: student, lesson, file, by (what has said whose
  it is), received.
- `look.csv`: student, lesson, reason; one row for each thing that somebody should look at.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_tools.files import write_whole
from course_tools.grader.classroom.intake.platforms import PLATFORMS, Table
from course_tools.grader.judge.result import STOPPED, UNREADABLE, Result, Submission

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
        ungraded = [f"No points for the whole notebook: {' '.join(why)}"]
    return {REACHED: list(result.tampering), UNGRADED: ungraded, LOST: lost}


def reasons_to_look(result: Result) -> list[str]:
    """All these reasons; none if all is as usual."""
    return [sentence for kind in kinds_of_looks(result).values() for sentence in kind]


@dataclass(frozen=True)
class Beside:
    """What tables hold besides the grades."""

    look: Sequence[str] = ()
    """What somebody should look at."""
    taken: Sequence[Submission] = ()
    """What came in this run."""
    lines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the class list says of each student, by its headers."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What `course.toml` calls lessons in platforms' tables."""


def write_exports(rows: Sequence[Row], folder: Path, beside: Beside | None = None) -> list[Path]:
    """The files that were written."""
    beside, lessons = beside or Beside(), _lessons(rows)
    tables: dict[str, list[Any]] = {
        "grades.csv": grades(rows),
        **{
            one.table.file: for_platform(one.table, rows, beside)
            for one in PLATFORMS
            if one.table is not None
        },
        "look.csv": [
            ["student", "lesson", "reason"],
            *(_in_columns(look, lessons) for look in beside.look),
        ],
        "taken.csv": [
            ["student", "lesson", "file", "by", "received"],
            *([one.student, one.lesson, one.file, one.by, one.received] for one in beside.taken),
        ],
    }
    for name, table in tables.items():
        # With a mark at the beginning, Excel reads names as they are; other programs may not.
        coding = "utf-8-sig" if name == "grades.csv" else "utf-8"
        write_whole(folder / name, as_csv(table).encode(coding))
    return [folder / name for name in tables]


def _in_columns(look: str, lessons: Iterable[str]) -> Sequence[str]:
    """The sentence in a line of its own; whom and what it is about, if it says so, before it.

    >>> _in_columns("ada, ps1: Nothing came.", ["ps1"])
    ('ada', 'ps1', 'Nothing came.')
    """
    names = "|".join(map(re.escape, lessons))
    about = re.fullmatch(rf"([^,:]+), ({names}): (.*)", look, re.DOTALL)
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


def for_platform(table: Table, rows: Sequence[Row], beside: Beside) -> list[list[Any]]:
    """The table that this platform takes in."""
    most = {row.result.lesson: row.result.most for row in rows}
    lessons = _lessons(rows)
    course = [table.course] * (table.course != "" and any(row.weight != 1 for row in rows))
    headers = list(next(iter(beside.lines.values()), {}))
    last = [table.last] if table.last else []
    head = [*table.who, *(_title(table, one, most[one], headers, beside.titles) for one in lessons)]
    lines = []
    if table.possible:
        empty = len(table.who) - 1
        lines.append([table.possible, *[""] * empty, *(most[lesson] for lesson in lessons)])
    for student, own in sorted(by_student(rows).items()):
        said = {row.result.lesson: table.excused if row.excused else row.total for row in own}
        who = _identity(table, student, own, beside.lines.get(student, {}))
        points: list[Any] = [said.get(one, "") for one in lessons]
        points += ["" if (percent := course_percent(own)) is None else percent for _ in course]
        lines.append([*who, *points, *(cell for _, cell in last)])
    head += course
    return [[*head, *(name for name, _ in last)], *lines]


def _identity(table: Table, student: str, own: Sequence[Row], line: Mapping[str, str]) -> list[str]:
    """What says in this table who the student is: what the platform's own list says, else ours."""
    if len(table.who.keys() & line.keys()) >= min(3, len(table.who)):
        return [line.get(header, "") for header in table.who]
    name = next((one.result.full_name for one in own if one.result.full_name), "")
    first, _, last = name.rpartition(" ")
    facts = {
        "login": student,
        "name": name or ("" if table.course else student),
        "first": first,
        "last": last or student,
        "canvas": next((one.result.canvas_id for one in own if one.result.canvas_id), ""),
    }
    return [facts.get(fact, "") for fact in table.who.values()]


def _title(
    table: Table, lesson: str, most: float, headers: Sequence[str], titles: Mapping[str, str]
) -> str:
    """What this table calls the lesson: a column that the platform has already, else a new one.

    >>> from course_tools.grader.classroom.intake.platforms import PLATFORMS
    >>> canvas = next(one.table for one in PLATFORMS if one.name == "Canvas")
    >>> _title(canvas, "02_minimax", 15, ["Student", "Minimax (44321)"], {})
    'Minimax (44321)'
    """
    title = titles.get(lesson, lesson)
    meant = {plain_name(title), lesson, lesson.partition("_")[2]}
    there = [
        header
        for header in headers
        if table.own
        and (match := table.own.fullmatch(header))
        and plain_name(match["title"]) in meant
    ]
    return there[0] if len(there) == 1 else table.title.format(title=title, most=most)


def plain_name(title: str) -> str:
    """The title as lessons are called.

    >>> plain_name("02 - Minimax!")
    '02_minimax'
    """
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")


def by_student(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """What each student has."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.result.student].append(row)
    return found


def course_percent(rows: Iterable[Row]) -> float | None:
    """How much of the points of all these lessons one student has, each with its weight.

    It is `None` where none of them counts.
    """
    counting = [row for row in rows if row.result.most and not row.excused]
    most = sum(row.weight for row in counting)
    earned = sum(row.weight * row.total / row.result.most for row in counting)
    return round(100 * earned / most, 1) if most else None


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
