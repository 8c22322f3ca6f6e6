"""The lessons' guesses as cards, for paper and quizzes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from course_lib.questions.predicting import all_questions
from course_lib.questions.question import Card


def guesses(wanted: Sequence[str] = ()) -> Iterator[Card]:
    """The guesses of these lessons, such as `03`, or those of these names, `07 collisions`, or all.

    A number may be as far off as what a notebook calls very close.
    """
    found = {f"{card.lesson} {name}": card for name, card in all_questions().items()}
    known = dict.fromkeys(card.lesson for card in found.values())
    if unknown := [one for one in wanted if one not in found and one not in known]:
        raise ValueError(f"no lesson {unknown[0]} has guesses; these have: {', '.join(known)}")
    for name, card in found.items():
        if not wanted or name in wanted or card.lesson in wanted:
            text = card.text.replace("Click it.", "Name it, as in b3.")
            yield replace(card, text=text, name=name)
