"""What lesson 05 says is true, and its pictures show the reader's own tree as it is."""

from __future__ import annotations

import ast
import math
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lesson_output import groups_in
from search_games import true_value

import course_lib
from course_lib import (
    ConnectFour,
    TextbookTree,
    TicTacToe,
    compact,
    minimax_search,
    random_tree,
    watch,
)
from course_lib.checks.watching_05 import drawn, explore_mcts
from course_lib.views import draw_tree, plot_mcts, step_through
from course_lib.views.trees import boxes_of, legend
from course_tools.build.lesson import read_lesson

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "05_monte_carlo_tree_search.py"
NOTEBOOK = ROOT / "solutions" / "05_monte_carlo_tree_search" / "05_monte_carlo_tree_search.ipynb"


@cache
def lesson_names() -> dict[str, Any]:
    """The lesson's functions with their solutions, without running anything else of it."""
    names: dict[str, Any] = {"inf": math.inf, "log": math.log, "sqrt": math.sqrt}
    names |= {name: getattr(course_lib, name) for name in course_lib.__all__}
    names["hand"] = TextbookTree([[1, -1, 1], [[0, 1], [0, -1]], -1])
    for cell in read_lesson(SOURCE).cells:
        if cell.part.markdown or cell.check:
            continue
        body = [one for one in ast.parse(cell.part.source).body if isinstance(one, ast.FunctionDef)]
        exec(compile(ast.Module(body, []), str(SOURCE), "exec"), names)  # noqa: S102 - our lesson
    return names


def numbers_in(pattern: str) -> list[tuple[str, ...]]:
    """The groups of this pattern wherever it is in what the cells show."""
    return groups_in(NOTEBOOK, pattern)


# --- the lesson --------------------------------------------------------------------------------


def test_the_lesson_has_its_seven_exercises_and_twenty_points() -> None:
    """As the README says."""
    cells = read_lesson(SOURCE).cells
    points = {cell.check: cell.points for cell in cells if cell.check}
    assert sum(points.values()) == 20
    assert set(points) == {cell.exercise for cell in cells if cell.exercise}
    assert len(points) == 7


def test_random_games_find_the_middle_column() -> None:
    """The lesson's table, and other games played by the library itself."""
    means = {name: float(mean) for name, mean in numbers_in(r"(?m)^([a-g]1) +(-?\d\.\d{3})$")[:7]}
    assert max(means, key=lambda name: means[name]) == "d1"
    game = compact(ConnectFour())
    rng = Random(17)

    def mean(action: Any) -> float:
        after = game.result(game.initial, action)
        return sum(game.playout(after, rng).utilities[0] for _ in range(1_500)) / 1_500

    best = max(game.actions(game.initial), key=mean)
    assert game.action_name(best) == "d1"


def test_the_middle_gets_half_of_the_shared_games() -> None:
    """Of 700 games, and every column gets some."""
    games = {name: int(count) for name, count in numbers_in(r"(?m)^([a-g]1) +(\d+) games, mean")}
    assert sum(games.values()) == 700
    assert 300 <= games["d1"] <= 400
    assert min(games.values()) >= 1


def test_the_tree_after_nine_simulations_could_have_come_about() -> None:
    """Each node has a visit more than its children, for a game that some leaf below it explains."""
    names = lesson_names()
    hand = names["hand"]

    def leaves(state: tuple[int, ...]) -> set[float]:
        if hand.is_terminal(state):
            return {hand.utility(state, "MAX")}
        return set().union(*(leaves(hand.result(state, a)) for a in hand.actions(state)))

    def check(node: dict[str, Any], own: int) -> None:
        children = node["children"].values()
        if hand.is_terminal(node["state"]):
            return
        assert node["visits"] == own + sum(child["visits"] for child in children)
        # What the children's choosers gained, MAX gained or lost, and the rest is its own game.
        sign = 1 if node["chooser"] == "MAX" else -1
        below = sum(child["total"] * (1 if child["chooser"] == "MAX" else -1) for child in children)
        rest = sign * node["total"] - below
        assert rest in (leaves(node["state"]) if own else {0})
        for child in children:
            check(child, 1)

    check(names["after_nine"](), 0)
    for c in (1.4, 0):
        path = names["select"](names["after_nine"](), c)
        assert [node["state"] for node in path] == [(), (1,), (1, 1)]


