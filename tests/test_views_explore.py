"""Exploring a search: each control changes what is run, and the pictures follow."""

from random import Random

import ipywidgets
import pytest

from course_lib import TextbookTree, TicTacToe, alphabeta_search, mcts_search
from course_lib.views import explore

GAME = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def backwards(game, state, actions):
    """The actions from the last to the first."""
    return actions[::-1]


def test_an_option_with_choices_gets_a_control_that_fits():
    """Numbers get a slider, a dictionary a list of names; a single value gets nothing."""
    shown = explore(
        alphabeta_search,
        GAME,
        depth=range(1, 4),
        order={"as listed": None, "backwards": backwards},
        evaluate=lambda game, state, player: 0,
    )
    assert isinstance(shown.controls["depth"], ipywidgets.SelectionSlider)
    assert isinstance(shown.controls["order"], ipywidgets.Dropdown)
    assert set(shown.controls) == {"depth", "order"}
    assert shown.chosen == ("1", "as listed")


def test_what_is_chosen_is_run_and_shown():
    """Another order gives other counts, another tree, other steps and one more line."""
    shown = explore(alphabeta_search, GAME, order={"as listed": None, "backwards": backwards})
    first = (shown.tree.value, shown.steps.children[0].story)
    assert shown.run().visits == 11
    shown.controls["order"].label = "backwards"
    assert (shown.tree.value, shown.steps.children[0].story) != first
    visits = shown.runs["backwards",].visits
    assert f"<td>{visits}</td>" in shown.numbers.value
    assert "<td>11</td>" in shown.numbers.value
    assert shown.numbers.value.count("<tr") == 3
    assert shown.numbers.value.count("font-weight: bold") == 1


def test_each_run_has_the_same_chances_and_is_made_once():
    """The dice are copied for every run, so going back to a choice shows what it showed."""
    game = TicTacToe()
    rng = Random(4)
    shown = explore(mcts_search, game, simulations=[20, 40], c=[0, 1.4], rng=rng)
    assert rng.random() == Random(4).random()
    before = shown.tree.value
    shown.controls["simulations"].value = 40
    assert shown.tree.value != before
    shown.controls["simulations"].value = 20
    assert shown.tree.value == before
    assert len(shown.runs) == 2
    pair = mcts_search(game, game.initial, simulations=40, c=0, rng=Random(4))
    assert shown.runs["40", "0"].value == pair[0]


def test_a_search_that_runs_too_far_is_stopped_and_says_so():
    """A budget of visits ends it, and the table tells why."""
    shown = explore(alphabeta_search, TicTacToe(), depth=[2, 9], budget=500)
    shown.controls["depth"].value = 9
    assert "budget" in shown.numbers.value


@pytest.mark.parametrize(
    ("arguments", "error"), [((3, GAME), TypeError), ((alphabeta_search, GAME), ValueError)]
)
def test_what_can_not_be_explored_is_refused(arguments, error):
    """No search, or a choice among nothing."""
    with pytest.raises(error, match=r"explore runs a search|nothing to choose"):
        explore(*arguments, depth=[])
