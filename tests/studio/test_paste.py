"""The Python of the page "Paste your own": a film or a sentence for any text, no exception."""

import ast
import io
import re
from pathlib import Path

import pytest
from other_manners import test_other_manners as manners
from test_mending import verdict_on
from toy_course import ROOT

from autograder_tests import bank
from course_lib import SearchTrace, watch
from course_lib.checks import mending
from course_lib.views.theme import PHASES
from course_lib.watching.trace import Stop
from course_lib.words import speaking
from course_tools.studio.build import edition, leaks
from course_tools.studio.lectures import pasted
from course_tools.studio.site import pasting

EXAMPLES = {each["name"]: each["code"] for each in pasting.examples()}
LETTERS, WRONG = list(EXAMPLES)[:2]


class Direct(ast.NodeTransformer):
    """Writes `run(f, x)` as `f(x)`, which is how somebody would call it."""

    def visit_Call(self, call):
        """The call without `run`."""
        self.generic_visit(call)
        if isinstance(call.func, ast.Name) and call.func.id == "run":
            return ast.Call(call.args[0], call.args[1:], call.keywords)
        return call


def pasted_texts():
    """By name, each search of the bank as a text: its module, and its call as the last line."""
    for family in manners.PLACES:
        text = Path(str(family.__file__)).read_text(encoding="utf-8")
        [table] = [each for each in ast.parse(text).body if getattr(each, "targets", None)
                   and getattr(each.targets[0], "id", "") == "CALLS"]  # fmt: skip
        lines = text.splitlines()
        lines[table.lineno - 1 : table.end_lineno] = [""] * (table.end_lineno - table.lineno + 1)
        helper = "def run(f, *arguments, **options):\n    return f(*arguments, **options)"
        for key, value in zip(table.value.keys, table.value.values, strict=True):
            call = ast.unparse(Direct().visit(value.body))
            yield key.value, "\n".join([*lines, helper, call])


@pytest.mark.parametrize(("name", "text"), [pytest.param(*each, id=each[0]) for each in
                                            pasted_texts()])  # fmt: skip
def test_every_search_of_the_bank_is_a_film_or_a_sentence(name, text):
    """Those that have a tree in a notebook have one here; the others are told in a sentence."""
    answer = pasted.play(text)
    assert (answer["film"] is None) == (name in manners.SENTENCE), answer["said"]
    assert answer["film"] or answer["said"]
    if answer["film"] and answer["tree"]:
        assert (
            pasted.show(answer["tree"])["film"]["steps"]["kind"] == answer["film"]["steps"]["kind"]
        )


def test_what_makes_the_board_is_not_taken_for_the_search():
    """A package has ten thousand calls to make while it is loaded, and none the second time."""
    text = dict(pasted_texts())["chess, copies"]
    assert [pasted.play(text)["film"]["label"] for _ in range(2)] == ["alpha_beta"] * 2


# --- what the course's check says ----------------------------------------------------------------

WITHOUT_CAUSE = re.compile(r"<div[^>]*>Look at .*?</div>")
"""Where several repairs are proved, a check may tell another of them the next time."""

CHECKED = ("minimax_value", "depth_limited", "best_action", "alphabeta", "limited_alphabeta",
           "mcts", "minimax")  # fmt: skip
WRONG_ANSWERS = {name: [one for one in bank.entries(name) if not one.right] for name in CHECKED}
ENTRIES = [
    *(some[0] for some in WRONG_ANSWERS.values()),
    *(
        pytest.param(one, marks=pytest.mark.slow)
        for some in WRONG_ANSWERS.values()
        for one in some[1:3]
    ),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda each: f"{each.exercise}: {each.name}")
def test_a_wrong_answer_is_told_what_the_notebook_tells(entry, monkeypatch):
    """The same words, board and kinds of cases, with time enough to mend; 21 answers at night."""
    monkeypatch.setattr(mending, "SECONDS", 60)
    source = entry.source.lstrip()
    assert entry.exercise in pasted.play(source)["judge"]
    told, here = verdict_on(entry.exercise, source), pasted.judge(source, entry.exercise)
    assert here["status"] == told.status != "correct"
    assert WITHOUT_CAUSE.sub("", here["html"]) == WITHOUT_CAUSE.sub("", told._repr_html_())
    assert ("Look at " in here["html"]) == bool(told.cause)


