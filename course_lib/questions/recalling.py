"""`recall`: three questions at the start of a sitting, and what has stayed of earlier ones.

Which come back follows from when they were answered, and how. Each kind has a half-life, the days
after which half of it is forgotten, as in half-life regression (B. Settles and B. Meeder, "A
Trainable Spaced Repetition Model for Language Learning", ACL 2016). A right answer doubles it, a
wrong one halves it. All that is kept stands in `my_work/recall.json`; no points depend on it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from html import escape
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple

from IPython.display import display

from course_lib.checks.keeping import grading, keep_data, kept_data, kept_functions
from course_lib.questions.calls import own_card
from course_lib.questions.predicting import (
    RECALLED,
    STAKES,
    Ask,
    all_questions,
    bars,
    begun_lessons,
    blocks,
    kept_guesses,
    prose,
)
from course_lib.questions.question import Card, Question
from course_lib.views.svg import static_html
from course_lib.views.widgets import somebody_watches
from course_lib.words import Say, _, told

QUESTIONS = 3
"""So many at the start of a sitting: a minute and a half."""

FIRST, SHORTEST, LONGEST = 4.0, 0.5, 64.0
"""Half-lives in days: before any answer, and the ends of what answers make of it."""

UNASKED = 0.1
"""What has not come back yet comes before what is known better than this, and after the rest.

With more, few kinds come back often, with less all kinds come once (`benchmarks/recall.py`).
"""

_ASKED = count()
"""How often `recall` was asked in this session: a later sitting has other numbers and boards."""

_SECONDS = 86_400
"""A day has so many."""

OWN, GUESS = "own ", "guess "
"""What stands before the name of a function of the reader's own, and of a lesson's guess."""

GUESSES = ("middle_against_random", "worst_seat", "how_long", "a_bet", "wasted_visits",
           "ten_times", "which_bound", "whose_mean", "contest", "who_wins", "may_answer",
           "four_by_five", "strongest_rung", "rating_range", "best_plan", "first_to_learn",
           "endless_pig", "far_behind", "double_stone")  # fmt: skip
"""The guesses that come back where they were wrong: their words say all that has to be known."""


class Memory(NamedTuple):
    """What was answered of one kind."""

    right: int = 0
    wrong: int = 0
    day: float = 0.0
    """When the last answer came, in days."""

    @property
    def answers(self) -> int:
        """How many answers there were."""
        return self.right + self.wrong

    def chance(self, day: float) -> float:
        """How likely it is still known on this day."""
        if not self.answers:
            return UNASKED
        half_life = min(max(FIRST * 2.0 ** (self.right - self.wrong), SHORTEST), LONGEST)
        return float(2.0 ** (-max(day - self.day, 0.0) / half_life))

    def after(self, day: float, *, right: bool) -> Memory:
        """The same with one more answer."""
        return Memory(self.right + right, self.wrong + (not right), day)


def due(names: Collection[str], memories: dict[str, Memory], day: float) -> list[str]:
    """These kinds, what is most likely forgotten first; who has answered less draws other ties."""
    answers = sum(one.answers for one in memories.values())
    order = Random(f"{answers}").sample(sorted(names), len(names))
    return sorted(order, key=lambda name: memories.get(name, Memory()).chance(day))


def recall(lesson: str, *, day: float | None = None) -> Recall:
    """Three questions from earlier lessons, one of them about a function of your own.

    They take a minute and a half. There are no points for them, and you may skip them. `day` is
    today, in days since 1970, for who wants to look ahead.

    >>> card = recall("03")
    """
    if grading():
        return Recall([])
    today = time.time() / _SECONDS if day is None else day
    wrong = missed()
    kinds, known = all_kinds() | wrong, dict.fromkeys(wrong, Memory(wrong=1)) | memories()
    cards, asked = [], next(_ASKED)
    for name in chosen(kinds, lesson, known, today, begun_lessons()):
        card = kinds[name].card(Random(f"{name} {known.get(name, Memory()).answers} {asked}"))
        cards.append(replace(card, name=name))
    if cards and somebody_watches():
        cards[QUESTIONS - 1 :] = [*islice(_own(known, today), 1), *cards[QUESTIONS - 1 :]][:1]
    return Recall([RecallCard(card, today, place) for place, card in enumerate(cards, 1)])


def practice(kind: str, seed: int = 1) -> Recall:
    """Three questions of one kind, to practise on; another `seed` gives others. None is kept.

    >>> cards = practice("values", seed=4)
    """
    kinds = all_kinds()
    if kind not in kinds:
        raise ValueError(f"there are no questions {kind!r}; there are {', '.join(kinds)}")
    rng, cards = Random(f"{kind} {seed}"), list[Card]()
    while len(cards) < QUESTIONS:
        cards.append(kinds[kind].card(rng, without=cards))
    return Recall([RecallCard(card, 0, place) for place, card in enumerate(cards, 1)])


def all_kinds() -> dict[str, Question]:
    """All kinds of questions, loaded when the first is needed: a first cell should be fast."""
    from course_lib.questions.kinds import KINDS  # noqa: PLC0415

    return KINDS


def missed() -> dict[str, Question]:
    """The lessons' guesses that were wrong, each a kind that always asks the same."""
    cards, kept = all_questions(), kept_guesses()
    return {
        GUESS + name: _again(cards[name], kept[name]["guess"])
        for name in GUESSES
        if name in kept and not kept[name]["right"]
    }


