"""The pages that come of results: one for each student, and one about the class.

The words stand in `templates/`; here is what they are about.
"""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import groupby
from math import inf
from pathlib import Path
from statistics import mean, median
from typing import Any

from course_lib.checks.hints import KINDS, hints
from course_lib.checks.verdict import CRASHED, NOT_ATTEMPTED
from course_lib.plain import listed, many
from course_tools.files import write_whole
from course_tools.grader.classroom.exports import Row, by_student, course_percent, kinds_of_looks
from course_tools.grader.classroom.pages.rendering import TEMPLATES, environment, rendered
from course_tools.grader.classroom.pages.similar import (
    MOST_GROUPS,
    Earlier,
    explained,
    most_who_count,
    similar,
)
from course_tools.grader.classroom.pages.statistics import (
    FEWEST,
    TELLING,
    discrimination,
    histogram,
    looked_at,
    misconceptions,
    most_telling,
    numbers,
    unnamed,
)
from course_tools.grader.judge.result import GRADED, NO_NOTEBOOK, NOTHING, STOPPED, UNREADABLE
from course_tools.grader.judge.tasks import GradedLesson

FEEDBACK = "feedback"
REPORT = "report.html"
HINTS_SHOWN = 2
"""The third hint is nearly the answer; students ask for it in the notebook."""

ABSENT = "Nothing came"
"""The kind of those of whom there is nothing to look at."""

OPEN = 6
"""So many cases of one kind are shown at once; more are folded."""

SMALL_CLASS = 10
MOST_LINES = 150
_SAID = re.compile(r"It came \d+ days? late|" + "|".join(map(re.escape, NOTHING)))
"""Notes of what a lesson's table has a kind of its own for."""
_PLAIN = re.compile(r"[\w@+-][\w.@+-]{0,99}")
_OUTCOMES = {
    STOPPED: "The notebook could not be graded to its end. What it had earned until then counts.",
    UNREADABLE: "The file that was handed in could not be read as a notebook.",
    NO_NOTEBOOK: "No notebook was handed in.",
}


@dataclass(frozen=True)
class Known:
    """What is known besides the results, and makes the class page better."""

    links: Mapping[str, str] = field(default_factory=dict)
    """Where each student's feedback page lies, seen from the class page."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What was handed out of each exercise, by its name."""
    usual: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """Answers to each exercise that anybody may write."""
    odd: Sequence[str] = ()
    """What was odd about what came in, in whole sentences."""
    students: Sequence[str] = ()
    """The class list, in its order."""
    groups: Sequence[Sequence[str]] = ()
    """Students who hand in one notebook."""
    earlier: Mapping[str, Earlier] = field(default_factory=dict)
    """The answers of earlier classes, by lesson."""
    regrade: str = ""
    """To whom students turn who think that something was judged wrongly."""


def write_pages(rows: Sequence[Row], folder: Path, known: Known | None = None) -> list[Path]:
    """The files that were written: `report.html`, and `feedback/STUDENT.html` for each student.

    The same rows give the same bytes.
    """
    theirs = by_student(sorted(rows, key=lambda row: row.result.lesson))
    names = file_names(theirs)
    known = replace(
        known or Known(),
        links={student: f"{FEEDBACK}/{name}" for student, name in names.items()},
        usual=usual_answers({one.name for row in rows for one in row.result.exercises}),
    )
    texts = {folder / REPORT: class_page(rows, known)}
    for student, own in sorted(theirs.items()):
        texts[folder / FEEDBACK / names[student]] = feedback_page(own, known.regrade)
    for path, text in texts.items():
        content = text.encode()
        if not (path.is_file() and path.read_bytes() == content):
            write_whole(path, content)
    return list(texts)


def write_zips(rows: Sequence[Row], folder: Path, regrade: str = "") -> list[Path]:
    """The zips by which Moodle and Canvas give the pages of a lesson back to their students.

    Every page has the name that its platform gave the submission, by which it knows whose it is.
    """
    packed: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        if place := row.result.feedback:
            platform = "moodle" if place.endswith("/") else "canvas"
            name = f"{FEEDBACK}_{platform}_{row.result.lesson}.zip"
            packed[name].setdefault(f"{place}{FEEDBACK}.html", feedback_page([row], regrade))
    for name, pages in packed.items():
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for place, text in sorted(pages.items()):
                archive.writestr(zipfile.ZipInfo(place), text, zipfile.ZIP_DEFLATED)
        write_whole(folder / name, made.getvalue())
    return [folder / name for name in packed]


def feedback_page(rows: Sequence[Row], regrade: str = "") -> str:
    """The page for one student, with each lesson that was graded; everything is in this one text.

    >>> from course_tools.grader.judge.result import NO_NOTEBOOK, Result
    >>> nothing = Row(Result("ada", "01_states", NO_NOTEBOOK), 0)
    >>> "No notebook was handed in." in feedback_page([nothing])
    True
    """
    if not rows or len({row.result.student for row in rows}) != 1:
        raise ValueError(f"a feedback page belongs to one student; found {len(rows)} results")
    name = rows[0].result.full_name or rows[0].result.student
    return rendered("feedback.html", f"Feedback for {name}", rows=rows, name=name, regrade=regrade)