def test_the_smallest_tree_that_is_wrong_can_be_watched():
    """The line of the verdict, put below the code, has a film of its own."""
    source = EXAMPLES[WRONG]
    verdict = pasted.judge(source, "minimax_value")
    assert "the average is taken, where MAX or MIN chooses" in verdict["html"]
    trace = watched(f"{source}\n{verdict['line']}")
    assert "expected: <code>1</code><br>got: <code>0.5</code>" in verdict["html"]
    assert pasted.play(f"{source}\n{verdict['line']}")["film"]
    assert trace.value == 0.5


RIGHT = """
    best = max if game.to_move(state) == first else min
    return best(minimax_value(game, game.result(state, move)) for move in moves)
"""


def watched(source):
    """The last search of this text."""
    text = pasted.Pasted(source, ast.parse(source))
    text.run(pasted._Calls().visit(ast.parse(source)))
    return text.traces[-1][0]


def test_a_right_search_of_the_lesson_is_called_right():
    """The example with its mistake mended passes all kinds of cases."""
    source = EXAMPLES[WRONG].partition("    total = 0\n")[0] + RIGHT
    assert pasted.judge(source, "minimax_value")["status"] == "correct"


USED = [
    ("from collections import defaultdict\nseen = defaultdict(int)", "seen[state] += 1"),
    ("from collections import namedtuple\nNode = namedtuple('Node', 'state')", "Node(state)"),
    ("LOW = math.floor(-2.5)\nplain = [str(n) for n in range(3)]", "plain[LOW + 3]"),
    ("TABLE = {}\nfor n in range(3):\n    TABLE[n] = n * n", "TABLE[2]"),
    ("class Count:\n    n = 0\n\ncount = Count()\nvisits: int = count.n", "count.n + visits"),
    ("def once(f):\n    return f\n\nkey = lambda x: x\nprint(once(key)(1))", "key(state)"),
]


@pytest.mark.parametrize(("above", "used"), USED)
def test_a_right_search_is_right_whatever_it_uses_of_the_lines_above(above, used):
    """All that runs none of the text's own searches is there when it is checked."""
    lesson, call = EXAMPLES[WRONG].partition("    total = 0\n")[0] + RIGHT, "minimax_value("
    own = lesson.replace("    first, moves", f"    {used}\n    first, moves")
    text = f"{above}\n\n{own}\nfound = {call}TextbookTree([0, [1, 2]]), ())\nprint(found)\n"
    assert pasted.judge(text, "minimax_value")["status"] == "correct"
    assert pasted.play(text)["printed"].splitlines()[-1] == "1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("    return LOW\nLOW = minimax_value(Nim((1,)), (1,))\n", "which a search of this text"),
        ("    return helper(state)\ndef helper(state):\n    return lost\n", "which nothing in"),
    ],
)
def test_a_search_that_lacks_a_name_is_not_called_wrong(text, words):
    """The check runs no search of the text, and says so; there are no cells on this page."""
    verdict = pasted.judge(f"def minimax_value(game, state):\n{text}", "minimax_value")
    assert (words in verdict["text"], verdict["html"]) == (True, "")


@pytest.mark.parametrize("text", ["def minimax(node, depth, is_max): return 0\n",
                                  "def alphabeta(node): return node\nalphabeta(3)\n"])  # fmt: skip
def test_a_search_that_only_has_the_lessons_name_is_not_judged(text):
    """Other arguments are another exercise's."""
    assert pasted.play(text)["judge"] == []


# --- lines ---------------------------------------------------------------------------------------


