"""Keeps what comes of each submission at once: as a file, in nbgrader's folders and gradebook."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from course_tools.grade.changes import Change, changes, keep_changes
from course_tools.grade.exports import Row
from course_tools.grade.files import write_whole
from course_tools.grade.gradebook import Gradebook, Standing
from course_tools.grade.gradebook_file import GradebookError, back_up
from course_tools.grade.plan import Order
from course_tools.grade.records import Result, Submission
from course_tools.grade.registering import register
from course_tools.grade.results import Results
from course_tools.grade.tasks import GradedLesson

_SMALL = 1e-6


class Keeper:
    """The one that writes, with the gradebook open and a copy of it made before."""

    def __init__(self, order: Order, lessons: Iterable[GradedLesson]) -> None:
        self.order = order
        self.results = Results(order.grading / "results")
        self.troubles: list[str] = []
        self.changed: list[Change] = []
        self.done: dict[tuple[str, str], Result] = {}
        back_up(order.grading / "gradebook.db", order.grading / "backups")
        self.book: Gradebook | None = Gradebook(order.root)
        try:
            for lesson in lessons:
                register(lesson, self.book)
        except BaseException:
            self.book.close()
            raise

    def close(self) -> None:
        """Let go of the gradebook."""
        if self.book is not None:
            self.book.close()
        self.book = None

    def keep_old(self, kept: list[tuple[Submission, Result]]) -> None:
        """See to it that what was graded before is where nbgrader looks, too."""
        there = {name: self._in_the_book(name) for name in {result.lesson for _, result in kept}}
        for submission, result in kept:
            key = (result.lesson, result.student)
            if self.results.read(*key) != result:
                shown = self.results.notebook(*key)
                self.results.write(result, shown.read_bytes() if shown.exists() else None)
            entry = there[result.lesson].get(result.student)
            same = entry is not None and self._says(entry, result)
            self._enter(submission, result, recorded=same)
            self.done[key] = result

    def keep(
        self, submission: Submission, result: Result, notebook: bytes | None, before: Result | None
    ) -> None:
        """Keep what has just been graded; from here on it can't be lost any more."""
        found = changes(before, result)
        keep_changes(self.order.grading / "changes.jsonl", found)
        self.results.write(result, notebook)
        self.changed += found
        self._enter(submission, result, recorded=False)
        self.done[result.lesson, result.student] = result

    def rows(self) -> list[Row]:
        """What each student gets, with what people have given by hand."""
        standings = {
            (lesson, student): standing
            for lesson in {lesson for lesson, _ in self.done}
            for student, standing in self._in_the_book(lesson).items()
        }
        return [self._row(self.done[key], standings.get(key)) for key in sorted(self.done)]

    def _enter(self, submission: Submission, result: Result, *, recorded: bool) -> None:
        """Put a result where nbgrader looks; if that fails, the result itself is still safe."""
        if self.book is None:
            return
        lesson, student = result.lesson, result.student
        if submission.notebook is not None:
            folder = self.book.folder("submitted", student, lesson)
            _place(folder / f"{lesson}.ipynb", submission.notebook.read_bytes())
            if result.received:
                _place(folder / "timestamp.txt", result.received.encode())
        shown = self.results.notebook(lesson, student)
        place = self.book.folder("autograded", student, lesson) / f"{lesson}.ipynb"
        if shown.exists():
            _place(place, shown.read_bytes())
        else:
            place.unlink(missing_ok=True)  # what was there before shows points that are gone
        if recorded:
            return
        try:
            self.book.record(result, self._penalty)
        except GradebookError as error:
            self._without_book(error)

    def _penalty(self, points: float, result: Result) -> float:
        return points - self.order.policy.points(points, result.days_late)

    def _in_the_book(self, lesson: str) -> dict[str, Standing]:
        """What each student has for this lesson; nobody has anything if there is no gradebook."""
        if self.book is None:
            return {}
        try:
            return self.book.standings(lesson)
        except GradebookError as error:
            self._without_book(error)
            return {}

    def _says(self, entry: Standing, result: Result) -> bool:
        """Whether the gradebook says what this result says."""
        earned = {f"check_{one.name}": one.points for one in result.exercises}
        lost = min(self._penalty(entry.score, result), entry.score)
        return earned.items() <= entry.automatic.items() and abs(entry.penalty - lost) < _SMALL

    def _row(self, result: Result, standing: Standing | None) -> Row:
        points = result.points if standing is None else standing.score
        lost = min(self._penalty(points, result), points)
        by_hand = standing is not None and standing.by_hand
        return Row(result, round(points - lost, 4), round(lost, 4), by_hand)

    def _without_book(self, error: GradebookError) -> None:
        """Go on without the gradebook, and say so in the end."""
        if str(error) not in self.troubles:
            self.troubles.append(str(error))
        self.close()


def _place(path: Path, content: bytes) -> None:
    """Put this content there, unless it is there already."""
    if not (path.is_file() and path.read_bytes() == content):
        write_whole(path, content)
