"""The hidden cases of lesson 00: other states than the visible ones."""

from __future__ import annotations

from functools import cache
from random import Random

from course_lib.checks.cases_00 import MIDDLE, TIC_TAC_TOE, middle_groups
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.games import ConnectFour, Count, KInARow, Nim

SEED = 4_711
MANY = 12

OTHER = (
    (KInARow(5, 3, 3), "a1"),
    (KInARow(5, 3, 3), "b4 c1 a5"),
    (ConnectFour(3, 4, 3), "b b"),
    (ConnectFour(3, 4, 3), "b"),
    (Count(9, 4), "4 2"),
    (Nim((2, 1)), "a1"),
)


def check_middle_first(student: Student) -> Verdict:
    """The verdict on the player that likes the middle."""
    free, taken = lines()
    return judge(exercise_named("middle_first"), student, middle_groups(free, taken, OTHER))


@cache
def lines() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Beginnings of random games, those with the middle free and those with it taken."""
    rng = Random(SEED)
    free: list[str] = []
    taken: list[str] = []
    while min(len(free), len(taken)) < MANY:
        state, played = TIC_TAC_TOE.initial, []
        for _ in range(rng.randrange(7)):
            action = rng.choice(TIC_TAC_TOE.actions(state))
            after = TIC_TAC_TOE.result(state, action)
            if TIC_TAC_TOE.is_terminal(after):
                break
            state = after
            played.append(TIC_TAC_TOE.action_name(action))
        (free if MIDDLE in TIC_TAC_TOE.actions(state) else taken).append(" ".join(played))
    return tuple(dict.fromkeys(free[:MANY])), tuple(dict.fromkeys(taken[:MANY]))