def test_the_picture_of_the_readme_is_made_of_the_first_example():
    """`pasting.write_pictures` writes it; the running line in it is the one at the first cut."""
    for name, below in pasting.PICTURES.items():
        picture = pasting.picture(below=below)
        assert (ROOT / ".github" / "pictures" / name).read_text(encoding="utf-8") == picture
        assert "Cut, because v = 2" in picture
        lit = re.search(rf'<rect y="(\d+)"[^>]*{PHASES["simulate"]}', picture)
        line = re.search(r'y="([\d.]+)"[^>]*>[^<]*return\xa0value<', picture)
        assert lit
        assert line
        assert float(lit[1]) == float(line[1]) - 12.5


def test_the_picture_of_the_german_front_page_is_german(tmp_path):
    """Its title, its sentence and the words in the tree; the code is the same."""
    with speaking("de"):
        pasting.write_pictures(tmp_path)
        assert pasting.in_language("![](pictures/below.svg)") == "![](pictures/de-below.svg)"
    assert {path.name for path in tmp_path.iterdir()} == {f"de-{name}" for name in pasting.PICTURES}
    for name, below in pasting.PICTURES.items():
        here, there = pasting.picture(below=below), (tmp_path / f"de-{name}").read_text("utf-8")
        ours, theirs = (re.findall(r">([^<]*[a-z]{2}[^<]*)<", text) for text in (here, there))
        same = [one for one, other in zip(ours, theirs, strict=True) if one == other]
        assert len(same) == 10
        assert "alphabeta" in same[0]
        assert all("\xa0" in line for line in same)
        assert pasting.in_language(name) == name


# --- what goes wrong, and what has no end --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("def f(x:\n  1", "Line 1: Python can't read this", 1),
        ("x = 1", "There is no function in this code", None),
        ("x = 1\nimport nobody_has_this", "imports nobody_has_this, which is not here (line 2)", 2),
        ("\nanswer = input()", "asks for something to be typed", 2),
        ("def f(n):\n    return n / 0\n\ntry_ = [f(1)]", "ZeroDivisionError", None),
        ("1 / 0", "stopped with ZeroDivisionError: division by zero (line 1)", 1),
        ("raise SystemExit", "stopped with SystemExit (line 1)", 1),
        ("def search(what, ever):\n    return 1", "Write the call as the last line", None),
        ("def f(n):\n    return n\n\nf(1)", "there is no tree", None),
        ("", "There is no function", None),
        ("\0", "Python can't read this", None),
        ("(" * 3000, "Python can't read this", None),
    ],
)
def test_what_goes_wrong_is_a_sentence_with_its_line(text, words, line, monkeypatch):
    """Whatever is pasted; the line is that of the text."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    answer = pasted.play(text)
    assert words in " ".join(answer["said"])
    assert answer["film"] is None
    assert line is None or answer["line"] == line


ENDLESS = {
    "deep": """
import sys

def f(n):
    return f(n + 1)

sys.setrecursionlimit(100)
f(0)
""",
    "wide": """
def f(moves):
    for i in range(3):
        f(moves + [i]) if len(moves) < 12 else 0

f([])
""",
    "catches": """
def f(n):
    try:
        return sum(f(9 * n + i) for i in range(9)) if n < 9**9 else 0
    except Exception:
        return 0

f(1)
""",
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=list(ENDLESS))
def test_a_search_without_end_is_stopped_and_its_beginning_shown(text):
    """After so many nodes, whatever it catches; the sentence says so."""
    film = pasted.play(text)["film"]
    last = film["texts"][film["steps"]["say"][-1]]
    assert "stopped there, too" in last or "RecursionError" in last


def test_watch_stops_a_search_when_its_record_is_full():
    """With `stop_when_full` it ends there; without, it goes on to its value."""

    def deep(n):
        return 1 + sum(deep(n - 1) for _ in range(2)) if n else 0

    whole = watch(deep, 12, most_nodes=50)
    assert whole.value == whole.returned == 2**12 - 1
    assert whole.stop
    assert not whole.stop.ended
    ended = watch(deep, 12, most_nodes=50, stop_when_full=True)
    assert (ended.value, ended.error) == (None, None)
    assert ended.stop
    assert (ended.stop.why, ended.stop.ended) == (Stop.NODES, True)
    assert SearchTrace.from_json(ended.to_json()) == ended
    small = watch(deep, 4, most_nodes=50, stop_when_full=True)
    assert (small.returned, small.stop) == (15, None)


# --- calls that nobody has written, and links ----------------------------------------------------


FORUM = """
def minimax(node, is_max):
    if isinstance(node, int):
        return node
    return (max if is_max else min)(minimax(one, not is_max) for one in node)
