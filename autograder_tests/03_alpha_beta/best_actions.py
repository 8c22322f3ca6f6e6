"""The exercise `best_actions(game, state, depth, evaluate)`: all that are best, and no others."""

from random import Random

from autograder_tests.cases import EVERY_CHOICE, Case, Group, Position, Use, everywhere
from autograder_tests.positions import SEEN, large_trees, late_state, played
from autograder_tests.solution import solution
from course_lib.games import (
    ConnectFour,
    Count,
    Nim,
    TextbookTree,
    TicTacToe,
    mobility,
    random_tree,
)
from course_lib.words import _

from .limited_alphabeta import ESTIMATES, MIDDLE, by_both, limited
from .shared import RENAMED, mixed_tree, roots, twin_games

OPTIONS = {"seconds": 10, "budget": 50_000}

MINUTES = "10"

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
    [[4, 3], [0, 5], [1, 2]],
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
            *many_more(Random(SEEN)),
        ],
        for_min=[
            *limited(below(TIES), 2, 3),
            *limited(below(CLEAR), 2),
            *limited(played(three, "b2"), 2, evaluate=MIDDLE),
            *limited(played(ConnectFour(), "443"), 2, evaluate=MIDDLE),
            *limited(below(large_trees(Random(SEEN))[4:5]), 2, 3),
            *limited(played(RENAMED, "b2"), 2, evaluate=MIDDLE),
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
            *many_more(rng),
        ],
        for_min=[
            *limited(below(tied), 2, 3),
            *limited(below(clear), 3),
            *limited(played(three, "a3", "b2 a3 c1"), 2, evaluate=MIDDLE),
            *limited(played(four, "4", "434"), 2, evaluate=MIDDLE),
            *limited(below(large_trees(rng)[4:5]), 2, 3),
            *limited(played(RENAMED, "a3", "b2 a3 c1"), 2, evaluate=MIDDLE),
        ],
    )


def many_more(rng):
    """Large and wide trees, depths beyond five, equal states of other games, both evaluations."""
    low, high = rng.randint(-50, 0), rng.randint(1, 50)
    at = rng.sample(range(9), 2)
    wide = [high if place in {*at, 9, 11} else low for place in range(12)]
    return [
        *limited(roots([wide, [[number, 60] for number in wide]]), 1, 2),
        *limited(roots(large_trees(rng)), 2),
        *limited(roots(large_trees(rng)[6:]), 8),
        *limited(twin_games(rng.randint(5, 7), 3, (1, rng.randint(2, 3))), 1, 9),
        *limited(rng.sample(long_games(), 1), 1, 5, 8),
        *by_both(played(TicTacToe(), "b2 a3", "a3 b2 c1 a1"), 1, 2),
        *limited(played(RENAMED, "b2 a2"), 1, 2, evaluate=MIDDLE),
        *by_both(played(ConnectFour(4, rng.randint(10, 12), 3), "f a"), 1),
    ]


def long_games():
    """Games in which looking eight plies ahead finds other actions than looking five ahead."""
    best = solution("best_actions")
    games = [Count(goal, most) for goal in range(7, 11) for most in (2, 3)]
    return [
        (game, game.initial)
        for game in games
        if best(game, game.initial, 8, mobility) != best(game, game.initial, 5, mobility)
    ]


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
    small = everywhere(EVERY_CHOICE, "best_actions(game, state, 2, mobility)")
    return (
        Group("one action is best", [case for case in cases if len(case.expected) == 1]),
        Group(
            "several actions are best, and no others are listed",
            [small, *(case for case in cases if len(case.expected) > 1)],
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
            "extra": _("action {member} is not as good as {best}"),
            "best": repr(best[0]),
            "lost": _("action {member} is just as good, and missing"),
            "order": _("the order is that of game.actions, each action once"),
        },
        budget=50 * size + 2_000,
    )


def below(trees):
    """The same trees with one more level on top, so that MIN moves where MAX did."""
    return [(TextbookTree([tree, 0]), (0,)) for tree in trees]
