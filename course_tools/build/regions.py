"""The solutions inside a lesson's cells: where each begins and ends, and what may stand where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from course_tools.build.faults import LessonFault
from course_tools.build.percent import Part

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"
BEGIN_HIDDEN = "### BEGIN HIDDEN TESTS"
END_HIDDEN = "### END HIDDEN TESTS"
TESTS = "autograder_tests"

# nbgrader looks for these words anywhere in a line, in prose too.
MARKER = re.compile(r"(BEGIN|END) SOLUTION")
FOREIGN = re.compile(r"(BEGIN|END) (HIDDEN TESTS|MARK SCHEME)|### (HASHED )?AUTOTEST")


def check_regions(part: Part, path: Path, *, exercise: bool) -> None:
    """Refuse a solution's marker that is in the wrong place, open or closed twice."""
    opened = 0
    regions = 0
    for number, line in enumerate(part.source.splitlines(), part.first):
        _check_words(line, path, number)
        marker = MARKER.search(line)
        if not marker:
            continue
        if line.strip() not in (BEGIN, END):
            sentence = f"{line.strip()!r} should be {BEGIN!r} or {END!r}, alone in its line."
            raise LessonFault(path, number, sentence)
        if not exercise:
            sentence = 'a solution stands in a cell that begins with # %% exercise="name".'
            raise LessonFault(path, number, sentence)
        if marker[1] == "BEGIN" and opened:
            sentence = f"this solution begins before the one of line {opened} has ended."
            raise LessonFault(path, number, sentence)
        if marker[1] == "END" and not opened:
            raise LessonFault(path, number, f"no solution is open here; {BEGIN!r} is missing.")
        opened = number if marker[1] == "BEGIN" else 0
        regions += marker[1] == "END"
    if opened:
        raise LessonFault(path, opened, f"this solution is not closed; {END!r} is missing.")
    if exercise and not regions:
        sentence = f"this exercise has no solution between {BEGIN!r} and {END!r}."
        raise LessonFault(path, part.line, sentence)


def solutions(source: str) -> Iterator[list[str]]:
    """The lines of each solution in a cell's text, which has been checked."""
    region: list[str] | None = None
    for line in source.splitlines():
        if line.strip() == BEGIN:
            region = []
        elif line.strip() == END and region is not None:
            yield region
            region = None
        elif region is not None:
            region.append(line)


def _check_words(line: str, path: Path, number: int) -> None:
    """Refuse words that students must not see, or that would make nbgrader do something else."""
    if TESTS in line:
        sentence = f"students would read of {TESTS} here; only the build writes that name."
        raise LessonFault(path, number, sentence)
    if foreign := FOREIGN.search(line):
        sentence = f"{foreign[0]!r} means something to nbgrader, and only the build writes it."
        raise LessonFault(path, number, sentence)
