"""The hidden cases of lesson 02: other games and states, and trees that only the grader knows."""

from __future__ import annotations

from random import Random

from course_lib.checks.cases_02 import groups_of, played, secret_case
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.game import Game, State
from course_lib.games import Count, Nim, ScissorsPaperStone, TicTacToe, random_tree

SEED = 41_077


def check_minimax(student: Student) -> Verdict:
    """The verdict on what states are worth to the first player."""
    rng = Random(SEED)
    three = TicTacToe()
    trees = [secret_case(random_tree(depth, (2, 3), rng).tree) for depth in (1, 2, 2, 3, 3, 4, 5)]
    late = [late_state(three, rng, moves) for moves in (4, 5, 5, 6, 6, 7, 7)]
    groups = groups_of(
        final=[late_state(three, rng, 9) for _ in range(6)]
        + played(Count(7, 3), "3 3 1", "1 3 3", "3 3 3"),
        last=[
            *played(Count(7, 3), "3 3", "3 1", "1 3 1 1"),
            *played(Nim((1, 1)), Nim((1, 1)).action_name((0, 1))),
        ],
        trees=trees,
        whole=[
            *played(Count(8, 3), "", "1", "2"),
            *played(Nim((2, 2)), ""),
            *played(Nim((1, 2), misere=True), ""),
            *played(ScissorsPaperStone(), ""),
            *late,
        ],
    )
    return judge(exercise_named("minimax"), student, groups)


def late_state(game: Game, rng: Random, moves: int) -> tuple[Game, State]:
    """The state after so many random moves, or where the game ends before."""
    state = game.initial
    for _ in range(moves):
        if not game.is_terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
    return game, state
