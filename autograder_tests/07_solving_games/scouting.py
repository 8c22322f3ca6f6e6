"""The exercise `scouting(game, state, alpha, beta, table)`: alpha-beta with null windows."""

from math import inf

from autograder_tests.cases import Group, Position, Secret
from autograder_tests.exercises import solved
from autograder_tests.positions import played, value_for_max
from course_lib.games import Nim, TextbookTree, TicTacToe

from . import shared
from .bounded_alphabeta import BUDGET, CUT_OFF, FINAL, WHOLE, table_groups, used_case

OPTIONS = {"seconds": 10, "budget": BUDGET, "pieces": "whole", "changes": (4,)}

MINUTES = "10 to 25"

HINTS = (
    "Before the first move has a value, what could a scout compare with? Which move gets none?",
    (
        "Inside the loop there are two calls now. The first is the scout's, for all moves but the"
        " first: for the first player with the window (low, low + 1), for the second with"
        " (high - 1, high). The second has the window (low, high): for the first move, and where"
        " low < the scout's number < high."
    ),
    (
        "as in bounded_alphabeta, up to the loop\n"
        "for each action, and whether it is the first:\n"
        "    if it is not: its number, by a call with the null window\n"
        "    if it is, or if that number lies strictly between low and high:\n"
        "        its number, by a call with the window (low, high)\n"
        "    the best number, and low or high, move as before; stop when they meet\n"
        "then the table and the answer, as before"
    ),
)

FIRST = "a scout before the first move costs a call, and the search after it finds its bounds"
AGAIN = "a needless second search is answered by the table that the scout has filled"
WIDER = "the window is wider by numbers that are known to be too small or too large"
WEAKER = "a true bound, and a weaker one"
MOVED = "an earlier best has moved it already"
BOUND = "a bound of the window is as good as any outside of it"
SAME = {
    "19:2 worth is not None: -> True:": FIRST,
    "22:2 worth is None or floor < reply < ceiling: -> True:": AGAIN,
    "14:2 upper -> alpha": BOUND,
    "19:2 worth -> action": FIRST,
    "19:2 worth -> after": FIRST,
    "19:2 worth -> ceiling": FIRST,
    "19:2 worth -> floor": FIRST,
    "19:2 worth -> is_max": FIRST,
    "19:2 worth -> lower": FIRST,
    "19:2 worth -> max_player": FIRST,
    "19:2 worth -> upper": FIRST,
    "19:2 worth -> game": FIRST,
    "19:2 worth -> state": FIRST,
    "19:2 worth -> alpha": FIRST,
    "19:2 worth -> beta": FIRST,
    "19:2 worth -> table": FIRST,
    "22:7 < -> <=": AGAIN,
    "22:9 < -> <=": AGAIN,
    "32:3 (worth -> (floor": WEAKER,
    "32:3 (worth -> (alpha": WEAKER,
    "32:10 worth -> ceiling": WEAKER,
    "32:10 worth -> beta": WEAKER,
    "22:6 floor -> lower": AGAIN,
    "22:6 floor -> alpha": AGAIN,
    "22:10 ceiling: -> upper:": AGAIN,
    "22:10 ceiling: -> beta:": AGAIN,
    "23:5 floor, -> alpha,": AGAIN,
    "23:6 ceiling, -> beta,": AGAIN,
    "26:3 max(floor, -> max(lower,": MOVED,
    "26:3 max(floor, -> max(reply,": MOVED,
    "26:3 max(floor, -> max(worth,": MOVED,
    "26:3 max(floor, -> max(alpha,": MOVED,
    "26:4 worth) -> reply)": MOVED,
    "29:3 min(ceiling, -> min(reply,": MOVED,
    "29:3 min(ceiling, -> min(upper,": MOVED,
    "29:3 min(ceiling, -> min(worth,": MOVED,
    "29:3 min(ceiling, -> min(beta,": MOVED,
    "29:4 worth) -> reply)": MOVED,
    "32:5 worth -> reply": WEAKER,
    "32:12 worth -> reply": WEAKER,
    "20:3 (floor, -> (reply,": WIDER,
    "20:3 (floor, -> (worth,": WIDER,
    "20:13 ceiling) -> reply)": WIDER,
    "20:13 ceiling) -> worth)": WIDER,
    "25:9 max(worth, -> max(floor,": BOUND,
    "28:9 min(worth, -> min(ceiling,": BOUND,
}
"""Slips that change no answer, each with the reason."""

