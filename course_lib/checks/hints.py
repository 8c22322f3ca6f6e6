"""`hint`: the next of an exercise's three hints, from the files `hints_NN.py`."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from html import escape

from course_lib.checks.exercises import exercise_named

KINDS = ("a question", "the idea", "the shape of the loop")

_given: dict[str, int] = {}
"""How many hints each exercise has given in this session."""


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint; it shows itself in a notebook."""

    name: str
    number: int
    text: str

    def __str__(self) -> str:
        kind = KINDS[self.number - 1]
        return f"Hint {self.number} of {len(KINDS)} for {self.name}, {kind}:\n{self.text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The hint for a notebook."""
        first, _, text = str(self).partition("\n")
        return f"<p><b>{escape(first)}</b></p><pre>{escape(text)}</pre>"


def hints(name: str) -> tuple[str, ...]:
    """The three hints of this exercise."""
    exercise = exercise_named(name)
    if exercise.hints:
        return exercise.hints
    module = importlib.import_module(f"course_lib.checks.hints_{exercise.lesson}")
    found: tuple[str, ...] = module.HINTS[name]
    return found


def hint(name: str) -> Hint:
    """The next hint for this exercise: a question, then the idea, then the shape of the loop.

    After the third, the third is shown again.
    """
    texts = hints(name)
    number = min(_given.get(name, 0) + 1, len(texts))
    _given[name] = number
    return Hint(name, number, texts[number - 1])
