"""The hidden cases of lesson 02: other games and states, and trees that only the grader knows."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from course_lib import ConnectFour, Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe
from course_lib.checks import (
    cases_02,
    cases_02_actions,
    cases_02_limits,
    cases_02_nim,
    cases_02_seen,
    list_boards,
)
from course_lib.checks.cases_02_limits import asked_of, secret_limited
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.list_boards import GAME, board
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.game import Game
from course_lib.games import random_tree

SEED = 41_077


def check_minimax_value(student: Student) -> Verdict:
    """The verdict on what states are worth to the first player."""
    rng = Random(SEED)
    three = TicTacToe()
    sizes = (1, 2, 2, 3, 3, 4, 5)
    trees = [cases_02.secret_case(random_tree(depth, (2, 3), rng).tree) for depth in sizes]
    late = [late_state(three, rng, moves) for moves in (4, 5, 5, 6, 6, 7, 7)]
    groups = cases_02.groups_of(
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
    return judge(exercise_named("minimax_value"), student, groups)


def check_best_action(student: Student) -> Verdict:
    """The verdict on the action that is chosen."""
    rng = Random(SEED + 1)
    three = TicTacToe()
    trees = [random_tree(depth, (2, 3), rng) for depth in (1, 2, 3, 3, 4)]
    turns = {
        turn: [late_state(three, rng, moves) for moves in (turn, turn + 2, turn + 2)]
        for turn in (4, 5)
    }
    groups = cases_02_actions.action_groups(
        final=[late_state(three, rng, 9) for _ in range(4)] + played(Count(6, 3), "3 3", "1 2 3"),
        for_max=[*((tree, ()) for tree in trees), *played(Count(7, 3), "", "1 1")],
        for_min=[
            *((tree, (choice,)) for tree in trees[1:] for choice in (0, 1)),
            *played(Count(7, 3), "2"),
        ],
        games=[
            *(at for late in turns.values() for at in late if not three.is_terminal(at[1])),
            *played(Nim((2, 3)), "", "b3"),
            *played(Nim((1, 2), misere=True), "", "a1"),
        ],
    )
    return judge(exercise_named("best_action"), student, groups)


def check_nim_sum(student: Student) -> Verdict:
    """The verdict on sums of heaps."""
    rng = Random(SEED + 2)
    groups = cases_02_nim.groups_of(
        few=[(), *((size,) for size in (0, 2, 7, 31, 100))],
        two=[(2, 3), (8, 8), (5, 0), (9, 12), (100, 27), (6, 7)],
        more=[tuple(rng.randint(0, 20) for _ in range(count)) for count in (3, 3, 3, 4, 4, 5, 6)],
    )
    return judge(exercise_named("nim_sum"), student, groups)


def check_minimax(student: Student) -> Verdict:
    """The verdict on the action for boards of lists."""
    boards = some_boards(8)
    # Boards of lists are slow: with fewer stones a search would take too long.
    boards |= {"ahead": [*boards["ahead"], ".../X../.O."]}
    groups = cases_02_actions.board_groups(**boards)
    return judge(exercise_named("minimax"), student, groups)


def check_depth_limited(student: Student) -> Verdict:
    """The verdict on searches that stop and estimate."""
    rng = Random(SEED + 4)
    three, four = TicTacToe(), ConnectFour()
    middle = "near_the_middle"
    trees = [(uneven_tree(rng, 5), depth) for depth in (1, 2, 2, 3, 3, 4)]
    openings = ["44", "3435", "2436"]
    groups = cases_02_limits.groups_of(
        final=[
            *asked_of(played(Count(6, 3), "3 3", "1 2 3"), 0, 3),
            *asked_of([late_state(three, rng, 9) for _ in range(3)], 0, 1, evaluate=middle),
        ],
        at_once=[
            *asked_of(played(Nim((2, 3)), "", "a1"), 0),
            *asked_of([late_state(three, rng, moves) for moves in (1, 2, 4)], 0, evaluate=middle),
            *asked_of(played(four, *openings), 0, evaluate=middle),
        ],
        trees=[secret_limited(tree, depth) for tree, depth in trees],
        games=[
            *asked_of(played(Nim((2, 2, 1)), "", "b1"), 1, 2, 3),
            *asked_of(
                [late_state(three, rng, moves) for moves in (3, 4, 5)], 2, 3, evaluate=middle
            ),
            *asked_of(played(four, *openings), 1, 2, evaluate=middle),
            *asked_of(played(Nim((2, 2, 1)), "a1"), 20),
        ],
    )
    return judge(exercise_named("depth_limited"), student, groups)


def check_remembering(student: Student) -> Verdict:
    """The verdict on the search that works nothing out twice."""
    rng = Random(SEED + 5)
    three = TicTacToe()
    groups = cases_02_seen.groups_of(
        values=[
            *played(Count(5, 3), "2 3", "2", ""),
            *played(Nim((1, 2), misere=True), ""),
            *(late_state(three, rng, moves) for moves in (4, 5, 6, 9)),
        ],
        large=[
            *played(Count(9, 3), "", "1"),
            *played(Nim((1, 2, 2)), ""),
            late_state(three, rng, 3),
        ],
        small=[*played(Count(6, 3), "", "2"), *played(Nim((2, 2)), "")],
        known=[
            *played(Count(8, 3), "", "2"),
            *played(Nim((1, 3)), ""),
            (TextbookTree([[0, [2, -1]], [4, [0, -6], 9]]), ()),
        ],
    )
    return judge(exercise_named("remembering"), student, groups)


def late_state(game: Game, rng: Random, moves: int) -> At:
    """The state after so many random moves, or where the game ends before."""
    state = game.initial
    for _ in range(moves):
        if not game.is_terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
    return game, state


def uneven_tree(rng: Random, depth: int, *, root: bool = True) -> Any:
    """A random tree as nested lists, with leaves at every depth."""
    if depth == 0 or (not root and rng.random() < 0.25):
        return rng.randint(-9, 9)
    return [uneven_tree(rng, depth - 1, root=False) for _ in range(rng.randint(2, 3))]


@cache
def some_boards(many: int) -> dict[str, list[str]]:
    """So many boards of each kind: final, or where a win, a threat or more has to be seen."""
    found: dict[str, list[str]] = {"final": [], "wins": [], "saves": [], "ahead": []}
    texts = [text for text in list_boards.reachable() if text.count(".") <= 5]
    for text in Random(SEED + 3).sample(texts, len(texts)):
        kind = kind_of(text)
        if kind is not None and len(found[kind]) < many:
            found[kind].append(text)
        if all(len(boards) == many for boards in found.values()):
            break
    return found


def kind_of(text: str) -> str | None:
    """How far ahead one has to look on this board; `None` where every action is best."""
    state = cases_02_actions.state_on(board(text))
    actions = GAME.actions(state)
    if not actions:
        return "final"
    after = [GAME.result(state, action) for action in actions]
    if len(cases_02_actions.best_of(GAME, state)) == len(actions):
        return None
    if any(GAME.winner(each) for each in after):
        return "wins"
    if any(GAME.winner(GAME.result(each, a)) for each in after for a in GAME.actions(each)):
        return "saves"
    return "ahead"
