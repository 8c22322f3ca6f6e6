"""The checks of Monte Carlo tree search: right by other ways, fair to chance, and hard to upset."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import course_lib.checks.references_05 as references
from autograder_tests import bank
from autograder_tests.grading import hidden_check
from course_lib.checks import Dice, NotebookStudent, PipeStudent, Verdict, remote
from course_lib.checks.cases_05_mcts import Settled, Turning, best_actions
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.references_05 import Node, backup, mcts, new_node, settled, ucb1
from course_lib.checks.verdict import NOT_ATTEMPTED, WRONG
from course_lib.games import Count, Nim, TextbookTree, TicTacToe, random_tree
from course_lib.search import mcts_search, minimax_search
from course_lib.search import node as library_nodes

NAMES = ("random_playout", "ucb1", "select", "expand", "backup", "mcts", "settled")
RIGHT = {name: getattr(references, name) for name in (*NAMES, "new_node")}


def both(name: str, functions: dict[str, Any]) -> list[Verdict]:
    """The visible and the hidden verdict on these functions."""
    return [
        judge(exercise_named(name), NotebookStudent(functions)),
        hidden_check(name)(NotebookStudent(functions)),
    ]


# --- the references ------------------------------------------------------------------------------


def test_the_bound_is_that_of_the_librarys_nodes() -> None:
    """The same formula, written down by somebody else."""
    rng = Random(1)
    parent = library_nodes.Node((), 0, None, None)
    child = library_nodes.Node((0,), 0, parent, 0)
    for _ in range(200):
        child.visits = rng.randint(1, 50)
        parent.visits = child.visits + rng.randint(0, 100)
        child.total = rng.uniform(0, child.visits)
        c = rng.uniform(0, 3)
        mine = ucb1(child.total / child.visits, child.visits, parent.visits, c)
        assert mine == pytest.approx(child.ucb(c))
    assert ucb1(0, 0, 1, 0) == math.inf


def test_the_reference_finds_what_minimax_finds() -> None:
    """On a hundred random trees, for MAX and for MIN, and in games."""
    for seed in range(100):
        tree = random_tree(3, (2, 4), Random(seed), low=-1, high=1)
        for state in ((), (0,)):
            assert mcts(tree, state, 600, Random(seed))[0] in best_actions(tree, state), seed
    for game, line in ((Nim((1, 2)), ""), (Count(5, 2), "1"), (TicTacToe(), "a1 b2 c3")):
        state = game.play(line)
        assert mcts(game, state, 1_500, Random(1))[0] in best_actions(game, state)


def test_the_reference_chooses_as_the_librarys_search_does() -> None:
    """With half of c, because the library's means go from 0 to 1; over many seeds."""
    tree = TextbookTree([[[1, -1], [0, 0]], [[0, 1], [1, -1], [-1, -1]], [[0, 0], [1, 0]]])
    mine = [mcts(tree, (), 12, Random(seed))[0] for seed in range(400)]
    theirs = [
        mcts_search(tree, (), simulations=12, rng=Random(seed), c=0.7, prove=False)[1]
        for seed in range(1_000, 1_400)
    ]
    for action in tree.actions(()):
        assert abs(mine.count(action) - theirs.count(action)) < 60


def everything(game: TextbookTree, state: Any, keep: float, rng: Random) -> Node:
    """A node with everything below it, each child with this chance."""
    node = new_node(game, state, game.to_move(state))
    for action in game.actions(state):
        if rng.random() < keep:
            node["untried"].remove(action)
            node["children"][action] = everything(game, game.result(state, action), keep, rng)
    return node


def test_what_is_settled_is_what_minimax_says() -> None:
    """In a tree that is whole always; in a part of it wherever anything is certain."""
    certain = 0
    for seed in range(400):
        rng = Random(seed)
        tree = random_tree(rng.randint(1, 4), (1, 3), rng, low=-1, high=1)
        value, _ = minimax_search(tree, ())
        assert settled(tree, everything(tree, (), 1, rng)) == value
        part = settled(tree, everything(tree, (), 0.75, rng))
        assert part in {None, value}
        certain += part is not None
    assert 50 < certain < 350


