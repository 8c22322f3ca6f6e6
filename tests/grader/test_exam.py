"""Problems and guesses for paper and quizzes: each key is worked out again, others read them."""

import io
import itertools
import math
import re
import sys
import zipfile
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from console import course

from course_lib import TextbookTree, TicTacToe, Watched, alphabeta_search, solve
from course_lib.views import draw_tree
from course_tools.grader.papers import problems
from course_tools.grader.papers.exam_forms import gift, markdown, moodle, write
from course_tools.grader.papers.problems import KINDS, LEVELS, ByHand, problem
from course_tools.grader.papers.questions import Question, guesses

SOME = 6
"""So many problems of each kind and level are looked at closely."""


def drawn(kind, level, count=SOME):
    """Different problems of this kind and level."""
    found, rng = [], Random(f"{kind} {level}")
    for _ in range(count):
        found.append(problem(kind, rng, level, found))
    return found


def tree_of(question):
    """The tree in the picture, read from the words that the drawing has for ears and searches."""
    return TREES[question.picture]


TREES = {}


@pytest.fixture(autouse=True, scope="module")
def _remembered():
    """Keep the tree of each drawing: the page shows it, and the recount needs it."""
    with pytest.MonkeyPatch.context() as patch:

        def noting(game):
            svg = draw_tree(game, most=40, values=False).svg
            TREES[svg] = game.tree
            return svg

        patch.setattr(problems, "_drawn", noting)
        yield


def value_of(tree, *, is_max=True):
    """Minimax over nested tuples."""
    if not isinstance(tree, tuple):
        return tree
    return (max if is_max else min)(value_of(child, is_max=not is_max) for child in tree)


class Asked(TextbookTree):
    """A tree that notes which leaves it is asked about, in this order."""

    def utility(self, state, player):
        """The leaf's number, as ever."""
        if not self.seen or self.seen[-1] != state:
            self.seen.append(state)
        return super().utility(state, player)


def looked_at(tree):
    """The leaves that the library's alpha-beta asks for, and all of them, as (path, number)."""
    game = Asked(tree)
    object.__setattr__(game, "seen", [])
    alphabeta_search(game, ())
    depth = 0
    node = tree
    while isinstance(node, tuple):
        node, depth = node[0], depth + 1
    every = [path for path in itertools.product(range(3), repeat=depth) if _leaf(tree, path)]
    return game.seen, {path: _at(tree, path) for path in every}


def _at(tree, path):
    return reduce(lambda node, number: node[number], path, tree)


def _leaf(tree, path):
    try:
        return not isinstance(_at(tree, path), tuple)
    except IndexError:
        return False


def recount_values(question):
    """Minimax over the nested numbers."""
    return float(value_of(tree_of(question)))


def recount_cuts(question):
    """The leaves that the library's search never asks for."""
    seen, every = looked_at(tree_of(question))
    return float(len(every) - len(seen))


def recount_order(question):
    """The number at this place in the order in which the library asks."""
    place = int(re.search(r"in (\d+)th place", question.text)[1])
    seen, every = looked_at(tree_of(question))
    assert len(set(every.values())) == len(every)
    return float(every[seen[place - 1]])


def recount_windows(question):
    """Alpha at a leaf is the best that MAX has found above it so far; beta the same for MIN."""
    path = tuple(ord(letter) - 97 for letter in re.search(r"leaf (\w+)\?", question.text)[1])
    tree = tree_of(question)
    sure = {True: -math.inf, False: math.inf}
    for depth, number in enumerate(path):
        is_max = depth % 2 == 0
        node = _at(tree, path[:depth])
        found = [value_of(child, is_max=not is_max) for child in node[:number]]
        sure[is_max] = (max if is_max else min)([sure[is_max], *found])
    signs = [f"{sure[side]:g}".replace("-", "\u2212") for side in (True, False)]
    return f"({signs[0]}, {signs[1]})"


def recount_ucb(question):
    """The bounds once more, from the words of the question."""
    rows = re.findall(r"- (\w): (\d+) visits, (\d+) won", question.text)
    total = sum(int(visits) for _, visits, _ in rows)
    bound = {
        name: int(won) / int(n) + 1.4 * (math.log(total) / int(n)) ** 0.5 for name, n, won in rows
    }
    return max(bound, key=bound.get)


def recount_nim(question):
    """The one move after which the other player has lost, by trying all moves."""
    heaps = tuple(map(int, re.findall(r"\d+", question.text)))
    [take] = [
        take
        for at, heap in enumerate(heaps)
        for take in range(1, heap + 1)
        if not _wins(_without(heaps, at, take))
    ]
    return float(take)


def _without(heaps, at, take):
    """These heaps with fewer counters in one, in order of size."""
    return tuple(sorted(heap - take * (at == place) for place, heap in enumerate(heaps)))