def _again(card: Card, guess: str) -> Question:
    return Question(
        card.lesson,
        draw=lambda *_: {},
        ask=lambda: card.text,
        key=lambda: card.answer,
        slips={_("thinking as you did when you first guessed"): lambda: guess},
        because=lambda: card.because,
        options=lambda: card.choices,
    )


def chosen(
    kinds: Mapping[str, Question],
    lesson: str,
    known: dict[str, Memory],
    day: float,
    begun: Collection[str] = (),
) -> list[str]:
    """The kinds that come back in this lesson, of different lessons as far as there are any.

    They are of lessons that were begun, unless these have too few.
    """
    earlier = [name for name in kinds if kinds[name].lesson < lesson]
    met = [name for name in earlier if kinds[name].lesson in begun]
    names = due(met if len(met) >= QUESTIONS else earlier, known, day)
    first = {kinds[name].lesson: name for name in reversed(names)}.values()
    in_order = [*(name for name in names if name in first), *names]
    return list(dict.fromkeys(in_order))[:QUESTIONS]


def _own(known: dict[str, Memory], day: float) -> Iterator[Card]:
    """Cards about functions that were kept, as far as something can be asked about them."""
    kept = kept_functions()
    for name in due([OWN + name for name in kept], known, day):
        exercise = name.removeprefix(OWN)
        rng = Random(f"{name} {known.get(name, Memory()).answers}")
        if card := own_card(exercise, kept[exercise], rng):
            yield replace(card, name=name)


class RecallCard(Ask):
    """A question whose answer is shown; where it has a name, the answer is kept."""

    def __init__(self, card: Card, day: float, place: int) -> None:
        """Ask this, as the first, second or third."""
        self.day = day
        self.heading = told(Say("Question {place} of {all}:", place=place, all=QUESTIONS))
        self.words = f"<pre>{escape(card.words)}</pre>" if card.words else ""
        picture = static_html(card.picture, card.words) if card.picture else self.words
        super().__init__(card, blocks(card.text) + picture, self.heading)

    def keep(self, guess: str, *, right: bool, stake: str) -> None:
        """Write it down where it belongs to a kind."""
        if self.card.name:
            keep_answer(self.card.name, self.day, right=right, stake=stake)

    def __repr__(self) -> str:
        parts = [f"{self.heading} {self.card.text}", self.card.words, *_listed(self.card.choices)]
        return "\n".join(filter(None, parts))

    def still(self) -> dict[str, Any]:
        """The question with its answer folded up, for a page without Python."""
        choices = "".join(f"<li>{escape(choice)}</li>" for choice in self.card.choices)
        answer = f"<strong>{escape(str(self.card.answer))}</strong>. {prose(self.card.because)}"
        folded = f"<details><summary>{escape(told(_ANSWER))}</summary>{answer}</details>"
        words = f"<p><strong>{escape(self.heading)}</strong></p>{blocks(self.card.text)}"
        html = f"{words}{self.words}<ul>{choices}</ul>{folded}"
        return {"text/html": html, "text/plain": repr(self)}


