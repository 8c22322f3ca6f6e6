"""`predict`: a guess before the answer is shown; it is kept, and never graded."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import traitlets

from course_lib.checks.keeping import work_folder
from course_lib.plain import write_whole
from course_lib.views.svg import static_html
from course_lib.views.widgets import Shown

KEPT = "predictions.json"
CLOSE = 0.1
"""A number is close when it is this part of the answer away from it, or less."""

FEW = 20
"""From here on, a guess that is too small is told how many times as much it is."""


def predict(name: str) -> Prediction:
    """A question to guess at; what is so, and why, unfolds once you have guessed.

    The first guess is kept in `my_work/`. There are no points for it, so there is nothing to lose.
    """
    questions = all_questions()
    if name not in questions:
        raise ValueError(f"there is no prediction {name!r}; there are {', '.join(questions)}")
    return Prediction(name, questions[name])


def all_questions() -> dict[str, dict[str, Any]]:
    """Every lesson's predictions by name, as the build wrote them down."""
    found: dict[str, dict[str, Any]] = {}
    for data in files("course_lib.lessons").iterdir():
        if data.name.startswith("predictions_"):
            found |= json.loads(data.read_text(encoding="utf-8"))
    return found


class Prediction(Shown):
    """One question in a notebook: a number, a choice, or a square of a board."""

    _esm = Path(__file__).parent / "predict.js"
    _css = Path(__file__).parent / "predict.css"
    question = traitlets.Dict().tag(sync=True)
    guess = traitlets.Unicode().tag(sync=True)
    """What was guessed, in the reader's words; "" as long as nothing was."""
    result = traitlets.Unicode().tag(sync=True)
    """What is so, as HTML; "" as long as nothing was guessed."""
    done = traitlets.Bool().tag(sync=True)
    """Whether a guess was taken: then there is nothing more to type or to click."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        """Ask this; a guess that was kept in an earlier session is shown again."""
        self.name, self.data = name, data
        shown: dict[str, Any] = {key: data[key] for key in ("choices", "board") if key in data}
        super().__init__(question={**shown, "question": prose(data["question"])})
        self.observe(self._answer, "guess")
        self.guess = str(kept_guesses().get(name, {}).get("guess", ""))

    def _answer(self, _change: object) -> None:
        try:
            right, verdict = judged(self.data, self.guess)
        except ValueError as error:
            self.result = f"<p>{escape(str(error))}</p>"
            return
        self.done = True
        keep_guess(self.name, self.guess, right=right)
        because = str(self.data.get("because", "")).split("\n\n")
        paragraphs = [f"<strong>{escape(verdict)}</strong>", *map(prose, filter(None, because))]
        self.result = "".join(f"<p>{each}</p>" for each in paragraphs)

    def __repr__(self) -> str:
        return f"<Prediction: {self.data['question']}>"

    def still(self) -> dict[str, Any]:
        """The question alone, for a page without Python."""
        choices = "".join(f"\n- {choice}" for choice in self.data.get("choices", ()))
        words = f"Your guess: {self.data['question']}{choices}"
        return {"text/html": still(self.data), "text/plain": words}


def still(data: dict[str, Any]) -> str:
    """The question as HTML that any page can show: with its choices or its board, unanswered."""
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in data.get("choices", ()))
    asked = f"<p><strong>Your guess:</strong> {prose(data['question'])}</p>"
    listed = f"<ul>{choices}</ul>" if choices else ""
    board = static_html(data["board"], "the board that is asked about") if "board" in data else ""
    return asked + listed + board


def judged(data: dict[str, Any], guess: str) -> tuple[bool, str]:
    """Whether the guess is right, and a sentence with guess and answer beside each other.

    >>> judged({"answer": 549946}, "10,000")
    (False, 'You guessed 10,000. It is 549,946, about 55 times as much.')
    >>> judged({"answer": "left", "choices": ["left", "right"]}, "left")
    (True, 'You said left, and so it is.')
    """
    answer = data["answer"]
    if "board" in data:
        squares = " or ".join(answer)
        if guess in answer:
            return True, f"You chose {guess}, and that is right."
        return False, f"You chose {guess}. It is {squares}."
    if "choices" in data:
        if guess == answer:
            return True, f"You said {guess}, and so it is."
        return False, f"You said {guess}. It is {answer}."
    try:
        number = float(guess.replace(",", "").replace("_", "").replace("\u2212", "-"))
    except ValueError:
        raise ValueError(f"{guess!r} is not a number; 1000 or 2.5 would be one.") from None
    if number == answer:
        return True, f"You guessed {guess}. Exactly right."
    verdict = f"You guessed {guess}. It is {answer:,}"
    if abs(number - answer) <= CLOSE * abs(answer):
        return False, f"{verdict}: very close."
    if number > 0 and answer >= max(FEW, 2 * number):
        return False, f"{verdict}, about {answer / number:.0f} times as much."
    return False, f"{verdict}."


def prose(words: str) -> str:
    """The words as HTML: `code`, **strong** and *emphasis*, as in a notebook's text.

    >>> prose("`* 3` and 3 ** 9, but **not** the *same* row")
    '<code>* 3</code> and 3 ** 9, but <strong>not</strong> the <em>same</em> row'
    """
    words = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words, quote=False))
    words = re.sub(r"\*\*(?! )([^*]+)\*\*", r"<strong>\1</strong>", words)
    return re.sub(r"(?<!\*)\*(?![* ])([^*]+)(?<! )\*", r"<em>\1</em>", words)


def kept_guesses() -> dict[str, dict[str, Any]]:
    """The guesses of earlier sessions, by name; none where the file can't be read."""
    try:
        kept = json.loads((work_folder() / KEPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep_guess(name: str, guess: str, *, right: bool) -> None:
    """Write a first guess down; a folder that can't be written to is no reason to stop."""
    kept = kept_guesses()
    if name in kept:
        return
    folder = work_folder()
    try:
        folder.mkdir(exist_ok=True)
        text = json.dumps(kept | {name: {"guess": guess, "right": right}}, indent=1)
        write_whole(folder / KEPT, text + "\n")
    except OSError:
        return
