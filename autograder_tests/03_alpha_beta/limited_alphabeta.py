"""The exercise `limited_alphabeta(game, state, depth, evaluate, alpha, beta)`."""

from random import Random
from typing import Any, NamedTuple

from autograder_tests.cases import EVERY_TREE, Case, Group, Position, Use, everywhere
from autograder_tests.positions import SEEN, large_trees, late_state, played, ragged_tree
from autograder_tests.solution import solution
from course_lib.games import (
    ConnectFour,
    Count,
    Nim,
    TextbookTree,
    TicTacToe,
    mobility,
    near_the_middle,
)

from . import shared
from .shared import (
    DEEP,
    DEEPER,
    EQUAL,
    LEVEL,
    NESTED,
    RENAMED,
    TWO_PLIES,
    WHOLE,
    WORST_FIRST,
    leaf_windows,
    mixed_tree,
    twin_games,
)

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000}

MINUTES = "10 to 25"

HINTS = (
    "There are two reasons to stop here. What are they, and which one comes first?",
    (
        "It is alphabeta with one more question at the start, and one ply less for the children."
        " A final state needs no estimate, whatever the depth."
    ),
    (
        "if the game is over: the utility for the first player\n"
        "if no depth is left: the estimate for the first player\n"
        "then the loop of alphabeta; the children get evaluate and the window, and depth - 1"
    ),
)

ESTIMATES = {"mobility": mobility, "near_the_middle": near_the_middle}
"""The evaluations that are handed over, by the names under which the library has them."""

MIDDLE = "near_the_middle"

UNEVEN = (
    [[3, [5, 9], 4], 7, [[2, 8], [6, 1, 3]]],
    [[-2, [4, [7, -5]]], [[[1, 6], -3, [9, 2]], 8]],
    [[[2, [8, 1]], [[4, 3], 5, [7, 6]]], [[9, -1, -2], -9]],
)
"""Trees whose leaves lie at different depths."""

OFFSETS = ((-2, 2), (1, 3), (-3, -1))
"""A window around the value, one above it, and one below."""


class Limited(NamedTuple):
    """A question: a state, how many plies deep, by which evaluation, with which window."""

    game: Any
    state: Any
    depth: int
    evaluate: str = "mobility"
    window: Any = WHOLE

    @property
    def value(self):
        """What a search to this depth finds without a window."""
        estimate = ESTIMATES[self.evaluate]
        return solution("limited_alphabeta")(self.game, self.state, self.depth, estimate)


def limited(places, *depths, evaluate="mobility"):
    """Each of these states at each of these depths."""
    return [Limited(game, state, depth, evaluate) for game, state in places for depth in depths]


def by_both(places, *depths):
    """The same questions by each of the two evaluations."""
    estimates = (MIDDLE, "mobility")
    return [one for each in estimates for one in limited(places, *depths, evaluate=each)]


SAME = {
    "18:3 max(worth, -> max(alpha,": "alpha is the best so far, or a bound",
    "19:4 worth) -> reply)": "an earlier best has raised alpha already",
    "21:3 min(worth, -> min(beta,": "beta is the best so far, or a bound",
    "22:4 worth) -> reply)": "an earlier best has lowered beta already",
}
"""Slips that change no answer, each with the reason."""


def visible():
    three = TicTacToe()
    trees = shared.roots(UNEVEN)
    large = large_trees(Random(SEEN))
    return groups_of(
        final=[
            *limited(played(Count(3, 2), "1 2", "2 1"), 0, 2),
            *limited(played(three, "a3 b2 b3 c1 c3"), 0, evaluate=MIDDLE),
        ],
        at_once=[
            *limited(played(Nim((2, 1)), "", "a1"), 0),
            *limited(played(three, "b2", "a3 b2"), 0, evaluate=MIDDLE),
        ],
        deeper=[
            *limited(trees, 1, 2, 3),
            *limited([(trees[1][0], (1,))], 1, 2),
            *limited(played(Nim((2, 1, 1)), "", "a1"), 1, 2, 3),
            *limited(played(three, "b2 a3 a1", "b2 a3"), 1, 2, evaluate=MIDDLE),
            *limited(played(ConnectFour(), "4435"), 2, 3, evaluate=MIDDLE),
            *limited(shared.roots(large), *DEEP),
            *limited(twin_games(5, 2, (1, 2)), 2, 9),
            *limited(played(Count(12, 1), ""), *DEEP, 12),
            *limited(played(Count(12, 2), ""), 7),
            *by_both(played(three, "b2 a3", "b2 a3 a1 c3"), 1, 2),
            *by_both(played(RENAMED, "b2 a3 a1"), 2),
            *by_both(played(ConnectFour(4, 12, 3), "f a"), 1),
        ],
        windows=in_windows(limited(trees, 1, 2, 3))
        + with_and_without(Random(SEEN))
        + in_windows(limited(shared.roots(large), 8))
        + [Limited(TextbookTree(tree), (), 3, window=window) for tree, window in WORST_FIRST[:2]]
        + [
            Limited(TextbookTree([[50, 60], [70]]), (), 3, window=one)
            for one in ((11, 23), (1, 123))
        ],
        leaves=[(tree, depth) for tree in UNEVEN for depth in (2, 3, 4)]
        + [(tree, 4) for tree in (*TWO_PLIES, *DEEPER, *EQUAL)]
        + [(NESTED, 5)]
        + [(tree, depth) for tree in large for depth in (6, 8)],
    )


