"""Where the cases of an exercise come from: this course's own folder, or a teacher's file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from course_lib.checks.calling import Student
from course_lib.checks.cases import Exercise, Group, exercise_named
from course_lib.checks.verdict import Verdict
from course_tools.grader.judge.own import drawn
from course_tools.grader.judge.tasks import GradedLesson, NoLessonError, Task, lesson_of
from course_tools.settings import OWN_CASES, folders

TO_LOOK, TO_SHOW = "to look", "to show"
"""Why there are new cases: for whoever is right in all hidden ones, and for who is not."""


class Cases(Protocol):
    """The cases of one exercise."""

    @property
    def exercise(self) -> Exercise:
        """What students may see of it."""

    def check(self, *, further: bool = False) -> Callable[[Student], Verdict]:
        """What judges by the hidden cases; `further` leaves out those that students have."""

    def new(self, why: str) -> tuple[Group, ...]:
        """More cases of the same kinds, the same each time for the same reason."""

    def paid_once(
        self,
        verdict: Verdict,
        others: Mapping[str, Verdict],
        again: Callable[[str], Verdict],
        uses: Mapping[str, Collection[str]],
    ) -> Verdict:
        """The verdict, where no mistake is paid a second time by who calls a wrong function."""


def cases_of(task: Task) -> Cases:
    """The cases of this exercise."""
    if task.own is not None:
        return task.own
    # Where another course alone is graded, there is no such room.
    from course_tools.grader.judge.ours import Ours  # noqa: PLC0415

    return Ours(task.name, task.seed)


def for_class(lesson: GradedLesson, root: Path, seed: str) -> GradedLesson:
    """The lesson for a class with this seed; a teacher's own cases are drawn here and now."""
    file = root / OWN_CASES / f"{lesson.name}.py"
    if not file.is_file():
        for task in lesson.tasks:
            try:
                exercise_named(task.name)
            except LookupError:
                why = f"{file} is missing: it says by which cases {task.name} is judged."
                raise NoLessonError(why) from None
        return lesson_of(lesson.name, lesson.released, seed)
    tests = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in lesson.released.cells
        if cell.metadata.get("nbgrader", {}).get("grade") and not cell.metadata.nbgrader.solution
    }
    if strange := tests.keys() - {task.check for task in lesson.tasks}:
        raise NoLessonError(
            f"{lesson.name} has points in the cell {min(strange)}. The cell with an answer has the"
            " name of its function, such as total, and the one with its points is check_total."
        )
    checks = {task.name: tests[task.check] for task in lesson.tasks}
    solved = folders(root).sources / lesson.name / f"{lesson.name}.ipynb"
    own = drawn(file, solved, checks, seed, (TO_LOOK, TO_SHOW))
    return lesson_of(lesson.name, lesson.released, seed, own)
