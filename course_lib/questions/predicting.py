"""`predict`: a guess before the answer is shown; it is kept, and never graded."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import traitlets

from course_lib.checks.cases import LESSONS, exercises
from course_lib.checks.keeping import keep_data, kept_data, kept_functions
from course_lib.questions.question import Card
from course_lib.views.svg import static_html
from course_lib.views.widgets import Shown
from course_lib.words import Say, Text, _, plain_number, told

KEPT = "predictions.json"
CLOSE = 0.1
"""A number is close when it is this part of the answer away from it, or less."""

SURE, FAIRLY, COIN = _("sure"), _("fairly sure"), _("a coin")
STAKES = {SURE: _("nearly always"), FAIRLY: _("three times in four"), COIN: _("half the time")}
"""How sure one can be of a guess, and how often one should then be right."""

ASKED, GUESS = _("Your guess:"), _("Guess")
WORDS = (ASKED, _("How sure are you?"), GUESS)
"""What stands around a question."""

ON_A_PAGE = (_("Your guesses so far: {all}."), _("{right} of {made} right"))
"""What only the site's pages say."""

FEW = 20
"""From here on, a guess that is too small is told how many times as much it is."""


def predict(name: str) -> Prediction:
    """A question to guess at; what is so, and why, unfolds once you have guessed.

    The first guess is kept in `my_work/`. There are no points for it, so there is nothing to lose.

    >>> question = predict("thoughtless_wins")
    """
    questions = all_questions()
    if name not in questions:
        raise ValueError(f"there is no prediction {name!r}; there are {', '.join(questions)}")
    return Prediction(questions[name])


def all_questions() -> dict[str, Card]:
    """Every lesson's guesses by name, as the build wrote them down."""
    return {
        name: guess_card(one, name, data.parent.name.removeprefix("lesson_"))
        for data in sorted(LESSONS.glob("lesson_*/predictions.json"))
        for name, one in json.loads(data.read_text(encoding="utf-8")).items()
    }


def guess_card(data: dict[str, Any], name: str = "", lesson: str = "") -> Card:
    """A guess as a question like all others, from what the build wrote: its words in English.

    A number is close, and counts on paper, where it is a tenth of the answer away or less.
    """
    answer = data["answer"]
    return Card(
        data["question"],
        answer,
        choices=tuple(data.get("choices", ())),
        because=data.get("because", ""),
        picture=data.get("board", ""),
        within=abs(answer) * CLOSE if isinstance(answer, float | int) else 0.0,
        later=data.get("later", False),
        name=name,
        lesson=lesson,
    )


class Ask(Shown):
    """A card in a notebook: a number, a choice, or a square of a board is asked for."""

    _esm = Path(__file__).parent / "predict.js"
    _css = Path(__file__).parent / "predict.css"
    question = traitlets.Dict().tag(sync=True)
    guess = traitlets.Unicode().tag(sync=True)
    """What was guessed, in the reader's words; "" as long as nothing was."""
    result = traitlets.Unicode().tag(sync=True)
    """What is so, as HTML; "" as long as nothing was guessed."""
    stake = traitlets.Unicode().tag(sync=True)
    """How sure the reader was: one of `STAKES`, or "" where nothing was said."""
    done = traitlets.Bool().tag(sync=True)
    """Whether a guess was taken: then there is nothing more to type or to click."""

    def __init__(self, card: Card, text: str, heading: Text = ASKED) -> None:
        """Ask this, in these words as HTML, with this in the place of "Your guess:"."""
        self.card = card
        # What was clicked is kept in English, so that it is the same guess in every language.
        known = (*STAKES, *card.choices)
        self.english = dict(zip(known, known, strict=True)) | {told(each): each for each in known}
        shown: dict[str, Any] = {"choices": [*map(told, card.choices)]} if card.choices else {}
        if not card.choices and not card.is_number:
            shown["board"] = card.picture
        around = {word: told(word) for word in WORDS} | {ASKED: told(heading)}
        stakes = [*map(told, STAKES)]
        super().__init__(question={"question": text, **shown, "stakes": stakes, "words": around})
        self.observe(self._answer, "guess")

    def _answer(self, _change: object) -> None:
        guess = self.english.get(self.guess, "" if self.card.choices else plain_number(self.guess))
        if self.done or not guess:
            return
        try:
            right, verdict = judged(self.card, guess)
        except NoNumber as error:
            self.result = f"<p>{escape(told(error.why))}</p>"
            return
        self.keep(guess, right=right, stake=self.english.get(self.stake, self.stake))
        if self.card.later:
            verdict = Say(
                "You guessed {guess}. Your guess comes back when you can answer it.", guess=guess
            )
        slip = self.card.slips.get(guess, "")
        led = Say("{guess} is what comes of {mistake}.", guess=guess, mistake=slip) if slip else ""
        because = self.card.because.split("\n\n")
        paragraphs = [prose(told(each)) for each in (led, *because) if each]
        self.done = True
        listed = [f"<strong>{escape(told(verdict))}</strong>", *paragraphs]
        self.result = "".join(f"<p>{each}</p>" for each in listed)

    def keep(self, guess: str, *, right: bool, stake: str) -> None:
        """Write this answer down."""
        raise NotImplementedError


