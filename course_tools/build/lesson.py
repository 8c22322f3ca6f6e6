"""A lesson as its author wrote it: the cells, which of them are exercises, which are checks."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from course_tools.build.faults import LessonFault
from course_tools.build.percent import Part, parts
from course_tools.build.regions import check_regions

MARKS = ("exercise", "check", "points")
NAME = re.compile(r"\d\d_[a-z0-9_]+")


@dataclass(frozen=True)
class Cell:
    """One cell: prose, code, an exercise with its solution, or the check of an exercise."""

    part: Part
    exercise: str | None = None
    check: str | None = None
    points: int | float = 0

    @property
    def grade_id(self) -> str | None:
        """What nbgrader calls this cell, or `None` when it is none of nbgrader's."""
        return f"check_{self.check}" if self.check else self.exercise


@dataclass(frozen=True)
class Lesson:
    """The cells of `solutions/NN_topic.py`."""

    path: Path
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """What the lesson's folders and notebooks are called, such as `02_minimax`."""
        return self.path.stem

    @property
    def checks(self) -> tuple[Cell, ...]:
        """The cells that check an exercise."""
        return tuple(cell for cell in self.cells if cell.check)

    def fault(self, line: int, sentence: str) -> LessonFault:
        """The error that says this of this line."""
        return LessonFault(self.path, line, sentence)


def read_lesson(path: Path) -> Lesson:
    """The lesson in this file, or a `LessonFault` about the first thing that is wrong with it."""
    if not NAME.fullmatch(path.stem):
        sentence = "a lesson's name is two digits and its topic, such as 02_minimax.py."
        raise LessonFault(path, 1, sentence)
    text = path.read_text(encoding="utf-8")
    lesson = Lesson(path, tuple(_cell(part, path) for part in parts(text, path)))
    for cell in lesson.cells:
        check_regions(cell.part, path, exercise=cell.exercise is not None)
    _check_pairs(lesson)
    return lesson


def check_names(lessons: Iterable[Lesson]) -> None:
    """Refuse an exercise's name that two lessons use: checks and `mine` find work by its name."""
    seen: dict[str, Lesson] = {}
    for lesson in lessons:
        for cell in lesson.cells:
            if cell.exercise is None:
                continue
            other = seen.setdefault(cell.exercise, lesson)
            if other is not lesson:
                sentence = f"an exercise is called {cell.exercise!r} here and in {other.name}."
                raise lesson.fault(cell.part.line, sentence)


def _cell(part: Part, path: Path) -> Cell:
    """The cell with what its marks mean."""
    for mark in part.marks:
        if mark not in MARKS:
            near = difflib.get_close_matches(mark, MARKS, 1)
            meant = f"; was {near[0]}= meant?" if near else "."
            sentence = f"the mark {mark}= is unknown{meant} There are exercise=, check=, points="
            raise LessonFault(path, part.line, sentence)
    if part.markdown and part.marks:
        raise LessonFault(path, part.line, "a cell of prose has no marks; they belong to code.")
    if "exercise" in part.marks and "check" in part.marks:
        sentence = "a cell is an exercise or a check, not both; write the check in its own cell."
        raise LessonFault(path, part.line, sentence)
    if "check" in part.marks:
        _check_is_empty(part, path)
        name = _name(part, "check", path)
        return Cell(part, check=name, points=_points(part, path))
    if "points" in part.marks:
        raise LessonFault(path, part.line, 'points= belongs to a check: # %% check="name" points=3')
    return Cell(part, exercise=_name(part, "exercise", path) if part.marks else None)


def _name(part: Part, mark: str, path: Path) -> str:
    """The name behind this mark, which has to be one that Python would accept."""
    value = part.marks[mark]
    name = value[1:-1]
    if value != f'"{name}"' or not name.isidentifier():
        sentence = f'{mark}={value} should be a name in quotes, such as {mark}="minimax".'
        raise LessonFault(path, part.line, sentence)
    return name


def _points(part: Part, path: Path) -> int | float:
    """The points of a check: 0 for practice."""
    if "points" not in part.marks:
        sentence = "this check does not say its points=; points=0 is a check for practice."
        raise LessonFault(path, part.line, sentence)
    value = part.marks["points"]
    try:
        points = float(value)
    except ValueError:
        points = math.nan
    if not math.isfinite(points) or points < 0:
        sentence = f"points={value} should be a number from 0 on, such as points=3."
        raise LessonFault(path, part.line, sentence)
    return int(points) if points.is_integer() else points


def _check_is_empty(part: Part, path: Path) -> None:
    """Refuse code in a check's cell: the build writes it, so that all checks are alike."""
    for number, line in enumerate(part.source.splitlines(), part.first):
        if line.strip() and not line.lstrip().startswith("#"):
            sentence = f"{line.strip()!r} is in a check's cell, which the build fills by itself."
            raise LessonFault(path, number, sentence)


def _check_pairs(lesson: Lesson) -> None:
    """Refuse an exercise or a check that is alone, comes twice, or stands in the wrong order."""
    exercises: dict[str, int] = {}
    checks: dict[str, int] = {}
    for cell in lesson.cells:
        line = cell.part.line
        for kind, name, seen in (
            ("exercise", cell.exercise, exercises),
            ("check", cell.check, checks),
        ):
            if name is not None and name in seen:
                sentence = f"a second {kind} is called {name!r}; the first is in line {seen[name]}."
                raise lesson.fault(line, sentence)
            if name is not None:
                seen[name] = line
        if cell.check is not None and cell.check not in exercises:
            sentence = f'before this check there is no cell # %% exercise="{cell.check}".'
            raise lesson.fault(line, sentence)
    for name, line in exercises.items():
        if name not in checks:
            sentence = (
                f"the exercise {name!r} has no check after it; an exercise for practice"
                f' has one too: # %% check="{name}" points=0'
            )
            raise lesson.fault(line, sentence)
        if f"check_{name}" in exercises:
            sentence = f"nbgrader would call this and the check of {name!r} the same; rename it."
            raise lesson.fault(exercises[f"check_{name}"], sentence)