def class_page(rows: Sequence[Row], known: Known | None = None) -> str:
    """The page about a class: how it has done, what it has not understood, who needs a look."""
    known = known or Known()
    people = _People(rows, known)
    names = sorted({row.result.lesson for row in rows})
    weighted = any(row.weight != 1 for row in rows)
    theirs, all_totals = by_student(rows), []
    for student in people.students:
        own = theirs[student]
        totals = {row.result.lesson: row.total for row in own if not row.excused}
        earned = [totals.get(lesson) for lesson in names]
        whole = course_percent(own) if weighted else sum(one or 0 for one in earned)
        all_totals.append((student, [*earned, whole]))
    return rendered(
        "class.html",
        "Class report",
        sortable=True,
        people=people,
        lessons=[
            _lesson(name, [row for row in rows if row.result.lesson == name], people, known)
            for name in names
        ],
        all_totals=all_totals,
        weighted=weighted,
        odd=known.odd,
        regrade=known.regrade,
        looked_again=[row for row in rows if row.by_hand or row.comments],
    )


# --- what the templates are about ----------------------------------------------------------------


class _People:
    """The names and feedback pages of a class."""

    def __init__(self, rows: Sequence[Row], known: Known) -> None:
        self._names = {row.result.student: row.result.full_name for row in rows}
        self._places = {student: place for place, student in enumerate(known.students)}
        self.links = known.links
        self.students = sorted(self._names, key=self.order)

    def name(self, student: str) -> str:
        """The student's full name where it is known, else the name in the gradebook."""
        return self._names.get(student) or student

    def listed(self, students: Sequence[str]) -> str:
        """The names of several students in a row."""
        return listed([self.name(student) for student in students])

    def order(self, student: str) -> tuple[float, str, str]:
        """What students are sorted by: their place in the class list, else names, accents aside."""
        letters = unicodedata.normalize("NFKD", self.name(student))
        plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
        return self._places.get(student, inf), plain.casefold(), student


def _lesson(name: str, rows: Sequence[Row], people: _People, known: Known) -> dict[str, Any]:
    """All there is to say of one lesson."""
    results = [row.result for row in rows]
    there = [row for row in rows if looked_at([row.result])]
    came = {row.result.student for row in rows if row.result.outcome != NO_NOTEBOOK}
    most = max((row.result.most for row in rows), default=0)
    totals = [row.total for row in there]
    looks = _looks(rows, people)
    reasons = Counter(student for kind, cases in looks if kind != ABSENT for student, _ in cases)
    facts, spread = [("handed in", f"{len(came)} of {len(rows)}")], ""
    if most:
        facts.append(("points to earn", f"{most:g}"))
    if most and len(there) >= FEWEST:
        facts += [("mean", f"{mean(totals):.1f}"), ("median", f"{median(totals):g}")]
        shares = [row.total / row.result.most if row.result.most else 0 for row in there]
        spread = histogram(shares, f"What part of the points {len(there)} students have")
    facts.append(("to look at", f"{len(came & reasons.keys())} of the {len(came)} who handed in"))
    by_name = sorted(rows, key=lambda row: people.order(row.result.student))
    exercises = numbers(results)
    return {
        "name": name,
        "facts": facts,
        "there": len(there),
        "graded": bool(most),
        "histogram": spread,
        "numbers": exercises,
        "telling": most_telling(exercises),
        "misconceptions": list(_misconceptions(rows)),
        "looks": looks,
        "repairs": _repairs(rows, people),
        "groups": similar(results, known.given, known.usual, known.groups, known.earlier.get(name)),
        "most_who_count": most_who_count(len(there) + len(known.earlier.get(name, ()))),
        "exercises": {one.name: one.most for row in rows for one in row.result.exercises},
        "rows": [(row, reasons[row.result.student]) for row in by_name],
    }


def _misconceptions(rows: Sequence[Row]) -> Iterable[tuple[str, list[Any], list[Any], list[Any]]]:
    """By exercise: the frequent mistakes, those of one student, and answers without a named one."""
    results = [row.result for row in rows]
    large = len(looked_at(results)) >= SMALL_CLASS
    others = unnamed(results)
    for exercise, group in groupby(misconceptions(results), key=lambda one: one.exercise):
        made = list(group)
        rare = [one for one in made if large and len(one.students) == 1]
        often = [one for one in made if one not in rare]
        yield exercise, often, rare, others.pop(exercise, [])
    for exercise, answers in others.items():
        yield exercise, [], [], answers


