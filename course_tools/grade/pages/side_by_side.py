"""Similar submissions on the class page: two answers beside each other, what is alike marked."""

from __future__ import annotations

from collections.abc import Sequence

from course_tools.grade.pages.html import Html, amount, folded, tag
from course_tools.grade.pages.people import People
from course_tools.grade.pages.similar import MOST_PAIRS, Alike, Pair, most_who_count
from course_tools.grade.pages.statistics import looked_at
from course_tools.grade.records import Result

MOST_LINES = 150
SMALL_CLASS = 10


def similar_part(pairs: Sequence[Pair], results: Sequence[Result], people: People) -> Html:
    """The part of the class page with the pairs that somebody should look at."""
    there = len(looked_at(results))
    words = (
        "Compared by structure: names, order, comments and layout are seen through; what was"
        f" handed out, and what more than {most_who_count(there)} have written, does not count."
        " This is a prompt to look, never a verdict: people learn together, and two can have the"
        " same good idea."
    )
    notes = [tag("p", words, class_="quiet")]
    if there < SMALL_CLASS:
        few = (
            f"In a class of {there} it is hard to tell what everybody writes from what two have"
            " in common; read this with care."
        )
        notes.append(tag("p", few))
    if not pairs:
        notes.append(tag("p", "No two submissions are alike in more than what is usual."))
    if len(pairs) > MOST_PAIRS:
        notes.append(tag("p", f"The clearest {MOST_PAIRS} of {len(pairs)} pairs are shown."))
    shown = [_pair(pair, people) for pair in pairs[:MOST_PAIRS]]
    return tag("div", tag("h3", "Similar submissions"), *notes, *shown)


def _pair(pair: Pair, people: People) -> Html:
    one, other = (people.names.get(student, student) for student in pair.students)
    parts = ", ".join(f"{part.exercise} {part.share:.0%}" for part in pair.parts)
    return folded(
        f"{one} and {other}: {parts} alike",
        *(_part(part, pair.students, people) for part in pair.parts),
        class_="panel",
    )


def _part(part: Alike, students: tuple[str, str], people: People) -> Html:
    sides = [
        tag("div", tag("p", people.one(student)), _code(source, lines))
        for student, source, lines in zip(students, part.sources, part.lines, strict=True)
    ]
    return tag(
        "div",
        tag("h4", tag("code", part.exercise)),
        tag("p", explained(part)),
        tag("div", *sides, class_="sides"),
    )


def explained(part: Alike) -> str:
    """In plain words, what two answers have in common."""
    if part.word_for_word:
        what = "The two answers are the same, word for word"
    else:
        what = (
            f"{part.share:.0%} of the shorter answer also stands in the other one,"
            " names and order aside"
        )
    others = (
        "nobody else in the class has written it so"
        if not part.others
        else f"at most {amount(part.others, 'other student has', 'other students have')}"
        " written some of it so"
    )
    return f"{what}; {others}. These lines are marked."


def _code(source: str, alike: frozenset[int]) -> Html:
    """The source line by line, those that are alike marked by colour and by a bar."""
    lines = source.splitlines()
    shown = [
        tag("mark" if number in alike else "span", f"{line}\n")
        for number, line in enumerate(lines[:MOST_LINES], 1)
    ]
    if len(lines) > MOST_LINES:
        shown.append(tag("span", f"... and {len(lines) - MOST_LINES} more lines\n"))
    return tag("pre", *shown, class_="code", tabindex=0)