def test_both_corners_lose_and_every_edge_draws() -> None:
    """X at two opposite corners, O in the middle: what the search finds is true."""
    game = TicTacToe()
    value = true_value(game)
    state = game.parse("X . .\n. O .\n. . X")
    worth = {game.action_name(a): value(game.result(state, a), "O") for a in game.actions(state)}
    assert {name for name, each in worth.items() if each == -1} == {"a1", "c3"}
    assert {name for name, each in worth.items() if each == 0} == {"b3", "a2", "c2", "b1"}
    assert numbers_in(r"your search plays (\w\w)")[0][0] in {"b3", "a2", "c2", "b1"}


def test_the_trap_is_one() -> None:
    """Eleven twelfths of the replies win, the branch loses, and eighty simulations see it."""
    trap = TextbookTree([[1] * 11 + [-1], [0, 0, 0]])
    assert minimax_search(trap, (0,)) == (1, 11)
    mcts = lesson_names()["mcts"]
    fallen = {
        many: sum(mcts(trap, (), many, Random(1_000 + seed))[0] == 0 for seed in range(50))
        for many in (40, 80)
    }
    assert fallen[40] >= 48
    assert fallen[80] == 0
    assert numbers_in(r"(\d+) simulations: (\d+) of 100 fall") == [
        ("10", "98"),
        ("20", "100"),
        ("40", "100"),
        ("80", "0"),
        ("160", "0"),
    ]


def test_only_g1_stops_the_four_in_the_bottom_row() -> None:
    """After any other move O wins by g1; after g1 nobody wins within two moves."""
    game = ConnectFour()
    state = game.play("c1 e1 a1 d1 b1 d2 b2 a2 a3 a4 a5 f1")
    g1 = game.action_named("g1")
    for action in game.actions(state):
        after = game.result(state, action)
        wins = {b for b in game.actions(after) if game.winner(game.result(after, b)) == "O"}
        assert wins == (set() if action == g1 else {g1})


def test_what_is_certain_helps_at_every_number_of_simulations() -> None:
    """The two tables of the lesson: plain and careful, for 50 to 400 simulations."""
    found = [
        (int(many), int(right)) for many, right in numbers_in(r"(\d+) simulations: (\d+) of 20\n")
    ]
    plain, careful = found[:4], found[4:]
    assert [many for many, _ in plain] == [many for many, _ in careful] == [50, 100, 200, 400]
    assert all(more >= less for (_, less), (_, more) in zip(plain, careful, strict=True))
    assert plain[1][1] <= 10
    assert careful[1][1] == 20


def test_the_contest_says_what_the_prose_reads_from_it() -> None:
    """Ahead in Connect Four, behind in Gomoku, both beyond their intervals; else nothing."""
    scores = {
        name: tuple(map(int, numbers))
        for name, *numbers in numbers_in(
            r"([\w -]+): Monte Carlo scores (\d+) % \((\d+) to (\d+)\)"
        )
    }
    assert scores["Connect Four"][1] > 50
    assert scores["Gomoku"][2] < 50
    low, high = scores["tic-tac-toe"][1:]
    assert low < 50 < high


def test_the_visits_of_the_root_would_change_most_choices() -> None:
    """As the lesson counts it, and in another tree."""
    [(changed, whole)] = numbers_in(r"(\d+) of (\d+) choices are different")
    assert int(changed) > int(whole) / 2
    names = lesson_names()
    _, root = names["mcts"](random_tree(6, 3, Random(9), low=-1, high=1), (), 1_000, Random(2))
    nodes = names["below"](root)
    other = [
        node
        for node in nodes
        if names["choice"](node, node["visits"]) != names["choice"](node, 1_000)
    ]
    assert len(other) > len(nodes) / 4


