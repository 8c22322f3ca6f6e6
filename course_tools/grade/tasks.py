"""What a lesson asks of students, and what each answer is worth: read from its student edition."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from course_lib.checks.exercises import exercise_named
from course_lib.checks.guard import LESSONS
from course_tools.grade.notebooks import STUDENTS, place, read_notebook


class NoLessonError(LookupError):
    """There is no such lesson, or its student edition can't be read."""


@dataclass(frozen=True)
class Task:
    """One exercise: its name, the most points it earns, and the cell that checks it."""

    name: str
    most: float
    check: str


@dataclass(frozen=True)
class GradedLesson:
    """A lesson as it was handed out, and its exercises in order."""

    name: str
    released: NotebookNode
    tasks: tuple[Task, ...]

    @property
    def guarded(self) -> bool:
        """Whether students write what the library's own searches do."""
        return any(exercise_named(task.name).lesson in LESSONS for task in self.tasks)

    @property
    def answers(self) -> frozenset[str]:
        """The library's own answers to the exercises, such as `course_lib.checks.cases_00.f`."""
        lent = (exercise_named(task.name).reference for task in self.tasks)
        return frozenset(f"{one.__module__}.{one.__qualname__}" for one in lent if one is not None)


def graded_lesson(name: str, root: Path) -> GradedLesson:
    """The lesson with this name, such as `03_alpha_beta`, of the course in this folder."""
    path = place(root, STUDENTS, name)
    released = read_notebook(path)
    if released is None:
        raise NoLessonError(f"{path} is missing or no notebook; `course build {name[:2]}` makes it")
    return GradedLesson(name, released, _tasks(released))


def lesson_names(root: Path) -> list[str]:
    """The names of all lessons with a student edition, in order."""
    return sorted(path.parent.name for path in (root / STUDENTS).glob("*/*.ipynb"))


def _tasks(released: NotebookNode) -> tuple[Task, ...]:
    """The exercises in the order in which they are checked."""
    graded = [cell.metadata.get("nbgrader", {}) for cell in released.cells]
    written = {marks["grade_id"] for marks in graded if marks.get("solution")}
    return tuple(
        Task(marks["grade_id"].removeprefix("check_"), float(marks["points"]), marks["grade_id"])
        for marks in graded
        if marks.get("grade") and marks["grade_id"].removeprefix("check_") in written
    )
