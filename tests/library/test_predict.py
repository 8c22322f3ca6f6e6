"""Predictions: what the build makes of them, and what a reader sees before and after a guess."""

import base64
import json
import re
from html import unescape
from itertools import takewhile
from pathlib import Path

import nbformat
import pytest

from course_lib import TicTacToe
from course_lib.questions import predict
from course_lib.questions.predicting import (
    Prediction,
    all_questions,
    guess_card,
    judged,
    kept_guesses,
    still,
)
from course_tools.studio.build import lessons
from course_tools.studio.build.pictures import images_of, packed

ROOT = Path(__file__).resolve().parents[2]
LESSONS = lessons(ROOT)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    """Guesses are kept in the folder where the notebook runs."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("data", "guess", "right", "verdict"),
    [
        ({"answer": 7}, "7", True, "You guessed 7. Exactly right."),
        ({"answer": 549946}, "500,000", False, "You guessed 500,000. It is 549,946: very close."),
        ({"answer": 300}, "100", False, "You guessed 100. It is 300, about 3 times as much."),
        ({"answer": 3}, "1", False, "You guessed 1. It is 3."),
        ({"answer": 0}, "12", False, "You guessed 12. It is 0."),
        ({"answer": 5478}, "0", False, "You guessed 0. It is 5,478."),
        ({"answer": 5478}, "-3", False, "You guessed -3. It is 5,478."),
        ({"answer": 0.75}, "3/4", True, "You guessed 3/4. Exactly right."),
        ({"answer": 0.83}, "0,83", True, "You guessed 0,83. Exactly right."),
        ({"answer": 22}, "22 %", True, "You guessed 22 %. Exactly right."),
        ({"answer": "no", "choices": ["yes", "no"]}, "yes", False, "You said yes. It is no."),
        ({"answer": ["c2"], "board": "<svg/>"}, "c2", True, "You chose c2, and that is right."),
        ({"answer": ["a1", "c3"], "board": "<svg/>"}, "b2", False, "You chose b2. It is a1 or c3."),
    ],
)
def test_guess_and_answer_stand_beside_each_other(data, guess, right, verdict):
    """Numbers, choices and squares: right or not, one sentence names both."""
    found, said = judged(guess_card({"question": "?"} | data), guess)
    assert (found, str(said)) == (right, verdict)


def test_the_explanation_waits_for_a_guess_and_the_first_one_is_kept():
    """What is so reaches the page after the guess; a later session shows it again at once."""
    data = {"question": "How many?", "answer": 9, "because": "Three rows of `3` & three columns."}
    asked = Prediction(guess_card(data, "squares"))
    assert (asked.result, asked.done) == ("", False)
    assert "Three rows" not in json.dumps(asked.get_state(["question", "guess", "result"]))
    for guess in ("nine", "nan", "-inf"):
        asked.guess = guess
        assert "is not a number" in asked.result
        assert not asked.done
    asked.guess = "8"
    assert "<code>3</code> &amp; three" in asked.result
    assert asked.done
    again = Prediction(guess_card(data, "squares"))
    assert "You guessed 8. It is 9" in again.result
    again.guess = "9"
    assert kept_guesses() == {"squares": {"guess": "8", "right": False}}


def test_without_python_a_page_shows_the_question_alone():
    """The static form of every prediction asks, and does not tell; others are not there."""
    for name, card in all_questions().items():
        html = predict(name)._repr_mimebundle_()[0]["text/html"]
        assert "Your guess:" in html
        assert card.because[:40] not in html
    with pytest.raises(ValueError, match=r"there is no prediction 'typo'; there are .*best_branch"):
        predict("typo")


def test_the_build_reads_a_prediction_and_refuses_what_cannot_be_one():
    """An author hears at once of a slip; a board becomes a picture with squares to click."""
    game = TicTacToe()
    made = json.loads(
        packed({"question": "Where?", "on": (game, game.initial), "answer": (1, 1), "helper": 3})
    )
    assert made["answer"] == ["b2"]
    assert 'data-square="b2"' in made["board"]
    assert "helper" not in made
    for wrong, why in (
        ({"question": "?"}, "needs a question and an answer"),
        ({"question": "?", "answer": 1, "choice": [1]}, "was choices meant"),
        ({"question": "?", "answer": 1, "choices": [2]}, "none of the choices"),
    ):
        with pytest.raises(ValueError, match=why):
            packed(wrong)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_opens_with_a_picture_asks_three_times_and_explains_nothing(lesson):
    """The opening picture is inside of the notebook, so it is there before anything runs."""
    asked = [cell.predict for cell in lesson.cells if cell.predict]
    assert len(asked) >= 3
    assert set(asked) <= set(all_questions())
    path = ROOT / "notebooks" / lesson.name / f"{lesson.name}.ipynb"
    cells = nbformat.read(path, as_version=4).cells
    [picture] = cells[0].attachments.values()
    assert base64.b64decode(picture["image/png"]).startswith(b"\x89PNG")

    # The cell shows its question alone; a picture after it, on the same topic, does not tell.
    for number, cell in enumerate(cells):
        if asked := re.search(r'predict\("(\w+)"', cell.source):
            assert cell.source == f'predict("{asked[1]}")'
            card = all_questions()[asked[1]]
            [shown] = cell.outputs
            assert shown.data["text/html"] == still(card)
            assert re.split("[`*]", card.text)[0] in unescape(still(card))
            assert card.because[:40] not in shown.data["text/html"]
            topic = takewhile(lambda each: "\n#" not in f"\n{each.source}", cells[number + 1 :])
            after = next((each for each in topic if each.cell_type == "code"), None)
            assert after is None or "predict(" in after.source or after.outputs == []


def test_every_picture_of_an_output_becomes_one_that_all_viewers_show():
    """Several in one output stay several; words and widgets are left out."""
    svg = base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>')
    image = f'<img src="data:image/svg+xml;base64,{svg.decode()}" alt="a &amp; b" style="">'
    output = nbformat.v4.new_output("display_data", {"text/html": f"<p>x</p>{image}{image}"})
    words = nbformat.v4.new_output("stream", text="hello")
    first, _second = images_of([words, output])
    assert first.data["text/plain"] == "a & b"
    assert first.data["text/html"].startswith(
        f'<img src="data:image/svg+xml;base64,{svg.decode()}"'
    )
    assert list(images_of([first])) == [first]
