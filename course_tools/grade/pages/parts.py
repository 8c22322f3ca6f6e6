"""Parts that both pages have: statuses, points, and one exercise with its board."""

from __future__ import annotations

from collections.abc import Mapping

from course_lib.checks.display import LOOKS
from course_lib.checks.verdict import NOT_ATTEMPTED, STATUSES
from course_tools.grade.exports import Row
from course_tools.grade.pages.html import Html, amount, joined, picture, tag
from course_tools.grade.records import ExerciseGrade


def chip(status: str) -> Html:
    """The status with its icon and colour, in words."""
    shown = status if status in STATUSES else NOT_ATTEMPTED
    icon = tag("span", LOOKS[shown][0], aria_hidden="true")
    return tag("span", icon, f" {status}", class_="chip", data_status=shown)


def points(earned: float, most: float) -> str:
    """The points as people say them.

    >>> points(2.5, 3), points(1, 1), points(0, 0)
    ('2.5 of 3 points', '1 of 1 point', 'practice, no points')
    """
    if not most:
        return "practice, no points"
    return f"{earned:g} of {amount_of(most)}"


def amount_of(number: float) -> str:
    """So many points."""
    return f"{number:g} {'point' if number == 1 else 'points'}"


def lesson_title(lesson: str) -> str:
    """The lesson's name for people.

    >>> lesson_title("03_alpha_beta")
    'Lesson 03, alpha beta'
    """
    number, _, words = lesson.partition("_")
    return f"Lesson {number}, {words.replace('_', ' ')}" if number.isdigit() and words else lesson


def shown_name(row: Row) -> str:
    """The student's full name where it is known, else the name in the gradebook."""
    return row.result.full_name or row.result.student


def lateness(row: Row) -> str:
    """What being late has cost, in a whole sentence; nothing for work that came in time."""
    days = row.result.days_late
    if not days:
        return ""
    cost = f"costs {amount_of(row.penalty)}" if row.penalty else "costs nothing"
    return f"Handed in {amount(days, 'day')} late, which {cost}."


def case(grade: ExerciseGrade, caption: str = "The smallest position that shows it") -> Html | None:
    """The position that went wrong, with what was expected and what came."""
    figure = None
    if grade.board:
        figure = tag("figure", picture(grade.board, class_="board"), tag("figcaption", caption))
    answers = None
    if grade.expected:
        terms: Mapping[str, str] = {"expected": grade.expected, "got": grade.got}
        answers = tag(
            "dl",
            *(
                joined([tag("dt", term), tag("dd", tag("code", words or "nothing"))])
                for term, words in terms.items()
            ),
            class_="pair",
        )
    if figure is None and answers is None:
        return None
    return tag("div", figure, tag("div", answers) if answers else None, class_="case")
