"""The hidden cases of lesson 07: other heaps, boards and games, and trees of the grader's own."""

from __future__ import annotations

from functools import partial
from math import inf
from random import Random

from autograder_tests.positions import ragged_tree
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.cases_07_bounds import Asked as Tabled
from course_lib.checks.cases_07_bounds import entries
from course_lib.checks.cases_07_bounds import groups_of as bounds_groups
from course_lib.checks.cases_07_keys import image_groups, key_case, key_groups
from course_lib.checks.cases_07_layers import groups_of as layer_groups
from course_lib.checks.cases_07_nim import groups_of as nim_groups
from course_lib.checks.cases_07_proof import Asked as Told
from course_lib.checks.cases_07_proof import groups_of as proof_groups
from course_lib.checks.cases_07_proof import winners
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.games import Count, Nim, ThreeMusketeers, TicTacToe

SEED = 77_401


def check_nim_move(student: Student) -> Verdict:
    """The verdict on other heaps."""
    groups = nim_groups(
        one=((9,), (0, 0, 5), (0, 2)),
        few=((3, 1), (4, 7), (2, 3, 4), (6, 2, 3), (1, 8, 2)),
        many=((3, 3, 1), (5, 6, 6), (2, 5, 6, 4), (12, 9, 7)),
        lost=((0, 0), (3, 3), (2, 5, 7), (1, 1, 4, 4), (3, 4, 7)),
    )
    return judge(exercise_named("nim_move"), student, groups)


def check_bounded_alphabeta(student: Student) -> Verdict:
    """The verdict on other games, windows and tables, and on trees of which only we know leaves."""
    rng = Random(SEED)
    three, two = TicTacToe(), Nim((2, 3))
    whole: list[At] = [
        *played(Count(6, 2), "", "2"),
        *played(two, "", "b1"),
        *played(three, "a3 c1 b3 c3", "b2 c3 b3 a1"),
        *played(three, "b3 b1 a2 a1", "c2 a1 b3 c1"),
        *played(Nim((2, 2, 3)), "c2"),
        *played(Nim((2, 3, 3), misere=True), "c2"),
        *played(Nim((3, 2, 1), misere=True), ""),
    ]
    filled: list[Tabled] = [
        (two, two.initial, (-1, 1), entries(two, _=(-0.25, -0.25))),
        (two, two.initial, (-1, 0.25), entries(two, _=(0.75, inf))),
        (two, two.initial, (0.25, 1), entries(two, _=(-inf, -0.5))),
        (two, two.initial, (-1, 1), entries(two, _=(-0.5, inf))),
        (two, two.initial, (-inf, inf), entries(two, _=(0.25, 1))),
        (two, two.play("b1"), (-1, 1), entries(two, b1=(-inf, 0.5))),
        (two, two.play("b1"), (-inf, inf), entries(two, b1=(-1, 0))),
        (two, two.play("b1"), (-1, 1), entries(two, b1_a1=(0.5, 0.5), b1_a2=(0.75, 0.75))),
        (two, two.play("a1"), (-2, 2), entries(two, a1_b2=(0.5, 0.5), a1_b3=(1, 1))),
    ]
    groups = bounds_groups(
        final=[
            *played(Count(2, 1), "1 1"),
            *played(three, "a1 a2 b1 b2 c1", "b2 a1 a3 c1 b1 b3 c2 a2 c3"),
            *played(Nim((1, 1), misere=True), "a1 b1"),
        ],
        whole=whole,
        narrow=[
            (two, "", (-1, 0.5)),
            (two, "b1", (-1, 1)),
            (two, "b1", (-0.5, 1)),
            (Count(6, 2), "", (-1, 1)),
            (Nim((2, 2, 2)), "", (0, 1)),
            (three, "c2 a1 b3 c1", (-1, 0)),
            (three, "b3 b1 a2 a1", (0, 1)),
        ],
        filled=filled,
        trees=[ragged_tree(3, rng), ragged_tree(4, rng), [[4, 6, 1], [3, 9, 9], [5, 5], [8, 2]]],
    )
    return judge(exercise_named("bounded_alphabeta"), student, groups)


