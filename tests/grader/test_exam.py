"""Problems and guesses for paper and quizzes: each key is worked out again, others read them."""

import io
import json
import re
import sys
import zipfile
from html import unescape
from importlib import import_module
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from card_recount import recounted
from console import course

from course_lib import TextbookTree
from course_lib.questions.kinds import KINDS
from course_lib.questions.kinds.trees import by_hand
from course_lib.questions.question import LEVELS, Card
from course_tools.cli.exam import PROBLEMS
from course_tools.grader.papers.exam_forms import anki, gift, markdown, moodle
from course_tools.grader.papers.questions import guesses

SOME = 6
"""So many problems of each kind and level are looked at closely."""


def drawn(kind, level, count=SOME):
    """Different problems of this kind and level, as they stand on paper."""
    found, rng = [], Random(f"{kind} {level}")
    for _ in range(count):
        found.append(KINDS[kind].card(rng, LEVELS.index(level), found))
    return [one.open for one in found]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", PROBLEMS)
def test_every_key_is_what_another_count_gives(kind, level):
    """The answer is worked out again from the words, also where it is open and the tree large."""
    for card in drawn(kind, level):
        right, _ = recounted(kind, card)
        assert [right] == card.right, card.text
        assert card.is_number or right in card.choices


@pytest.mark.parametrize("level", LEVELS)
def test_all_variants_are_equally_hard_by_count(level):
    """As many leaves and cuts, as many children of a node, heaps and squares."""
    for kind in ("values", "cuts", "order", "windows"):
        assert len({len(re.findall(r"\d+", card.words)) for card in drawn(kind, level)}) == 1
    searches = [by_hand(tree_of(card)) for card in drawn("cuts", level)]
    assert len({(len(one.cuts), one.deep) for one in searches}) == 1
    for kind in ("ucb", "wins"):
        assert len({len(question.choices) for question in drawn(kind, level)}) == 1


def tree_of(card):
    """The tree in a card's words."""
    return TextbookTree(json.loads(card.words)).tree


def test_the_same_seed_draws_the_same_and_another_draws_others(tmp_path, monkeypatch):
    """Byte for byte; and no question stands twice in one file."""
    monkeypatch.chdir(tmp_path)
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        made = course("exam", f"{name}.html", "--variants", "2", "--seed", str(seed))
        assert made.code == 0, made.err
    texts = [(tmp_path / f"{name}.html").read_text() for name in "abc"]
    assert texts[0] == texts[1] != texts[2]


def test_a_sheet_has_questions_and_its_key_has_answers(tmp_path, monkeypatch):
    """No answer stands on the sheet; the key has each, and the pictures with the search drawn."""
    monkeypatch.chdir(tmp_path)
    made = course("exam", "s.html", "--kinds", "cuts,nim", "--level", "hard", "--variants", "3")
    [seed] = re.findall(r"Drawn with --seed (\d+): keep it with the key\.\n", made.out)
    key = (tmp_path / "s-key.html").read_text("utf-8")
    assert (f"seed {seed}" in key, seed in (tmp_path / "s.html").read_text("utf-8")) == (
        True,
        False,
    )
    assert made.out.splitlines()[1:] == [
        "s.html: 3 sheets of 2 questions.",
        "s-key.html: the answers, drawn. To print: open both in a browser.",
    ]
    sheet, key = ((tmp_path / name).read_text() for name in ("s.html", "s-key.html"))
    assert re.findall(r"sheet (\d+)", sheet.lower()) == ["1", "2", "3"]
    assert sheet.count('class="question"') == key.count('class="question"') == 6
    assert ("xor" in sheet, "xor" in key) == (False, True)
    assert ("cut: " in sheet, "cut: " in key) == (False, True)
    assert "https:" not in sheet.replace("https://www.w3.org", "")


ALL = [
    *guesses(),
    *(question for kind in PROBLEMS for question in drawn(kind, "usual", 3)),
    *(kind.card(Random(1)) for kind in KINDS.values()),
]


def test_every_guess_of_every_lesson_is_a_question():
    """None is left out, and a number that is close counts as a notebook says."""
    found = list(guesses())
    assert len(found) >= 73
    assert {question.name[:2] for question in found} >= {f"0{number}" for number in range(9)}
    visits = next(one for one in found if one.name == "03 alphabeta_visits")
    assert (visits.right, visits.within) == (["18297"], pytest.approx(1829.7))
    assert [one.name for one in guesses(["03"])] == [
        one.name for one in found if one.name < "04" and one.name > "03"
    ]


