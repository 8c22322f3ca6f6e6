"""The exercise `best_actions(game, state, depth, evaluate)`: all that are best, and no others."""

from autograder_tests.cases import Case, Group, Position, Use
from autograder_tests.positions import late_state, played
from autograder_tests.solution import solution
from course_lib.games import ConnectFour, Count, Nim, TextbookTree, TicTacToe, random_tree

from .limited_alphabeta import ESTIMATES, MIDDLE, limited
from .shared import mixed_tree, roots

OPTIONS = {"seconds": 10, "budget": 50_000}

HINTS = (
    (
        "You already have a 5, you tell the search so (alpha is 5), and it answers 5."
        " Is that the value, or only a promise that it is no more than 5?"
    ),
    (
        "A tie takes the true value of every action, so search each of them with a window that"
        " rules nothing out. The action itself is the first of the plies."
    ),
    (
        "for each action: find the value of the state it leads to, with the widest window\n"
        "which of these values does the player to move want, the largest or the smallest?\n"
        "for each action, in order: if it has that value, it is in the list"
    ),
)

TIES = (
    [[3, 5], [4, 3], [3, 7]],
    [[5, 6], [5, 2], [9, 5]],
    [[2, 8], [4, 6], [1, 9], [4, 4]],
    [[[1, 4], [6, 2]], [[4, 0], [3, 4]], [[5, 1], [4, 2]]],
    [[[3, 3], [1, 3]], [[5, 3], [0, 2]], [[3, 4], [3, 8]]],
)
"""Trees with several best actions, and with others that are cut off at the same number."""

CLEAR = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[5, 3], [7, 6]],
    [[1, 2], [0, 5], [4, 3]],
    [[0.3711, 0.5], [0.3714, 0.6]],
)
"""Trees with one best action; in the last one it is better by little."""


def visible():
    three = TicTacToe()
    return groups_of(
        for_max=[
            *limited(roots(CLEAR), 2),
            *limited(roots(TIES), 2, 3),
            *limited(roots(TIES[3:]), 1),
            *limited(played(Count(6, 3), "", "1 1"), 6),
            *limited(played(three, "a3 b3 a2 b2"), 1, 2, evaluate=MIDDLE),
            *limited(played(three, "b2 a2"), 3, evaluate=MIDDLE),
            *limited(played(ConnectFour(4, 4, 3), "33"), 1, 2, evaluate=MIDDLE),
            *limited(played(Nim((2, 1, 1)), ""), 1, 2, 3),
        ],
        for_min=[
            *limited(below(TIES), 2, 3),
            *limited(below(CLEAR), 2),
            *limited(played(three, "b2"), 2, evaluate=MIDDLE),
            *limited(played(ConnectFour(), "443"), 2, evaluate=MIDDLE),
        ],
    )


def hidden(rng):
    three, four = TicTacToe(), ConnectFour()
    tied = [random_tree(depth, (2, 4), rng, low=0, high=4).tree for depth in (2, 2, 2, 3, 3, 3)]
    clear = [mixed_tree(depth, rng) for depth in (2, 2, 3, 3)] + [[[-0.2503, 1], [-0.2508, 2]]]
    return groups_of(
        for_max=[
            *limited(roots(clear), 3),
            *limited(roots(tied), 1, 2, 3),
            *limited(played(Count(7, 3), "", "1 1"), 7),
            *limited(played(ConnectFour(4, 4, 3), "4413"), 1, 2, evaluate=MIDDLE),
            *limited(played(three, "", "a3 b2"), 1, 2, evaluate=MIDDLE),
            *limited([late_state(four, rng, 4) for _ in range(2)], 1, 2, evaluate=MIDDLE),
            *limited(played(Nim((2, 2)), "", "a1 b1"), 1, 2, 4),
        ],
        for_min=[
            *limited(below(tied), 2, 3),
            *limited(below(clear), 3),
            *limited(played(three, "a3", "b2 a3 c1"), 2, evaluate=MIDDLE),
            *limited(played(four, "4", "434"), 2, evaluate=MIDDLE),
        ],
    )


def probes():
    """Trees with ties at all levels, and games in which the two players' estimates differ."""
    questions = [
        *limited(roots((*TIES, *CLEAR)), 1, 2, 3),
        *limited(below((*TIES, *CLEAR)), 1, 2, 3),
        *limited(played(TicTacToe(), "b2 a2", "b2"), 1, 2, evaluate=MIDDLE),
    ]
    return [
        (one.game, Position(one.game, one.state), one.depth, Use(one.evaluate)) for one in questions
    ]


def groups_of(for_max, for_min):
    """One best action, several of them, and states in which MIN is to move."""
    cases = [case_of(one) for one in for_max]
    return (
        Group("one action is best", [case for case in cases if len(case.expected) == 1]),
        Group(
            "several actions are best, and no others are listed",
            [case for case in cases if len(case.expected) > 1],
            weight=2,
        ),
        Group("MIN is to move", [case_of(one) for one in for_min]),
    )


def case_of(one):
    """The question about this state."""
    game, state, depth = one.game, one.state, one.depth
    size = sum(game.count(state, depth))
    best = solution("best_actions")(game, state, depth, ESTIMATES[one.evaluate])
    return Case(
        (game, Position(game, state), depth, Use(one.evaluate)),
        best,
        size=size,
        judge="right_members",
        known={
            "extra": f"action {{}} is not as good as {best[0]!r}",
            "lost": "action {} is just as good, and missing",
            "order": "the order is that of game.actions, each action once",
        },
        budget=50 * size + 2_000,
    )


def below(trees):
    """The same trees with one more level on top, so that MIN moves where MAX did."""
    return [(TextbookTree([tree, 0]), (0,)) for tree in trees]