def hidden(rng):
    three, four = TicTacToe(), ConnectFour()
    uneven = [ragged_tree(4, rng) for _ in range(16)]
    trees = shared.roots(uneven[:5])
    late_finals = [late_state(three, rng, 9) for _ in range(3)]
    large = large_trees(rng)
    return groups_of(
        final=[
            *limited(played(Count(4, 3), "1 3", "3 1", "2 1 1"), 0, 1),
            *limited(late_finals, 0, 2, evaluate=MIDDLE),
        ],
        at_once=[
            *limited(played(Nim((3, 2)), "", "a1", "b2"), 0),
            *limited(played(four, "43", "435", "4"), 0, evaluate=MIDDLE),
            *limited([late_state(four, rng, moves) for moves in (2, 3, 5)], 0, evaluate=MIDDLE),
        ],
        deeper=(),
        windows=in_windows(limited(trees, 1, 2, 3, 4))
        + with_and_without(rng)
        + in_windows(limited(shared.roots(large), 8)),
        leaves=[(tree, depth) for tree in uneven for depth in (2, 3, 4)]
        + [(mixed_tree(depth, rng), depth) for depth in (2, 3, 4)]
        + [(tree, 3) for tree in LEVEL]
        + [(tree, depth) for tree in large for depth in (6, 8)],
    )


def probes():
    """Trees with leaves above, at and below the depth, and games in which the colours differ."""
    trees = shared.roots(UNEVEN)
    questions = [
        *limited(trees, 1, 2, 3, 4),
        *limited([(trees[1][0], (1,)), (trees[2][0], (0,))], 1, 2, 3),
        *limited(shared.roots((*TWO_PLIES, *DEEPER, *EQUAL)), 4),
        *limited(played(TicTacToe(), "b2 a3", "b2 a3 a1"), 1, 2, evaluate=MIDDLE),
    ]
    return [
        *(
            (one.game, Position(one.game, one.state), one.depth, Use(one.evaluate))
            for one in questions
        ),
        *((TextbookTree(tree), (), 3, Use("mobility"), *window) for tree, window in WORST_FIRST),
    ]


def groups_of(final, at_once, deeper, windows, leaves):
    """Final states, depth 0, some plies, the contract, and leaves that can't matter.

    `leaves` are trees and depths; those in which alpha and beta meet make a group of their own.
    """
    apart = {False: [], True: []}
    line = "limited_alphabeta(game, state, {}, mobility, -inf, inf)"
    small = [everywhere(EVERY_TREE, line.format(depth)) for depth in (1, 2)]
    for tree, depth in leaves:
        apart[they_meet(tree, depth)].append(leaf_case(tree, depth))
    return (
        Group("a final state is worth its utility, at depth 0 too", cases(final), 0.5),
        Group("at depth 0 the evaluation for MAX counts", cases(at_once), 0.5),
        Group("to the given depth, and no deeper", [*small, *cases(deeper)], 1.5),
        Group("with a window: exact inside, a bound outside", cases(windows), 0.5),
        Group("no leaf too many, no leaf too few", apart[False], 2.5),
        Group("the same where alpha and beta are equal", apart[True], 0.5),
    )


def cases(questions):
    """The question about each of these states."""
    return [limited_case(one) for one in questions]


def limited_case(one):
    """The question about this state."""
    size = sum(one.game.count(one.state, one.depth))
    more = () if one.window == WHOLE else one.window
    return Case(
        (one.game, Position(one.game, one.state), one.depth, Use(one.evaluate), *more),
        one.value,
        size=size,
        judge="keeps_contract",
        known={"window": one.window},
        budget=50 * size + 2_000,
    )


def leaf_case(tree, depth):
    """The question about a tree whose leaves are looked at under the grader's eyes."""
    return shared.leaf_case(
        tree,
        depth,
        Use("mobility"),
        ended=ended(TextbookTree(tree), (), depth),
        size=sum(TextbookTree(tree).count((), depth)),
    )


def they_meet(tree, depth):
    """Whether something in this tree is left out only because alpha equals beta."""
    searched = TextbookTree(ended(TextbookTree(tree), (), depth))
    return any(low == high for low, high in leaf_windows(searched).values())


def in_windows(questions):
    """These questions with windows that lie so far below and above the value."""
    return [
        one._replace(window=(one.value + low, one.value + high))
        for one in questions
        for low, high in OFFSETS
    ]


def with_and_without(rng):
    """The same states with windows, which lead to bounds, and then without one."""
    return [
        Limited(game, (), 3, window=window)
        for game, windows in shared.with_bounds(rng)
        for window in windows
    ]


def ended(game, path, depth):
    """The tree below this node with estimates where the search ends."""
    if game.is_terminal(path):
        return game.utility(path, "MAX")
    if depth == 0:
        return mobility(game, path, "MAX")
    return [ended(game, (*path, child), depth - 1) for child in game.actions(path)]
