"""The visible cases of `alphabeta(game, state, alpha, beta)`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from course_lib.checks.answer import Position
from course_lib.checks.cases import Case, Exercise, Group
from course_lib.checks.cases_02_states import TREES, At, minimax_visits, played
from course_lib.checks.cases_02_states import value_for_max as true_value
from course_lib.checks.cases_03_windows import WHOLE, call_of, keeps_contract, leaf_judge
from course_lib.checks.references_03 import alphabeta
from course_lib.checks.secret import Secret
from course_lib.checks.windows import Window, tree_value
from course_lib.games import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe

TWO_PLIES = (
    [[4, 7], [2, 9]],
    [[5, 8], [6, 3, 9], [1, 7]],
    [[3, 12, 8], [2, 4, 6], [14, 5, 1]],
)
"""Trees in which only the loop right above a leaf can end early."""

DEEPER = (
    [[[5, 9], [7, 2]], [[4, 3], [8, 1]]],
    [[[6, 1, 8], [9, 4, 2]], [[3, 5], [7, 0]]],
    [[[[6], [7, 9]], [[8, 12]]], [[[5, 11], [10, 4]], [[2, 13], [1, 14]]]],
    [[[[8, 15], [3, 9]], [[10, 16], [2, 5]]], [[[4, 13], [12, 14]], [[1, 17], [6, 7]]]],
)
"""Trees in which bounds are handed down, in the later ones past a player who has none yet."""

EQUAL = (
    [[4, 7], [4, 9]],
    [[[5, 2], [5, 9]], [[5, 3], [1, 5]]],
    [[[0, 1], [1, 0]], [[0, 0], [1, 1]]],
)
"""Trees in which alpha and beta meet."""

WORST_FIRST = (
    ([[1, 9], [5, 8]], (4, 6)),
    ([[[2, 3], [1, 9]], [[6, 4], [7, 8]]], (5, 7)),
    ([[8, 9], [8, 12]], (0, 8)),
)
"""Trees with windows that leave something out already in the first branch; the last right at it."""

WINDOWS = ((-1, 0), (0, 1), (-0.5, 0.5), (-1, 1))
"""Windows for games that are won, lost or drawn."""


def value_case(game: Any, state: Any) -> Case:
    """The question without a window: the answer is the value."""
    size = minimax_visits(game, state)
    return Case(
        (game, Position(game, state)),
        true_value(game, state),
        call_of("alphabeta", game, state),
        size,
        budget=10 * size + 1_000,
    )


def window_case(game: Any, state: Any, window: Window) -> Case:
    """The question with a window, whose answer may be a bound."""
    size = minimax_visits(game, state)
    return Case(
        (game, Position(game, state), *window),
        true_value(game, state),
        call_of("alphabeta", game, state, *window),
        size,
        partial(keeps_contract, window),
        budget=10 * size + 1_000,
    )


def leaf_case(tree: Any, window: Window = WHOLE, *, hidden: bool = False) -> Case:
    """The question about a tree whose leaves are looked at under the grader's eyes."""
    game = TextbookTree(tree)
    size = minimax_visits(game, ())
    more = () if window == WHOLE else window
    shown = call_of("alphabeta", game, (), *more)
    if hidden:
        shown = f"alphabeta({', '.join(['tree', '()', *map(str, more)])})"
    return Case(
        (Secret(tree), (), *more),
        tree_value(game),
        shown,
        size,
        leaf_judge(game, game, window),
        budget=10 * size + 1_000,
    )


def groups_of(
    values: Iterable[Case],
    windows: Iterable[Case],
    above: Iterable[Case],
    deeper: Iterable[Case],
    equal: Iterable[Case],
) -> tuple[Group, ...]:
    """Values, the contract, and three kinds of leaves that can't matter."""
    return (
        Group("without a window: the value that minimax gives", tuple(values), weight=1.5),
        Group("with a window: exact inside, a bound outside", tuple(windows)),
        Group("no leaf too many, no leaf too few: two plies", tuple(above)),
        Group("the same where the window is handed down", tuple(deeper), weight=1.5),
        Group("the same where alpha and beta are equal", tuple(equal)),
    )


def around(tree: Any) -> list[Case]:
    """Windows around, below and above a value, and with a side right at it; MIN moves in some."""
    game = TextbookTree(tree)
    pairs = [(-2, 2), (1, 3), (-3, -1), (0, 2), (-2, 0)]
    return [
        window_case(game, path, (value + low, value + high))
        for path in ((), (0,))
        for value in (tree_value(game, path),)
        for low, high in pairs
    ]


def _visible() -> tuple[Group, ...]:
    three = TicTacToe()
    below: list[At] = [(TextbookTree(TREES[0]), (1,)), (TextbookTree(DEEPER[0]), (0, 1))]
    games = [
        *played(Count(3, 2), "1 2", "2 1", "1", ""),
        *played(Count(5, 2), "", "1"),
        *played(Nim((1, 2)), ""),
        *played(ScissorsPaperStone(), ""),
        *played(three, "b2 a3 a1 c3", "b2 a2 a3 c1 b1"),
    ]
    trees: list[At] = [(TextbookTree(tree), ()) for tree in (*TREES, *TWO_PLIES, *DEEPER)]
    return groups_of(
        values=[value_case(*at) for at in (*trees, *below, *games)],
        windows=[case for tree in (*TREES, DEEPER[3]) for case in around(tree)]
        + [
            window_case(game, state, window)
            for game, state in played(three, "b2 a3 a1 c3", "b2 a2 a3 c1 b1", "a3 a2 b3 b2 c2")
            for window in WINDOWS
        ]
        + [leaf_case(*each) for each in WORST_FIRST[:2]],
        above=map(leaf_case, TWO_PLIES),
        deeper=map(leaf_case, DEEPER),
        equal=map(leaf_case, EQUAL),
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    """Trees and games on which every known mistake shows, in values or in what is visited.

    The windows hold the value, or meet it: further away right answers differ from each other.
    """
    whole: list[At] = [
        *((TextbookTree(tree), ()) for tree in (*TREES, *TWO_PLIES, *DEEPER, *EQUAL)),
        (TextbookTree(TREES[0]), (1,)),
        *played(Count(4, 2), "", "1", "1 2"),
        *played(Nim((1, 2)), ""),
        *played(TicTacToe(), "b2 a2 a3 c1 b1", "b2 a3 a1 c3"),
    ]
    return (
        *((game, Position(game, state)) for game, state in whole),
        *((TextbookTree(tree), (), *window) for tree, window in WORST_FIRST),
    )


ALPHABETA = Exercise(
    "alphabeta",
    "03",
    _visible,
    _probes,
    alphabeta,
    seconds=10,
    digest=True,
    budget=50_000,
)
