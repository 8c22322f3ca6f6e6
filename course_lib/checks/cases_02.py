"""The visible cases of lesson 02: `minimax_value`, and the list of all its exercises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Position
from course_lib.checks.cases import Case, Exercise, Group
from course_lib.checks.cases_02_actions import BEST_ACTION, MINIMAX
from course_lib.checks.cases_02_limits import DEPTH_LIMITED
from course_lib.checks.cases_02_nim import NIM_SUM
from course_lib.checks.cases_02_seen import REMEMBERING
from course_lib.checks.cases_02_states import (
    TREES,
    At,
    call_of,
    minimax_visits,
    played,
    value_for_max,
)
from course_lib.checks.secret import Secret
from course_lib.game import Game, State
from course_lib.games import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe


def case_of(game: Game, state: State) -> Case:
    """The question for this state."""
    size = minimax_visits(game, state)
    return Case(
        (game, Position(game, state)),
        value_for_max(game, state),
        call_of("minimax_value", game, state),
        size,
        budget=20 * size + 1_000,
    )


def secret_case(tree: Any) -> Case:
    """The question for the root of a tree whose leaves only the grader knows."""
    game = TextbookTree(tree)
    return Case(
        (Secret(tree), ()),
        value_for_max(game, ()),
        "minimax_value(tree, ())",
        minimax_visits(game, ()),
        budget=10_000,
    )


def groups_of(
    final: Iterable[At],
    last: Iterable[At],
    trees: Iterable[Case],
    whole: Iterable[At],
) -> tuple[Group, ...]:
    """Final states, states before the last move, trees, and longer games."""
    return (
        Group("final states are worth their utility", _cases(final)),
        Group("one move before the end", _cases(last)),
        Group("trees with numbers at the leaves", tuple(trees)),
        Group("games with several moves to go", _cases(whole), weight=2),
    )


def visible_groups() -> tuple[Group, ...]:
    """The cases that students see."""
    three = TicTacToe()
    return groups_of(
        final=[*played(Count(3, 2), "1 2", "2 1", "1 1 1"), *played(three, "a3 b2 b3 c1 c3")],
        last=[*played(Count(3, 2), "1", "2"), *played(three, "a3 a2 b3 b2", "a3 a2 b3 b2 c1")],
        trees=[case_of(TextbookTree(tree), ()) for tree in TREES],
        whole=[
            *played(Count(5, 2), "", "1", "2"),
            *played(Nim((1, 2)), ""),
            *played(ScissorsPaperStone(), ""),
            *played(three, "b2 a3 a1 c3", "b2 a2 a3"),
        ],
    )


def probes() -> tuple[tuple[Any, ...], ...]:
    """Small positions on which every known mistake shows its own face."""
    trees: list[At] = [(TextbookTree(tree), ()) for tree in TREES]
    games = [
        *played(Count(3, 2), "1 2", "1", ""),
        *played(Count(4, 2), "", "1"),
        *played(Nim((1, 2)), ""),
        *played(TicTacToe(), "b2 a2 a3 c1 b1"),
    ]
    lower: list[At] = [(TextbookTree(TREES[0]), (1,))]
    return tuple((game, Position(game, state)) for game, state in (*trees, *lower, *games))


def _cases(positions: Iterable[At]) -> tuple[Case, ...]:
    return tuple(case_of(game, state) for game, state in positions)


MINIMAX_VALUE = Exercise(
    "minimax_value",
    "02",
    visible_groups,
    probes,
    value_for_max,
    seconds=10,
    digest=True,
    budget=50_000,
)
EXERCISES = (MINIMAX_VALUE, BEST_ACTION, NIM_SUM, MINIMAX, DEPTH_LIMITED, REMEMBERING)
