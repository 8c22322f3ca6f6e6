"""The exercise `depth_limited(game, state, depth, evaluate)`: so many plies, and then a guess."""

from random import Random

from autograder_tests.cases import EVERY_TREE, Case, Group, Position, Secret, Use, everywhere
from autograder_tests.positions import LARGE, SEEN, large_trees, late_state, played
from course_lib import ConnectFour, Count, KInARow, Nim, TextbookTree, TicTacToe

from .shared import RENAMED, twin_games

OPTIONS = {"seconds": 10, "digest": True, "budget": 50_000}

MINUTES = "12 to 18"

HINTS = (
    "There are now two reasons to stop. What are they, and what is the state worth in each case?",
    (
        "A final state is worth its utility, whatever the depth. If the depth is used up and the"
        " game goes on, ask evaluate. Everything else is as before, with one ply less to go."
    ),
    (
        "if the game is over: the utility\n"
        "if no depth is left: the evaluation, for MAX\n"
        "for each action: find the value of the state it leads to, with depth - 1\n"
        "take the largest or the smallest, as before"
    ),
)

UNEVEN = (
    [[3, [5, 9], 4], 7, [[2, 8], [6, 1, 3]]],
    [[-2, [4, [7, -5]]], [[[1, 6], -3, [9, 2]], 0]],
    [[[2, [8, 1]], [[4, 3], 5, [7, 6]]], [[-4, -1, -2], -9]],
    [[[-12_000, -50_000], -34_000], [[47_000, 18_000], 26_000]],
)
"""Trees whose leaves lie at different depths."""

MIDDLE = "near_the_middle"
DEEP = (3, 6, 8, 9)
"""Depths for trees with 8 levels, and for longer games."""


def visible():
    three = TicTacToe()
    trees = [(TextbookTree(tree), ()) for tree in UNEVEN]
    large = [(TextbookTree(tree), ()) for tree in large_trees(Random(SEEN))]
    return groups_of(
        final=[
            *cases(played(Count(3, 2), "1 2", "2 1"), 0, 2),
            *cases(played(three, "a3 b2 b3 c1 c3"), 0, evaluate=MIDDLE),
        ],
        at_once=[
            *cases(played(Nim((2, 1)), "", "a1"), 0),
            *cases(played(three, "b2", "a3 b2"), 0, evaluate=MIDDLE),
            *cases(trees, 0),
        ],
        trees=[
            *(secret_case(tree, depth) for tree in (*UNEVEN, LARGE[1]) for depth in (1, 2, 3)),
            *cases([(trees[1][0], (1,))], 1, 2),
            *cases(large, *DEEP),
        ],
        games=[
            *cases(played(Nim((2, 1, 1)), "", "a1"), 1, 2, 3),
            *cases(played(Count(7, 3), ""), 4),
            *cases(played(three, "b2 a3 a1", "b2 a3"), 1, 2, evaluate=MIDDLE),
            *cases(played(ConnectFour(), "4435"), 2, 3, evaluate=MIDDLE),
            *by_both(played(three, "b2 a3", "b2 a3 a1 c3"), 1, 2),
            *by_both(played(RENAMED, "b2 a3 a1"), 2),
            *by_both(played(ConnectFour(4, 12, 3), "f a"), 1),
            *cases(twin_games(5, 2, (1, 2)), 2, 9),
            *cases(played(Count(12, 1), ""), *DEEP, 12),
            *cases(played(Count(12, 2), ""), 7),
        ],
    )


def hidden(rng):
    three, four = TicTacToe(), ConnectFour()
    openings = ["44", "3435", "2436"]
    return groups_of(
        final=[
            *cases(played(Count(6, 3), "3 3", "1 2 3"), 0, 3),
            *cases([late_state(three, rng, 9) for _ in range(5)], 0, 1, evaluate=MIDDLE),
        ],
        at_once=[
            *cases(played(Nim((2, 3)), "", "a1"), 0),
            *cases([late_state(three, rng, moves) for moves in (1, 2, 4)], 0, evaluate=MIDDLE),
            *cases(played(four, *openings), 0, evaluate=MIDDLE),
        ],
        trees=(),
        games=[
            *cases(played(Nim((2, 2, 1)), "", "b1"), 1, 2, 3),
            *cases([late_state(three, rng, moves) for moves in (3, 4, 5)], 2, 3, evaluate=MIDDLE),
            *cases(played(four, *openings), 1, 2, evaluate=MIDDLE),
            *cases(played(Nim((2, 2, 1)), "a1"), 20),
            *cases(played(Count(8, 3), ""), 4),
            *by_both([late_state(three, rng, moves) for moves in (2, 4)], 1, 2),
            *by_both([late_state(RENAMED, rng, 4)], 2),
            *by_both([late_state(ConnectFour(4, rng.randint(10, 13), 3), rng, 4)], 1),
            *cases(twin_games(rng.randint(5, 7), 2, (rng.randint(1, 2), 2)), 2, 9),
            *cases(played(Count(rng.randint(11, 14), 1), ""), *DEEP),
            *cases(played(Count(rng.randint(11, 13), 2), ""), 7),
        ],
    )


def probes():
    """Trees with leaves above, at and below the depth, and games in which the colours differ."""
    trees = [(TextbookTree(tree), ()) for tree in UNEVEN]
    found = [
        *cases(trees, 1, 2, 3, 4),
        *cases([(trees[1][0], (1,)), (trees[2][0], (0,))], 1, 2, 3),
        *cases(played(KInARow(3, 3, 3), "b2 a3"), 1, 2, evaluate=MIDDLE),
    ]
    return [case.arguments for case in found]


def groups_of(final, at_once, trees, games):
    """Final states, depth 0, trees with leaves at all depths, and games."""
    lines = (f"depth_limited(game, state, {depth}, mobility)" for depth in (1, 2))
    small = [everywhere(EVERY_TREE, line) for line in lines]
    return (
        Group("a final state is worth its utility, at depth 0 too", final),
        Group("at depth 0 the evaluation for MAX counts", at_once),
        Group("trees, to the given depth and no deeper", [*small, *trees], weight=2),
        Group("games, to the given depth", games, weight=2),
    )


def cases(places, *depths, evaluate="mobility"):
    """The questions about each of these states at each of these depths."""
    found = []
    for game, state in places:
        for depth in depths:
            size = sum(game.count(state, depth))
            arguments = (game, Position(game, state), depth, Use(evaluate))
            found.append(Case(arguments, size=size, budget=50 * size + 2_000))
    return found


def by_both(places, *depths):
    """The same questions by each of the two evaluations."""
    return [case for each in (MIDDLE, "mobility") for case in cases(places, *depths, evaluate=each)]


def secret_case(tree, depth):
    """The question about a tree whose leaves only the grader knows."""
    return Case(
        (Secret(tree), (), depth, Use("mobility")),
        size=sum(TextbookTree(tree).count((), depth)),
        judge="no_deeper",
        known={"depth": depth},
        budget=10_000,
    )