"""
CODE = f"{FORUM}\nminimax([[3, 12], [2, 4]], True)".splitlines()
SURROUNDED = {
    "fences": ["I wrote this:", "```python", *CODE, "```", "Why is it 3?"],
    "console": [*("... " + one if one[:1] in " )" else ">>> " + one for one in CODE), "3"],
    "cells": [*(("   ...: " if one[:1] == " " else "In [3]: ") + one for one in CODE), "Out[3]: 3"],
    "notebook": ["%matplotlib inline", "!pip install nothing", *CODE[:-1], f"%time {CODE[-1]}",
                 CODE[-1]],
    "indented": [f"    {one}" for one in CODE],
    "spaces of a page": [one.replace("  ", "\xa0 ") for one in CODE],
}  # fmt: skip


@pytest.mark.parametrize("lines", SURROUNDED.values(), ids=SURROUNDED)
def test_code_is_found_in_what_a_page_puts_around_it(lines):
    """The film is that of the code alone, and each step lights the same line."""
    film, plain = (pasted.play("\n".join(text))["film"] for text in (lines, CODE))
    assert film["steps"]["kind"] == plain["steps"]["kind"]
    for here, there in zip(film["steps"]["line"], plain["steps"]["line"], strict=True):
        assert bool(here) == bool(there)
        assert not here or CODE[there - 1].split()[-1] in lines[here - 1]


TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
UNCALLED = EXAMPLES[WRONG].partition("\n\n\nminimax_value(")[0]


@pytest.mark.parametrize(
    ("text", "call"),
    [(FORUM, f"minimax({TREE}, True)"), (UNCALLED, f"minimax_value(TextbookTree({TREE}), ())")],
    ids=["forum", "lesson"],
)
def test_a_text_that_calls_nothing_is_called(text, call):
    """By the names of its arguments, and the page says how."""
    answer = pasted.play(text)
    assert answer["called"] == call
    assert call in answer["said"][0]
    assert answer["film"]


def test_a_link_of_a_few_hundred_letters_holds_the_tree_and_nothing_of_the_code():
    """The tree comes back as it was, without the names and lines of the code."""
    answer = pasted.play(EXAMPLES[LETTERS])
    assert len(answer["tree"]) < 700
    assert re.fullmatch(r"[\w-]+", answer["tree"])
    trace = pasted.unpacked(answer["tree"])
    assert [node.value for node in trace.nodes] == [3, 3, 3, 12, 8, 2, 2, 2, 14, 5, 2]
    assert {node.function for node in trace.nodes} == {""}
    assert "alphabeta" not in trace.to_json()
    film = pasted.show(answer["tree"])["film"]
    assert film["label"] == "a search"
    assert "line" not in film["steps"]


@pytest.mark.parametrize("text", ["", "!", "abc", "eJwDAAAAAAE"])
def test_a_broken_link_is_a_sentence(text):
    """Whatever somebody has made of it."""
    answer = pasted.show(text)
    assert (answer["film"], len(answer["said"])) == (None, 1)


def test_no_example_gives_an_answer_of_the_course_away():
    """Examples are searches of other manners, and a mistake that is no answer but for a word."""
    secrets = edition.secret_clues(ROOT)
    assert [leaks.found(secrets, code) for code in EXAMPLES.values()] == [[]] * len(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_has_a_film_with_lines(name):
    """Nothing but the film; and the mistake in the one that has one."""
    answer = pasted.play(EXAMPLES[name])
    assert "line" in answer["film"]["steps"]
    assert answer["said"] == []
    assert answer["judge"] == (["minimax_value"] if name == WRONG else [])