def test_none_is_said_only_where_the_untried_could_change_the_value() -> None:
    """Whatever is not certain comes out differently for some leaves of what was not looked at."""
    for seed in range(60):
        rng = Random(seed)
        tree = random_tree(2, 2, rng, low=-1, high=1)
        node = everything(tree, (), 0.7, rng)
        seen = {(a, b) for a, child in node["children"].items() for b in child["children"]}
        values = set()
        for number in (-1, 0, 1):
            for other in (-1, 0, 1):
                leaves = [
                    [tree.tree[a][b] if (a, b) in seen else (number, other)[b] for b in (0, 1)]
                    for a in (0, 1)
                ]
                values.add(minimax_search(TextbookTree(leaves), ())[0])
        found = settled(tree, node)
        assert found is None or values == {found}
        if found is None and all(child["children"] for child in node["children"].values()):
            assert len(values) > 1 or node["untried"]


def test_a_backed_up_game_adds_up_to_nothing_between_two_players() -> None:
    """What a path of both choosers gains in turns is lost in turns."""
    game = TicTacToe()
    path = [new_node(game, game.initial, player) for player in "XOXO"]
    for value in (1, 1, -1, 0):
        backup(game, path, value)
    assert [node["total"] for node in path] == [1, -1, 1, -1]
    assert [node["visits"] for node in path] == [4] * 4


# --- chance ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random_playout", "expand", "mcts"])
def test_right_answers_get_all_points_however_they_draw(name: str) -> None:
    """Each draws other numbers from its rng, as students' programs do."""
    function = RIGHT[name]

    def after(skipped: int) -> Callable[..., Any]:
        def drawing(*arguments: Any) -> Any:
            for argument in arguments:
                if isinstance(argument, Random):
                    for _ in range(skipped):
                        argument.random()
            return function(*arguments)

        return drawing

    for skipped in range(1, 9):
        for verdict in both(name, RIGHT | {name: after(skipped)}):
            assert verdict.share == 1, str(verdict)


def test_the_visits_that_are_judged_do_not_hang_on_chance() -> None:
    """Where all is alike below an action, every seed leads to the same visits."""
    for asked in (Settled((0, 1, -1), (), 24, 0.5), Settled((0.5, 1, -0.5, 0), (0,), 30, 2.5)):
        found = set()
        for seed in range(30):
            _, root = mcts(asked.game, asked.state, asked.simulations, Random(seed), asked.c)
            visits = {action: child["visits"] for action, child in root["children"].items()}
            found.add(tuple(sorted(visits.items())))
        assert len(found) == 1


def test_most_visits_and_best_mean_are_two_actions_in_the_tree_that_turns() -> None:
    """With every seed, so that the final choice can be told from the answer."""
    for good, simulations in ((5, 16), (8, 24), (6, 19), (9, 27)):
        for seed in range(25):
            secret = Turning(good)
            student = NotebookStudent(RIGHT)
            # The tree goes the same way as in a check: its leaves are asked for one by one.
            value = student.call("mcts", secret, (), simulations, Dice(seed), 0).value
            children = value[1]["children"]
            means = {action: one["total"] / one["visits"] for action, one in children.items()}
            assert value[0] == 1
            assert max(means, key=lambda action: means[action]) == 0


# --- odd answers -------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    None,
    5,
    math.nan,
    "node",
    [],
    [[1], [2]],
    {},
    {"children": 3},
    ([1], {"state": 1}),
    (0, {**new_node(TicTacToe(), TicTacToe().initial, "X"), "visits": None}),
    (0, {**new_node(TicTacToe(), TicTacToe().initial, "X"), "children": {(1,): {}}}),
    ([[0]], new_node(TextbookTree([1, 0]), (), "MAX")),
    (0, {**new_node(TextbookTree([1, 0]), (), "MAX"), "untried": None}),
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_comes_back_is_judged_and_not_believed(name: str) -> None:
    """A check never fails itself, and nothing odd gets all points."""
    for odd in ODD:
        for verdict in both(name, RIGHT | {name: lambda *_, odd=odd: odd}):
            assert verdict.share < 1, odd
            assert verdict.message, odd


