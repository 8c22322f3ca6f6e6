"""The demonstrations show what their lines say, and `course demo` writes and serves them."""

import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from console import course
from PIL import Image
from toy_course import ROOT

from course_lib import SearchTrace, TicTacToe, Watched, minimax_search
from course_lib.lessons.known_positions import known_positions
from course_lib.views import tree_of
from course_lib.views.export import widget_of
from course_lib.views.trees.film import steps_in
from course_tools.studio.lectures import (
    DEMOS,
    careless_search,
    demo_named,
    demo_of_file,
    demos,
)
from course_tools.studio.lectures.figures import FIGURES, gallery
from course_tools.studio.lectures.wrong_table import POSITION


@pytest.mark.parametrize("name", DEMOS)
def test_each_demonstration_is_made_without_a_fault(name: str) -> None:
    """Every search in it ends well and was recorded."""
    shown = DEMOS[name].make()
    for trace in shown.values() if isinstance(shown, dict) else [shown]:
        assert (trace.error, trace.stopped, trace.gaps) == (None, None, ())
        assert len(trace.nodes) > 10


def test_the_demonstrations_show_what_their_lines_say() -> None:
    """Good order saves more than half, bad order nothing; the textbooks' tree; middle columns."""
    good, bad = demo_named(" Alpha_Beta ").make().values()
    assert (good.visits, bad.visits, good.value, bad.value) == (20, 40, 0, 0)
    trace = demo_named("textbook-tree").make()
    assert (trace.value, trace.action, trace.cut) == (3, 0, 2)
    left, middle = demo_named("connect-four").make().values()
    assert (left.value, left.action) == (middle.value, middle.action)
    assert 3 * middle.visits < left.visits
    empty, learned = demo_named("self-taught").make().values()
    assert (empty.value, learned.action_name) == (0, "f4")
    scores = dict(known_positions())[demos.UNCLEAR]
    assert [name for name, score in scores.items() if score > 0] == ["f4"]
    grown = demo_named("mcts").make()
    assert len(grown.simulations) == 100
    assert len(grown.nodes) <= 101


def test_dice_have_means() -> None:
    """O has the better die, by one game in nine."""
    trace = demo_named("chance").make()
    assert (round(9 * trace.value, 9), sum(node.chance for node in trace.nodes)) == (-1, 8)


def test_the_table_of_bare_values_is_wrong_where_bounds_are_right() -> None:
    """The same position, two answers, of which minimax agrees with the bounds.

    Nothing but the table differs: final positions read the same, and both sides speak of the player
    to move.
    """
    game, traces = TicTacToe(), demo_named("wrong-table").make().values()
    state = game.parse(POSITION)
    searches = (careless_search, minimax_search)
    assert [trace.value for trace in traces] == [one(game, state)[0] for one in searches] == [1, 0]
    wrong, right = ({trace.path(node.id): node for node in trace.nodes} for trace in traces)
    ends = [path for path in wrong.keys() & right.keys() if wrong[path].final]
    assert len(ends) > 10
    assert any(wrong[path].value for path in ends)
    assert all(wrong[path].value == right[path].value for path in ends)
    kinds = [{node.kind for node in tree_of(trace, most=500).nodes} for trace in traces]
    assert kinds[0] == kinds[1]


def test_the_figures_are_ready_with_their_lines(tmp_path: Path) -> None:
    """Each is drawn by its line, has its licence beside it, and steps where there is a film."""
    page = gallery(tmp_path)
    names = [figure.file for figure in FIGURES]
    assert len(set(names)) == len(names) == 22
    assert {path.name for path in tmp_path.glob("*.svg")} == {f"{name}.svg" for name in names}
    assert page.count("```python\n") == page.count("MIT License") == 22
    films = sorted(path.stem for path in tmp_path.glob("*.html"))
    assert [f'href="figures/{name}.html"' in page for name in films] == [True] * len(films)
    assert len(films) == 10
    assert "lambda game, state, actions: actions[::-1])" in page
    # A search's drawing is the moment of a story, with its words, and the film stops there.
    for ending in (".svg", ".html"):
        assert "matter." in (tmp_path / f"alpha-beta{ending}").read_text()
    cut = (tmp_path / "alpha-beta.svg").read_text()
    assert ("so far 2" in cut, ">14<" in cut) == (True, False)


