"""Who needs a look, and why; and what was repaired before it was graded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from course_lib.checks.verdict import CRASHED, NOT_ATTEMPTED
from course_tools.grade.exports import Row
from course_tools.grade.pages.html import Html, amount, folded, tag
from course_tools.grade.pages.parts import lateness
from course_tools.grade.pages.people import People
from course_tools.grade.records import NO_NOTEBOOK, STOPPED, UNREADABLE, Result

OPEN = 6
"""So many cases of one kind are shown at once; more are folded."""


class Look(NamedTuple):
    """One kind of reason to look, and for whom it holds: a student and a sentence each."""

    title: str
    cases: tuple[tuple[str, str], ...]


def looks(rows: Sequence[Row]) -> list[Look]:
    """Every reason to look at work in one lesson, by kind; kinds without any are left out."""
    kinds: list[tuple[str, Callable[[Row], list[str]]]] = [
        (
            "May have reached for the grader (a reason to look, never a verdict)",
            lambda row: list(row.result.tampering),
        ),
        ("Could not be graded, or not to the end", lambda row: _unfinished(row.result)),
        ("An exercise was lost", _lost),
        ("Crashed", lambda row: _crashed(row.result)),
        ("Nothing attempted", lambda row: _untouched(row.result)),
        ("Late", lambda row: [lateness(row)] if row.result.days_late else []),
        ("Noted while grading", lambda row: list(row.result.notes)),
    ]
    found = [
        Look(
            title,
            tuple((row.result.student, sentence) for row in rows for sentence in reasons(row)),
        )
        for title, reasons in kinds
    ]
    return [one for one in found if one.cases]


def looks_part(found: Sequence[Look], people: People) -> Html:
    """The part of the class page with the reasons to look."""
    if not found:
        return tag("div", tag("h3", "Who needs a look"), tag("p", "Nobody."))
    return tag("div", tag("h3", "Who needs a look"), *(_kind(one, people) for one in found))


def repairs_part(results: Sequence[Result], people: People) -> Html:
    """What was put right before the notebooks ran, the most frequent first."""
    whose: dict[str, list[str]] = defaultdict(list)
    for result in results:
        for sentence in dict.fromkeys(repair.sentence for repair in result.repairs):
            whose[sentence].append(result.student)
    title = tag("h3", "What was repaired")
    if not whose:
        return tag("div", title, tag("p", "Nothing had to be."))
    found = sorted(whose.items(), key=lambda item: (-len(item[1]), item[0]))
    items = [tag("li", sentence, people.all(students)) for sentence, students in found]
    label = f"{amount(len(items), 'kind')} of damage"
    shown = tag("ul", *items)
    return tag("div", title, shown if len(items) <= OPEN else folded(label, shown))


def _kind(one: Look, people: People) -> Html:
    cases = sorted(one.cases, key=lambda pair: people.order(pair[0]))
    items = tag(
        "ul", *(tag("li", people.one(student), ": ", sentence) for student, sentence in cases)
    )
    students = amount(len({student for student, _ in cases}), "student")
    if len(cases) <= OPEN:
        return tag("div", tag("h4", f"{one.title}: {students}"), items)
    return tag("div", tag("h4", one.title), folded(students, items))


def _unfinished(result: Result) -> list[str]:
    if result.outcome == NO_NOTEBOOK:
        return ["No notebook was handed in."]
    if result.outcome == UNREADABLE:
        return list(dict.fromkeys(one.message for one in result.exercises))[:1] or ["Unreadable."]
    return ["It could not be graded to the end."] if result.outcome == STOPPED else []


def _lost(row: Row) -> list[str]:
    if row.result.outcome == UNREADABLE:
        return []  # said above, once for all exercises
    return [repair.sentence for repair in row.result.repairs if repair.lost]


def _crashed(result: Result) -> list[str]:
    names = [one.name for one in result.exercises if one.status == CRASHED]
    return [f"{', '.join(names)}"] if names else []


def _untouched(result: Result) -> list[str]:
    untried = all(one.status == NOT_ATTEMPTED for one in result.exercises)
    handed_in = result.outcome not in (NO_NOTEBOOK, UNREADABLE)
    return ["No exercise was attempted."] if untried and handed_in and result.exercises else []
