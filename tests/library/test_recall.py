"""What comes back at the start of a sitting: which questions, what is kept, what it is good for."""

import json
import re
import sys
import threading
from html import unescape
from math import log2
from pathlib import Path
from random import Random

import pytest

from autograder_tests.bank import entries
from benchmarks.recall import SITTINGS, simulated
from course_lib.checks.keeping import loaded
from course_lib.questions import (
    calibration,
    guessed,
    practice,
    predict,
    recall,
    recalling,
    what_stayed,
)
from course_lib.questions.calls import own_card
from course_lib.questions.kinds import KINDS
from course_lib.questions.predicting import all_questions, keep_guess, kept_guesses
from course_lib.questions.question import LEAST
from course_lib.questions.recalling import Memory, due
from course_lib.words import speaking

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"

NIM_SUM = """
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total = total ^ heap
    return total
"""


@pytest.fixture(autouse=True)
def work(tmp_path, monkeypatch):
    """A folder of one's own for what is kept."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path))
    return tmp_path


def answer(card, *, right=True):
    """Choose the right option, or a wrong one."""
    wrong = next(choice for choice in card.card.choices if choice != card.card.answer)
    card.guess = card.card.answer if right else wrong


def kept(work):
    """What the file holds."""
    return json.loads((work / "recall.json").read_text())


def test_who_practises_gets_three_of_a_kind_and_nothing_is_kept(work):
    """The same seed asks the same, another seed other ones, and a wrong answer is told why."""
    cards, again, others = (practice("values", seed=seed) for seed in (4, 4, 5))
    asked = [one.card.words for one in cards]
    assert asked == [one.card.words for one in again]
    assert len({*asked, *(one.card.words for one in others)}) == 6
    answer(cards[0], right=False)
    assert cards[0].card.slips[cards[0].guess] in cards[0].result
    answer(cards[1])
    assert "and so it is" in cards[1].result
    assert not (work / "recall.json").exists()
    with pytest.raises(ValueError, match=r"no questions 'chess'; there are .*values"):
        practice("chess")


def test_three_questions_come_from_three_earlier_lessons():
    """In the first lesson there are none, and in the next only that lesson's."""
    assert recall("00") == []
    assert {KINDS[one.card.name].lesson for one in recall("01")} == {"00"}
    lessons = [KINDS[one.card.name].lesson for one in recall("07")]
    assert len(set(lessons)) == 3
    assert max(lessons) < "07"


def test_nothing_comes_back_of_a_lesson_that_was_skipped(work):
    """Where a function or a guess of two lessons was kept, the questions are about these."""
    (work / "02.py").write_text(f"# %% nim_sum\n{NIM_SUM}")
    keep_guess("states_left", "1", right=False)
    for day in range(12):
        lessons = {KINDS[one.card.name].lesson for one in recall("09", day=day)[:2]}
        assert lessons == {"02", "07"}


@pytest.mark.parametrize("name", recalling.GUESSES)
def test_a_wrong_guess_comes_back_in_later_lessons(name):
    """With its choices and its reason, until it is known; a right one has come and gone."""
    card = all_questions()[name]
    wrong = next(one for one in card.choices if one != card.answer)
    keep_guess(name, wrong, right=False, stake="sure")
    later, kind = f"{int(card.lesson) + 1:02}", f"guess {name}"
    [again] = [one for one in recall(later, day=40) if one.card.name == kind]
    assert {*again.card.choices} == {*card.choices}
    again.stake = "fairly sure"
    again.guess = wrong
    text = unescape(re.sub("<[^>]+>", "", again.result))
    assert f"It is {card.answer}." in text
    assert f"{wrong} is what comes of thinking as you did when you first guessed." in text
    assert recalling.memories()[kind].wrong == 1
    assert calibration().found["fairly sure"] == (0, 1)
    assert f"lesson {card.lesson}: " in repr(what_stayed(day=50))
    assert kind not in {one.card.name for one in recall(card.lesson, day=99)}
    keep_guess(name, card.answer, right=True)
    assert kept_guesses()[name]["guess"] == wrong


def test_skipping_costs_nothing_and_an_answer_brings_others():
    """The same kinds wait, drawn anew, until one is answered; only the first answer counts."""
    earlier, later = recall("05", day=10), recall("05", day=11)
    names = [one.card.name for one in earlier]
    assert names == [one.card.name for one in later]
    assert [one.card for one in earlier] != [one.card for one in later]
    first = recall("05", day=11)[0]
    answer(first, right=False)
    answer(first)
    assert recalling.memories() == {names[0]: Memory(0, 1, 11)}
    assert first.done


