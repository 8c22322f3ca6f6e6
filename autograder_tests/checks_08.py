"""The hidden cases of lesson 08: the same questions about other games, boards and budgets."""

from __future__ import annotations

from random import Random

from course_lib.checks import (
    cases_08_evaluation,
    cases_08_order,
    cases_08_player,
    cases_08_shares,
)
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.games import ConnectFour, KInARow

SEED = 80_233

FULLER = (("5532334", "5532331"), ("5532336", "5532331"), ("1473141", "1473147"))
OPENER = (("4635247627", "4635247621"), ("36112262", "36112264"))


def check_my_evaluation(student: Student) -> Verdict:
    """The verdict on an evaluation, whatever its formula."""
    games = (ConnectFour(), ConnectFour(6, 5, 4), ConnectFour(4, 6, 3))
    groups = cases_08_evaluation.groups_of(games, SEED, FULLER, OPENER)
    return judge(exercise_named("my_evaluation"), student, groups)


def check_my_order(student: Student) -> Verdict:
    """The verdict on an order."""
    games = (ConnectFour(), ConnectFour(5, 5, 3), KInARow(5, 4, 3))
    return judge(exercise_named("my_order"), student, cases_08_order.groups_of(games, SEED))


def check_share_visits(student: Student) -> Verdict:
    """The verdict on shares of budgets by weights that are drawn."""
    rng = Random(SEED)
    uneven = [
        (rng.randint(20, 500), [rng.randint(1, 9) for _ in range(rng.randint(3, 8))])
        for _ in range(12)
    ]
    asked = {
        "equal weights": [(8, [2, 2, 2, 2]), (60, [1] * 6), (90, [7, 7, 7])],
        "in proportion, where nothing is left over": [
            (3 + 9 * times, [2, 3, 4]) for times in (1, 4, 20)
        ],
        "what is left over goes to the greatest weights": uneven,
        "nobody goes without": [
            (5, [4, 0, 0, 1, 0]),
            (4, [1, 2, 3, 4]),
            (31, [0, 8, 0]),
            (9, [60, 1, 1, 1]),
        ],
    }
    return judge(exercise_named("share_visits"), student, cases_08_shares.groups_of(asked))


def check_my_player(student: Student) -> Verdict:
    """The verdict on a player: its moves in states of other games, and another match."""
    games = (ConnectFour(), ConnectFour(5, 5, 4))
    groups = cases_08_player.groups_of(games, ConnectFour(4, 5, 4), SEED)
    return judge(exercise_named("my_player"), student, groups)
