"""The students as the class page names them: by their full names, with a link to their feedback."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from course_tools.grade.exports import Row
from course_tools.grade.pages.html import Html, amount, folded, tag
from course_tools.grade.pages.parts import shown_name

FEW = 3
"""So many names are shown at once; more are folded."""


class People:
    """The names and feedback pages of a class."""

    def __init__(self, rows: Sequence[Row], links: Mapping[str, str] | None = None) -> None:
        self.names = {row.result.student: shown_name(row) for row in rows}
        self.links = links or {}

    @property
    def students(self) -> list[str]:
        """Everybody's name in the gradebook, in the order of the names that are shown."""
        return sorted(self.names, key=self.order)

    def order(self, student: str) -> tuple[str, str]:
        """What students are sorted by: their names, accents aside."""
        name = unicodedata.normalize("NFKD", self.names.get(student, student))
        plain = "".join(sign for sign in name if not unicodedata.combining(sign))
        return plain.casefold(), student

    def one(self, student: str, exercise: str = "") -> Html:
        """A student's name, which leads to the feedback page, or to an exercise on it."""
        name = self.names.get(student, student)
        if student not in self.links:
            return tag("span", name)
        return tag("a", name, href=self.links[student] + (f"#{exercise}" if exercise else ""))

    def all(self, students: Iterable[str]) -> Html:
        """These students: a few names as they are, many folded behind their number."""
        found = sorted(students, key=self.order)
        items = tag("ul", *(tag("li", self.one(student)) for student in found))
        return items if len(found) <= FEW else folded(amount(len(found), "student"), items)
