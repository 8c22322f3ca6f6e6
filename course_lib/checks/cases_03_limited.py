"""The visible cases of `limited_alphabeta(game, state, depth, evaluate, alpha, beta)`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from course_lib.checks.answer import Position, Use
from course_lib.checks.cases import Case, Exercise, Group
from course_lib.checks.cases_02_states import At, played
from course_lib.checks.cases_03_alphabeta import DEEPER, EQUAL, TWO_PLIES, WORST_FIRST
from course_lib.checks.cases_03_windows import WHOLE, call_of, keeps_contract, leaf_judge
from course_lib.checks.references_03 import limited_alphabeta
from course_lib.checks.secret import Secret
from course_lib.checks.windows import Path, Window, leaf_windows
from course_lib.game import Game, State
from course_lib.games import (
    ConnectFour,
    Count,
    Nim,
    TextbookTree,
    TicTacToe,
    mobility,
    near_the_middle,
)

ESTIMATES: dict[str, Any] = {"mobility": mobility, "near_the_middle": near_the_middle}
"""The evaluations that are handed over, by the names under which the library has them."""

UNEVEN = (
    [[3, [5, 9], 4], 7, [[2, 8], [6, 1, 3]]],
    [[-2, [4, [7, -5]]], [[[1, 6], -3, [9, 2]], 8]],
    [[[2, [8, 1]], [[4, 3], 5, [7, 6]]], [[9, -1, -2], -9]],
)
"""Trees whose leaves lie at different depths."""


@dataclass(frozen=True)
class Asked:
    """What is asked: a state, how many plies deep, by which evaluation, with which window."""

    game: Game
    state: State
    depth: int
    evaluate: str = "mobility"
    window: Window = WHOLE


def asked_of(places: Iterable[At], *depths: int, evaluate: str = "mobility") -> list[Asked]:
    """Each of these states at each of these depths."""
    return [Asked(game, state, depth, evaluate) for game, state in places for depth in depths]


def limited_case(asked: Asked) -> Case:
    """The question about this state."""
    game, state, depth = asked.game, asked.state, asked.depth
    size = sum(game.count(state, depth))
    more = () if asked.window == WHOLE else asked.window
    return Case(
        (game, Position(game, state), depth, Use(asked.evaluate), *more),
        limited_alphabeta(game, state, depth, ESTIMATES[asked.evaluate]),
        call_of("limited_alphabeta", game, state, depth, asked.evaluate, *more),
        size,
        partial(keeps_contract, asked.window),
        budget=50 * size + 2_000,
    )


def leaf_case(tree: Any, depth: int, *, hidden: bool = False) -> Case:
    """The question about a tree whose leaves are looked at under the grader's eyes."""
    game = TextbookTree(tree)
    ended = TextbookTree(_ended(game, (), depth))
    shown = call_of("limited_alphabeta", game, (), depth, "mobility")
    if hidden:
        shown = f"limited_alphabeta(tree, (), {depth}, mobility)"
    return Case(
        (Secret(tree), (), depth, Use("mobility")),
        limited_alphabeta(game, (), depth, mobility),
        shown,
        sum(game.count((), depth)),
        leaf_judge(ended, game),
        budget=10_000,
    )


def groups_of(
    final: Iterable[Asked],
    at_once: Iterable[Asked],
    deeper: Iterable[Asked],
    windows: Iterable[Asked],
    leaves: Iterable[tuple[Any, int]],
    *,
    hidden: bool = False,
) -> tuple[Group, ...]:
    """Final states, depth 0, some plies, the contract, and leaves that can't matter.

    `leaves` are trees and depths; those in which alpha and beta meet make a group of their own.
    """
    apart: dict[bool, list[Case]] = {False: [], True: []}
    for tree, depth in leaves:
        apart[they_meet(tree, depth)].append(leaf_case(tree, depth, hidden=hidden))
    return (
        Group("a final state is worth its utility, at depth 0 too", _cases(final), 0.5),
        Group("at depth 0 the evaluation for MAX is asked", _cases(at_once), 0.5),
        Group("so many plies deep, and no deeper", _cases(deeper), 1.5),
        Group("with a window: exact inside, a bound outside", _cases(windows), 0.5),
        Group("no leaf too many, no leaf too few", tuple(apart[False]), 2.5),
        Group("the same where alpha and beta are equal", tuple(apart[True]), 0.5),
    )


