"""Out of the notebook: pages that need nothing else."""

import json
import re
from random import Random
from types import SimpleNamespace

import pytest

from course_lib import (
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    play_game,
    random_player,
    watch,
)
from course_lib.views import draw_tree, show
from course_lib.views.export import export_html, html_page
from course_lib.views.player import compare, replay, step_through
from course_lib.views.playing import play_widget
from course_lib.views.svg import Picture, document

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
ADDRESS = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[\w.-]+\.\w+/?|@import|url\((?!data:|#)")
"""What would be asked of another machine; the name of SVG itself is no address to visit."""


@pytest.fixture(scope="module")
def trace():
    """Alpha-beta on the textbooks' tree."""
    return watch(alphabeta_search, TREE, ())


@pytest.fixture(scope="module")
def record():
    """A random game of tic-tac-toe."""
    return play_game(TicTacToe(), [random_player(Random(1)), random_player(Random(2))])


def state_in(page):
    """The widget's state that a page carries."""
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


# --- pages ----------------------------------------------------------------------------------


def test_a_page_holds_a_whole_story_and_asks_no_other_machine(trace, record, tmp_path):
    """The same story that the notebook plays is in the file, with the same player."""
    page = export_html(trace, tmp_path / "page.html").read_text(encoding="utf-8")
    assert state_in(page)["story"] == json.loads(json.dumps(step_through(trace).story))
    assert "render" in page
    for thing in (
        trace,
        record,
        {"one": trace, "two": trace},
        Picture(document(9, 9, title="x"), "x"),
    ):
        assert ADDRESS.findall(html_page(thing)) == []
    assert ADDRESS.search("import 'https://cdn.example.org/x'")
    assert ADDRESS.search("@import 'x.css'")


def test_a_page_is_headed_by_its_game_and_what_is_shown(trace, record):
    """No class of ours and no long description; a widget is headed as what it shows."""
    game = TicTacToe()

    def heading_of(thing):
        return re.findall("<h1>(.*?)</h1>", html_page(thing))[0]

    # Without Python nobody could answer, so the page of a board replays what was played.
    assert set(state_in(html_page(play_widget(game)))) == {"story", "step"}
    assert heading_of(show(game)) == "Tic-tac-toe"
    assert heading_of(play_widget(game)) == "Tic-tac-toe: a game so far"
    assert heading_of(record) == heading_of(replay(record)) == f"Tic-tac-toe: {record.detail}"
    assert heading_of(step_through(trace)) == heading_of(trace) == "alphabeta_search: TextbookTree"
    assert heading_of(compare({"one": trace, "two": trace})) == "one, two"
    assert heading_of(draw_tree(trace)).startswith("alphabeta_search on TextbookTree: value 3")


def test_words_cannot_break_out_of_the_page(trace):
    """A title or a name with signs of HTML in it stays words."""
    wicked = "</script><script>alert(1)</script>"
    page = html_page({wicked: trace, "[[esm]]": trace})
    assert wicked not in page
    table = SimpleNamespace(_repr_html_=lambda: "<table></table>")
    assert "<table" in html_page(table), "what shows itself in a notebook is shown"
    assert [part["label"] for part in state_in(page)["story"]["parts"]] == [wicked, "[[esm]]"]


@pytest.mark.parametrize(
    ("write", "error", "words"),
    [
        (lambda _, to: export_html(3, to / "x.html"), TypeError, "show 3; give it a SearchTrace"),
        (lambda _, to: export_html(show(TicTacToe()), to / "out.png"), ValueError,
         r"'out\.png'; choose one that ends in \.html"),
        *((write, FileNotFoundError, r"^there is no folder .*no; x") for write in (
            lambda trace, to: export_html(trace, to / "no" / "x.html"),
            lambda _, to: show(TicTacToe()).save(to / "no" / "x.svg"),
        )),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(trace, tmp_path, write, error, words):
    """The sentences say what was asked and what would have been right; nothing is made."""
    with pytest.raises(error, match=words):
        write(trace, tmp_path)
    assert list(tmp_path.iterdir()) == []