class Prediction(Ask):
    """A guess that a lesson asks for."""

    def __init__(self, card: Card) -> None:
        """Ask this; a guess that was kept in an earlier session is shown again."""
        super().__init__(card, prose(told(card.text)))
        self.guess = str(kept_guesses().get(card.name, {}).get("guess", ""))

    def keep(self, guess: str, *, right: bool, stake: str) -> None:
        """Write it down if it is the first."""
        keep_guess(self.card.name, guess, right=right, stake=stake)

    def __repr__(self) -> str:
        return f"<Prediction: {self.card.text}>"

    def still(self) -> dict[str, Any]:
        """The question alone, for a page without Python."""
        choices = "".join(f"\n- {told(choice)}" for choice in self.card.choices)
        words = f"{told(ASKED)} {told(self.card.text)}{choices}"
        return {"text/html": still(self.card), "text/plain": words}


def still(card: Card) -> str:
    """The question as HTML that any page can show: with its choices or its board, unanswered."""
    choices = "".join(f"<li>{escape(told(choice))}</li>" for choice in card.choices)
    asked = f"<p><strong>{told(ASKED)}</strong> {prose(told(card.text))}</p>"
    listed = f"<ul>{choices}</ul>" if choices else ""
    caption = told(Say("the board that is asked about"))
    board = static_html(card.picture, caption) if card.picture else ""
    return asked + listed + board


class NoNumber(ValueError):
    """A guess at a number that is none."""

    def __init__(self, guess: str) -> None:
        """Say what it was."""
        self.why = Say("{guess!r} is not a number; 1000 or 2.5 would be one.", guess=guess)
        super().__init__(str(self.why))


def judged(card: Card, guess: str) -> tuple[bool, Say]:
    """Whether the guess is right, and a sentence with guess and answer beside each other.

    >>> right, verdict = judged(Card("How many?", 549946), "10,000")
    >>> right, str(verdict)
    (False, 'You guessed 10,000. It is 549,946, about 55 times as much.')
    >>> right, verdict = judged(Card("Where?", "left", choices=("left", "right")), "left")
    >>> right, str(verdict)
    (True, 'You said left, and so it is.')
    """
    answer = card.answer
    if isinstance(answer, float | int):
        return _judged_number(answer, guess)
    if card.choices:
        said = {"guess": in_words(guess), "right": in_words(card.right[0])}
        if guess in card.right:
            return True, Say("You said {guess}, and so it is.", **said)
        return False, Say("You said {guess}. It is {right}.", **said)
    if guess in card.right:
        return True, Say("You chose {guess}, and that is right.", guess=guess)
    return False, Say("You chose {guess}. It is {right}.", guess=guess, right=one_of(card.right))


