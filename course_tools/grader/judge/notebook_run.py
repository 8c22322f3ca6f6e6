"""One student's notebook in a process of its own, which is begun again wherever it ends.

Cells run only as far as they are asked for: a check sees what it would see in the notebook, where
the cells below it have not run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import Self

from course_lib.plain import listed
from course_lib.play.clock import WAITING
from course_tools.grader.judge.result import Times
from course_tools.grader.judge.slicing import Part
from course_tools.grader.sandbox.pipe import LEAST, PipeStudent, Ran, Spent
from course_tools.grader.sandbox.session import Session

SKIPPED = (
    "Cell {} asks the library in line {} for what is out of reach while this lesson is graded. That"
    " was skipped, and the rest of the cell ran."
)
ASKED = 4
"""So many times as long a search may take whose game is elsewhere."""

_MOST_ENDS = 20
"""After so many processes that came to an early end, no other is begun."""


class NotebookRun:
    """The processes of one submission, one after the other, each with the same cells run."""

    def __init__(
        self,
        begin: Callable[[], Session],
        parts: Sequence[Part],
        times: Times,
        until: float,
        *,
        left_out: Collection[int] = (),
        counts: bool = False,
        spent: Spent | None = None,
    ) -> None:
        """Prepare; cells that are `left_out` have ended a process before.

        If it `counts`, functions get games as handles, and what they ask is counted out here.
        """
        self.spent = spent or Spent()
        self.counts = counts
        self.parts = parts
        self.times = times
        self.until = until
        self.shown: dict[int, Ran] = {}
        """What each cell showed when it first ran, by its number."""
        self.notes: list[str] = []
        """What was strange about the cells."""
        self.checks: list[str] = []
        """What was strange about the checks."""
        self.tampering: list[str] = []
        self.left_out = set(left_out)
        """The cells that are not run again, because they ended the process."""
        self.stopped: set[int] = set()
        """The cells that took too long."""
        self.gave_up = False
        """Whether an exercise was not checked because there could be no more processes."""
        self.student: PipeStudent | None = None
        self.needed = 0
        """The cells before this one have to have run."""
        self._ran = 0
        self._begin = begin
        self._ends = 0

    @property
    def time_is_up(self) -> bool:
        """Whether the whole submission has had its time."""
        return time.monotonic() > self.until - LEAST

    def ready(self, before: int = 0) -> PipeStudent | None:
        """The student in a process in which all cells before this one have run, and no others.

        Cells that have been asked for once are not taken back. `None` if there can be no more.
        """
        self.needed = max(self.needed, before)
        while self.student is None or self.time_is_up or self.student.process.poll() is not None:
            self.end()
            if self._ends >= _MOST_ENDS or self.time_is_up:
                self.gave_up = True
                return None
            self._ends += 1
            with self.spent.on("start"):
                session = self._begin()
            self.student = PipeStudent(session, counts=self.counts, spent=self.spent)
            self._ran = 0
            self._run_cells(self.student)
        self._run_cells(self.student)
        return self.student if self.student.process.poll() is None else self.ready()

    def end(self) -> None:
        """End the process, and keep what was strange about it."""
        if self.student is None:
            return
        self.student.close()
        new = [f"While the notebook ran, {what}." for what in self.student.tampering]
        self.tampering += [sentence for sentence in new if sentence not in self.tampering]
        self.student = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.end()

    def _run_cells(self, student: PipeStudent) -> None:
        """Run what is needed and not left out; a cell that fails does not stop the others."""
        for part in self.parts:
            if part.index in self.left_out or not self._ran <= part.index < self.needed:
                continue
            if self.time_is_up:
                self._note("There was no time left for all cells of the notebook.")
                return
            name = f"cell {part.index + 1}"
            seconds = self.seconds
            left = max(seconds, self.until - time.monotonic())
            wall = min(WAITING * seconds, left)
            ours = part.names.python and not part.own
            with self.spent.on("cells"):
                ran = student.run(part.source, name=name, seconds=seconds, wall=wall, as_it_is=ours)
            first = self.shown.setdefault(part.index, ran) is ran
            if first and ran.skipped:
                lines = listed([str(line) for line in ran.skipped])
                self._note(SKIPPED.format(part.index + 1, lines))
            if ran.out_of_time:
                self.stopped.add(part.index)
                self._note(f"Cell {part.index + 1} was stopped, because it took too long.")
            elif first and ran.error is not None and not ran.ended and part.own:
                self._note(f"Cell {part.index + 1} ended with {ran.error}.")
            if ran.ended or student.process.poll() is not None:
                self.left_out.add(part.index)
                if not ran.out_of_time:
                    sentence = "ended the whole process; the others ran again without it."
                    self._note(f"Cell {part.index + 1} {sentence}")
                return
            self._ran = part.index + 1

    @property
    def exercise_seconds(self) -> float:
        """How long the calls of one exercise may take; each question to a referee takes longer."""
        return self.times.exercise * (ASKED if self.counts else 1)

    @property
    def seconds(self) -> float:
        """How long a cell may take: half as long for each that was stopped.

        So endless loops cost their time about twice, and not once in every cell.
        """
        most = max(self.times.least, self.times.cell / 2 ** len(self.stopped))
        return max(LEAST, min(most, self.until - time.monotonic()))

    def _note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)
