"""The hidden cases of lesson 03: other trees, seen by the grader alone, and other games and states.

For `by_hand` and `lying_state`, whose answers are typed, they are the visible ones: the trees are
drawn in the lesson, and the position may be any of those in which the search is wrong.
"""

from __future__ import annotations

from random import Random
from typing import Any

from autograder_tests.positions import late_state
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.cases_03_alphabeta import (
    WINDOWS,
    around,
    groups_of,
    leaf_case,
    value_case,
    window_case,
)
from course_lib.checks.cases_03_best import below, leaves_groups, roots
from course_lib.checks.cases_03_best import groups_of as best_groups
from course_lib.checks.cases_03_limited import OFFSETS, asked_of, in_windows
from course_lib.checks.cases_03_limited import groups_of as limited_groups
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.checks.windows import Window, tree_value
from course_lib.games import ConnectFour, Count, Nim, TextbookTree, TicTacToe, random_tree

SEED = 30_871
LEVEL = ([[2, 5], [3, 2, 6], [2, 9]], [[[3, 1], [3, 8]], [[3, 2], [0, 4]]])
"""Trees in which alpha and beta meet."""

MIDDLE = "near_the_middle"


def check_by_hand(student: Student) -> Verdict:
    """The verdict on the four trees of the lesson; there are no others."""
    return judge(exercise_named("by_hand"), student)


def check_alphabeta(student: Student) -> Verdict:
    """The verdict on values, bounds, and the leaves of trees that only the grader knows."""
    rng = Random(SEED)
    three = TicTacToe()
    shallow = [mixed_tree(2, rng) for _ in range(6)]
    deep = [mixed_tree(depth, rng) for depth in (3, 3, 4, 4, 5, 5)]
    few = [random_tree(depth, (2, 3), rng, low=0, high=3).tree for depth in (2, 3, 3, 4, 4)]
    late = [late_state(three, rng, moves) for moves in (4, 5, 5, 6, 6, 7, 8)]
    groups = groups_of(
        values=[
            *(value_case(TextbookTree(tree), ()) for tree in (*shallow, *deep)),
            *(value_case(TextbookTree(tree), (0,)) for tree in deep),
            *(value_case(game, state) for game, state in (*late, *_games())),
        ],
        windows=[case for tree in (*shallow[:3], *deep[:3]) for case in around(tree)]
        + [window_case(game, state, window) for game, state in late for window in WINDOWS]
        + [leaf_case(tree, window, hidden=True) for tree in deep for window in windows_near(tree)],
        above=[leaf_case(tree, hidden=True) for tree in shallow],
        deeper=[leaf_case(tree, hidden=True) for tree in deep],
        equal=[leaf_case(tree, hidden=True) for tree in (*few, *LEVEL)],
    )
    return judge(exercise_named("alphabeta"), student, groups)


def check_least_leaves(student: Student) -> Verdict:
    """The verdict on wider and deeper trees."""
    pairs = [(branching, depth) for branching in (2, 4, 7, 35) for depth in range(1, 11)]
    return judge(exercise_named("least_leaves"), student, leaves_groups(pairs))


def check_limited_alphabeta(student: Student) -> Verdict:
    """The verdict on searches that end at a depth and estimate there."""
    rng = Random(SEED + 1)
    three, four = TicTacToe(), ConnectFour()
    uneven = [uneven_tree(4, rng) for _ in range(16)]
    trees: list[At] = [(TextbookTree(tree), ()) for tree in uneven[:5]]
    groups = limited_groups(
        final=[
            *asked_of(played(Count(4, 3), "1 3", "3 1", "2 1 1"), 0, 1),
            *asked_of([late_state(three, rng, 9) for _ in range(3)], 0, 2, evaluate=MIDDLE),
        ],
        at_once=[
            *asked_of(played(Nim((3, 2)), "", "a1", "b2"), 0),
            *asked_of(played(four, "43", "435", "4"), 0, evaluate=MIDDLE),
        ],
        deeper=[
            *asked_of(trees, 1, 2, 3),
            *asked_of(played(Nim((2, 2)), "", "a1"), 1, 2, 3),
            *asked_of(
                [late_state(three, rng, moves) for moves in (3, 4, 5)], 1, 2, evaluate=MIDDLE
            ),
            *asked_of(played(four, "44", "123"), 2, 3, evaluate=MIDDLE),
        ],
        windows=in_windows(asked_of(trees, 1, 2, 3, 4), *OFFSETS),
        leaves=[(tree, depth) for tree in uneven for depth in (2, 3, 4)]
        + [(mixed_tree(depth, rng), depth) for depth in (2, 3, 4)]
        + [(tree, 3) for tree in LEVEL],
        hidden=True,
    )
    return judge(exercise_named("limited_alphabeta"), student, groups)


def check_best_actions(student: Student) -> Verdict:
    """The verdict on lists of best actions, with many ties among them."""
    rng = Random(SEED + 2)
    three, four = TicTacToe(), ConnectFour()
    tied = [random_tree(depth, (2, 4), rng, low=0, high=4).tree for depth in (2, 2, 2, 3, 3, 3)]
    clear = [mixed_tree(depth, rng) for depth in (2, 2, 3, 3)]
    groups = best_groups(
        for_max=[
            *asked_of(roots(clear), 3),
            *asked_of(roots(tied), 1, 2, 3),
            *asked_of(played(Count(7, 3), "", "1 1"), 7),
            *asked_of(played(three, "", "a3 b2"), 1, 2, evaluate=MIDDLE),
            *asked_of(played(Nim((2, 2)), "", "a1 b1"), 1, 2, 4),
        ],
        for_min=[
            *asked_of(below(tied), 2, 3),
            *asked_of(below(clear), 3),
            *asked_of(played(three, "a3", "b2 a3 c1"), 2, evaluate=MIDDLE),
            *asked_of(played(four, "4", "434"), 2, evaluate=MIDDLE),
        ],
    )
    return judge(exercise_named("best_actions"), student, groups)


def check_lying_state(student: Student) -> Verdict:
    """The verdict on the position, whichever was found."""
    return judge(exercise_named("lying_state"), student)


def windows_near(tree: Any) -> list[Window]:
    """A window around the value of this tree, and one below it, neither of them right at a leaf."""
    value = tree_value(TextbookTree(tree))
    return [(value - 20.5, value + 20.5), (value - 90.5, value - 40.5)]


def mixed_tree(depth: int, rng: Random) -> Any:
    """A tree of this depth, two or three children at each node, whose leaves are all different."""
    shape = random_tree(depth, (2, 3), rng).tree
    numbers = iter(rng.sample(range(1, 400), 3**depth))

    def filled(node: Any) -> Any:
        """The same nodes with other leaves."""
        return [filled(child) for child in node] if isinstance(node, tuple) else next(numbers)

    return filled(shape)


def uneven_tree(depth: int, rng: Random) -> Any:
    """A tree of at most this depth, in which leaves lie higher up as well."""
    if depth == 0 or (depth < 4 and rng.random() < 0.3):
        return rng.randint(-9, 9)
    return [uneven_tree(depth - 1, rng) for _ in range(rng.randint(2, 3))]


def _games() -> list[At]:
    """Some games of numbers, from their start and after a move."""
    return [
        *played(Count(7, 3), "", "1", "2 3"),
        *played(Nim((2, 2)), "", "a1"),
        *played(Nim((1, 2), misere=True), ""),
    ]
