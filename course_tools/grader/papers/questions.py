"""A question with its one right answer, and the lessons' guesses as questions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from course_lib.checks.cases import LESSONS
from course_lib.questions.predicting import CLOSE


class Question(NamedTuple):
    """What is asked, in a notebook's words (`code`, **strong**), and what is right."""

    text: str
    answer: float | str | Sequence[str]
    """A number, one of the choices, or what may be written, each of which is right."""
    choices: tuple[str, ...] = ()
    because: str = ""
    """Why that is so, said after the answer."""
    picture: str = ""
    """A drawing that belongs to the question, as SVG."""
    solution: str = ""
    """The same with the answer drawn, for the key."""
    within: float = 0.0
    """So far from the right number an answer may be."""
    name: str = ""

    @property
    def right(self) -> list[str]:
        """Every right answer, as it is written."""
        if isinstance(self.answer, float | int):
            return [f"{self.answer:g}" if abs(self.answer) < 1e6 else f"{self.answer:.0f}"]
        return [self.answer] if isinstance(self.answer, str) else list(self.answer)

    @property
    def is_number(self) -> bool:
        """Whether a number is asked for."""
        return isinstance(self.answer, float | int) and not self.choices


def guesses(lessons: Sequence[str] = ()) -> Iterator[Question]:
    """The guesses of these lessons, such as `03`, or of all.

    A number may be as far off as what a notebook calls very close.
    """
    places = LESSONS.glob("lesson_*/predictions.json")
    found = {data.parent.name.removeprefix("lesson_"): data for data in places}
    if unknown := [lesson for lesson in lessons if lesson not in found]:
        raise ValueError(
            f"no lesson {unknown[0]} has guesses; these have: {', '.join(sorted(found))}"
        )
    for lesson in sorted(lessons or found):
        for name, data in json.loads(found[lesson].read_text(encoding="utf-8")).items():
            yield _guess(f"{lesson} {name}", data)


def _guess(name: str, data: dict[str, Any]) -> Question:
    """A lesson's guess as a question."""
    answer, choices = data["answer"], tuple(map(str, data.get("choices", ())))
    number = isinstance(answer, float | int) and not choices
    text = data["question"].replace("Click it.", "Name it, as in b3.")
    return Question(
        text,
        answer=float(answer) if number else answer if isinstance(answer, list) else str(answer),
        choices=choices,
        because=data.get("because", ""),
        picture=data.get("board", ""),
        within=abs(answer) * CLOSE if number else 0.0,
        name=name,
    )