def check_least_image(student: Student) -> Verdict:
    """The verdict on other boards."""
    groups = image_groups(
        turned=(
            ("G.", ".."),
            (".M.", "MMG", ".GM"),
            ("G.G", ".M.", "..G"),
            ("GGG", "GM.", "MGG"),
            ("M.GM", "GGGM", "GG.M", "MGMG"),
            (".MG.", "MG.G", ".MMG", ".M.G"),
        ),
        mirrored=(
            ("O.", "X."),
            ("MM.", "MGG", "..G"),
            ("...", "M..", "MMG"),
            ("MG.", "MGM", "GGM"),
            ("G.M", ".MM", "MGM"),
            ("G.G", "MGG", "MMG"),
        ),
        itself=(("...", "...", "..."), (".X.", "X.X", ".X."), (".G", "MM"), ("...", ".GM", "GMM")),
    )
    return judge(exercise_named("least_image"), student, groups)


def check_next_key(student: Student) -> Verdict:
    """The verdict on other boards and other numbers."""
    case = partial(key_case, seed=SEED)
    groups = key_groups(
        quiet=[
            case(("GG..M....M..G..M", 1, 2, 1)),
            case(("..M.G....M.....M", 4, 5, 1)),
            case(("G..M....MG...M..", 9, 10, 0)),
        ],
        taking=[
            case(("GG..M....M..G..M", 4, 0, 0)),
            case(("..MGG....M.....M", 2, 3, 1)),
            case(("G..M....MG...M..", 13, 9, 0)),
            case(("..............MG", 14, 15, 0)),
        ],
    )
    return judge(exercise_named("next_key"), student, groups)


def check_proven_winner(student: Student) -> Verdict:
    """The verdict on other games, and on trees of which only we know the leaves."""
    rng = Random(SEED)
    two = Nim((2, 3))
    left = ThreeMusketeers("G.M/.GG/M.M")
    board = ThreeMusketeers("MGG/.M./G.M")
    filled: list[Told] = [
        (two, two.initial, winners(two, _="O")),
        (two, two.play("b1"), winners(two, b1="X")),
        (two, two.initial, winners(two, a1="O", a2="O", b1="O", b2="O", b3="O")),
        (two, two.play("b1"), winners(two, b1_a1="X", b1_a2="X", b1_b1="O", b1_b2="X")),
    ]
    groups = proof_groups(
        final=[
            *played(Count(2, 1), "1 1"),
            *played(Nim((1, 1), misere=True), "a1 b1"),
            (board, board.parse("..M/..M/G.M\nguards to move")),
            (board, board.parse("M.M/.M./..G\nguards to move")),
            (board, board.parse("M.M/.M./..G")),
        ],
        games=[
            *played(Count(6, 2), "", "1", "2"),
            *played(two, "", "b1"),
            *played(Nim((1, 3), misere=True), "", "b3"),
            *played(Nim((1, 2, 2)), ""),
            (board, board.initial),
            (left, left.initial),
        ],
        filled=filled,
        trees=[signs(ragged_tree(depth, rng), rng) for depth in (2, 3, 3, 4, 4)],
    )
    return judge(exercise_named("proven_winner"), student, groups)


def check_solve_layer(student: Student) -> Verdict:
    """The verdict on other boards and layers."""
    high, long = ThreeMusketeers("GM/GG/MG"), ThreeMusketeers("MG/MG/GM")
    groups = layer_groups(
        empty=((high, 0), (long, 0)),
        few=((ThreeMusketeers("MG/GM"), 1), (long, 1)),
        more=((long, 2), (high, 1), (high, 2)),
    )
    return judge(exercise_named("solve_layer"), student, groups)


def signs(tree: object, rng: Random) -> object:
    """The tree with 1 or -1 at each leaf."""
    if isinstance(tree, list):
        return [signs(child, rng) for child in tree]
    return rng.choice((1, -1))
