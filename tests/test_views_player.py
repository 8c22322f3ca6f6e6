"""The widgets around stories: what they are made from, and practice, without a browser."""

from random import Random

import pytest

from course_lib import (
    Nim,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_player,
    watch,
)
from course_lib.views import compare, play_widget, practice, replay, step_through
from course_lib.views.widgets import PlayerWidget

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CLASSIC = TextbookTree(TREE)
LATE = TicTacToe().play("b2 a1 a3 c1 b1 b3")


def told(item, name):
    """The words in this column of an exercise."""
    return [item["texts"][at] for at in item["nodes"][name]]


def test_a_function_is_watched_with_its_options_and_a_trace_is_taken_as_it_is():
    """Both ways lead to the same story; a depth and a limit change what is recorded."""
    watched = step_through(alphabeta_search, CLASSIC)
    assert watched.story == step_through(watch(alphabeta_search, CLASSIC, ())).story
    assert watched.step == 0
    shallow = step_through(alphabeta_search, TicTacToe(), depth=1)
    assert shallow.story["totals"]["visits"] == 10
    few = step_through(minimax_search, TicTacToe(), TicTacToe().play("b2 a1"), limit=30,
                       boards=False)  # fmt: skip
    assert len(few.story["nodes"]["parent"]) == 30
    assert few.story["boards"]["kind"] == "none"
    rolled = step_through(mcts_search, Nim((1, 2)), simulations=5, rng=Random(1))
    assert rolled.story["kind"] == "mcts"


def test_functions_on_boards_are_stepped_through_too():
    """A student's minimax without any game object, its boards shown as text."""
    rules = {
        "actions": lambda board: [at for at, square in enumerate(board) if not square],
        "result": lambda board, at: [*board[:at], 1, *board[at + 1 :]],
    }

    def minimax(board):
        after = [rules["result"](board, at) for at in rules["actions"](board)]
        return max(map(minimax, after), default=1)

    story = step_through(minimax, board=[0, 0, 0], functions=rules).story
    assert (story["totals"]["visits"], story["boards"]["kind"]) == (16, "text")
    assert "0" in story["boards"]["list"][0]


def test_the_widget_has_a_still_form():
    """Beside the widget lies HTML with a picture, for pages without a kernel."""
    for widget in (
        step_through(alphabeta_search, CLASSIC),
        compare({"one": minimax_search, "two": alphabeta_search}, CLASSIC),
        practice(),
        play_widget(TicTacToe()),
        replay(play_game(TicTacToe(), [random_player(Random(1)), random_player(Random(2))])),
    ):
        data, _ = widget._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data
        assert '<img src="data:image/svg+xml;base64,' in data["text/html"]


def test_stepping_needs_no_kernel():
    """All is in two traits; the script asks nothing of Python and of no other machine."""
    script = str(PlayerWidget._esm).replace("http://www.w3.org/2000/svg", "")
    assert set(PlayerWidget.class_own_traits(sync=True)) == {"story", "step"}
    asking = ("http:", "https:", "save_changes", "model.send", "model.set", "fetch(", "import ",
              "import(")  # fmt: skip
    assert [word for word in asking if word in script] == []


def test_comparing_keeps_names_and_order():
    """Each part has its name; names may be anything."""
    widget = compare({"good <order>": alphabeta_search, "minimax": minimax_search}, CLASSIC)
    assert [part["label"] for part in widget.story["parts"]] == ["good <order>", "minimax"]
    assert "good &lt;order&gt;" in widget._repr_mimebundle_()[0]["text/html"]
    assert [part["totals"]["visits"] for part in widget.story["parts"]] == [11, 13]


def test_practice_on_the_classic_tree():
    """Values in the order of the search, their reasons, and the branches that are cut."""
    [item] = practice(TREE).story["items"]
    assert [item["answers"][node] for node in item["ask"]] == [3, 2, 2, 3]
    why = told(item, "why")
    assert why[item["ask"][0]] == "MIN takes the least of 3, 12 and 8, which is 3."
    assert why[0] == "MAX takes the greatest of 3, 2 and 2, which is 3."
    assert [told(item, "path")[node] for node in item["cut"]] == ["b b", "b c"]
    assert {told(item, "why_cut")[node] for node in item["cut"]} == {"v = 2 <= alpha = 3"}
    [item] = practice(TicTacToe(), LATE, ask="cuts").story["items"]
    assert item["board"].startswith("<svg"), "the board stands beside its tree"
    assert len(item["ask"]) >= 3


@pytest.mark.parametrize("seed", range(1, 5))
def test_answers_are_those_of_minimax(seed):
    """On random trees: each value is the best of its children; what alpha-beta saw adds up."""
    for item in practice(seed=seed).story["items"][:3]:
        tree = item["answers"]
        kids = {}
        for at, above in enumerate(item["nodes"]["parent"]):
            kids.setdefault(above, []).append(at)

        def nested(at):
            return [nested(kid) for kid in kids[at]] if at in kids else tree[at]  # noqa: B023

        game = TextbookTree(nested(0))
        assert tree[0] == minimax_search(game, ())[0]
        assert sum(map(bool, told(item, "seen"))) == watch(alphabeta_search, game, ()).visits
        assert (item["ask"][-1], set(item["ask"])) == (0, {at for at in kids if at >= 0})
        for at in item["ask"]:
            values = [tree[kid] for kid in kids[at]]
            assert tree[at] in (max(values), min(values))


def test_the_same_seed_gives_the_same_trees():
    """And another seed others, from the range that was asked for."""
    one, two = practice(seed=5, low=0, high=4), practice(seed=5, low=0, high=4)
    assert one.story == two.story != practice(seed=6, low=0, high=4).story
    assert len(one.story["items"]) == 20
    for item in one.story["items"]:
        pairs = zip(item["nodes"]["shape"], item["answers"], strict=True)
        leaf = item["shapes"].index("square")
        assert all(0 <= answer <= 4 for shape, answer in pairs if shape == leaf)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: step_through((3, 0)), TypeError, r"found \(3, 0\).*step_through\(minimax, game"),
        (lambda: compare({}, CLASSIC), ValueError, "'alpha-beta': alphabeta_search"),
        (lambda: compare({"one": minimax_search}, CLASSIC), ValueError, "2 to 4 searches by name"),
        (lambda: compare([minimax_search, 2], CLASSIC), ValueError, "2 to 4 searches"),
        (lambda: practice("chess"), ValueError, "'textbook' trees"),
        (lambda: practice(ask="moves"), ValueError, "'values' or 'cuts'"),
        (lambda: practice(TicTacToe(), TicTacToe().play("b2 a1")), ValueError, "too large to pred"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_explained(make, error, words):
    """No function, too few searches, a wrong word, a tree that is too large."""
    with pytest.raises(error, match=words):
        make()
