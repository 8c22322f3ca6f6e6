"""The visible cases of `best_actions(game, state, depth, evaluate)`, and of `least_leaves`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Answer, Position, Use
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.cases_03_limited import ESTIMATES, Asked, asked_of
from course_lib.checks.cases_03_windows import call_of
from course_lib.checks.references_03 import best_actions, least_leaves
from course_lib.games import ConnectFour, Count, Nim, TextbookTree, TicTacToe

TIES = (
    [[3, 5], [4, 3], [3, 7]],
    [[5, 6], [5, 2], [9, 5]],
    [[2, 8], [4, 6], [1, 9], [4, 4]],
    [[[1, 4], [6, 2]], [[4, 0], [3, 4]], [[5, 1], [4, 2]]],
    [[[3, 3], [1, 3]], [[5, 3], [0, 2]], [[3, 4], [3, 8]]],
)
"""Trees with several best actions, and with others that are cut off at the same number."""

CLEAR = ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[5, 3], [7, 6]], [[1, 2], [0, 5], [4, 3]])
"""Trees with one best action."""


def best_case(asked: Asked) -> Case:
    """The question about this state."""
    game, state, depth = asked.game, asked.state, asked.depth
    size = sum(game.count(state, depth))
    return Case(
        (game, Position(game, state), depth, Use(asked.evaluate)),
        best_actions(game, state, depth, ESTIMATES[asked.evaluate]),
        call_of("best_actions", game, state, depth, asked.evaluate),
        size,
        all_of_them,
        budget=50 * size + 2_000,
    )


def all_of_them(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the list has all best actions in order; else what it has too many or too few."""
    given, right = answer.value, case.expected
    if not isinstance(given, list | tuple | set | frozenset) or same(right, given):
        return gives(case, answer)
    if not isinstance(given, list):
        kind = type(given).__name__
        return _objection(case, given, f"a {kind}, and a list is asked for")
    extra = [action for action in given if action not in right]
    if extra:
        return _objection(case, given, f"action {extra[0]!r} is not as good as {right[0]!r}")
    lost = [action for action in right if action not in given]
    if lost:
        return _objection(case, given, f"action {lost[0]!r} is just as good, and missing")
    return _objection(case, given, "the order is that of game.actions, each action once")


def groups_of(for_max: Iterable[Asked], for_min: Iterable[Asked]) -> tuple[Group, ...]:
    """One best action, several of them, and states in which MIN is to move."""
    cases = _cases(for_max)
    return (
        Group("one action is best", tuple(case for case in cases if len(case.expected) == 1)),
        Group(
            "several actions are best, and no others are listed",
            tuple(case for case in cases if len(case.expected) > 1),
            weight=2,
        ),
        Group("MIN is to move", _cases(for_min)),
    )


def roots(trees: Iterable[Any]) -> list[At]:
    """The roots of these trees."""
    return [(TextbookTree(tree), ()) for tree in trees]


def below(trees: Iterable[Any]) -> list[At]:
    """The same trees with one more level on top, so that MIN moves where MAX did."""
    return [(TextbookTree([tree, 0]), (0,)) for tree in trees]


def _visible() -> tuple[Group, ...]:
    three = TicTacToe()
    middle = "near_the_middle"
    return groups_of(
        for_max=[
            *asked_of(roots(CLEAR), 2),
            *asked_of(roots(TIES), 2, 3),
            *asked_of(roots(TIES[3:]), 1),
            *asked_of(played(Count(6, 3), "", "1 1"), 6),
            *asked_of(played(three, "a3 b3 a2 b2"), 1, 2, evaluate=middle),
            *asked_of(played(three, "b2 a2"), 3, evaluate=middle),
            *asked_of(played(Nim((2, 1, 1)), ""), 1, 2, 3),
        ],
        for_min=[
            *asked_of(below(TIES), 2, 3),
            *asked_of(below(CLEAR), 2),
            *asked_of(played(three, "b2"), 2, evaluate=middle),
            *asked_of(played(ConnectFour(), "443"), 2, evaluate=middle),
        ],
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    """Trees with ties at all levels, and games in which the two players' estimates differ."""
    three = TicTacToe()
    found = [
        *asked_of(roots((*TIES, *CLEAR)), 1, 2, 3),
        *asked_of(below((*TIES, *CLEAR)), 1, 2, 3),
        *asked_of(played(three, "b2 a2", "b2"), 1, 2, evaluate="near_the_middle"),
    ]
    return tuple(
        (each.game, Position(each.game, each.state), each.depth, Use(each.evaluate))
        for each in found
    )


def leaves_case(branching: int, depth: int) -> Case:
    """The question about a tree of this width and depth."""
    return Case(
        (branching, depth),
        least_leaves(branching, depth),
        f"least_leaves({branching}, {depth})",
        branching**depth,
    )


def leaves_groups(pairs: Iterable[tuple[int, int]]) -> tuple[Group, ...]:
    """Even depths and odd ones."""
    cases = [leaves_case(*pair) for pair in pairs]
    return (
        Group("even depths", tuple(case for case in cases if case.arguments[1] % 2 == 0)),
        Group("odd depths", tuple(case for case in cases if case.arguments[1] % 2)),
    )


PAIRS = tuple((branching, depth) for branching in (1, 2, 3, 5) for depth in range(1, 6))


def _objection(case: Case, given: Any, why: str) -> Objection:
    return Objection(
        f"{case.shown} gave {given!r}: {why}", expected=repr(case.expected), got=repr(given)
    )


def _cases(asked: Iterable[Asked]) -> tuple[Case, ...]:
    return tuple(map(best_case, asked))


BEST_ACTIONS = Exercise(
    "best_actions", "03", _visible, _probes, best_actions, seconds=10, budget=50_000
)
LEAST_LEAVES = Exercise(
    "least_leaves", "03", lambda: leaves_groups(PAIRS), lambda: PAIRS, least_leaves
)
