"""How good the checks are: every answer of the bank, what it got, and what it was told."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from autograder_tests import exercises
from autograder_tests.bank import Entry, entries
from autograder_tests.grading import hidden_check
from course_lib.checks.calling import Student
from course_lib.checks.cases import SEED
from course_lib.checks.verdict import CRASHED, Verdict
from course_tools.grader.sandbox.pipe import PipeStudent, serving

FORMS = ("notebook", "pipe")


class Line(NamedTuple):
    """One answer of the bank, asked in one form."""

    entry: Entry
    form: str
    verdict: Verdict

    @property
    def fault(self) -> str:
        """What the check should have said and has not, or nothing."""
        if self.entry.right:
            return "" if self.verdict.share == 1 else "a right answer loses points"
        if self.verdict.share == 1:
            return "a wrong answer gets all points"
        if self.verdict.status == CRASHED and self.verdict.got == "NameError":
            return "it is only wrong because it calls what it does not define"
        nameless = not self.entry.named and self.verdict.mistake is None
        if self.verdict.mistake == self.entry.name or nameless:
            return ""
        if self.verdict.mistake is None:
            return f"its mistake has no name: {exercises.why_nameless(self.entry)}"
        return f"its mistake is called {self.verdict.mistake!r}"


def lines(
    exercise: str | None = None, forms: Sequence[str] = FORMS, seed: str = SEED
) -> Iterator[Line]:
    """What every answer of the bank is told, in these forms of a student, in such a class."""
    return told(entries(exercise), forms, seed)


def told(asked: Iterable[Entry], forms: Sequence[str] = FORMS, seed: str = SEED) -> Iterator[Line]:
    """What these answers are told, in these forms of a student, in a class with this seed."""
    for entry in asked:
        for form in forms:
            with student_of(entry, form) as student:
                yield Line(entry, form, hidden_check(entry.exercise, seed)(student))


@contextmanager
def student_of(entry: Entry, form: str) -> Iterator[Student]:
    """The student who has given this answer, in this form."""
    if form == "notebook":
        yield exercises.student(entry)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answer.py"
        file.write_text(entry.source, encoding="utf-8")
        with PipeStudent(serving(file)) as student:
            yield student


def table(found: list[Line]) -> str:
    """The answers as a table to read, with a sum below."""
    rows = [
        f"{line.entry.exercise:9} {'right' if line.entry.right else 'wrong'}"
        f" {line.verdict.share:5.0%} {line.form:8} {line.entry.name}"
        + (f"   <-- {line.fault}" if line.fault else "")
        for line in found
    ]
    right = Counter(entry.right for entry in {line.entry for line in found})
    faults = len({line.entry for line in found if line.fault})
    rows.append(
        f"\n{right[False]} wrong and {right[True]} right answers were asked;"
        f" {faults} were not judged as they should be."
    )
    return "\n".join(rows)
