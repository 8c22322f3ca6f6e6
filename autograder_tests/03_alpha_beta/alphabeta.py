"""The exercise `alphabeta(game, state, alpha, beta)`: values, bounds, and the leaves looked at."""

from random import Random

from autograder_tests.cases import EVERY_TREE, SMALL_TREES, Case, Group, Position, everywhere
from autograder_tests.positions import (
    LARGE,
    SEEN,
    large_trees,
    minimax_visits,
    played,
    value_for_max,
)
from course_lib.games import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe, random_tree

from . import shared
from .shared import (
    DEEPER,
    EQUAL,
    LEVEL,
    NESTED,
    RENAMED,
    TREES,
    TWO_PLIES,
    WHOLE,
    WORST_FIRST,
    mixed_tree,
    roots,
    tree_value,
    twin_games,
    with_bounds,
)

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000}

MINUTES = "15 to 30"

HINTS = (
    (
        "Suppose MAX is to move and has found a 6 here, but further up MIN is already sure of 5."
        " Will the game ever come here? What does that mean for the actions not yet tried?"
    ),
    (
        "Every call hands its own alpha and beta on to the calls for its children. Where MAX"
        " moves, a better value raises alpha; where MIN moves, it lowers beta. Once they meet,"
        " you can leave the loop, but only after you have kept the value."
    ),
    (
        "if the game is over: the utility for the first player\n"
        "where MAX moves, start with something smaller than every value\n"
        "for each action:\n"
        "    find the value of the state it leads to, with alpha and beta as they are now\n"
        "    if it is the largest so far, keep it and let it raise alpha\n"
        "    if alpha has reached beta, leave the loop\n"
        "where MIN moves, the same upside down: the smallest, and beta"
    ),
)

WINDOWS = ((-1, 0), (0, 1), (-0.5, 0.5), (-1, 1))
"""Windows for games that are won, lost or drawn."""

SAME = {
    "14:3 max(worth, -> max(alpha,": "alpha is the best so far, or a bound",
    "15:4 worth) -> reply)": "an earlier best has raised alpha already",
    "17:3 min(worth, -> min(beta,": "beta is the best so far, or a bound",
    "18:4 worth) -> reply)": "an earlier best has lowered beta already",
}
"""Slips that change no answer, each with the reason."""


def visible():
    three = TicTacToe()
    games = [
        *played(Count(3, 2), "1 2", "2 1", "1", ""),
        *played(Count(5, 2), "", "1"),
        *played(Nim((1, 2)), ""),
        *played(ScissorsPaperStone(), ""),
        *played(three, "b2 a3 a1 c3", "b2 a2 a3 c1 b1"),
    ]
    games += [*twin_games(5, 2, (1, 2)), *played(RENAMED, "b2 a3 a1 c3"), *played(Count(30, 1), "")]
    large = large_trees(Random(SEEN))
    below = [(TextbookTree(TREES[0]), (1,)), (TextbookTree(DEEPER[0]), (0, 1))]
    late = played(three, "b2 a3 a1 c3", "b2 a2 a3 c1 b1", "a3 a2 b3 b2 c2")
    return groups_of(
        values=[*roots((*TREES, *TWO_PLIES, *DEEPER, LARGE[0], *large)), *below, *games],
        windows=[case for tree in (*TREES, DEEPER[3], *large[4:]) for case in around(tree)]
        + with_and_without(Random(SEEN))
        + [window_case(*at, window) for at in late for window in WINDOWS]
        + [window_case(TextbookTree([[50, 60], [70]]), (), one) for one in ((11, 23), (1, 123))]
        + [leaf_case(tree, window) for tree, window in WORST_FIRST[:2]],
        above=map(leaf_case, TWO_PLIES),
        deeper=map(leaf_case, (*DEEPER, NESTED, *large)),
        equal=map(leaf_case, EQUAL),
    )


def hidden(rng):
    shallow = [mixed_tree(2, rng) for _ in range(6)]
    deep = [mixed_tree(depth, rng) for depth in (3, 3, 4, 4, 5, 5)]
    few = [random_tree(depth, (2, 3), rng, low=0, high=3).tree for depth in (2, 3, 3, 4, 4)]
    large = large_trees(rng)
    return groups_of(
        values=(),
        windows=(),
        above=[leaf_case(tree) for tree in shallow],
        deeper=[leaf_case(tree) for tree in (*deep, *large)],
        equal=[leaf_case(tree) for tree in (*few, *LEVEL)],
    )


def probes():
    """Trees and games on which every known mistake shows, in values or in what is visited.

    The windows hold the value, or meet it: further away right answers differ from each other.
    """
    whole = [
        *roots((*TREES, *TWO_PLIES, *DEEPER, *EQUAL)),
        (TextbookTree(TREES[0]), (1,)),
        *played(Count(4, 2), "", "1", "1 2"),
        *played(Nim((1, 2)), ""),
        *played(TicTacToe(), "b2 a2 a3 c1 b1", "b2 a3 a1 c3"),
    ]
    return [
        *((game, Position(game, state)) for game, state in whole),
        *((TextbookTree(tree), (), *window) for tree, window in WORST_FIRST),
    ]


def groups_of(values, windows, above, deeper, equal):
    """Values, the contract, and three kinds of leaves that can't matter."""
    small = [
        everywhere(
            SMALL_TREES,
            f"alphabeta(game, state, {low}, {high})",
            by="keeps_contract",
            right=shared.tree_value,
            window=(low, high),
        )
        for low, high in ((0, 1), (-1, 2))
    ]
    return (
        Group(
            "without a window: the same value as minimax",
            [
                everywhere(EVERY_TREE, "alphabeta(game, state, -inf, inf)"),
                *(value_case(*at) for at in values),
            ],
            weight=1.5,
        ),
        Group(
            "with a window: exact inside, a bound outside",
            [*small, *windows],
        ),
        Group("no leaf too many, no leaf too few: two plies", above),
        Group("the same where the window is handed down", deeper, weight=1.5),
        Group("the same where alpha and beta are equal", equal),
    )


def value_case(game, state):
    """The question without a window: the answer is the value."""
    size = minimax_visits(game, state)
    return Case((game, Position(game, state)), size=size, budget=3 * size + 50)


def window_case(game, state, window):
    """The question with a window, whose answer may be a bound."""
    size = minimax_visits(game, state)
    return Case(
        (game, Position(game, state), *window),
        value_for_max(game, state),
        size=size,
        judge="keeps_contract",
        known={"window": window},
        budget=10 * size + 1_000,
    )


def leaf_case(tree, window=WHOLE):
    """The question about a tree whose leaves are looked at under the grader's eyes."""
    budget = 10 * minimax_visits(TextbookTree(tree), ()) + 1_000
    return shared.leaf_case(tree, window=window, budget=budget)


def around(tree):
    """Windows around, below and above a value, and with a side right at it; MIN moves in some."""
    game = TextbookTree(tree)
    pairs = [(-2, 2), (1, 3), (-3, -1), (0, 2), (-2, 0)]
    return [
        window_case(game, path, (value + low, value + high))
        for path in ((), (0,))
        for value in (tree_value(game, path),)
        for low, high in pairs
    ]


def with_and_without(rng):
    """The same states with windows, which lead to bounds, and then without one."""
    return [
        window_case(game, (), window) if window != WHOLE else value_case(game, ())
        for game, windows in with_bounds(rng)
        for window in windows
    ]
