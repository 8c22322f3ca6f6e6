"""What a class guessed at the predictions of a lesson, before it was shown what is so.

`predict` keeps guesses in `my_work/predictions.json`; students hand that file in beside their
notebook, or do not: there are no points for it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from course_lib.checks.cases import LESSONS
from course_tools.files import write_whole
from course_tools.grader.classroom.pages.statistics import FEWEST, correlation

COMMON = 5
"""So many different guesses are shown, the most frequent ones."""
LONGEST = 40

Guesses = Mapping[str, str]
"""The guesses of one student, by the name of the question."""


class Guessed(NamedTuple):
    """What came in for one question."""

    question: str
    answer: str
    guesses: int
    right: int
    common: list[tuple[str, int]]
    students: int
    """How many of them have handed in the lesson."""
    telling: int
    """How many of these have earned something."""
    discrimination: float | None
    """How a right guess goes with the points, from -1 to 1; `None` if nobody can say."""


def guesses_in(data: bytes) -> dict[str, str]:
    """The guesses in such a file; none where it is not what `predict` writes."""
    try:
        kept = json.loads(data).items()
        return {name: one["guess"][:LONGEST] for name, one in kept if one["guess"].strip()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def keep_guesses(folder: Path, guesses: Mapping[str, Guesses]) -> dict[str, Guesses]:
    """The guesses of everybody so far, by student, with these among them; they are kept there."""
    for student, own in guesses.items():
        kept = {name: {"guess": guess} for name, guess in own.items()}
        write_whole(folder / f"{student}.json", json.dumps(kept, indent=1).encode())
    return {path.stem: guesses_in(path.read_bytes()) for path in sorted(folder.glob("*.json"))}


def guessed(
    lesson: str, everybody: Mapping[str, Guesses], points: Mapping[str, float]
) -> list[Guessed]:
    """What came in for each question of this lesson that somebody has guessed at.

    `points` are what the students have in this lesson.
    """
    data = LESSONS / f"lesson_{lesson[:2]}" / "predictions.json"
    questions = json.loads(data.read_text(encoding="utf-8")) if data.is_file() else {}
    found = []
    if any(everybody.values()):
        # It brings a library of widgets, for which nobody else waits.
        from course_lib.questions.predicting import judged  # noqa: PLC0415
    for name, question in questions.items():
        right: dict[str, bool] = {}
        common: Counter[str] = Counter()
        for student, guess in ((one, own[name]) for one, own in everybody.items() if name in own):
            with suppress(ValueError):  # a number that is none
                right[student] = judged(question, guess)[0]
                common[guess] += 1
        if right:
            answer = question["answer"]
            shown = " or ".join(answer) if isinstance(answer, list) else str(answer)
            most = common.most_common(COMMON)
            handed_in = [one for one in right if one in points]
            there = [one for one in handed_in if points[one]]
            pair = [right[one] for one in there], [points[one] for one in there]
            telling = correlation(*pair) if len(there) >= FEWEST else None
            count = sum(right.values())
            found.append(
                Guessed(
                    question["question"],
                    shown,
                    len(right),
                    count,
                    most,
                    len(handed_in),
                    len(there),
                    telling,
                )
            )
    return found
