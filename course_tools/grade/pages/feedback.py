"""A student's feedback: what each exercise earned and why, on one page that opens offline."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.checks.hints import KINDS, hints
from course_lib.checks.verdict import CORRECT
from course_tools.grade.exports import Row
from course_tools.grade.intake.people import OTHERS
from course_tools.grade.pages.html import Html, amount, folded, joined, page, tag
from course_tools.grade.pages.parts import (
    amount_of,
    case,
    chip,
    lateness,
    lesson_title,
    points,
    shown_name,
)
from course_tools.grade.records import NO_NOTEBOOK, STOPPED, UNREADABLE, ExerciseGrade

HINTS_SHOWN = 2
"""The third hint is nearly the answer; students ask for it in the notebook."""

_OUTCOMES = {
    STOPPED: "The notebook could not be graded to its end. What it had earned until then counts.",
    UNREADABLE: "The file that was handed in could not be read as a notebook.",
    NO_NOTEBOOK: "No notebook was handed in.",
}


def feedback_page(rows: Sequence[Row]) -> str:
    """The page for one student, with each lesson that was graded; everything is in this one text.

    >>> from course_tools.grade.records import NO_NOTEBOOK, Result
    >>> nothing = Row(Result("ada", "01_states", NO_NOTEBOOK), 0)
    >>> "No notebook was handed in." in feedback_page([nothing])
    True
    """
    if not rows or len({row.result.student for row in rows}) != 1:
        raise ValueError(f"a feedback page belongs to one student; found {len(rows)} results")
    name = shown_name(rows[0])
    several = len(rows) > 1
    contents = (
        tag(
            "nav",
            tag(
                "ul",
                *(
                    tag("li", tag("a", lesson_title(row.result.lesson), href=f"#{_anchor(row)}"))
                    for row in rows
                ),
            ),
            aria_label="Lessons",
        )
        if several
        else None
    )
    return page(
        f"Feedback for {name}",
        tag("header", tag("h1", f"Feedback for {name}"), contents),
        tag("main", *(_lesson(row) for row in rows)),
    )


def _anchor(row: Row) -> str:
    return f"lesson-{row.result.lesson}"


def _lesson(row: Row) -> Html:
    """The part of the page about one lesson."""
    result = row.result
    late = lateness(row)
    total = f"{row.total:g} of {amount_of(result.most)}"
    said = [
        tag("p", total, class_="big"),
        tag("p", "Some of these points were given by hand.") if row.by_hand else None,
        tag("p", late) if late else None,
        tag("p", _OUTCOMES[result.outcome]) if result.outcome in _OUTCOMES else None,
        tag("p", f"Received {result.received}.", class_="quiet") if result.received else None,
    ]
    overview = tag(
        "ul",
        *(
            tag("li", chip(grade.status), " ", tag("a", tag("code", grade.name), href=f"#{at}"))
            for at, grade in _anchored(row)
        ),
        class_="plain",
    )
    return tag(
        "section",
        tag("h2", lesson_title(result.lesson)),
        *said,
        _repairs(row),
        _notes(row),
        overview if len(result.exercises) > 1 else None,
        *(_exercise(at, grade) for at, grade in _anchored(row)),
        id=_anchor(row),
    )


def _anchored(row: Row) -> list[tuple[str, ExerciseGrade]]:
    """Each exercise with the name of its place on the page."""
    return [(f"{row.result.lesson}-{one.name}", one) for one in row.result.exercises]


def _repairs(row: Row) -> Html | None:
    """What was put right before the notebook ran."""
    found = row.result.repairs
    if not found:
        return None
    return tag(
        "div",
        tag("h3", "What was put right before grading"),
        tag("ul", *(tag("li", repair.sentence) for repair in found)),
        class_="panel",
    )


def _notes(row: Row) -> Html | None:
    """What was odd about what came in, and what happened while it ran."""
    found = [note for note in row.result.notes if not OTHERS.match(note)]
    if not found:
        return None
    return tag(
        "div",
        tag("h3", "What was noted while grading"),
        tag("ul", *(tag("li", note) for note in found)),
        class_="panel",
    )


def _exercise(at: str, grade: ExerciseGrade) -> Html:
    """One exercise: its verdict, and everything that helps."""
    right = grade.status == CORRECT
    mistake = (
        tag("p", "This looks like a known mistake: ", tag("strong", grade.mistake), ".")
        if grade.mistake
        else None
    )
    return tag(
        "article",
        tag(
            "div",
            tag("h3", tag("code", grade.name)),
            chip(grade.status),
            tag("span", points(grade.points, grade.most), class_="points"),
            class_="head",
        ),
        tag("p", grade.message) if grade.message else None,
        mistake,
        case(grade),
        _groups(grade),
        None if right else _hints(grade.name),
        class_="panel",
        id=at,
    )


def _groups(grade: ExerciseGrade) -> Html | None:
    """The groups of cases, those that passed and those that did not."""
    if len(grade.groups) < 2:
        return None
    items = [
        tag(
            "li",
            tag("strong", "passed: " if passed else "not passed: "),
            f"{title} ({share:.0%} of the points)",
            None if passed or not reason else f"; {reason}",
        )
        for title, share, passed, reason in grade.groups
    ]
    asked = tag("ul", *items)
    if grade.status == CORRECT:
        return folded("What was asked", asked)
    return joined([tag("h4", "What was asked"), asked])


def _hints(name: str) -> Html | None:
    """The first hints of the exercise, folded."""
    try:
        texts = hints(name)[:HINTS_SHOWN]
    except (LookupError, ImportError):
        return None
    items = [
        folded(f"Hint {number}: {kind}", tag("p", text, class_="hint"))
        for number, (kind, text) in enumerate(zip(KINDS, texts, strict=False), 1)
    ]
    label = f"{amount(len(items), 'hint')} for {name}"
    return tag("div", tag("h4", label), *items)
