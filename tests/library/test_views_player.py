"""The story of a search and the widgets around it, without a browser: steps and words."""

import base64
import json
from random import Random
from types import SimpleNamespace

import pytest
from films import kinds_of, totals_of, words_of
from search_families import Notes, mtdf
from student_searches import breaks_half_way, gives_nothing, negamax

from course_lib import (
    ConnectFour,
    Nim,
    SearchTrace,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_player,
    random_tree,
    watch,
)
from course_lib.views import compare, play_widget, replay, step_through, what_if, widgets
from course_lib.views.trees import film_of
from course_lib.views.trees.film import visits_of_minimax
from course_lib.views.widgets import PlayerWidget, TouchWidget

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CLASSIC = TextbookTree(TREE)
TIC_TAC_TOE = TicTacToe()


def test_a_function_is_watched_with_its_options_and_a_trace_is_taken_as_it_is():
    """Both ways lead to the same story; a depth and a limit change what is recorded."""
    watched = step_through(alphabeta_search, CLASSIC)
    assert watched.story == step_through(watch(alphabeta_search, CLASSIC, ())).story
    assert watched.step == 0
    shallow = step_through(alphabeta_search, TIC_TAC_TOE, depth=1)
    assert totals_of(shallow.story)["visits"] == 10
    few = step_through(minimax_search, TIC_TAC_TOE, TIC_TAC_TOE.play("b2 a1"), most_nodes=30,
                       boards=False)  # fmt: skip
    assert len(few.story["pieces"]["parent"]) == 30
    assert few.story["boards"]["kind"] == "none"
    rolled = step_through(mcts_search, Nim((1, 2)), simulations=5, rng=Random(1))
    assert rolled.story["unit"] == "nodes"


def test_the_widget_has_a_still_form(monkeypatch):
    """Beside the widget lie HTML and dots; where a program runs the notebook they are alone.

    nbconvert would take the widget, whose script it wants from another machine.
    """
    asked = {"content": {"allow_stdin": False}}
    kernel = SimpleNamespace(kernel=SimpleNamespace(get_parent=lambda: asked))
    monkeypatch.setattr(widgets, "get_ipython", lambda: kernel)
    for widget in (
        step_through(alphabeta_search, CLASSIC),
        compare({"one": minimax_search, "two": alphabeta_search}, CLASSIC),
        what_if(TREE, cuts=True),
        play_widget(TIC_TAC_TOE),
        replay(play_game(TIC_TAC_TOE, [random_player(Random(1)), random_player(Random(2))])),
    ):
        data, _ = widget._repr_mimebundle_()
        assert widgets.VIEW not in data
        assert '<img src="data:image/svg+xml;base64,' in data["text/html"]
        assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    asked["content"]["allow_stdin"] = True  # now a person runs it
    for widget in (what_if(TREE), play_widget(TIC_TAC_TOE)):
        assert {widgets.VIEW, "text/html", "image/png"} <= set(widget._repr_mimebundle_()[0])


def test_stepping_needs_no_kernel():
    """All is in two traits; the script asks nothing of Python and of no other machine."""
    assert set(PlayerWidget.class_own_traits(sync=True)) == {"story", "step"}
    asking = ("http:", "https:", "save_changes", "model.send", "model.set", "fetch(", "import ",
              "import(")  # fmt: skip
    for widget in (PlayerWidget, TouchWidget):
        script = str(widget._esm).replace("http://www.w3.org/2000/svg", "")
        assert [word for word in asking if word in script] == []