def they_meet(tree: Any, depth: int) -> bool:
    """Whether something in this tree is left out only because alpha equals beta."""
    ended = TextbookTree(_ended(TextbookTree(tree), (), depth))
    return any(low == high for low, high in leaf_windows(ended).values())


def in_windows(asked: Iterable[Asked], *offsets: tuple[float, float]) -> list[Asked]:
    """These questions with windows that lie so far below and above the value."""
    found = []
    for each in asked:
        value = limited_alphabeta(each.game, each.state, each.depth, ESTIMATES[each.evaluate])
        found += [
            Asked(each.game, each.state, each.depth, each.evaluate, (value + low, value + high))
            for low, high in offsets
        ]
    return found


OFFSETS = ((-2, 2), (1, 3), (-3, -1))
"""A window around the value, one above it, and one below."""


def _visible() -> tuple[Group, ...]:
    three = TicTacToe()
    trees: list[At] = [(TextbookTree(tree), ()) for tree in UNEVEN]
    return groups_of(
        final=[
            *asked_of(played(Count(3, 2), "1 2", "2 1"), 0, 2),
            *asked_of(played(three, "a3 b2 b3 c1 c3"), 0, evaluate="near_the_middle"),
        ],
        at_once=[
            *asked_of(played(Nim((2, 1)), "", "a1"), 0),
            *asked_of(played(three, "b2", "a3 b2"), 0, evaluate="near_the_middle"),
        ],
        deeper=[
            *asked_of(trees, 1, 2, 3),
            *asked_of([(trees[1][0], (1,))], 1, 2),
            *asked_of(played(Nim((2, 1, 1)), "", "a1"), 1, 2, 3),
            *asked_of(played(three, "b2 a3 a1", "b2 a3"), 1, 2, evaluate="near_the_middle"),
            *asked_of(played(ConnectFour(), "4435"), 2, 3, evaluate="near_the_middle"),
        ],
        windows=in_windows(asked_of(trees, 1, 2, 3), *OFFSETS)
        + [Asked(TextbookTree(tree), (), 3, window=window) for tree, window in WORST_FIRST[:2]],
        leaves=[(tree, depth) for tree in UNEVEN for depth in (2, 3, 4)]
        + [(tree, 4) for tree in (*TWO_PLIES, *DEEPER, *EQUAL)],
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    """Trees with leaves above, at and below the depth, and games in which the colours differ."""
    deep: list[At] = [(TextbookTree(tree), ()) for tree in (*TWO_PLIES, *DEEPER, *EQUAL)]
    trees: list[At] = [(TextbookTree(tree), ()) for tree in UNEVEN]
    found = [
        *asked_of(trees, 1, 2, 3, 4),
        *asked_of([(trees[1][0], (1,)), (trees[2][0], (0,))], 1, 2, 3),
        *asked_of(deep, 4),
        *asked_of(played(TicTacToe(), "b2 a3", "b2 a3 a1"), 1, 2, evaluate="near_the_middle"),
    ]
    return (
        *(
            (each.game, Position(each.game, each.state), each.depth, Use(each.evaluate))
            for each in found
        ),
        *((TextbookTree(tree), (), 3, Use("mobility"), *window) for tree, window in WORST_FIRST),
    )


def _ended(game: TextbookTree, path: Path, depth: int) -> Any:
    """The tree below this node with estimates where the search ends."""
    if game.is_terminal(path):
        return game.utility(path, "MAX")
    if depth == 0:
        return mobility(game, path, "MAX")
    return [_ended(game, (*path, child), depth - 1) for child in game.actions(path)]


def _cases(asked: Iterable[Asked]) -> tuple[Case, ...]:
    return tuple(map(limited_case, asked))


LIMITED_ALPHABETA = Exercise(
    "limited_alphabeta",
    "03",
    _visible,
    _probes,
    limited_alphabeta,
    seconds=10,
    digest=True,
    budget=50_000,
)
