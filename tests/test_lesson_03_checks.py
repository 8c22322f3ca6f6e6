"""The checks of alpha-beta: their answers are right by other ways, and their words fit."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from autograder_tests.grading import hidden_check
from course_lib.checks import NotebookStudent, PipeStudent, Position, Secret, Verdict, remote
from course_lib.checks.careless import careless_search
from course_lib.checks.cases_03_best import BEST_ACTIONS
from course_lib.checks.cases_03_by_hand import by_hand
from course_lib.checks.cases_03_lying import GAME, values
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.references_03 import (
    alphabeta,
    best_actions,
    least_leaves,
    limited_alphabeta,
)
from course_lib.checks.trees_03 import pen_and_paper_trees
from course_lib.checks.verdict import MORE_VISITS, WRONG
from course_lib.checks.windows import leaf_windows, looked_at, tree_value
from course_lib.games import (
    ConnectFour,
    Nim,
    TextbookTree,
    TicTacToe,
    best_ordered_tree,
    mobility,
    near_the_middle,
    random_tree,
)
from course_lib.search import alphabeta_search, minimax_search

ALPHABETA = """
from math import inf

def alphabeta(game, state, alpha=-inf, beta=inf):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    up = game.to_move(state) == game.players[0]
    best = -inf if up else inf
    for action in ORDER(game.actions(state)):
        value = alphabeta(game, game.result(state, action), alpha, beta)
        best = max(best, value) if up else min(best, value)
        alpha, beta = (max(alpha, best), beta) if up else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
