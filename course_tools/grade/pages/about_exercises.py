"""The exercises on the class page: how hard, how telling, how slow, and what went wrong in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from course_lib.checks.verdict import CORRECT, STATUSES
from course_tools.grade.pages.charts import bar
from course_tools.grade.pages.html import Html, amount, folded, joined, tag, wide
from course_tools.grade.pages.parts import case, chip
from course_tools.grade.pages.people import People
from course_tools.grade.pages.statistics import (
    FEWEST,
    Misconception,
    Numbers,
    Unnamed,
    looked_at,
    misconceptions,
    numbers,
    unnamed,
)
from course_tools.grade.records import Result

_FEW = 10
_HEADS = (
    "exercise",
    "difficulty: mean share",
    "all right",
    "discrimination",
    "verdicts",
    "time to check",
)


def exercises_part(results: Sequence[Result], people: People) -> Html | None:
    """The table of a lesson's exercises."""
    found = numbers(results)
    if not found:
        return None
    small = len(looked_at(results)) < FEWEST
    note = (
        f"With fewer than {FEWEST} students there is nothing to say about difficulty and"
        " discrimination: one more student could turn it round."
        if small
        else "Discrimination is the correlation of an exercise with the rest of the points:"
        " whether those who do well elsewhere do well here."
    )
    heads = [tag("th", head, scope="col") for head in _HEADS]
    rows = [_row(one, people) for one in found]
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))
    return tag(
        "div",
        tag("h3", "The exercises"),
        tag("p", note, class_="quiet"),
        wide(f"Exercises, {results[0].lesson}", table),
    )


def _row(one: Numbers, people: People) -> Html:
    right = one.statuses[CORRECT]
    verdicts = [
        tag("li", f"{one.statuses[status]} ", chip(status))
        for status in STATUSES
        if one.statuses[status]
    ]
    difficulty = joined([bar(one.difficulty), f"{one.difficulty:.0%}"]) if one.enough else "-"
    return tag(
        "tr",
        tag("th", tag("code", one.name), scope="row"),
        tag("td", difficulty),
        tag("td", f"{right} of {one.students}"),
        tag("td", discrimination(one)),
        tag("td", tag("ul", *verdicts, class_="plain")),
        tag(
            "td",
            f"median {one.median_seconds:.2g} s, longest {one.longest_seconds:.2g} s: ",
            people.one(one.slowest),
        ),
    )


def discrimination(one: Numbers) -> str:
    """What the correlation means, in plain words, with the number of students behind it."""
    if not one.enough:
        return f"too few students to say (n = {one.students})"
    value = one.discrimination
    if value is None:
        return f"no difference to see: the points are the same for all (n = {one.students})"
    if value >= 0.4:
        words = "tells strong from weak answers well"
    elif value >= 0.2:
        words = "tells strong from weak answers somewhat"
    elif value >= -0.1:
        words = "hardly tells strong from weak answers"
    else:
        words = "those who do well elsewhere do badly here; is it misunderstood?"
    rough = ", a rough number from so few" if one.students < _FEW else ""
    return f"{value:.2f}: {words} (n = {one.students}{rough})"


def misconceptions_part(results: Sequence[Result], people: People) -> Html | None:
    """The known mistakes by exercise, most frequent first, each with a board for the lecture."""
    there = looked_at(results)
    if not there:
        return None
    found = misconceptions(results)
    others = unnamed(results)
    parts: list[Html] = []
    for exercise, group in groupby(found, key=lambda one: one.exercise):
        parts.append(tag("h4", "In ", tag("code", exercise)))
        parts += _cards(list(group), len(there), people)
        parts += _others(exercise, others, people)
    named = {one.exercise for one in found}
    for exercise in [name for name in others if name not in named]:
        parts.append(tag("h4", "In ", tag("code", exercise)))
        parts += _others(exercise, others, people)
    if not parts:
        parts = [tag("p", "No exercise went wrong for anybody who tried it.")]
    return tag("div", tag("h3", "Misconceptions, for the next lecture"), *parts)


def _cards(group: Sequence[Misconception], of: int, people: People) -> list[Html]:
    """The mistakes in one exercise; in a class that is not small, those of one student folded."""
    rare = [one for one in group if len(one.students) == 1] if of >= _FEW else []
    often = [one for one in group if one not in rare]
    shown, more = (
        tag("div", *(_misconception(one, of, people) for one in part), class_="cards")
        for part in (often, rare)
    )
    label = f"{amount(len(rare), 'mistake')} that one student has made"
    return ([shown] if often else []) + ([folded(label, more)] if rare else [])


def _misconception(one: Misconception, of: int, people: People) -> Html:
    number = amount(len(one.students), "student")
    shown = case(one.example, "An example for the lecture")
    return tag(
        "div",
        tag("p", tag("strong", f"{number} of {of}: "), one.mistake),
        people.all(one.students),
        shown,
        None if shown else tag("p", f"What one of them was told: {one.example.message}"),
        class_="panel",
    )


def _others(exercise: str, others: Unnamed, people: People) -> list[Html]:
    """What went wrong in this exercise in ways that have no name, folded."""
    found = others.get(exercise)
    if not found:
        return []
    items = [
        tag("li", people.one(student), ": ", chip(grade.status), " ", grade.message)
        for student, grade in found
    ]
    label = f"{amount(len(found), 'more answer')} that went wrong in ways without a name"
    return [folded(label, tag("ul", *items))]