@pytest.mark.parametrize("key", ["untried", "children", "visits", "chooser", "state"])
def test_a_node_that_is_spoilt_is_judged_and_not_believed(key: str) -> None:
    """Whatever `expand` or `backup` leave behind in place of a node."""
    for spoilt in (None, 7, "x", [["x"], 1], {"a": {"b": 1}}):

        def expand(game: Any, node: Node, rng: Random, spoilt: Any = spoilt) -> Any:
            child = RIGHT["expand"](game, node, rng)
            child[key] = spoilt
            return child

        def backup(_game: Any, path: list[Any], _value: float, spoilt: Any = spoilt) -> None:
            path[-1][key] = spoilt

        for wrong in (expand, backup):
            for verdict in both(wrong.__name__, RIGHT | {wrong.__name__: wrong}):
                assert verdict.status == WRONG


@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_exercise_is_not_attempted(name: str) -> None:
    """And so is one that is missing."""

    def untouched(*_: Any) -> None:
        raise NotImplementedError

    assert {verdict.status for verdict in both(name, {name: untouched})} == {NOT_ATTEMPTED}
    assert {verdict.status for verdict in both(name, {})} == {NOT_ATTEMPTED}


# --- words -------------------------------------------------------------------------------------


def test_the_sign_error_is_told_with_the_node_that_shows_it() -> None:
    """Depth, chooser, what was there, what is expected and why."""
    [entry] = [e for e in bank.entries("backup") if e.name.startswith("the same value is added")]
    verdict = judge(exercise_named("backup"), NotebookStudent(remote.loaded(entry.source, "<a>")))
    assert verdict.mistake == "the same value is added at every node"
    assert "which counts for MIN" in verdict.message
    assert "because the game was worth" in verdict.message


def test_who_forgets_the_new_child_is_sent_to_the_path_and_not_to_a_division() -> None:
    """Such a program divides by zero sooner or later, which would tell nobody anything."""
    [entry] = [e for e in bank.entries("mcts") if e.name.startswith("the new child is left out")]
    verdict = judge(exercise_named("mcts"), NotebookStudent(remote.loaded(entry.source, "<a>")))
    assert verdict.mistake == entry.name


def test_a_mistake_in_a_step_is_looked_for_there() -> None:
    """`mcts` with a wrong `backup` sends its author to `backup`."""
    [entry] = [e for e in bank.entries("mcts") if e.right and e.name == "step by step"]
    source = entry.source.replace("else -value", "else value")
    asked = "\nfrom course_lib.checks import check\nverdict = check('mcts')\n"
    verdict = remote.loaded(source + asked, "<answer>")["verdict"]
    assert verdict.message.startswith("It calls backup, which has not passed its own check")


# --- the library's own search ------------------------------------------------------------------


@pytest.mark.parametrize("form", ["notebook", "pipe"])
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("mcts", "from course_lib.checks.references_05 import mcts as search"),
        ("mcts", "from course_lib.search import mcts_search as search"),
        ("settled", "from course_lib.checks.references_05 import settled as search"),
        ("ucb1", "from course_lib.checks.references_05 import ucb1 as search"),
    ],
)
def test_nothing_ready_earns_points(form: str, name: str, lines: str, tmp_path: Path) -> None:
    """The library's search and its answers are out of reach while lesson 05 is graded."""
    source = f"def {name}(*arguments):\n    {lines}\n    return search(*arguments)\n"
    file = tmp_path / "answer.py"
    file.write_text(source, encoding="utf-8")
    if form == "notebook":
        student: Any = NotebookStudent(remote.loaded(source, "<answer>"), guarded=True)
        verdict = judge(exercise_named(name), student)
    else:
        with PipeStudent(remote.start(file, guarded=True)) as student:
            verdict = hidden_check(name)(student)
    assert verdict.share == 0
    assert "the one you wrote" in verdict.message
    assert ucb1(1, 1, 1, 1) == 1
