"""The widgets around stories: what they are made from, and practice, without a browser."""

from random import Random
from typing import Any

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
from course_lib.views.player.practice import Exercise, exercises_for
from course_lib.views.player.widget import PlayerWidget

CLASSIC = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def board_rules() -> dict[str, Any]:
    """Rules on mutable boards: two players take turns to fill three squares with 1s."""
    return {
        "actions": lambda board: [at for at, square in enumerate(board) if not square],
        "result": lambda board, at: [1 if at == place else square
                                     for place, square in enumerate(board)],
        "terminal": lambda board: 0 not in board,
        "utility": lambda board: board[0],
        "player": lambda board: "XO"[sum(board) % 2],
    }  # fmt: skip


def test_a_function_is_watched_and_a_trace_is_taken_as_it_is() -> None:
    """Both ways lead to the same story."""
    watched = step_through(alphabeta_search, CLASSIC)
    taken = step_through(watch(alphabeta_search, CLASSIC, ()))
    assert isinstance(watched, PlayerWidget)
    assert watched.story == taken.story
    assert watched.step == 0
    with pytest.raises(TypeError, match=r"found \(3, 0\).*step_through\(minimax, game, state\)"):
        step_through((3, 0))  # type: ignore[arg-type]


def test_options_reach_the_search() -> None:
    """A depth and a limit change what is recorded."""
    shallow = step_through(alphabeta_search, TicTacToe(), depth=1)
    assert shallow.story["totals"]["visits"] == 10
    late = TicTacToe().play("b2 a1 a3 c1")
    few = step_through(minimax_search, TicTacToe(), late, limit=30, boards=False)
    assert len(few.story["nodes"]["parent"]) == 30
    assert few.story["boards"]["kind"] == "none"
    rolled = step_through(mcts_search, Nim((1, 2)), simulations=5, rng=Random(1))
    assert rolled.story["kind"] == "mcts"


def test_functions_on_boards_are_stepped_through_too() -> None:
    """A student's minimax without any game object, its boards shown as text."""
    rules = board_rules()

    def minimax(board: list[int]) -> int:
        if rules["terminal"](board):
            return rules["utility"](board)
        return max(minimax(rules["result"](board, at)) for at in rules["actions"](board))

    widget = step_through(minimax, board=[0, 0, 0], functions=rules)
    assert widget.story["totals"]["visits"] == 16
    assert widget.story["boards"]["kind"] == "text"
    assert (
        widget.story["boards"]["list"][0].split() == [".", ".", "."]
        or "0" in (widget.story["boards"]["list"][0])
    )


def test_the_widget_has_a_still_form() -> None:
    """Beside the widget lies HTML with a picture, for pages without a kernel."""
    for widget in (
        step_through(alphabeta_search, CLASSIC),
        compare({"one": minimax_search, "two": alphabeta_search}, CLASSIC),
        practice(),
        play_widget(TicTacToe()),
        replay(play_game(TicTacToe(), [random_player(Random(1)), random_player(Random(2))])),
    ):
        found = widget._repr_mimebundle_()
        data = found[0] if isinstance(found, tuple) else found
        assert "application/vnd.jupyter.widget-view+json" in data
        assert '<img src="data:image/svg+xml;base64,' in data["text/html"]


def test_stepping_needs_no_kernel() -> None:
    """All is in two traits; the script asks nothing of Python and of no other machine."""
    script = str(PlayerWidget._esm)
    assert set(PlayerWidget.class_own_traits(sync=True)) == {"story", "step"}
    for word in (
        "http:",
        "https:",
        "save_changes",
        "model.send",
        "model.set",
        "fetch(",
        "import ",
        "import(",
    ):
        assert word not in script.replace("http://www.w3.org/2000/svg", "")


def test_comparing_keeps_names_and_order() -> None:
    """Each part has its name; names may be anything."""
    widget = compare({"good <order>": alphabeta_search, "minimax": minimax_search}, CLASSIC)
    assert [part["label"] for part in widget.story["parts"]] == ["good <order>", "minimax"]
    assert "good &lt;order&gt;" in widget._repr_mimebundle_()[0]["text/html"]
    assert [part["totals"]["visits"] for part in widget.story["parts"]] == [11, 13]


@pytest.mark.parametrize("searches", [{}, {"one": minimax_search}, [minimax_search, 2]])
def test_comparing_needs_two(searches: Any) -> None:
    """One search or a list is refused with an example."""
    with pytest.raises(ValueError, match="'alpha-beta': alphabeta_search"):
        compare(searches, CLASSIC)


# --- practice ----------------------------------------------------------------------------------


def test_practice_on_the_classic_tree() -> None:
    """Values in the order of the search, their reasons, and the branches that are cut."""
    [exercise] = exercises_for([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert [exercise.value(node) for node in exercise.asked] == [3, 2, 2, 3]
    assert exercise.why(exercise.asked[0]) == "MIN takes the least of 3, 12 and 8, which is 3."
    assert exercise.why(0) == "MAX takes the greatest of 3, 2 and 2, which is 3."
    assert [exercise.minimax.path(node) for node in exercise.cut] == [(1, 1), (1, 2)]
    assert exercise.why_cut(exercise.cut[0]) == "v = 2 <= alpha = 3"


@pytest.mark.parametrize("seed", range(1, 5))
def test_answers_are_those_of_minimax(seed: int) -> None:
    """On random trees: each value is the best of its children, leaves below a cut are unseen."""
    for exercise in exercises_for(seed=seed, depth=3, branching=(2, 3))[:3]:
        for node in exercise.minimax.nodes:  # every cut has its reason, and nothing else has one
            assert ("=" in exercise.why_cut(node.id)) == (node.id in exercise.cut)
        assert exercise.value(0) == minimax_search(exercise.game, ())[0]
        assert exercise.asked[-1] == 0
        seen = len(exercise.minimax.nodes) - len(exercise.unseen)
        assert seen == exercise.alphabeta.visits
        for node in exercise.asked:
            values = [exercise.value(child.id) for child in exercise.minimax.children(node)]
            assert exercise.value(node) in (max(values), min(values))


def test_the_same_seed_gives_the_same_trees() -> None:
    """And another seed others, from the range that was asked for."""
    one, two = practice(seed=5, low=0, high=4), practice(seed=5, low=0, high=4)
    assert one.story == two.story
    assert one.story != practice(seed=6, low=0, high=4).story
    assert len(one.story["items"]) == 20
    for item in one.story["items"]:
        pairs = zip(item["nodes"]["shape"], item["answers"], strict=True)
        leaf = item["shapes"].index("square")
        assert all(0 <= answer <= 4 for shape, answer in pairs if shape == leaf)


def test_a_real_position_can_be_practised() -> None:
    """The board stands beside its tree."""
    game = TicTacToe()
    [item] = practice(game, game.play("b2 a1 a3 c1 b1 b3"), ask="cuts").story["items"]
    assert item["board"].startswith("<svg")
    assert len(item["ask"]) >= 3


def test_what_cannot_be_practised_is_explained() -> None:
    """A wrong word, a wrong question, a tree that is too large."""
    with pytest.raises(ValueError, match="'textbook' trees"):
        practice("chess")
    with pytest.raises(ValueError, match="'values' or 'cuts'"):
        practice(ask="moves")
    with pytest.raises(ValueError, match="too large to predict"):
        Exercise("the first moves", TicTacToe(), TicTacToe().play("b2 a1"))