_ANSWER = _("The answer")


def _listed(choices: Sequence[str]) -> list[str]:
    return [f"- {choice}" for choice in choices]


class Recall(list[RecallCard]):
    """The questions of a sitting, one below the other."""

    def _ipython_display_(self) -> None:
        for card in self:
            display(card)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self))


# --- what is kept ---------------------------------------------------------------------------------


def memories() -> dict[str, Memory]:
    """What was answered, by kind; what can't be read of it was never answered."""
    cards = kept_data(RECALLED).get("cards")
    found = {}
    for name, kept in cards.items() if isinstance(cards, dict) else ():
        with suppress(TypeError, ValueError, OverflowError):
            right, wrong, day = kept
            found[name] = Memory(max(int(right), 0), max(int(wrong), 0), float(day))
    return found


def keep_answer(name: str, day: float, *, right: bool, stake: str = "") -> None:
    """Write an answer down; a folder that can't be written to is no reason to stop."""
    known = memories()
    known[name] = known.get(name, Memory()).after(day, right=right)
    stakes = kept_data(RECALLED).get("stakes")
    stakes = {each: rights for each, rights in stakes.items() if isinstance(rights, list)} if (
        isinstance(stakes, dict)) else {}  # fmt: skip
    if stake in STAKES:
        stakes[stake] = [*stakes.get(stake, ()), right]
    keep_data(RECALLED, {"cards": known, "stakes": stakes})


# --- at the course's end --------------------------------------------------------------------------


def what_stayed(*, day: float | None = None) -> Stayed:
    """For each lesson, how much of what came back you should still know, and how you answered.

    >>> card = what_stayed()
    """
    today = time.time() / _SECONDS if day is None else day
    known, found = memories(), dict[str, list[Memory]]()
    for name, kind in (all_kinds() | missed()).items():
        if name in known:
            found.setdefault(kind.lesson, []).append(known[name])
    own = [memory for name, memory in known.items() if name.startswith(OWN)]
    return Stayed(found | ({"": own} if own else {}), today)


class Stayed:
    """What has stayed of each lesson, by the half-lives of its questions."""

    def __init__(self, found: dict[str, list[Memory]], day: float) -> None:
        """Keep what was answered, by lesson; "" is the reader's own functions."""
        self.found, self.day = found, day

    def rows(self) -> Iterator[tuple[str, float, str]]:
        """Of each lesson its name, the share that is likely known, and the answers in words."""
        for lesson, some in self.found.items():
            name = Say("lesson {lesson}", lesson=lesson) if lesson else Say("your own functions")
            share = sum(one.chance(self.day) for one in some if one.right) / len(some)
            right, made = sum(one.right for one in some), sum(one.answers for one in some)
            said = Say("about {share} % today; {right} of {made} answers right",
                       share=round(100 * share), right=right, made=made)  # fmt: skip
            yield told(name), share, told(said)

    def __repr__(self) -> str:
        return "\n".join([*(f"{name}: {said}" for name, _, said in self.rows()), told(self.note)])

    def _repr_html_(self) -> str:
        return bars(self.rows()) + f"<p>{escape(told(self.note))}</p>"

    @property
    def note(self) -> str:
        """What the numbers mean."""
        return _STAYED if self.found else _NOTHING


_STAYED = _(
    "Each right answer doubles the time after which you know half of a thing, and each wrong one"
    " halves it. What was never right counts as nothing. Nobody else sees this."
)
_NOTHING = _("No question has come back yet: recall asks three at the start of a sitting.")
