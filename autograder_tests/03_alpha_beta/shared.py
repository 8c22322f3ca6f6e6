"""What the exercises of lesson 03 share: trees, and the windows with which leaves are reached."""

import math

from autograder_tests.cases import Case, Secret
from autograder_tests.positions import minimax_visits, played
from autograder_tests.solution import solution
from course_lib.games import Count, Nim, TextbookTree, TicTacToe, random_tree

WHOLE = (-math.inf, math.inf)

TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [-2, 7]],
    [[[-4, -6], [-3, -8]], [[-1, -7], [-9, -2]]],
)

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

LEVEL = ([[2, 5], [3, 2, 6], [2, 9]], [[[3, 1], [3, 8]], [[3, 2], [0, 4]]])
"""The same, which only the grader knows."""

WORST_FIRST = (
    ([[1, 9], [5, 8]], (4, 6)),
    ([[[2, 3], [1, 9]], [[6, 4], [7, 8]]], (5, 7)),
    ([[8, 9], [8, 12]], (0, 8)),
)
"""Trees with windows that leave something out already in the first branch; the last right at it."""

NESTED = [[5, [[[9], [6, 8]], [[7, 4], [3, 2]]]]]
"""A tree in which a reply that is bad for MIN must not push up the beta from further above."""

RENAMED = TicTacToe(players=("A", "B"))
"""A game whose players are called otherwise."""

DEEP = (3, 6, 8, 9)
"""Depths for trees with 8 levels, and for longer games."""


def twin_games(goal, most, heaps):
    """States that are equal, and the games are not: in these the other player wins."""
    return [
        *((Count(more, most), Count(more, most).initial) for more in (goal, goal + 1, goal + 2)),
        *((game, game.initial) for game in (Nim(heaps), Nim(heaps, misere=True))),
        *played(Count(goal, most + 1), ""),
    ]


def leaf_windows(game, alpha=-math.inf, beta=math.inf):
    """For the path of each leaf, from left to right: alpha and beta when its turn comes.

    It is found without a search, from the values of what stands further left: whatever MAX has
    been offered on the way raises alpha, whatever MIN has been offered lowers beta. A leaf is
    looked at exactly if alpha < beta when its turn comes.

    >>> leaf_windows(TextbookTree([[3, 12], [2, 4]]))[1, 1]
    (3, 2)
    """
    windows = {}

    def go_down(node, path, alpha, beta):
        """What this node is worth to MAX; the windows of the leaves below it are written down."""
        if not isinstance(node, tuple):
            windows[path] = (alpha, beta)
            return node
        values = []
        for child, below in enumerate(node):
            values.append(go_down(below, (*path, child), alpha, beta))
            if len(path) % 2:
                beta = min(beta, values[-1])
            else:
                alpha = max(alpha, values[-1])
        return min(values) if len(path) % 2 else max(values)

    go_down(game.tree, (), alpha, beta)
    return windows


def tree_value(game, state=()):
    """What the node at the end of this path is worth to MAX."""

    def worth(node, best, other):
        if not isinstance(node, tuple):
            return node
        return best(worth(child, other, best) for child in node)

    return worth(game.subtree(state), *((min, max) if len(state) % 2 else (max, min)))


def leaves_with_windows(game, window=WHOLE, searched=None):
    """Each leaf that a search of this tree comes to: path, number, alpha and beta.

    A tree that is `searched` in its place ends where a depth limit does, above the leaves.
    """
    windows = leaf_windows(searched or game, *window)
    return [
        (path, game.utility(path, "MAX"), low, high)
        for path, (low, high) in windows.items()
        if game.is_terminal(path)
    ]


def leaf_case(tree, *more, window=WHOLE, ended=None, **options):
    """The question about a tree whose leaves are looked at under the grader's eyes."""
    game = TextbookTree(tree)
    asked = (*more, *(() if window == WHOLE else window))
    searched = game if ended is None else TextbookTree(ended)
    options = {"size": minimax_visits(game, ()), "budget": 10_000} | options
    return Case(
        (Secret(tree), (), *asked),
        tree_value(searched),
        judge="looks_at_leaves",
        known={"window": window, "leaves": leaves_with_windows(game, window, searched)},
        **options,
    )


def mixed_tree(depth, rng, most=399):
    """A tree of this depth, two or three children at each node, whose leaves are all different."""
    shape = random_tree(depth, (2, 3), rng).tree
    numbers = iter(rng.sample(range(1, most + 1), 3**depth))

    def filled(node):
        """The same nodes with other leaves."""
        return [filled(child) for child in node] if isinstance(node, tuple) else next(numbers)

    return filled(shape)


def with_bounds(rng):
    """Trees with windows, those below the value first and those above it first, and then none.

    With each of these windows the solution gives a bound that is not the value, so what was found
    for one window and is kept for another is wrong.
    """
    found = []
    while len(found) < 4:
        # Few numbers: right beside the value, where the bounds are, there are leaves, too.
        game = TextbookTree(mixed_tree(3, rng, most=27))
        value = tree_value(game)
        windows = [(value - 3, value - 1), (value + 1, value + 3)]
        if all(solution("alphabeta")(game, (), *window) != value for window in windows):
            found.append((game, [*windows[:: 1 if len(found) % 2 else -1], WHOLE]))
    return found


def roots(trees):
    """The roots of these trees."""
    return [(TextbookTree(tree), ()) for tree in trees]
