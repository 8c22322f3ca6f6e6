"""Plots: what they show, what they say, and that no screen is needed."""

import random
import subprocess
import sys

import pytest

from course_lib.games import Nim, TextbookTree, TicTacToe, best_ordered_tree
from course_lib.play import random_player, tournament
from course_lib.search import alphabeta_search, mcts_search, minimax_search
from course_lib.views.plots import (
    effective_branching_factor,
    growth_of,
    plot_branching,
    plot_mcts,
    plot_nodes_by_depth,
    plot_win_rates,
)
from course_lib.watch import SearchTrace, Simulation, watch

GAME = best_ordered_tree(4, 3)
TTT = TicTacToe()
EMPTY = SearchTrace(function="mine", game=None, options=None, players=(), root="")


def traces():
    """Two searches of the same tree."""
    return {
        "minimax": watch(minimax_search, GAME, GAME.initial),
        "alpha-beta": watch(alphabeta_search, GAME, GAME.initial),
    }


def curves(plot, panel=0):
    """The curves of a panel as lists of points."""
    return {
        line.get_label(): list(zip(*map(list, line.get_data()), strict=True))
        for line in plot.panels[panel].lines
    }


def test_nodes_by_depth_are_those_of_the_traces():
    """Minimax looks at 3 to the power of the depth; alpha-beta at no more."""
    plot = plot_nodes_by_depth(traces())
    drawn = curves(plot)
    assert drawn["minimax"] == [(depth, 3**depth) for depth in range(5)]
    assert all(
        few <= many
        for (_, few), (_, many) in zip(drawn["alpha-beta"], drawn["minimax"], strict=True)
    )
    assert "minimax 121" in plot.caption


def test_curves_can_be_told_apart_without_colour():
    """Each has another marker and another kind of line."""
    lines = plot_nodes_by_depth(traces()).panels[0].lines
    assert len({line.get_marker() for line in lines}) == len(lines) == 2
    assert len({line.get_linestyle() for line in lines}) == 2


def test_the_branching_factor_of_an_even_tree_is_its_own():
    """1 + b + ... + b^depth visits give b back."""
    for b in (1, 2, 3, 7):
        for depth in (1, 2, 5):
            visits = sum(b**level for level in range(depth + 1))
            assert effective_branching_factor(visits, depth) == pytest.approx(b, abs=1e-4)
    assert effective_branching_factor(1, 0) == 0
    caption = plot_branching(traces()).caption
    assert "minimax: 3.00 (121 visits, 4 levels)" in caption


def test_traces_come_as_a_dictionary_a_list_or_alone():
    """Two of one name are numbered."""
    one = traces()["minimax"]
    assert "minimax_search 121" in plot_nodes_by_depth(one).caption
    assert "minimax_search #2" in plot_nodes_by_depth([one, one]).caption


def test_a_search_that_was_not_recorded_to_its_end_is_named():
    """Its curve would otherwise look like a cheap search."""
    trace = watch(minimax_search, TTT, TTT.play("b2 a1 a3"), limit=50)
    assert "Not recorded to the end: mine" in plot_nodes_by_depth({"mine": trace}).caption


def test_visits_and_values_of_monte_carlo_grow_to_what_the_search_ends_with():
    """The last point of each curve is the child's own number."""
    state = TTT.play("b2 a1 a3")
    search = {"simulations": 60, "prove": False}
    trace = watch(mcts_search, TTT, state, rng=random.Random(4), **search)
    found = mcts_search(TTT, state, rng=random.Random(4), **search)
    ends = {child.name: (child.visits[-1], child.values[-1]) for child in growth_of(trace)[0]}
    for node in found.tree.children:
        visits, value = ends[TTT.action_name(node.action)]
        assert visits == node.visits
        assert value == pytest.approx(node.value)
    plot = plot_mcts(trace)
    assert len(plot.panels) == 2
    assert "Most visited after 60 simulations" in plot.caption


def test_rewards_that_may_count_for_anybody_are_not_plotted_as_values():
    """Only what is known is shown, and the caption says what is not."""
    simulations = tuple(
        Simulation(number, path=(), expanded=number % 2, reward=1) for number in range(6)
    )
    trace = SearchTrace("mine", None, None, ("X", "O"), "", simulations=simulations)
    plot = plot_mcts(trace)
    assert len(plot.panels) == 1
    assert "Values can't be told" in plot.caption
    assert curves(plot)["0"][-1] == (6, 3)


def test_a_simulation_without_an_action_is_counted_in_words():
    """What was not recognised is neither invented nor hidden."""
    simulations = (Simulation(0), Simulation(1, path=(5,), reward=(1, 0)))
    trace = SearchTrace("mine", None, None, ("X", "O"), "", simulations=simulations)
    [child], remark = growth_of(trace)
    assert (child.visits, child.values) == ((0, 1), None)
    assert "1 simulations did not tell" in remark


def test_what_monte_carlo_gives_back_shows_how_it_ended():
    """Bars of visits, and where growth can be had."""
    found = mcts_search(TTT, TTT.initial, simulations=40, rng=random.Random(1))
    plot = plot_mcts(found)
    assert sum(bar.get_width() for bar in plot.panels[0].patches) == 40
    assert "watch(mcts_search, ...)" in plot.caption


def test_win_rates_have_the_scores_and_intervals_of_the_tournament():
    """One point for each player; a curve for each over several tournaments."""
    game = Nim((1, 2))
    players = {"a": random_player(random.Random(1)), "b": random_player(random.Random(2))}
    table = {games: tournament(players, game, games, 1, progress=False) for games in (4, 8)}
    plot = plot_win_rates(table[4])
    for row in table[4].rows:
        assert f"{row.player} {100 * row.score:.0f} %" in plot.caption
    over = plot_win_rates(table, players=["a"])
    score = {row.player: row.score for row in table[8].rows}["a"]
    assert over.panels[0].containers[0].lines[0].get_xdata().tolist() == [4, 8]
    assert f"8: a {100 * score:.0f} %" in over.caption
    with pytest.raises(ValueError, match="no player is called 'c'; there are: "):
        plot_win_rates(table, players=["c"])


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: plot_nodes_by_depth({}), ValueError, "at least one"),
        (lambda: plot_nodes_by_depth(5), TypeError, "dictionary of traces"),
        (lambda: plot_branching({"mine": 5}), TypeError, r"watch\(search, game, state\)"),
        (lambda: plot_branching({"mine": EMPTY}), ValueError, "'mine' has no nodes"),
        (lambda: plot_mcts(5), TypeError, r"watch\(mcts_search"),
        (lambda: plot_mcts(EMPTY), ValueError, "no simulations"),
        (lambda: plot_win_rates({}), TypeError, "tournament"),
    ],
)
def test_what_cannot_be_plotted_is_refused_in_words(call, kind, says):
    """The message says what would be right."""
    with pytest.raises(kind, match=says):
        call()


def test_a_search_without_any_levels_is_no_division_by_zero():
    """A root that is a leaf has no branches."""
    trace = watch(lambda game, state: game.utility(state, "MAX"), TextbookTree(3), ())
    assert "0.00" in plot_branching({"mine": trace}).caption


def test_a_plot_shows_itself_as_an_image_with_its_caption():
    """So it shows once, with or without a screen, and people who listen hear the caption."""
    html = plot_branching(traces())._repr_html_()
    assert html.startswith('<img src="data:image/png;base64,')
    assert 'alt="minimax: 3.00' in html


def test_matplotlib_is_loaded_only_when_something_is_plotted():
    """Importing the room is quick."""
    code = "import sys, course_lib.views; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