def test_a_seed_decides_the_whole_tree() -> None:
    """The lesson's three lines: the same seed, and two others."""
    found = numbers_in(r"seed (\d) (True|False)")
    assert found == [("1", "True"), ("2", "False"), ("3", "False")]


# --- its pictures ------------------------------------------------------------------------------


def test_watching_shows_the_very_tree_that_the_search_gives_back() -> None:
    """Nodes, visits, means and ways are those of the search alone, with the same seed."""
    names = lesson_names()
    game = random_tree(4, (2, 3), Random(3), low=-1, high=1)
    trace = watch(names["mcts"], game, (), simulations=60, rng=Random(4))
    action, root = names["mcts"](game, (), 60, Random(4))
    assert trace.action == action
    assert len(trace.simulations) == trace.nodes[0].visits == 60
    found = {trace.path(node.id): (node.visits, node.value) for node in trace.nodes}
    waiting = [((), root)]
    while waiting:
        path, node = waiting.pop()
        visits, mean = found.pop(path)
        assert visits == node["visits"]
        assert mean == pytest.approx(node["total"] / visits, abs=0.001)
        waiting += [((*path, each), child) for each, child in node["children"].items()]
    assert found == {}
    seen: set[Any] = {()}
    for each in trace.simulations:
        assert each.path in seen
        leaf = each.path if each.expanded is None else (*each.path, each.expanded)
        assert (leaf in seen) == (each.expanded is None)
        seen.add(leaf)
        end = (*leaf, *each.playout)
        assert each.reward == (game.utility(end, "MAX"), game.utility(end, "MIN"))
        assert len(each.visits) == len(leaf) + 1
    assert seen == {trace.path(node.id) for node in trace.nodes}
    assert len(step_through(trace, game).story["simulations"]) == 60
    assert "60 simulations" in plot_mcts(trace).caption


def test_after_watching_all_functions_are_as_before() -> None:
    """Also when the search fails."""
    names = lesson_names()
    before = {name: names[name] for name in ("select", "expand", "random_playout", "backup")}
    game = TextbookTree([[1, 0], [0, -1]])
    watch(names["mcts"], game, (), simulations=5, rng=Random(1))
    assert "AttributeError" in watch(names["mcts"], game, (), simulations=5, rng=None).error
    assert before == {name: names[name] for name in before}


def test_a_drawn_tree_has_the_numbers_of_its_nodes() -> None:
    """Visits, means and bounds as text, and the way in bold."""
    names = lesson_names()
    hand, root = names["hand"], names["after_nine"]()
    tree = drawn(hand, root, c=1.4, path=names["select"](root, 1.4))
    told = str(draw_tree(tree, engine="own"))
    assert len(tree.nodes) == 9
    assert "* root, MAX to move, 9 visits, value 0.111" in told
    bound = names["ucb1"](0.5, 4, 9, 1.4)
    assert f"*   1, MIN to move, 4 visits, value 0.5, UCB {bound:.3g}" in told
    said = legend(tree, boxes_of(tree)).replace("\N{NO-BREAK SPACE}", " ")
    assert said.endswith("value: mean reward, \N{MINUS SIGN}1 to 1, of whoever moved here")
    assert [node.action for node in tree.nodes if node.on_best_line] == [None, 1, 1]


def test_the_slider_runs_each_choice_once_and_shows_it() -> None:
    """With the same seed, so that only c is different."""
    names = lesson_names()
    game = random_tree(4, 3, Random(4), low=-1, high=1)
    explorer = explore_mcts(names["mcts"], game, simulations=30, rng=Random(1), c=[0, 1.4, 10])
    first = explorer.tree.value
    [slider] = explorer.controls.values()
    slider.index = 2
    assert explorer.tree.value != first
    slider.index = 0
    assert explorer.tree.value == first
    assert len(explorer.runs) == 2
    bundle = explorer._repr_mimebundle_()
    assert "<img" in (bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"]
