"""The lessons' guesses as cards, for paper and quizzes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from course_lib.checks.cases import LESSONS
from course_lib.questions.predicting import CLOSE
from course_lib.questions.question import Card


def guesses(lessons: Sequence[str] = ()) -> Iterator[Card]:
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


def _guess(name: str, data: dict[str, Any]) -> Card:
    """A lesson's guess as a question."""
    answer, choices = data["answer"], tuple(map(str, data.get("choices", ())))
    number = isinstance(answer, float | int) and not choices
    text = data["question"].replace("Click it.", "Name it, as in b3.")
    return Card(
        text,
        answer=float(answer) if number else answer if isinstance(answer, list) else str(answer),
        choices=choices,
        because=data.get("because", ""),
        picture=data.get("board", ""),
        within=abs(answer) * CLOSE if number else 0.0,
        name=name,
    )
