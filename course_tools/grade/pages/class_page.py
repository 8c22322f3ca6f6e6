"""The class page: how a class has done, what it has not understood, and who needs a look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

from course_tools.grade.exports import Row
from course_tools.grade.pages.about_exercises import exercises_part, misconceptions_part
from course_tools.grade.pages.about_students import all_lessons_table, students_table
from course_tools.grade.pages.charts import histogram
from course_tools.grade.pages.html import Html, amount, folded, page, picture, script_text, tag
from course_tools.grade.pages.looks import looks, looks_part, repairs_part
from course_tools.grade.pages.parts import lesson_title
from course_tools.grade.pages.people import People
from course_tools.grade.pages.side_by_side import similar_part
from course_tools.grade.pages.similar import similar
from course_tools.grade.pages.statistics import FEWEST, looked_at


@dataclass(frozen=True)
class Known:
    """What is known besides the results, and makes the page better."""

    links: Mapping[str, str] = field(default_factory=dict)
    """Where each student's feedback page lies, seen from the class page."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What was handed out of each exercise, by its name."""
    usual: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """Answers to each exercise that anybody may write."""
    odd: tuple[str, ...] = ()
    """What was odd about what came in, in whole sentences."""


def class_page(rows: Sequence[Row], known: Known | None = None) -> str:
    """The page about a class, in one text; a lesson is a section when there are several."""
    known = known or Known()
    people = People(rows, known.links)
    lessons = sorted({row.result.lesson for row in rows})
    parts = [_lesson(lesson, [row for row in rows if row.result.lesson == lesson], people, known)
             for lesson in lessons]  # fmt: skip
    together = len(lessons) > 1
    said = f"{amount(len(people.students), 'student')}, {amount(len(lessons), 'lesson')}."
    links = [(f"lesson-{lesson}", lesson_title(lesson)) for lesson in lessons]
    links += [("all-lessons", "All lessons together")] if together else []
    items = [tag("li", tag("a", title, href=f"#{at}")) for at, title in links]
    return page(
        "Class report",
        tag(
            "header",
            tag("h1", "Class report"),
            tag("p", said, class_="quiet"),
            tag("nav", tag("ul", *items), aria_label="Lessons") if together else None,
        ),
        tag(
            "main",
            _odd(known.odd),
            *parts,
            all_lessons_table(rows, people) if together else None,
            None if rows else tag("p", "Nothing has been graded yet."),
        ),
        script=script_text("sorting.js"),
    )


def _odd(sentences: Sequence[str]) -> Html | None:
    """What was odd about what came in, before anything was graded."""
    if not sentences:
        return None
    label = f"{amount(len(sentences), 'thing was', 'things were')} odd about what was handed in"
    items = tag("ul", *(tag("li", sentence) for sentence in sentences))
    return tag("section", folded(label, items, class_="panel"))


def _lesson(lesson: str, rows: Sequence[Row], people: People, known: Known) -> Html:
    """All there is to say of one lesson."""
    results = [row.result for row in rows]
    at = f"lesson-{lesson}"
    found = looks(rows)
    return tag(
        "section",
        tag("h2", lesson_title(lesson)),
        _facts(rows, len({student for one in found for student, _ in one.cases})),
        _spread(rows),
        exercises_part(results, people),
        misconceptions_part(results, people),
        looks_part(found, people),
        repairs_part(results, people),
        similar_part(similar(results, known.given, known.usual), results, people),
        students_table(rows, people),
        tag("p", aria_live="polite", class_="hidden"),
        id=at,
    )


def _facts(rows: Sequence[Row], looks_at: int) -> Html:
    """The lesson in a few numbers."""
    totals = [row.total for row in _there(rows)]
    most = max((row.result.most for row in rows), default=0)
    facts = [("handed in", f"{len(totals)} of {len(rows)}"), ("points to earn", f"{most:g}")]
    if len(totals) >= FEWEST:
        facts += [("mean", f"{mean(totals):.1f}"), ("median", f"{median(totals):g}")]
    facts.append(("to look at", amount(looks_at, "student")))
    return tag(
        "dl",
        *(tag("div", tag("dt", term), tag("dd", words)) for term, words in facts),
        class_="facts",
    )


def _spread(rows: Sequence[Row]) -> Html:
    """How the points are spread, if there are enough students to say."""
    there = _there(rows)
    head = tag("h3", "How the points are spread")
    if len(there) < FEWEST:
        why = (
            f"{amount(len(there), 'student has', 'students have')} handed in something to grade."
            f" A distribution of fewer than {FEWEST} would say nothing; the table below has each."
        )
        return tag("div", head, tag("p", why))
    shares = [row.total / row.result.most if row.result.most else 0 for row in there]
    title = f"What part of the points {len(there)} students have"
    return tag("div", head, picture(histogram(shares, title)))


def _there(rows: Sequence[Row]) -> list[Row]:
    """The rows of those who have handed in something that could be graded."""
    return [row for row in rows if looked_at([row.result])]