def test_the_figures_show_what_their_captions_say() -> None:
    """Numbers and winners, counted and computed again."""
    things = {figure.file: figure.thing() for figure in FIGURES}
    assert [things[name].visits for name in ("minimax", "alpha-beta")] == [13, 11]
    leaves = {name: sum(node.final for node in trace.nodes) for name, trace in things.items()
              if isinstance(trace, SearchTrace) and trace.game == "TextbookTree"}  # fmt: skip
    assert leaves["the-critical-tree"] == 7
    assert [trace.visits for trace in things["good-and-bad-order"].values()] == [11, 15]
    assert things["a-deep-cut"].cut == 1
    game, counted = TicTacToe(), Watched(TicTacToe())
    minimax_search(counted, game.parse("XO.OX..XO"))
    assert (counted.visits, things["the-last-plies-pruned"].visits) == (16, 12)
    assert things["a-trap"].action == 1
    assert things["what-moves-are-worth"].svg.count(">0</text>") == 9


def test_the_guide_for_lectures_names_every_demonstration_and_its_steps() -> None:
    """With as many steps as its page has; and the steps that it sends a class to are the ones."""
    guide = (ROOT / "course_tools/studio/site/pages/live.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"(?m)^\| `([\w-]+)` \| ([\d,]+) \|", guide))
    stories = {name: widget_of(demo.make()).story for name, demo in DEMOS.items()}
    assert told == {name: f"{steps_in(story) - 1:,}" for name, story in stories.items()}

    def said(name: str) -> list[tuple[str, ...]]:
        """What the two sides say at each step."""
        sides = ([part["texts"][at] for at in part["steps"]["say"]]
                 for part in stories[name]["parts"])  # fmt: skip
        return [
            tuple(words.replace("not looked at this time", "never looked at") for words in both)
            for both in zip(*sides, strict=False)
        ]

    good, bad = said("alpha-beta")[14]
    assert "Stop at step 14" in DEMOS["alpha-beta"].say
    assert (good[:4], bad[:4]) == ("Cut,", "MAX ")
    part = next(at for at, (one, other) in enumerate(said("wrong-table")) if at and one != other)
    assert f"the two sides part at step {part}" in guide


# --- course demo ------------------------------------------------------------------------------


def test_course_demo_writes_what_is_asked_for(tmp_path):
    """A page, a moving picture and one step of it, with their places told; else a list of all."""
    lines = course("demo").out.splitlines()
    assert [line.split()[0] for line in lines[: len(DEMOS)]] == list(DEMOS)
    wanted = {kind: tmp_path / f"out.{kind}" for kind in ("html", "gif", "png", "svg", "pdf")}
    words = [word for kind, path in wanted.items() for word in (f"--{kind}", str(path))]
    told = course("demo", "textbook-tree", *words, "--step", "3").out
    for path in wanted.values():
        assert f"Written: {path}" in told
        assert path.stat().st_size > 1_000
    with Image.open(wanted["gif"]) as film:
        assert film.n_frames == 25, "a moving picture is the whole run"
    done = course("demo", "textbook-tree", "--gif", "x.gif", "--step", "3")
    assert (done.code, "--step goes with --html, --png, --svg or --pdf" in done.err) == (2, True)


def test_a_search_that_fails_is_shown_as_far_as_it_came(tmp_path, monkeypatch):
    """The code is 1, a sentence says why, and no story is written of it."""
    monkeypatch.chdir(tmp_path)
    text = "def boom(node):\n    raise KeyError('boom')\n\nboom([1, 2])\n"
    Path("own.py").write_text(text, encoding="utf-8")
    words = ["demo", "own.py", "--html", "x.html"]
    sentence = "course demo: the search ended with KeyError: 'boom'"
    done = course(*words)
    assert (done.code, sentence in done.err) == (1, True)
    Path("x.html").unlink()
    Path("pig.py").write_text("alphabeta_search(Pig(), Pig().initial)\n", encoding="utf-8")
    done = course("demo", "pig.py", "--html", "x.html")
    assert (done.code, "nothing to draw: ValueError: alphabeta_search is" in done.err) == (2, True)
    done = course(*words, "--story", "boom.story")
    assert (done.code, sentence in done.err, "No story is written" in done.err) == (1, True, True)
    assert not Path("boom.story").exists(), "a search that failed has nothing to tell"
    assert not Path("x.html").exists()


def test_course_demo_says_how_to_see_a_demonstration(tmp_path, monkeypatch):
    """The line that it prints works as it stands."""
    monkeypatch.chdir(tmp_path)
    line = course("demo", "mcts").out.partition("To see it: course ")[2].partition("   (or")[0]
    assert course(*shlex.split(line)).code == 0
    assert Path("mcts.html").is_file()


def test_a_file_that_would_never_end_is_stopped(tmp_path, monkeypatch):
    """A loop that asks no game anything, too."""
    monkeypatch.setattr(demos, "SECONDS", 0.5)
    monkeypatch.chdir(tmp_path)
    Path("stuck.py").write_text("while True:\n    pass\n", encoding="utf-8")
    done = course("demo", "stuck.py", "--html", "x.html")
    assert (done.code, "stuck.py was stopped: it had not come back aft" in done.err) == (2, True)
    assert not Path("x.html").exists()


def test_course_demo_serves_one_page_to_this_computer_only() -> None:
    """The address is told, the page is there, nothing else is, and nobody else can ask."""
    command = [sys.executable, "-m", "course_tools.cli", "demo", "textbook-tree", "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout
            address = re.search(r"http://127\.0\.0\.1:\d+/", started.stdout.readline())
            assert address
            with urllib.request.urlopen(f"{address[0]}film", timeout=20) as page:  # noqa: S310
                assert b"Alpha-beta on the textbooks" in page.read()
            with pytest.raises(urllib.error.HTTPError, match="404") as refused:
                urllib.request.urlopen(f"{address[0]}../pyproject.toml", timeout=20)  # noqa: S310
            refused.value.close()
        finally:
            started.terminate()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def f(game, state:\n", "own.py is not Python: '(' was never closed in line 1: def f("),
        ("x = 1\0", "own.py is not Python: source code string cannot contain null bytes"),
        (
            "f = 1 / 0\n",
            "own.py: The code stopped with ZeroDivisionError: division by zero (li",
        ),
        ("raise KeyError('\x1b[2J')\n", "The code stopped with KeyError: '\\x1b[2J' (line 1)"),
        ("raise ValueError('\x1b[2J')\n", "with ValueError: \N{REPLACEMENT CHARACTER}[2J (line 1)"),
        (
            "answer = input('Which? ')\n",
            "asks for something to be typed, which nobody can do here (l",
        ),
        ("import nobody_has_this\n", "imports nobody_has_this, which is not here (line 1). In a"),
        ("import math\n\nmath.prod([2, 3])\n", "and it calls none from a file of yours. It needs"),
        (
            "def show(x):\n    return x\n\nshow(3)\n",
            "the largest search that was seen is a call of show.",
        ),
        ("\udcff", "own.py is not text in UTF-8, so it can't be Python"),
    ],
)
def test_a_file_that_cannot_be_run_is_one_sentence(tmp_path, monkeypatch, text, sentence):
    """With the file, the line and what is wrong there."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_bytes(text.encode("utf-8", "surrogateescape"))
    done = course("demo", "own.py", "--html", "x.html")
    assert done.code == 2
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1
    assert "\x1b" not in done.err


ENGINE = """
TREE = [[3, 12], [2, 4]]

def mm(node, high=True):
    if isinstance(node, int):
        return node
    return (max if high else min)([mm(one, not high) for one in node])
"""
CALLER = """
import argparse
import engine

def show(value):
    return value

parser = argparse.ArgumentParser()
parser.add_argument("--depth", type=int, default=2)
parser.parse_args()
show(engine.mm(engine.TREE))
"""


def test_a_file_runs_as_it_does_by_itself_with_its_neighbours_as_they_are_now(tmp_path):
    """A search that it imports is the film, its options are its own, and a helper is read again."""
    helper, file = tmp_path / "engine.py", tmp_path / "own.py"
    helper.write_text(ENGINE, encoding="utf-8")
    file.write_text(CALLER, encoding="utf-8")
    before = sys.argv, sys.stdin, sys.path[:], "engine" in sys.modules
    trace = demo_of_file(str(file)).make()
    assert (trace.function, trace.value, len(trace.nodes)) == ("mm", 3, 7)
    helper.write_text(ENGINE.replace("[3, 12]", "[7, 12]"), encoding="utf-8")
    assert demo_of_file(str(file)).make().value == 7
    deeper = tmp_path / "lecture" / "own.py"
    deeper.parent.mkdir()
    path = f"import sys\nsys.path.append({str(tmp_path)!r})\n"
    deeper.write_text(f"{path}from engine import TREE, mm\nmm(TREE)\n", encoding="utf-8")
    assert demo_of_file(str(deeper)).make().function == "mm"
    assert (sys.argv, sys.stdin, sys.path[:], "engine" in sys.modules) == before