def test_a_tree_to_touch_is_small():
    """Of more leaves none could be touched, so the sentence says how many are too many."""
    with pytest.raises(ValueError, match="this tree has 25 leaves; what_if shows up to 24"):
        what_if([list(range(5))] * 5)
    for tree, found in (("3", "'3'"), ([{"a": 3}, 2], "{'a': 3}"), ({"a": [1, 2]}, "{'a': ")):
        with pytest.raises(ValueError, match=f"found {found}"):
            what_if(tree)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: step_through((3, 0)), TypeError, r"found \(3, 0\).*step_through\(minimax, game"),
        (lambda: compare({}, CLASSIC), ValueError, "'alpha-beta': alphabeta_search"),
        (lambda: compare({"one": minimax_search}, CLASSIC), ValueError, "2 to 4 searches by name"),
        (lambda: compare([minimax_search, 2], CLASSIC), ValueError, "2 to 4 searches"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_explained(make, error, words):
    """No function, too few searches, a wrong word, a tree that is too large."""
    with pytest.raises(error, match=words):
        make()


# --- the story of a search -----------------------------------------------------------------------


LATE = TIC_TAC_TOE.play("b2 a1 a3 c1 b1")

TRACES = {
    "textbook": lambda: watch(alphabeta_search, CLASSIC, ()),
    "tic-tac-toe": lambda: watch(alphabeta_search, TIC_TAC_TOE, LATE),
    "depth": lambda: watch(alphabeta_search, ConnectFour(), ConnectFour().initial, depth=3),
    "limit": lambda: watch(minimax_search, TIC_TAC_TOE, LATE, most_nodes=20),
    "negamax": lambda: watch(negamax, CLASSIC, ()),
    "fails": lambda: watch(breaks_half_way, CLASSIC, ()),
    "nothing back": lambda: watch(gives_nothing, CLASSIC, ()),
    "empty": lambda: SearchTrace("nobody", None, None, (), ""),
}


def test_what_is_asked_before_each_step_and_where_passes_begin():
    """Beside what `picture_truth.py` judges: questions, facts, and a window for each pass."""
    story = film_of(TRACES["textbook"]())
    asked = [story["texts"][at] for at in story["steps"]["ask"]]
    assert asked[:5] == ["", "", "", "", "What does the leaf return here?"]
    assert (asked[9], asked[13]) == ("What does MIN return here?", "What happens next, and why?")
    assert (story["line"], totals_of(story)["visits of minimax"]) == ([0, 1, 2], 13)
    plain = film_of(watch(minimax_search, CLASSIC, ()))
    assert ("ranges" in plain, plain["facts"]) == (False, [])
    three = TextbookTree([[3, 1], [5, 4], [9, 7]])
    story = film_of(watch(mtdf, three, (), notes=Notes()))
    assert [name for name, _ in story["passes"]] == [
        f"pass {number} of 4, window [{window}]"
        for number, window in enumerate(("\u22121, 0", "1, 2", "4, 5", "7, 8"), 1)
    ]
    assert {story["pieces"]["parent"][at] for _, at in story["passes"]} == {0}


def test_searches_that_did_not_end_well_say_so():
    """The last line says why: an error, a limit; nothing seen; or values that cannot be read."""
    assert "The search failed: ZeroDivisionError" in words_of(film_of(TRACES["fails"]()))[-1]
    trace = TRACES["limit"]()
    assert trace.stopped
    assert trace.stopped[1:].rstrip(".") in words_of(film_of(trace))[-1]
    empty = film_of(TRACES["empty"]())
    assert (kinds_of(empty), empty["pieces"]["parent"]) == (["start", "end"], [])
    said = words_of(film_of(TRACES["nothing back"]()))
    assert "The leaf returns nothing that reads as a value." in said


def test_minimax_visits_are_counted_only_where_that_is_quick():
    """Exact on small trees and with a depth; unknown beyond some thousands."""
    trace = TRACES["depth"]()
    assert visits_of_minimax(trace, ConnectFour(), ConnectFour().initial) == 1 + 7 + 49 + 343
    deep = watch(alphabeta_search, ConnectFour(), ConnectFour().initial, depth=6,
                 evaluate=lambda *_: 0)  # fmt: skip
    assert visits_of_minimax(deep, ConnectFour(), ConnectFour().initial) is None  # 137,257 of them


def test_boards_are_pictures_where_there_are_few():
    """Each different board once; texts where there are many; none where nobody asked."""
    trace = TRACES["tic-tac-toe"]()
    story = film_of(trace)
    assert story["boards"]["kind"] == "svg"
    assert len(story["boards"]["of"]) == len(story["pieces"]["parent"])
    assert story["boards"]["list"][story["boards"]["of"][0]].startswith("<svg")
    assert len(set(story["boards"]["list"])) == len(story["boards"]["list"])
    text = film_of(trace, boards="text")["boards"]
    assert text["list"][text["of"][0]] == TIC_TAC_TOE.render(LATE)
    assert film_of(trace, boards=False)["boards"]["of"] == []


def test_a_great_story_stays_small():
    """Each of thousands of nodes takes little more than a hundred letters."""
    trace = watch(minimax_search, random_tree(8, (2, 3), Random(4)), (), most_nodes=20_000)
    story = film_of(trace)
    letters = len(json.dumps(story, separators=(",", ":")))
    assert len(trace.nodes) > 1_400
    assert letters < 125 * len(trace.nodes)