def _looks(rows: Sequence[Row], people: _People) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every reason to look at work in one lesson: by kind, each student with a sentence."""
    looks: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: people.order(row.result.student)):
        for kind, sentences in _reasons(row).items():
            looks[kind] += [(row.result.student, sentence) for sentence in sentences if sentence]
    return [(kind, cases) for kind, cases in looks.items() if cases]


def _reasons(row: Row) -> dict[str, Sequence[str]]:
    """The reasons to look at this row by kind, and what else is of interest."""
    result = row.result
    missing = result.outcome == NO_NOTEBOOK and not row.excused
    untried = looked_at([result]) and all(one.status == NOT_ATTEMPTED for one in result.exercises)
    return {
        **kinds_of_looks(result),
        ABSENT: [_OUTCOMES[NO_NOTEBOOK]] if missing else [],
        "Crashed": [", ".join(one.name for one in result.exercises if one.status == CRASHED)],
        "Nothing attempted": ["No exercise was attempted."] if untried else [],
        "Late": [lateness(row)],
        "Noted while grading": [one for one in result.notes if not _SAID.match(one)],
    }


def _repairs(rows: Sequence[Row], people: _People) -> list[tuple[str, list[str]]]:
    """What was put right before the notebooks ran, and for whom; the most frequent first."""
    whose: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row.result.outcome == UNREADABLE:
            continue
        done = (repair.sentence for repair in row.result.repairs if not repair.lost)
        for sentence in dict.fromkeys(done):
            whose[sentence].append(row.result.student)
    repairs = sorted(whose.items(), key=lambda item: (-len(item[1]), item[0]))
    return [(sentence, sorted(students, key=people.order)) for sentence, students in repairs]


def given_in(lessons: Iterable[GradedLesson]) -> dict[str, str]:
    """What was handed out of each exercise, by its name."""
    marked = [
        (cell.metadata.get("nbgrader", {}), cell.source)
        for lesson in lessons
        for cell in lesson.released.cells
    ]
    return {marks["grade_id"]: source for marks, source in marked if marks.get("solution")}


def usual_answers(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Of each exercise, the answers in the bank, right and wrong: those that many people write."""
    if find_spec("autograder_tests") is None:
        return {name: [] for name in names}
    # Another course has no such bank.
    from autograder_tests.bank import entries  # noqa: PLC0415

    return {name: [entry.source for entry in entries(name)] for name in names}


def file_names(students: Iterable[str]) -> dict[str, str]:
    """For each student a file's name, one that every system can hold, and no two alike.

    >>> file_names(["ada"])
    {'ada': 'ada.html'}
    """
    several = sorted(students)
    alike = Counter(student.casefold() for student in several)
    names = {}
    for student in several:
        if _PLAIN.fullmatch(student) and student.isascii() and alike[student.casefold()] == 1:
            names[student] = f"{student}.html"
        else:
            plain = re.sub(r"[^A-Za-z0-9]+", "-", student).strip("-")[:40] or "student"
            names[student] = f"{plain}-{hashlib.sha256(student.encode()).hexdigest()[:8]}.html"
    return names


# --- what templates ask for ----------------------------------------------------------------------


def _first_hints(name: str) -> list[tuple[str, str]]:
    """The kinds and texts of the exercise's first hints."""
    try:
        return list(zip(KINDS, hints(name)[:HINTS_SHOWN], strict=False))
    except (LookupError, ImportError):
        return []


def _remarks(row: Row) -> str:
    """What the table says of the outcome."""
    remarks = [] if row.result.outcome == GRADED else [row.result.outcome]
    remarks = ["excused"] if row.excused else remarks
    return ", ".join([*remarks, *(["points by hand"] if row.by_hand else [])]) or "-"


def _by_hand(row: Row) -> str:
    """What somebody has given by hand, by exercise."""
    given = {name: points(number) for name, number in row.by_hand.items()}
    names = dict.fromkeys([*row.by_hand, *row.comments])
    return "; ".join(
        f"{name}, {', '.join(filter(None, [given.get(name), row.comments.get(name)]))}"
        for name in names
    )


def points(number: float) -> str:
    """So many points.

    >>> points(2.5), points(1)
    ('2.5 points', '1 point')
    """
    return f"{number:g} {'point' if number == 1 else 'points'}"


def lesson_title(lesson: str) -> str:
    """The lesson's name for people.

    >>> lesson_title("03_alpha_beta")
    'Lesson 03, alpha beta'
    """
    number, _, words = lesson.partition("_")
    return f"Lesson {number}, {words.replace('_', ' ')}" if number.isdigit() and words else lesson


def lateness(row: Row) -> str:
    """What being late has cost, in a whole sentence; nothing for work that came in time."""
    days = row.result.days_late
    if not days:
        return ""
    cost = f"costs {points(row.penalty)}" if row.penalty else "costs nothing"
    return f"Handed in {many(days, 'day')} late, which {cost}."


_TEMPLATES = environment(TEMPLATES)
_TEMPLATES.globals |= {
    "OUTCOMES": _OUTCOMES,
    "UNREADABLE": UNREADABLE,
    "FEWEST": FEWEST,
    "TELLING": TELLING,
    "OPEN": OPEN,
    "SMALL_CLASS": SMALL_CLASS,
    "MOST_LINES": MOST_LINES,
    "MOST_GROUPS": MOST_GROUPS,
}
_TEMPLATES.filters |= {
    "by_hand": _by_hand,
    "discrimination": discrimination,
    "explained": explained,
    "first_hints": _first_hints,
    "grades": lambda row: {one.name: one for one in row.result.exercises},
    "lateness": lateness,
    "lesson_title": lesson_title,
    "points": points,
    "remarks": _remarks,
}
