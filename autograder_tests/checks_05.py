"""The hidden cases of lesson 05: other trees and games, and leaves that only the grader knows."""

from __future__ import annotations

from functools import partial
from random import Random

from autograder_tests.positions import late_state, ragged_tree
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.cases_05_backup import Asked as Backed
from course_lib.checks.cases_05_backup import groups_of as backup_groups
from course_lib.checks.cases_05_expand import groups_of as expand_groups
from course_lib.checks.cases_05_mcts import (
    Settled,
    best_case,
    chance_cases,
    counts_case,
    turning_case,
    wide_case,
)
from course_lib.checks.cases_05_mcts import groups_of as mcts_groups
from course_lib.checks.cases_05_playout import drawn_cases, leaf_case, leaf_of
from course_lib.checks.cases_05_playout import groups_of as playout_groups
from course_lib.checks.cases_05_select import Tree, node
from course_lib.checks.cases_05_select import groups_of as select_groups
from course_lib.checks.cases_05_settled import groups_of as settled_groups
from course_lib.checks.cases_05_ucb1 import groups_of as ucb1_groups
from course_lib.checks.draws_05 import drawn_alike
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.games import Count, Nim, TextbookTree, TicTacToe

SEED = 55_221
THREE = TicTacToe()
OTHER_NINE = [[11, -3, 5], [2, -8, 6], [-1, 9, 4]]


def check_random_playout(student: Student) -> Verdict:
    """The verdict on random games: in trees whose leaves the grader alone knows, too."""
    rng = Random(SEED)
    chain = TextbookTree([[-4]])
    ends: list[At] = [
        *(late_state(THREE, rng, 9) for _ in range(3)),
        *played(THREE, "b2 a3 c3 a1 a2 c2 b3 b1 c1", "b2 a1 a3 c1 b1 b3 c2 a2", "a1 a2 b1 b2 c1"),
        *played(THREE, "a3 b3 a2 b2 c1 b1"),
        *((chain, path) for path in ((0, 0), (0,), ())),
        *played(Count(2, 1), "", "1"),
        *played(Nim((1,), misere=True), "", "a1"),
    ]
    deep = [ragged_tree(4, rng) for _ in range(4)]
    groups = playout_groups(
        ends=ends,
        leaves=[leaf_case([tree, tree], (1,), seed, hidden=True) for seed, tree in enumerate(deep)],
        drawn=drawn_cases(OTHER_NINE, range(100, 240), hidden=True),
        alike=drawn_alike(
            partial(leaf_case, OTHER_NINE, (), hidden=True), range(200, 212), leaf_of
        ),
    )
    return judge(exercise_named("random_playout"), student, groups)


def check_ucb1(student: Student) -> Verdict:
    """The verdict on other numbers."""
    groups = ucb1_groups(
        untried=((0, 0, 3, 0.7), (0, 0, 999, 2)),
        means=((0.75, 12, 100, 0), (-1, 1, 1, 2), (0.125, 40, 41, 0)),
        bonus=((0.2, 6, 60, 1.4), (-0.5, 3, 17, 0.8), (0, 20, 1_000, 3), (1, 2, 2, 1)),
    )
    return judge(exercise_named("ucb1"), student, groups)


def check_select(student: Student) -> Verdict:
    """The verdict on ways down trees of three and four levels."""
    leaf = node("G", 3, 2, untried=[5])
    low = node("D", 12, -4, node("E", 7, 5), node("F", 4, 1), leaf)
    even = node("A", 40, 8, node("B", 14, 3, node("C", 13, -2)), low, node("H", 9, -3))
    rare = node("A", 60, 9, node("I", 50, 30, node("J", 49, -20)), node("K", 9, 4, untried=[1, 2]))
    first = node("A", 70, 8, node("B", 9, 6, node("D", 6, 2), node("E", 2, -1)), node("C", 60, 25))
    untried: list[Tree] = [
        (node("A", 2, 0, node("B", 1, 1), untried=[0]), 1.4),
        (node("A", 0, 0, untried=[3]), 0.0),
        (node("A", 5, 1, node("B", 4, -1, node("C", 3, 1), untried=[9])), 2.0),
    ]
    final: list[Tree] = [(node("A", 3, 3), 1.0), (node("A", 9, 1, node("B", 8, -8)), 0.7)]
    trees = (even, rare, first)
    bounds: list[Tree] = [(tree, c) for tree in trees for c in (0.0, 0.3, 0.7, 1.1, 1.7, 2.5)]
    return judge(exercise_named("select"), student, select_groups(untried, final, bounds))


