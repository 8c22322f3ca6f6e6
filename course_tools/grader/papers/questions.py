"""The lessons' guesses as cards, for paper and quizzes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from course_lib.checks.cases import LESSONS
from course_lib.questions.predicting import CLOSE
from course_lib.questions.question import Card


def guesses(wanted: Sequence[str] = ()) -> Iterator[Card]:
    """The guesses of these lessons, such as `03`, or those of these names, `07 collisions`, or all.

    A number may be as far off as what a notebook calls very close.
    """
    places = sorted(LESSONS.glob("lesson_*/predictions.json"))
    found = {
        f"{place.parent.name.removeprefix('lesson_')} {name}": data
        for place in places
        for name, data in json.loads(place.read_text(encoding="utf-8")).items()
    }
    known = dict.fromkeys(name.partition(" ")[0] for name in found)
    if unknown := [one for one in wanted if one not in found and one not in known]:
        raise ValueError(f"no lesson {unknown[0]} has guesses; these have: {', '.join(known)}")
    for name, data in found.items():
        if not wanted or name in wanted or name.partition(" ")[0] in wanted:
            yield _guess(name, data)


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