def test_what_was_wrong_comes_back_before_what_was_right(work):
    """By half-lives that a right answer doubles and a wrong one halves."""
    names = list(KINDS)[:4]
    cards = {names[0]: [1, 0, 10.0], names[1]: [0, 1, 10.0], names[2]: [3, 0, 10.0]}
    (work / "recall.json").write_text(json.dumps({"cards": cards}))
    known = recalling.memories()
    assert due(names[:3], known, 12.0) == [names[1], names[0], names[2]]
    half = [log2(1 / known[name].chance(12.0)) for name in names[:3]]
    assert half[1] == pytest.approx(4 * half[0]) == pytest.approx(16 * half[2])
    assert known[names[0]].chance(10.0) == 1
    # What never came back comes before what is firm, and after what is nearly forgotten.
    assert due(names, known, 12.0)[0] == names[3]
    assert due(names, known, 30.0)[0] == names[1]


def test_a_wrong_option_is_explained_by_its_mistake():
    """The answer, what leads to the one that was chosen, and why it is so."""
    one = recall("03", day=1)[0]
    wrong, mistake = next(iter(one.card.slips.items()))
    one.guess = wrong
    text = re.sub("<[^>]+>", "", one.result)
    assert f"You said {wrong}. It is {one.card.answer}." in text
    assert mistake.replace("`", "") in text
    assert one.guess == wrong


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"cards": {"cuts": "often", "values": [1], "nim": ["a", 1, 2], "ucb": [1, null, 2]}}',
        '{"cards": {"cuts": [1, 1, 1e400], "nim": [1e999, 0, 1]}, "stakes": {"sure": 3}}',
        '{"cards": {"no such kind": [1, 1, 1]}, "stakes": [1]}',
        "\x00\xff",
    ],
)
def test_a_broken_file_stops_nothing(work, text):
    """Questions come, an answer is kept, and the pages at the end are drawn."""
    (work / "recall.json").write_text(text, encoding="latin-1")
    cards = recall("04", day=3)
    assert len(cards) == 3
    answer(cards[0])
    assert cards[0].card.name in kept(work)["cards"]
    assert "lesson" in repr(what_stayed(day=4))
    assert "sure" in repr(calibration())


@pytest.mark.parametrize("entry", [{"guess": "a lot", "right": False}, {"guess": "1"}, "1", None])
def test_a_guess_that_is_none_stops_nothing(work, entry):
    """As when the question had other answers than today."""
    (work / "predictions.json").write_text(json.dumps({"states_left": entry}))
    assert "sure: no guesses" in repr(calibration())
    assert "You made no guess." in guessed("states_left")
    assert len(recall("04")) == 3
    predict("states_left").guess = "1e-320"


def test_a_folder_that_cannot_be_written_stops_nothing(work, monkeypatch):
    """The answer is shown all the same."""
    (work / "file").write_text("")
    monkeypatch.setenv("COURSE_WORK", str(work / "file"))
    one = recall("04")[0]
    answer(one)
    assert one.done
    assert "no question" in repr(what_stayed()).lower()


def test_nothing_is_asked_while_work_is_graded(monkeypatch):
    """By our grader or by nbgrader's own."""
    monkeypatch.setenv("COURSE_GRADING", "1")
    assert recall("04") == []


def test_the_third_question_is_about_a_function_of_ones_own(work):
    """It shows the function; the key is what the changed function gives when it is run here."""
    (work / "02.py").write_text(f"# %% nim_sum\n{NIM_SUM}")
    for day in range(12):
        *others, own = recall("03", day=day)
        assert [one.card.name.startswith("own ") for one in others] == [False, False]
        assert own.card.name == "own nim_sum"
        assert own.card.answer == changed_value(own.card, NIM_SUM.strip(), "nim_sum")
        answer(own, right=day % 2 == 0)
    assert recalling.memories()["own nim_sum"] == Memory(6, 6, 11)


def changed_value(card, source, name):
    """What the call on the card gives once its line is changed, by a program of the test's own."""
    lines = source.split("\n")
    number, new = re.search(r"If line (\d+) were (?:`(.*?)`|deleted), what", card.text).groups()
    old = lines[int(number) - 1]
    lines[int(number) - 1] = old[: len(old) - len(old.lstrip())] + (new or "pass")
    call = re.search(r"what would `(.*)` give", card.text)[1]
    return repr(eval(call, loaded("\n".join(lines), f"<{name} changed>")))  # noqa: S307