TREE = TextbookTree([[4, 6], [[5, 9], [3, 2]]])
FILLED = (
    (TREE, (), (-9, 9), {(): (7, 7)}),
    (TREE, (), (-9, 5), {(): (6, inf)}),
    (TREE, (), (2, 9), {(): (-inf, 1)}),
    (TREE, (), (5, 9), {(): (-inf, 5)}),
    (TREE, (), (0, 3), {(): (3, inf)}),
    (TREE, (), (-inf, inf), {(0,): (1, 1), (1,): (8, 8)}),
    (TREE, (1,), (-inf, inf), {(1, 0): (5, 5), (1, 1): (-3, -3)}),
    (TREE, (), (-9, 9), {(): (3, inf)}),
)
TREES = (
    [[4, 6], [[5, 9], [3, 2]]],
    [[[-4, -6], [[-5, -9], [-3, -2]]], -50],
    [[[5, 1], [8, 6]], [[6, 9], [7, 3]], [[2, 4], [5, 5]]],
    [[3, 12, 8], [[4, 7], [2, 9]], [14, 5, 2]],
    [[[7, 2], [9]], [[8, 15, 12], [4, 6]], [[1], [3]]],
)
"""In each of them alpha-beta with a table looks at more leaves."""


def visible():
    return groups_of(
        final=FINAL,
        whole=WHOLE,
        narrow=(
            *((TREE, (), window) for window in ((0, 5), (5, 9), (4, 5), (3, 4))),
            *((Nim((2, 2)), "a1", window) for window in ((-1, 0), (-2, 2))),
            (TicTacToe(), "a1 b2 c3 c1 a3", (0, 1)),
            *CUT_OFF,
        ),
        filled=FILLED,
        trees=TREES,
    )


def hidden(rng):
    trees = [TextbookTree(_tree(rng, 3)) for _ in range(4)]
    worth = [value_for_max(tree, ()) for tree in trees]
    pairs = [*zip(trees, worth, strict=True)]
    return groups_of(
        final=[*played(TicTacToe(), "a1 a2 b1 b2 c1"), (trees[0], (0, 0, 0))],
        whole=(),
        narrow=[
            *((tree, (), (value - 2, value + 2)) for tree, value in pairs),
            *((tree, (), (value, value + 3)) for tree, value in pairs),
            *((tree, (), (value - 3, value)) for tree, value in pairs),
        ],
        filled=[(tree, (), (-99, 99), {(): (rng.randint(20, 90),) * 2}) for tree in trees]
        + [(tree, (), (-99, 99), {(0,): (91, 91), (1,): (95, 95)}) for tree in trees],
        trees=_telling(rng, 4),
    )


def _tree(rng, depth):
    if depth == 0:
        return rng.randint(-30, 30)
    return [_tree(rng, depth - 1) for _ in range(rng.randint(2, 3))]


def _telling(rng, many):
    """So many trees in which null windows leave out a leaf that alpha-beta looks at."""
    found = []
    while len(found) < many:
        tree = _tree(rng, 4)
        both = ("scouting", "bounded_alphabeta")
        few, more = (_leaves(name, tree) for name in both)
        found += [tree] if few < more else []
    return found


def _leaves(name, tree):
    return {*solved(name, Secret(tree), (), -inf, inf, {}).leaves}


def probes():
    """The values of games and trees, and tables that were filled before."""
    return [
        *((game, Position(game, state), -inf, inf, {}) for game, state in WHOLE),
        *(used_case(*one).arguments for one in FILLED),
        *((TextbookTree(tree), (), -inf, inf, {}) for tree in TREES),
    ]


def groups_of(final, whole, narrow, filled, trees):
    """Final states, the contract, full tables, and the leaves, which are half of it."""
    return (
        *table_groups("scouting", final, whole, narrow, filled),
        Group(
            "null windows leave out more leaves", [leaves_case(tree) for tree in trees], weight=3
        ),
    )


def leaves_case(tree):
    """The question about a tree whose leaves only the grader knows."""
    words = {"what": "value", "who": "a search with null windows"}
    return shared.leaves_case("scouting", tree, -inf, inf, {}, words=words, budget=BUDGET)