def check_expand(student: Student) -> Verdict:
    """The verdict on nodes of another tree."""
    game = TextbookTree([[[1, 0, 0], -1], 0, [[0, 1], [1, -1], 1, 0, -1]])
    groups = expand_groups(
        new=(
            (game, (), (0, 2)),
            (game, (2,), (0, 1, 2, 4)),
            (game, (2,), ()),
            (game, (0, 0), (1,)),
            (game, (2, 1), (0,)),
        ),
        final=((game, (1,), ()), (game, (2, 0, 1), ())),
        some=(game, (2,), (3,)),
        hidden=True,
    )
    return judge(exercise_named("expand"), student, groups)


def check_backup(student: Student) -> Verdict:
    """The verdict on other paths, some with a player who moves twice."""
    line, tree = TextbookTree([[[[[[[[[-1]]]]]]]]]), TextbookTree([[[[[0.5]]]]])
    first: list[Backed] = [
        (line, (("MAX", 1, -1),), 1),
        (tree, (("MAX", 5, 2), ("MAX", 4, 2)), -1),
    ]
    turns: list[Backed] = [
        (line, (("MIN", 12, 4), ("MIN", 7, 3), ("MAX", 4, 0), ("MIN", 3, 1), ("MAX", 1, -1)), 1),
        (line, (("MAX", 3, 3), ("MAX", 1, 1), ("MIN", 0, 0)), -1),
        (tree, (("MIN", 4, 0), ("MIN", 2, 1), ("MAX", 0, 0)), -0.5),
        (line, (("MIN", 5, 1), ("MIN", 2, -2), ("MIN", 1, 1), ("MAX", 0, 0)), 1),
    ]
    draws: list[Backed] = [(line, (("MIN", 3, -1), ("MIN", 1, 1), ("MAX", 1, 0), ("MIN", 0, 0)), 0)]
    return judge(exercise_named("backup"), student, backup_groups(first, turns, draws))


def check_mcts(student: Student) -> Verdict:
    """The verdict on trees whose leaves the grader alone knows, and on games near their end."""
    late = ("b2 b3 a1 c3 a2", "b2 b3 a1 c3 a3 c1", "a1 b2 c3 a3 c1 c2", "b2 a1 a2 c2 b3 b1 c1")
    settled = [
        Settled((-1, 0.25, 0), (), 14, 0.9),
        Settled((0.5, 1, -0.5, 0), (0,), 30, 2.5),
        Settled((1, 0, 0.5), (), 26, 0.4),
    ]
    games: list[At] = [
        (TextbookTree([[1, 1, -1, 1], [0, 0], [-1, 1, 1]]), ()),
        (TextbookTree([[[-1, -1, 1, -1], [0, 0], [0, 1]]]), (0,)),
        *played(THREE, *late),
        *played(Nim((2, 2)), "a1", "a2"),
        *played(Count(5, 2), "", "1"),
    ]
    wide = partial(wide_case, hidden=True)
    groups = mcts_groups(
        wide=[wide(3, 2, 1), wide(7, 5, 2), wide(11, 11, 3), wide(8, 8, 4, state=(0,))],
        counts=[counts_case(asked, hidden=True) for asked in settled],
        turning=[turning_case(6, 19), turning_case(9, 27)],
        best=[best_case(*at, 50 + place, place) for place, at in enumerate(games)],
        chance=chance_cases(hidden=True),
    )
    return judge(exercise_named("mcts"), student, groups)


def check_settled(student: Student) -> Verdict:
    """The verdict on other trees that are partly grown."""
    groups = settled_groups(
        final=(([0, 1], (0,), ""), ([[-1, 0], 1], (0, 0), "")),
        still_open=(
            ([0, 1], (), ""),
            ([[0, 1], 1], (0,), "0"),
            ([[1, 1, 0], [-1, 0]], (), "0 00 01 1 10 11"),
            ([[[0, 1], 0], [0, 0]], (), "0 00 000 01 1 10 11"),
        ),
        wins=(
            ([1, 0, 0, 0], (), "0"),
            ([[1, -1, 0], 0], (0,), "0 1"),
            ([[0, 0], [1, 1, 1]], (), "0 1 10 11 12"),
        ),
        all_=(
            ([0, 0], (), "0 1"),
            ([[0, 0, 1], 1], (0,), "0 1 2"),
            ([[-1, 0], [0, 1], [-1, 1]], (), "0 00 1 10 11 2 20"),
            ([[[-1, 0], [0, 0]], -1], (0,), "0 00 01 1 10 11"),
        ),
    )
    return judge(exercise_named("settled"), student, groups)