@cache
def _wins(heaps):
    """Whether the player to move can take the last counter."""
    return any(
        not _wins(_without(heaps, at, take))
        for at, heap in enumerate(heaps)
        for take in range(1, heap + 1)
    )


def recount_marking(question):
    """Won or lost from the rules alone, heap by heap."""
    takes = [
        int(number)
        for number in re.search(r"turns, (.*?) at a", question.text)[1]
        .replace(" or ", ", ")
        .split(", ")
    ]
    most = int(re.search(r"from 0 to (\d+)", question.text)[1])

    @cache
    def wins(heap):
        return any(not wins(heap - take) for take in takes if take <= heap)

    return float(sum(not wins(heap) for heap in range(most + 1)))


def recount_wins(question):
    """The board is read from the picture's own words."""
    game = TicTacToe()
    state = BOARDS[question.picture]
    winning = [
        action
        for action in game.actions(state)
        if solve(game, game.result(state, action)).value == -1
    ]
    [only] = winning
    return game.action_name(only)


BOARDS = {}


@pytest.fixture(autouse=True, scope="module")
def _boards():
    """Keep the position of each drawn board."""
    with pytest.MonkeyPatch.context() as patch:
        whole = problems.board_svg

        def noting(game, state):
            svg = whole(game, state)
            BOARDS[svg] = state
            return svg

        patch.setattr(problems, "board_svg", noting)
        yield


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_key_is_what_another_count_gives(kind, level):
    """The answer is worked out again from the question's own words and picture."""
    recount = globals()[f"recount_{kind}"]
    for question in drawn(kind, level):
        assert question.answer == recount(question), question.text
        assert not question.choices or question.answer in question.choices
        assert len(set(question.choices)) == len(question.choices)


def test_alphabeta_by_hand_is_alphabeta():
    """On random trees: the same leaves in the same order as the library's search."""
    rng = Random(5)
    for shape in ((2, 2, 2), (3, 2, 2), (2, 2, 2, 2), (3, 3, 3)):
        for _ in range(30):
            game, by_hand = problems._tree(rng, *shape)
            watched = Watched(game)
            value, _ = alphabeta_search(watched, ())
            assert by_hand.leaves == looked_at(game.tree)[0]
            assert ByHand().search(game.tree, (), -math.inf, math.inf) == value


@pytest.mark.parametrize("level", LEVELS)
def test_all_variants_are_equally_hard_by_count(level):
    """As many leaves and cuts, as many children of a node, heaps and squares."""
    for kind in ("values", "cuts", "order", "windows"):
        found = drawn(kind, level)
        trees = list(map(tree_of, found))
        assert len({len(looked_at(tree)[1]) for tree in trees}) == 1
    cuts = set()
    for question in drawn("cuts", level):
        by_hand = ByHand()
        by_hand.search(tree_of(question), (), -math.inf, math.inf)
        cuts.add((len(by_hand.cuts), by_hand.deep))
    assert len(cuts) == 1
    for kind in ("ucb", "wins"):
        assert len({len(question.choices) for question in drawn(kind, level)}) == 1


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


ALL = [*guesses(), *(question for kind in KINDS for question in drawn(kind, "usual", 3))]


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
        else:
            assert [one.answer for one in theirs.answers.answers] == ours.right


@pytest.mark.parametrize("form", ["gift", "xml", "md"])
def test_a_full_disk_leaves_the_bank_of_before(tmp_path, monkeypatch, form):
    """Nobody imports half of it."""
    file = tmp_path / f"bank.{form}"
    file.write_bytes(b"before")
    monkeypatch.setattr("os.fsync", lambda _: Path("/no/such/disk").stat())
    with pytest.raises(OSError, match="No such"):
        write(ALL[-1:], "Games", file)
    assert file.read_bytes() == b"before"


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
        assert ("data:image/png" in theirs.findtext("questiontext/text")) == bool(ours.picture)


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
    assert markdown([Question("How many?", 0.0)], "t").endswith("1.  How many?\n*   0\n")
    assert markdown([Question("How many?", 5.0, within=1)], "t").endswith("=   5 +- 1\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("e.pdf", ".html is sheets to print"),
        ("e.html --kinds chess", "there are no problems of the kind chess: values, cuts"),
        ("e.html --level nasty", "--level nasty: it is one of easy, usual, hard"),
        ("e.html --variants 0", "--variants 0: from 1 to 500"),
        ("e.gift --guesses 99", "no lesson 99 has guesses; these have: 00"),
        ("e.html --kinds marking --level easy --variants 500", "there are no more easy problems"),
    ],
)
def test_what_can_not_be_asked_is_said(tmp_path, monkeypatch, words, sentence):
    """A form, a kind, a level, a number or a lesson that isn't there."""
    monkeypatch.chdir(tmp_path)
    made = course("exam", *words.split())
    assert (made.code, sentence in made.err) == (2, True), made.err