def _judged_number(answer: float, guess: str) -> tuple[bool, Say]:
    number = _number_in(guess)
    shown = in_words(guess)
    if number == answer:
        return True, Say("You guessed {guess}. Exactly right.", guess=shown)
    said = {"guess": shown, "right": answer}
    if is_close(number, answer):
        return False, Say("You guessed {guess}. It is {right:,}: very close.", **said)
    if number > 0 and max(FEW, 2 * number) <= answer and math.isfinite(answer / number):
        template = _("You guessed {guess}. It is {right:,}, about {times} times as much.")
        return False, Say(template, times=round(answer / number), **said)
    return False, Say("You guessed {guess}. It is {right:,}.", **said)


def is_close(number: float, answer: float) -> bool:
    """Whether this number is right, or nearly."""
    return abs(number - answer) <= CLOSE * abs(answer)


def in_words(text: str) -> Say:
    """A text that is put into words itself: a choice, or a number with the language's commas."""
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+", text):
        return Say("{number:,}", number=int(text.replace(",", "")))
    return Say(text.replace("{", "{{").replace("}", "}}"))


def one_of(squares: list[str]) -> Say:
    """The only one of these, or each with an "or" between them."""
    *others, last = squares
    return Say("{one} or {other}", one=one_of(others), other=last) if others else in_words(last)


def _number_in(guess: str) -> float:
    """The number that somebody means: 1,000, 1_000, 1 000 and 1'000 are a thousand.

    >>> _number_in("1'000"), _number_in("0,83"), _number_in("3/4"), _number_in("22 %")
    (1000.0, 0.83, 0.75, 22.0)
    """
    try:
        number = _number(guess)
    except (ValueError, ZeroDivisionError):
        raise NoNumber(guess) from None
    if not math.isfinite(number):  # Python reads "nan" and "infinity" as numbers
        raise NoNumber(guess)
    return number


def _number(guess: str) -> float:
    text = re.sub(r"(\d)[\s'\u2019](?=\d{3}(?!\d))", r"\1", guess)
    text = re.sub(r"[%\s]+$", "", text).replace("\u2212", "-")
    text = re.sub(r"^(-?\d+),(\d{1,2}|\d{4,})$", r"\1.\2", text)
    above, *below = map(float, re.sub("[,_]", "", text).split("/"))
    return above / math.prod(below)


def prose(words: str) -> str:
    """The words as HTML: `code`, **strong** and *emphasis*, as in a notebook's text.

    >>> prose("`* 3` and 3 ** 9, but **not** the *same* row")
    '<code>* 3</code> and 3 ** 9, but <strong>not</strong> the <em>same</em> row'
    """
    words = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words, quote=False))
    words = re.sub(r"\*\*(?! )([^*]+)\*\*", r"<strong>\1</strong>", words)
    return re.sub(r"(?<!\*)\*(?![* ])([^*]+)(?<! )\*", r"<em>\1</em>", words)


def blocks(words: str) -> str:
    """The same for words that may hold paragraphs and lists."""
    parts = []
    for block in re.split(r"\n\s*\n", words.strip()):
        lines = block.split("\n")
        first = next((at for at, line in enumerate(lines) if line.startswith("- ")), len(lines))
        if before := " ".join(lines[:first]).strip():
            parts.append(f"<p>{prose(before)}</p>")
        if items := lines[first:]:
            listed = "".join(f"<li>{prose(item[2:])}</li>" for item in items)
            parts.append(f"<ul>{listed}</ul>")
    return "".join(parts)


def kept_guesses() -> dict[str, dict[str, Any]]:
    """The guesses of earlier sessions, by name, as far as the file can be read."""
    return {
        name: entry
        for name, entry in kept_data(KEPT).items()
        if isinstance(entry, dict) and isinstance(entry.get("guess"), str) and "right" in entry
    }


def begun_lessons() -> set[str]:
    """The lessons of which something was kept: a function that passed, or a guess."""
    questions = all_questions()
    guessed_in = {questions[name].lesson for name in kept_guesses() if name in questions}
    return guessed_in | {exercises()[name].lesson for name in kept_functions()}


def keep_guess(name: str, guess: str, *, right: bool, stake: str = "") -> None:
    """Write a first guess down; a folder that can't be written to is no reason to stop."""
    kept = kept_guesses()
    entry = {"guess": guess, "right": right} | ({"stake": stake} if stake in STAKES else {})
    if name not in kept:
        keep_data(KEPT, kept | {name: entry})


