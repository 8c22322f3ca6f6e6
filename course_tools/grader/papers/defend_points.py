"""Points for conversations: a table to fill in, and its way into the gradebook."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

from course_tools.files import only_one, separator, text_of, write_whole
from course_tools.grader.classroom.gradebook import Gradebook, back_up
from course_tools.grader.papers.defend import QUESTIONS, Defence
from course_tools.settings import folders

WORD = "Conversation:"
"""What a comment from here begins with, so that a later one takes its place."""

_QUESTIONS = tuple(f"q{number}" for number in range(1, QUESTIONS + 1))
_FILLED_IN = (*_QUESTIONS, "points", "comment")
_COLUMNS = ("number", "student", "lesson", "exercise", *_FILLED_IN)


def numbered(path: Path, defences: Sequence[Defence]) -> list[Defence]:
    """The same with the numbers in the table, which stand on printed pages; the rest follow."""
    lines = [line for line in _lines(path) if line["number"].isdecimal()]
    before = {line["student"]: int(line["number"]) for line in lines}
    free = count(max(before.values(), default=0) + 1)
    return [replace(one, number=before.get(one.student) or next(free)) for one in defences]


def write_table(path: Path, defences: Sequence[Defence]) -> None:
    """Write a line for each student; what somebody has filled in stays, whoever it is about."""
    before = {line["student"]: line for line in _lines(path)} if path.exists() else {}
    text = io.StringIO()
    table = csv.DictWriter(text, _COLUMNS)
    table.writeheader()
    for one in sorted(defences, key=lambda one: one.number):
        about = {"number": str(one.number), "student": one.student, "exercise": one.exercise}
        about["lesson"] = one.where or one.lesson
        old = before.pop(one.student, {})
        table.writerow(about | {column: old.get(column, "") for column in _FILLED_IN})
    table.writerows(filter(_is_filled_in, before.values()))
    write_whole(path, text.getvalue().encode("utf-8-sig"))  # the mark is for Excel


def enter(path: Path, root: Path) -> list[str]:
    """A sentence for each student whose points and comments are in the gradebook now.

    What was said of the questions becomes a comment. Only a number in the column `points` changes
    the grade: it takes the place of what the checks gave, as points by hand do in formgrader.
    """
    lines = [(at, line) for at, line in enumerate(_lines(path), 2) if _is_filled_in(line)]
    done = []
    with only_one(root / "grading"):
        back_up(folders(root).gradebook, root / "grading" / "backups")
        with closing(Gradebook(root)) as book:
            entries = [(line, *_entry(line, f"{path.name}, line {at}", book)) for at, line in lines]
            for line, words, points in entries:
                whose = line["student"], line["lesson"], line["exercise"]
                book.give(*whose, words=words, points=points)
                given = "" if points is None else f"; {points:g} points by hand"
                done.append(f"{line['student']}, {line['exercise']}: {words}{given}")
    return done


def _lines(path: Path) -> Iterator[dict[str, str]]:
    """The lines of the table by column; a `ValueError` if it is another table."""
    text = text_of(path)
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator(text))
    if missing := [one for one in _COLUMNS if one not in (table.fieldnames or ())]:
        raise ValueError(f"{path} has no column {missing[0]}; course defend writes such tables")
    for line in table:
        yield {column: (line[column] or "").strip() for column in _COLUMNS}


def _is_filled_in(line: Mapping[str, str]) -> bool:
    return any(line[column] for column in _FILLED_IN)


def _entry(line: Mapping[str, str], where: str, book: Gradebook) -> tuple[str, float | None]:
    """The comment and the points of a line, which are at most what its exercise is worth."""
    said = [_number(line[one], f"{where}: {one}", most=1) for one in _QUESTIONS if line[one]]
    parts = [f"{sum(said):g} of {len(said)}." if said else "", line["comment"]]
    words = " ".join([WORD, *filter(None, parts)])
    if not line["points"]:
        return words, None
    # What the gradebook doesn't know, it refuses itself.
    most = book.worth(line["lesson"]).get(f"check_{line['exercise']}", 1_000)
    return words, _number(line["points"], f"{where}: points", most)


def _number(text: str, where: str, most: float) -> float:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = -1
    if not 0 <= number <= most:
        raise ValueError(f"{where} should be a number from 0 to {most:g}; found {text!r}")
    return number
