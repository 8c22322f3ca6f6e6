"""One kind of question: what is drawn, how it is asked, what is true, and which mistakes differ.

A `Question` is a kind; `question.card(rng)` draws one of it. The key comes from running something
true, a search, a game, a small world, and every wrong option from running a mistake that has a
name. A card can be clicked in a notebook, printed on a sheet, or go into a quiz.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from course_lib.words import Say, Text, told

LEVELS = ("easy", "usual", "hard")

LEAST = 3
"""A card has at least so many options, the right one among them."""

_TRIES = 20_000
"""So often a card is drawn again until it is as hard as it should be."""

Facts = dict[str, Any]
"""What was drawn, by name; everything else of a card follows from it."""


@dataclass(frozen=True)
class Card:
    """A question that was drawn, in a notebook's words (`code`, **strong**), and what is right."""

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
    lesson: str = ""
    """Where it is asked, such as `03`, if in one lesson alone."""
    later: bool = False
    """Whether the answer is told only when the lesson comes to it."""
    words: str = ""
    """What the picture shows, as text."""
    slips: Mapping[str, str] = field(default_factory=dict)
    """Of wrong choices, the mistake that leads there."""
    number: float | None = None
    """The right answer where it can be written as a number, without choices."""

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

    @property
    def open(self) -> Card:
        """The same with room for a number in place of choices, where a number is the answer."""
        return self if self.number is None else replace(self, answer=self.number, choices=())


@dataclass(frozen=True)
class Question:
    """A kind of question; each function takes the facts by their names."""

    lesson: str
    """Where it is taught, such as `03`."""
    draw: Callable[[Random, int], Facts | None]
    """Facts of a level (0, 1, 2), or `None` where these are too easy or too hard."""
    ask: Callable[..., Text]
    key: Callable[..., Any]
    slips: Mapping[str, Callable[..., Any]]
    """What each mistake computes, by what one does who makes it, as in `adding the heaps`."""
    because: Callable[..., Text] = lambda **_: ""
    options: Callable[..., Collection[Any]] | None = None
    """All that can be answered, where the question itself says so: every option is shown."""
    picture: Callable[..., str] | None = None
    words: Callable[..., str] | None = None
    solution: Callable[..., str] | None = None

    def card(self, rng: Random, level: int = 0, without: Collection[Card] = ()) -> Card:
        """A question of this kind, as hard as all others of its level, and none of those."""
        for _ in range(_TRIES):
            facts = self.draw(rng, level)
            made = None if facts is None else self._card(facts)
            if made and made not in without:
                return made
        raise ValueError(f"after {len(without)}, {_TRIES:,} tries drew none that is new")

    def _card(self, facts: Facts) -> Card | None:
        """The card with these facts, or `None` if too few mistakes can be told from the truth."""
        key = self.key(**facts)
        right, wrong = written(key), dict[str, str]()
        values = {right: key}
        for mistake, slip in self.slips.items():
            value = slip(**facts)
            if value is not None and written(value) != right:
                wrong.setdefault(written(value), told(mistake))
                values.setdefault(written(value), value)
        if self.options is None and len(values) < LEAST:
            return None
        if self.options is not None:
            values = {written(one): one for one in self.options(**facts)}
            if not wrong or right not in values:
                return None
        text, in_order = told(self.ask(**facts)), sorted(values, key=lambda one: _size(values[one]))
        if self.options is None:  # by size, the right one would often have the same place
            Random(f"{facts}").shuffle(in_order)
        return Card(
            text,
            right,
            tuple(in_order),
            because=told(self.because(**facts)),
            slips=wrong,
            number=float(key) if isinstance(key, int | float) else None,
            **{
                name: made(**facts)
                for name in ("picture", "words", "solution")
                if (made := getattr(self, name)) is not None
            },
        )


def written(value: Any) -> str:
    """An answer as it is written: numbers short, a minus as long as a plus.

    >>> from fractions import Fraction
    >>> written(3.0), written((4, float("inf"))), written(Fraction(2, 6))
    ('3', '(4, ∞)', '1/3')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))})"
    if isinstance(value, float | int):
        words = f"{value:g}" if isinstance(value, float) else f"{value}"
        return words.replace("inf", "\u221e").replace("-", "\u2212")
    return told(value) if isinstance(value, str | Say) else f"{value}".replace("-", "\u2212")


def _size(value: Any) -> tuple[Any, ...]:
    """What puts options in order: numbers by size, pairs by their parts, words by the alphabet."""
    if isinstance(value, tuple):
        return (1, *value)
    return (2, written(value)) if isinstance(value, str | Say) else (0, value)