"""


def verdict_on(source: str, name: str) -> Verdict:
    """The visible verdict on this source."""
    return judge(exercise_named(name), NotebookStudent(remote.loaded(source, "<answer>")))


def asked_by(search: Any, tree: TextbookTree, *arguments: Any) -> tuple[tuple[int, ...], ...]:
    """The leaves that this function looks at, from left to right."""
    secret = Secret(tree.tree)
    student = NotebookStudent({"search": search})
    return student.call("search", secret, (), *arguments).leaves


def test_the_leaves_looked_at_are_those_of_the_librarys_search() -> None:
    """The windows, found without a search, say the same as a search on many random trees."""
    rng = Random(5)
    for number in range(150):
        tree = random_tree(1 + number % 5, (1, 3), rng, low=0, high=9 if number % 2 else 400)
        assert looked_at(tree) == asked_by(alphabeta_search, tree), tree
        low = rng.randint(0, 8)
        window = (low, low + rng.randint(1, 4))
        assert looked_at(tree, *window) == asked_by(alphabeta, tree, *window), (tree, window)


def test_the_reference_keeps_the_contract() -> None:
    """Inside the window it is minimax, outside a bound in the right direction."""
    rng = Random(6)
    for number in range(200):
        tree = random_tree(1 + number % 4, (1, 3), rng)
        true = minimax_search(tree, ())[0]
        assert tree_value(tree) == alphabeta(tree, ()) == true
        low = rng.randint(-9, 8)
        high = low + rng.randint(1, 5)
        given = alphabeta(tree, (), low, high)
        if low < true < high:
            assert given == true
        else:
            assert true <= given <= low or high <= given <= true


def test_the_limited_reference_is_the_librarys_search_with_a_depth() -> None:
    """The value is turned round where MIN moves at the root."""
    games: list[tuple[Any, Any]] = [
        (TicTacToe(), near_the_middle),
        (ConnectFour(), near_the_middle),
        (Nim((3, 2)), mobility),
    ]
    rng = Random(7)
    for game, evaluate in games:
        state = game.initial
        for _ in range(4):
            state = game.result(state, rng.choice(game.actions(state)))
            sign = 1 if game.to_move(state) == game.players[0] else -1
            if game.is_terminal(state):
                continue
            for depth in (1, 2, 3):
                value, _ = alphabeta_search(game, state, depth=depth, evaluate=evaluate)
                estimated_for_max = limited_alphabeta(game, state, depth, evaluate)
                # Both evaluations are worth as much to the one as they cost the other.
                assert sign * value == pytest.approx(estimated_for_max)


def test_the_trees_for_pen_and_paper_teach_what_they_promise() -> None:
    """Leaves that are left out have names of their own; C is about equality, D about deep cuts."""
    for name, game in pen_and_paper_trees().items():
        value, left_out = by_hand()[name]
        numbers = [game.utility(path, "MAX") for path in leaf_windows(game)]
        assert all(numbers.count(number) == 1 for number in left_out), name
        assert value == alphabeta_search(game, ())[0]
        seen = asked_by(alphabeta_search, game)
        assert left_out == [
            game.utility(path, "MAX") for path in leaf_windows(game) if path not in seen
        ]
        meets = any(low == high for low, high in leaf_windows(game).values())
        assert meets == (name == "C")
    windows = leaf_windows(pen_and_paper_trees()["D"])
    assert windows[1, 0, 0, 1] == (6, 4), "alpha comes from the root, three levels further up"


def test_least_leaves_are_those_of_the_best_order() -> None:
    """Counted on trees whose best child always comes first."""
    for branching in (2, 3, 4):
        for depth in (1, 2, 3, 4):
            tree = best_ordered_tree(depth, branching)
            assert least_leaves(branching, depth) == len(asked_by(alphabeta_search, tree))


def test_best_actions_are_found_by_comparing_all_values() -> None:
    """Against minimax on every action; each group has the cases that its title promises."""
    rng = Random(8)
    for _ in range(40):
        tree = random_tree(3, (2, 4), rng, low=0, high=4)
        worth = {action: tree_value(tree, (action,)) for action in tree.actions(())}
        best = [action for action in worth if worth[action] == max(worth.values())]
        assert best_actions(tree, (), 3, mobility) == best
    clear, several, for_min = BEST_ACTIONS.groups()
    assert {len(case.expected) for case in clear.cases} == {1}
    assert min(len(case.expected) for case in several.cases) == 2
    for case in for_min.cases:
        position = case.arguments[1]
        assert isinstance(position, Position)
        assert position.game.to_move(position.state) == position.game.players[1]


def positions() -> list[Any]:
    """All states of tic-tac-toe in which the game goes on."""
    found, todo = {GAME.initial}, [GAME.initial]
    while todo:
        state = todo.pop()
        after = {GAME.result(state, action) for action in GAME.actions(state)} - found
        found |= after
        todo += after
    return [state for state in found if not GAME.is_terminal(state)]


def test_every_state_in_which_the_table_lies_is_right_and_no_other() -> None:
    """29 of 4,520, and the form shown in the exercise is none of them."""
    playing = positions()
    truth: dict[Any, float] = {}

    def true(state: Any) -> float:
        if state not in truth:
            player = GAME.to_move(state)
            truth[state] = (
                GAME.utility(state, player)
                if GAME.is_terminal(state)
                else max(-true(GAME.result(state, action)) for action in GAME.actions(state))
            )
        return truth[state]

    lies = [state for state in playing if careless_search(GAME, state)[0] != true(state)]
    assert (len(playing), len(lies)) == (4_520, 29)
    for state in lies:
        text = "".join(GAME.render(state).split())
        assert verdict_on(f"def lying_state():\n    return {text!r}\n", "lying_state").passed
    shown = values(GAME.parse("X...O...."))
    assert shown[0] == shown[1]


def test_marks_stay_whole_in_the_sentence() -> None:
    """The points of an empty board are no end of a sentence."""
    verdict = verdict_on("def lying_state():\n    return '.........'\n", "lying_state")
    assert "'.........'" in verdict.message
    assert verdict.share == 0.25


def test_no_answer_for_pen_and_paper_is_told() -> None:
    """A wrong list names one leaf and its window, never the whole answer."""
    right = by_hand()
    source = f"def by_hand():\n    answers = {right!r}\n    answers['D'] = (7, [14, 2])\n"
    verdict = verdict_on(f"{source}    return answers\n", "by_hand")
    assert verdict.share == 0.75
    assert "tree D: 5 is missing from your list" in verdict.message
    assert "17" not in str(verdict)
    crashed = verdict_on("def by_hand():\n    return {'A': 1 / 0}\n", "by_hand")
    assert str(right["A"][1]) not in str(crashed)


def test_a_mistake_in_one_tree_is_named_though_the_others_are_right() -> None:
    """What is right does not speak against a mistake."""
    answers = by_hand() | {"A": (6, [])}
    verdict = verdict_on(f"def by_hand():\n    return {answers!r}\n", "by_hand")
    assert verdict.mistake == "no leaf is left out"
    answers = by_hand() | {"A": (6, [7, 10])}
    verdict = verdict_on(f"def by_hand():\n    return {answers!r}\n", "by_hand")
    assert verdict.mistake is None


def test_more_visits_than_needed_is_an_answer_of_its_own() -> None:
    """A right value with a leaf too many costs a part, and is called neither wrong nor right."""
    source = ALPHABETA.replace("ORDER", "").replace("alpha >= beta", "alpha > beta")
    verdict = verdict_on(source, "alphabeta")
    assert verdict.status == MORE_VISITS
    assert verdict.mistake == "the cut comes only at >, where >= prunes more"
    assert 0.7 < verdict.share < 1
    assert "which is right, but looked at the leaf" in verdict.message


def test_visits_that_no_known_mistake_makes_get_no_name() -> None:
    """Right values alone are not enough to be called one of the mistakes with right values."""
    source = ALPHABETA.replace("ORDER", "").replace("alpha >= beta", "alpha >= beta + 2")
    verdict = verdict_on(source, "alphabeta")
    assert verdict.status == MORE_VISITS
    assert verdict.mistake is None


def test_another_order_of_the_actions_is_told_which_order_is_counted() -> None:
    """The values are right; leaves are counted from left to right."""
    verdict = verdict_on(ALPHABETA.replace("ORDER", "reversed"), "alphabeta")
    assert verdict.status == WRONG
    assert verdict.groups[0].passed
    assert "in the order of game.actions" in verdict.message


@pytest.mark.parametrize("name", ["by_hand", "alphabeta", "limited_alphabeta", "best_actions"])
def test_the_library_passes_the_hidden_check(name: str) -> None:
    """Its own answers get all points."""
    student = NotebookStudent({name: exercise_named(name).reference})
    assert hidden_check(name)(student).share == 1


def test_a_number_where_another_kind_of_number_stands_is_no_wrong_type() -> None:
    """1.5 for 2 is a wrong value, not a float where an int belongs; a text is a wrong type."""
    verdict = verdict_on("def least_leaves(b, d):\n    return 1.5\n", "least_leaves")
    assert "not a" not in verdict.message
    verdict = verdict_on("def least_leaves(b, d):\n    return '2'\n", "least_leaves")
    assert "(an int, not a str)" in verdict.message


@pytest.mark.parametrize("form", ["notebook", "pipe"])
@pytest.mark.parametrize(
    "line",
    [
        "from course_lib.checks.references_03 import alphabeta as search",
        "from course_lib.checks.careless import careless_search as search",
        "from course_lib.search import alphabeta_search as search",
    ],
)
def test_no_ready_search_earns_points_for_alphabeta(form: str, line: str, tmp_path: Any) -> None:
    """Those of the library, right and wrong ones, are out of reach while lesson 03 is graded."""
    source = f"def alphabeta(game, state, *window):\n    {line}\n    return search(game, state)\n"
    file = tmp_path / "answer.py"
    file.write_text(source, encoding="utf-8")
    if form == "notebook":
        student: Any = NotebookStudent(remote.loaded(source, "<answer>"), guarded=True)
        verdict = judge(exercise_named("alphabeta"), student)
    else:
        with PipeStudent(remote.start(file, guarded=True)) as student:
            verdict = judge(exercise_named("alphabeta"), student)
    assert verdict.share == 0
    assert "the one you wrote" in verdict.message
    # Afterwards all is as before.
    assert math.isclose(alphabeta(TextbookTree([[3, 1], [2, 0]]), ()), 1)