def explains(card, choice, html):
    """Whether this page tells the mistake that leads to this choice, whatever its letters."""
    words = f"{choice} is what comes of {card.slips[choice]}."
    return re.sub(r"\W", "", words) in re.sub(r"\W", "", unescape(re.sub(r"<[^>]+>", "", html)))


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="pygiftparser 1.1 ends with Python 3.14")
@pytest.mark.filterwarnings("ignore")  # the parser is old, and Python says so
def test_moodles_text_is_read_by_a_stranger():
    """An independent parser finds each question, with its one right answer."""
    parser = import_module("pygiftparser.parser")
    # It takes no negative numbers, which Moodle's description of GIFT allows.
    asked = [one for one in ALL if not (one.is_number and one.answer < 0)]
    read = parser.parseFile(io.StringIO(gift(asked, "Games").decode()))
    assert len(read) == len(asked) >= len(ALL) - 2
    for theirs, ours in zip(read, asked, strict=True):
        assert theirs.valid, theirs.full
        if ours.is_number:
            [answer] = theirs.answers.answers
            assert float(answer.value) == float(ours.right[0])
        elif ours.choices:
            right = [one.answer for one in theirs.answers.answers if one.fraction > 0]
            assert right == ours.right
            # Where something is said of an answer, the parser keeps the signs before its own signs.
            said = [
                (one.answer.replace("\\", ""), one.feedback)
                for one in theirs.answers.answers
                if one.feedback
            ]
            assert [choice for choice, _ in said] == [*filter(ours.slips.get, ours.choices)]
            assert all(explains(ours, *one) for one in said)
        else:
            assert [one.answer for one in theirs.answers.answers] == ours.right


def test_moodles_xml_has_each_answer():
    """Read again by ElementTree: kind, answers, tolerance, and a picture inside."""
    quiz = ET.fromstring(moodle(ALL, "Games"))  # noqa: S314 - our own
    read = [one for one in quiz if one.get("type") != "category"]
    assert len(read) == len(ALL)
    for theirs, ours in zip(read, ALL, strict=True):
        right = [
            answer.findtext("text")
            for answer in theirs.iter("answer")
            if answer.get("fraction") == "100"
        ]
        assert right == ours.right
        assert len(list(theirs.iter("answer"))) == len(ours.choices or ours.right)
        for answer in theirs.iter("answer"):
            choice, said = answer.findtext("text"), answer.findtext("feedback/text")
            assert bool(said) == (choice in ours.slips)
            assert not said or explains(ours, choice, said)
        assert ("data:image/png" in theirs.findtext("questiontext/text")) == bool(ours.picture)


def test_anki_gets_a_note_on_each_line():
    """Three fields without tabs or line breaks: the back has the answer, the front a tree."""
    lines = anki(ALL, "Games").decode().splitlines()
    head, notes = lines[:5], lines[5:]
    assert head[:2] == ["#separator:tab", "#html:true"]
    assert len(notes) == len(ALL)
    for note, card in zip(notes, ALL, strict=True):
        front, back, tag = note.split("\t")
        assert unescape(back).startswith(f"<p>{' or '.join(card.right)}</p>")
        assert all(explains(card, choice, back) for choice in card.slips if choice in card.choices)
        assert (unescape(card.words).split("\n")[0] in unescape(front), " " in tag) == (True, False)


def test_ten_short_questions_have_their_wrong_choices_from_mistakes(tmp_path, monkeypatch):
    """Of the lessons that were named, in their order, each with its key."""
    monkeypatch.chdir(tmp_path)
    made = course("exam", "five.html", "--recall", "02,03", "--seed", "7", "--variants", "2")
    assert made.out.splitlines()[1] == "five.html: 2 sheets of 10 questions."
    sheet, key = (Path(name).read_text("utf-8") for name in ("five.html", "five-key.html"))
    assert (sheet.count('class="choices"'), sheet.count('class="right"')) == (20, 0)
    assert key.count('<li class="right">') == 20
    bank = course("exam", "five.txt", "--recall", "00", "--variants", "3")
    assert "five.txt: 9 questions, notes for Anki." in bank.out


def test_canvas_gets_a_package_with_its_pictures(tmp_path, monkeypatch):
    """text2qti takes what we write, and finds as many questions and pictures in it."""
    monkeypatch.chdir(tmp_path)
    made = course("exam", "quiz.zip", "--variants", "2")
    assert made.code == 0, made.err
    with zipfile.ZipFile(tmp_path / "quiz.zip") as package:
        names = package.namelist()
        texts = "".join(package.read(name).decode() for name in names if name.endswith(".xml"))
    assert texts.count("<item ident=") == 16
    assert sum(name.endswith(".png") for name in names) == 10


def test_a_package_without_text2qti_says_what_is_missing(tmp_path, monkeypatch):
    """One sentence, and no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("course_tools.grader.papers.exam_forms.find_spec", lambda _: None)
    made = course("exam", "quiz.zip", "--guesses", "00")
    assert (made.code, "pip install text2qti" in made.err) == (2, True)
    assert not (tmp_path / "quiz.zip").exists()


def test_a_number_that_may_be_nothing_is_text_for_canvas():
    """Canvas takes no numbers so close to 0."""
    assert markdown([Card("How many?", 0.0)], "t").endswith("1.  How many?\n*   0\n")
    assert markdown([Card("How many?", 5.0, within=1)], "t").endswith("=   5 +- 1\n")
