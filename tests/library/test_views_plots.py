"""Plots: what they show, what they say, and that no screen is needed."""

import random
import re
from random import Random

import pytest

from course_lib import Count, SearchTrace, TicTacToe, mcts_search, watch
from course_lib.views import plot_mcts
from course_lib.views.figure import DASHES, MARKERS, bars
from course_lib.watching import Simulation

TTT = TicTacToe()
EMPTY = SearchTrace(function="mine", game=None, options=None, players=(), root="")


def last_points(panel):
    """The last point of each curve of a panel."""
    return {curve.name: curve.points[-1][1] for curve in panel.curves}


def grown(*simulations):
    """A trace with nothing but these simulations."""
    return SearchTrace("mine", None, None, ("X", "O"), "", simulations=simulations)


def test_visits_and_values_of_monte_carlo_grow_to_what_the_search_ends_with():
    """The last point of each curve is the child's own number; the caption is said to listeners."""
    state = TTT.play("b2 a1 a3")
    search = {"simulations": 60, "prove": False}
    trace = watch(mcts_search, TTT, state, rng=random.Random(4), **search)
    found = mcts_search(TTT, state, rng=random.Random(4), **search)
    plot = plot_mcts(trace)
    visits, values = map(last_points, plot.panels)
    for node in found.tree.children:
        name = TTT.action_name(node.action)
        assert visits[name] == node.visits
        assert values[name] == pytest.approx(node.value)
    assert "Most visited after 60 simulations" in plot.alt
    html = plot._repr_html_()
    assert html.startswith('<img src="data:image/svg+xml;base64,')
    assert 'alt="Most visited after 60' in html
    # No two curves differ by colour alone.
    assert all(f'd="{mark}"' in plot.svg for mark in MARKERS[:3])
    assert all(f'stroke-dasharray="{dash}"' in plot.svg for dash in DASHES[1:3])


def test_rewards_that_may_count_for_anybody_are_not_plotted_as_values():
    """Only what is known is shown, and the caption says what is not."""
    plot = plot_mcts(grown(*(Simulation(n, path=(), expanded=n % 2, reward=1) for n in range(6))))
    assert len(plot.panels) == 1
    assert "Values can't be told" in plot.alt
    assert last_points(plot.panels[0])["0"] == 3


def test_a_simulation_without_an_action_is_counted_in_words():
    """What was not recognised is neither invented nor hidden."""
    plot = plot_mcts(grown(Simulation(0), Simulation(1, path=(5,), reward=(1, 0))))
    assert [y for _, y in plot.panels[0].curves[0].points] == [0, 1]
    assert "after 2 simulations: 5, 1 visit. 1 simulation did not tell" in plot.alt


def in_one_function(game, state, simulations, rng):
    """A Monte Carlo search without phases of its own, as students write it."""
    root = {"visits": 0, "children": {}}
    for _ in range(simulations):
        action = rng.choice(game.actions(state))
        child = root["children"].setdefault(action, {"visits": 0, "children": {}})
        game.playout(game.result(state, action), rng)
        root["visits"] += 1
        child["visits"] += 1
    return max(root["children"], key=lambda each: root["children"][each]["visits"]), root


def test_a_search_in_one_function_is_plotted_from_the_tree_that_it_has_kept():
    """Every right `mcts` of lesson 05 gives its tree back, whatever else it is made of."""
    game = Count()
    trace = watch(in_one_function, game, game.initial, simulations=40, rng=Random(1))
    assert trace.simulations == ()
    _, root = in_one_function(game, game.initial, 40, Random(1))
    most = max(child["visits"] for child in root["children"].values())
    assert f"after 40 simulations: {trace.action_name}, {most} visits." in plot_mcts(trace).alt


@pytest.mark.parametrize(
    ("thing", "kind", "says"),
    [
        (5, TypeError, r"watch\(mcts_search"),
        (EMPTY, ValueError, "no simulations"),
        (grown(Simulation(0)), ValueError, "which action"),
    ],
)
def test_what_cannot_be_plotted_is_refused_in_words(thing, kind, says):
    """The message says what would be right."""
    with pytest.raises(kind, match=says):
        plot_mcts(thing)


def test_bars_are_as_long_as_their_numbers_and_stay_in_the_picture():
    """The longest one leaves room for its label, and a range stands around its dot."""
    drawn = bars({"one": 10, "two": 20.0}, ["10", "20"], x="wins", caption="Two wins more.")
    short, long = map(float, re.findall(r'width="([\d.]+)" height="18"', drawn.svg))
    assert long == pytest.approx(2 * short, abs=0.1)
    assert "Two wins more." in drawn.svg
    ranges = bars({"one": 10}, ranges=[(5, 15)], x="wins", caption="")
    [(low, high, dot)] = re.findall(
        r'd="M([\d.]+) [^"]*H([\d.]+)m.*?translate\(([\d.]+)', ranges.svg
    )
    assert float(low) < float(dot) < float(high)