# --- looking back ---------------------------------------------------------------------------------


class Words(str):
    """A sentence that a notebook shows as text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in self.splitlines())


def guessed(name: str) -> Words:
    """What you guessed at the beginning of a lesson, beside what has come out since.

    >>> words = guessed("thoughtless_wins")
    """
    card, kept = all_questions()[name], kept_guesses().get(name, {})
    question = re.sub(r"[*`]", "", told(card.text))
    try:
        verdict = judged(card, kept["guess"])[1]
    except (KeyError, NoNumber):  # none, or one from when the question was another
        number = Say("{number:,}", number=card.answer)
        right = number if card.is_number else one_of(card.right)
        answer = told(Say("You made no guess. It is {right}.", right=right))
        return Words(f"{question}\n{answer}")
    said = [verdict]
    if (stake := kept.get("stake")) in {SURE, FAIRLY}:
        said.append(Say("(You were {sure}.)", sure=Say(stake)))
    return Words(f"{question}\n{' '.join(map(told, said))}")


def calibration() -> Calibration:
    """How often you were right when you were sure, fairly sure, or tossed a coin.

    >>> card = calibration()
    """
    questions, found = all_questions(), dict.fromkeys(STAKES, (0, 0))
    guesses = [
        (kept.get("stake"), _close(questions[name], kept))
        for name, kept in kept_guesses().items()
        if name in questions
    ]
    for stake, is_right in [*guesses, *recalled_stakes()]:
        if stake in found:
            right, made = found[stake]
            found[stake] = right + is_right, made + 1
    return Calibration(found)


RECALLED = "recall.json"
"""What came back at the start of a sitting: when, whether it was right, and how sure one was."""


def recalled_stakes() -> Iterator[tuple[str, bool]]:
    """The stake of each answer at the start of a sitting, and whether it was right."""
    kept = kept_data(RECALLED).get("stakes")
    for stake, answers in kept.items() if isinstance(kept, dict) else ():
        yield from ((stake, bool(right)) for right in answers if isinstance(answers, list))


def _close(card: Card, kept: dict[str, Any]) -> bool:
    """Whether this guess was right, or a number that came close."""
    if kept["right"] or not isinstance(card.answer, float | int):
        return bool(kept["right"])
    try:
        return is_close(_number_in(kept["guess"]), card.answer)
    except NoNumber:
        return False


@dataclass(frozen=True, repr=False)
class Calibration:
    """For each stake, how many guesses were right, and how many were made; it draws itself."""

    found: dict[str, tuple[int, int]]

    def __repr__(self) -> str:
        lines = (f"{told(stake)}: {self._said(stake)}" for stake in self.found)
        return "\n".join([*lines, told(ADVICE)])

    def _said(self, stake: str) -> str:
        right, made = self.found[stake]
        if not made:
            return told(_("no guesses"))
        wanted = Say(STAKES[stake])
        template = _("{right} of {made} right; {wanted} would fit")
        return told(Say(template, right=right, made=made, wanted=wanted))

    def _repr_html_(self) -> str:
        """A bar for each stake."""
        return (
            bars(
                (told(stake), right / made if made else 0, self._said(stake))
                for stake, (right, made) in self.found.items()
            )
            + f"<p>{escape(told(ADVICE))}</p>"
        )


def bars(rows: Iterable[tuple[str, float, str]]) -> str:
    """A table with a name, a share as a bar, and what is said of it."""
    listed = []
    for name, share, said in rows:
        width = round(100 * share)
        bar = f'<div style="background:#0072B2;height:1em;width:{width}%"></div>'
        frame = f'<div style="border:1px solid #8A9099;width:14em">{bar}</div>'
        listed.append(f"<tr><td>{escape(name)}</td><td>{frame}</td><td>{escape(said)}</td></tr>")
    return f"<table>{''.join(listed)}</table>"


ADVICE = _("A number counts as right if it was within a tenth. Nobody else sees this.")
