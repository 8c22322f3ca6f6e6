"""The tables of all students: one for each lesson, and one for all lessons together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from course_lib.checks.display import LOOKS
from course_lib.checks.verdict import NOT_ATTEMPTED
from course_tools.grade.exports import Row
from course_tools.grade.pages.html import Html, amount, tag, wide
from course_tools.grade.pages.looks import looks
from course_tools.grade.pages.parts import lesson_title
from course_tools.grade.pages.people import People
from course_tools.grade.records import GRADED, ExerciseGrade


def students_table(rows: Sequence[Row], people: People) -> Html:
    """One row for each student of this lesson, which sorts itself in a browser."""
    lesson = rows[0].result.lesson
    names = {one.name: one.most for row in rows for one in row.result.exercises}
    reasons: dict[str, int] = {}
    for look in looks(rows):
        for student, _ in look.cases:
            reasons[student] = reasons.get(student, 0) + 1
    head = [
        tag("th", "student", scope="col"),
        tag("th", "total", scope="col", class_="number"),
        tag("th", "late", scope="col"),
        tag("th", "look", scope="col"),
        tag("th", "outcome", scope="col"),
        *(
            tag("th", tag("code", name), f" of {most:g}" if most else None, scope="col")
            for name, most in names.items()
        ),
    ]
    body = [
        _row(row, names, people, reasons.get(row.result.student, 0))
        for row in _by_name(rows, people)
    ]
    table = tag(
        "table",
        tag("caption", f"{lesson_title(lesson)}. A press on the head of a column sorts by it."),
        tag("thead", tag("tr", *head)),
        tag("tbody", *body),
        class_="sortable",
    )
    return tag("div", tag("h3", "All students"), wide(f"All students, {lesson}", table))


def all_lessons_table(rows: Sequence[Row], people: People) -> Html:
    """One row for each student, with the totals of all lessons."""
    lessons = sorted({row.result.lesson for row in rows})
    totals = {(row.result.student, row.result.lesson): row.total for row in rows}
    head = [
        tag("th", "student", scope="col"),
        *(tag("th", lesson_title(lesson), scope="col", class_="number") for lesson in lessons),
        tag("th", "sum", scope="col", class_="number"),
    ]
    body = []
    for student in people.students:
        earned = [totals.get((student, lesson)) for lesson in lessons]
        cells = [_number(one) for one in (*earned, sum(one or 0 for one in earned))]
        body.append(tag("tr", tag("th", people.one(student), scope="row"), *cells))
    table = tag(
        "table",
        tag("caption", "The total of each lesson. A press on the head of a column sorts by it."),
        tag("thead", tag("tr", *head)),
        tag("tbody", *body),
        class_="sortable",
    )
    return tag(
        "section",
        tag("h2", "All lessons together"),
        wide("All lessons together", table),
        tag("p", aria_live="polite", class_="hidden"),
        id="all-lessons",
    )


def _row(row: Row, names: Iterable[str], people: People, reasons: int) -> Html:
    result = row.result
    grades = {one.name: one for one in result.exercises}
    remarks = [] if result.outcome == GRADED else [result.outcome]
    remarks += ["points by hand"] if row.by_hand else []
    late = amount(result.days_late, "day") if result.days_late else "-"
    return tag(
        "tr",
        tag("th", people.one(result.student), scope="row"),
        tag("td", f"{row.total:g}", class_="number", data_value=row.total),
        tag("td", late, data_value=result.days_late),
        tag("td", amount(reasons, "reason") if reasons else "-", data_value=reasons),
        tag("td", ", ".join(remarks) or "-"),
        *(_grade(grades.get(name)) for name in names),
    )


def _grade(grade: ExerciseGrade | None) -> Html:
    """The points of one exercise with the icon of its verdict; its word is there to be heard."""
    if grade is None:
        return tag("td", "-", data_value=-1)
    icon = LOOKS.get(grade.status, LOOKS[NOT_ATTEMPTED])[0]
    return tag(
        "td",
        tag("span", f"{icon} ", aria_hidden="true"),
        f"{grade.points:g}" if grade.most else grade.status,
        tag("span", f", {grade.status}", class_="hidden") if grade.most else None,
        data_value=grade.points,
        title=grade.status,
    )


def _number(value: float | None) -> Html:
    if value is None:
        return tag("td", "-", class_="number", data_value=-1)
    return tag("td", f"{value:g}", class_="number", data_value=value)


def _by_name(rows: Sequence[Row], people: People) -> list[Row]:
    return sorted(rows, key=lambda row: people.order(row.result.student))