def test_a_card_about_ones_own_function_asks_for_the_changed_line():
    """What the function gives as it is, an option of each card, is right as often as others."""
    as_it_is = []
    for name in ("nim_sum", "least_leaves", "nim_move", "share_visits", "opinion", "wealth"):
        source = next(one.source for one in entries(name) if one.right).strip()
        for seed in range(10):
            card = own_card(name, source, Random(seed))
            assert len(set(card.choices)) == len(card.choices) >= LEAST
            assert card.answer == changed_value(card, source, name)
            assert set(card.slips) == set(card.choices) - {card.answer}
            whole = re.search("it gives (.*)[.]", card.because)[1]
            assert whole in card.choices
            as_it_is.append(card.answer == whole)
    assert 0.2 <= sum(as_it_is) / len(as_it_is) <= 0.5


@pytest.mark.parametrize(
    "source",
    [
        "nim_sum = 3",
        "def nim_sum(heaps):\n    while True:\n        pass",
        "def nim_sum(heaps):\n    raise SystemExit",
        "def nim_sum(heaps):\n    return nim_sum(heaps)",
        "raise KeyError",
        "def nim_sum(heaps",
        "def nim_sum(heaps):\n    return object()",
    ],
)
def test_a_function_that_cannot_be_asked_about_is_left_out(work, source):
    """Another question stands in its place, and tracing is as it was."""
    before = sys.gettrace()
    assert own_card("nim_sum", source, Random(1)) is None
    assert sys.gettrace() is before
    (work / "02.py").write_text(f"# %% nim_sum\n{source}\n\n# %% no_exercise\n1")
    assert len(recall("05")) == 3


def test_the_still_form_needs_no_widget():
    """Question, options and the folded answer are text; a tree stands there as nested lists."""
    shown = recall("04", day=2)
    for one in shown:
        html, text = one.still()["text/html"], one.still()["text/plain"]
        assert "<details>" in html
        assert "<img" not in html
        assert all(choice in text for choice in one.card.choices)
        assert one.card.words in text
    assert repr(shown).count("Question ") == 3


def test_the_course_ends_with_what_has_stayed():
    """A row for each lesson that came back, by the half-lives of today."""
    assert "No question has come back" in repr(what_stayed())
    for right in (True, False):
        answer(recall("01", day=100)[0], right=right)
    [row, _] = repr(what_stayed(day=104)).splitlines()
    # A half-life of 8 days is 4 days old, and the other question was never right.
    assert row == f"lesson 00: about {round(100 * 2**-0.5 / 2)} % today; 1 of 2 answers right"
    assert "about 0 % today; 0 of 1 answers right" not in repr(what_stayed(day=104))
    answer(recall("02", day=104)[0], right=False)
    assert "about 0 % today; 0 of 1 answers right" in repr(what_stayed(day=104))
    assert "<table>" in what_stayed(day=104)._repr_html_()


def test_stakes_at_the_start_of_a_sitting_count_in_the_calibration():
    """Right and wrong ones, beside those of guesses."""
    for right in (True, True, False):
        one = recall("02", day=5)[0]
        one.stake = "sure"
        answer(one, right=right)
    assert calibration().found["sure"] == (2, 3)


def test_german_stands_around_the_questions():
    """The heading, the options that are words, and the page at the end."""
    with speaking("de"):
        one = recall("02", day=1)[0]
        assert one.heading == "Frage 1 von 3:"
        answer(one)
        assert "Antworten richtig" in repr(what_stayed(day=2))


def test_a_card_can_be_made_in_any_thread():
    """As in a kernel whose cells run beside the main thread."""
    found = []
    thread = threading.Thread(target=lambda: found.extend(recall("03")))
    thread.start()
    thread.join()
    assert len(found) == 3


@pytest.mark.parametrize("students", [15, pytest.param(500, marks=pytest.mark.slow)])
def test_simulated_students_keep_a_fifth_more_than_after_a_block(students):
    """They forget by a published model that is not the schedule's own."""
    found = simulated(students, seed=2)
    assert found.gain >= 0.2
    assert found.spaced > found.at_end
    assert found.better > 0.9


@pytest.mark.parametrize("lesson", sorted(SOLUTIONS.glob("[01][0-9]_*.py")), ids=lambda at: at.stem)
def test_each_sitting_of_a_lesson_opens_with_what_comes_back(lesson):
    """Once for each sitting but those of lesson 00, before which there is nothing."""
    text = lesson.read_text("utf-8")
    number = lesson.stem[:2]
    sittings = len(re.findall(r"^# # \w+ sitting", text, re.MULTILINE))
    assert text.count(f'recall("{number}")') == text.count('recall("') == sittings
    assert SITTINGS[number] == (sittings or 1)
