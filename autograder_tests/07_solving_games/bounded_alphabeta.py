"""The exercise `bounded_alphabeta(game, state, alpha, beta, table)`."""

from math import inf

from autograder_tests.cases import EVERY_TREE, Case, Group, Position, everywhere
from autograder_tests.positions import late_state, played, ragged_tree, value_for_max
from course_lib.games import Count, Nim, TextbookTree, TicTacToe, random_tree

from . import shared

BUDGET = 30_000
OPTIONS = {"seconds": 10, "budget": BUDGET, "pieces": "whole", "changes": (4,)}

MINUTES = "18 to 35"

HINTS = (
    (
        "A search with the window (0, 1) returns -1. What do you know about the value now, and what"
        " don't you know?"
    ),
    (
        "Before the search, look at the entry. If lower is beta or more, return lower; if upper is"
        " alpha or less, return upper; if they are equal, return either. Otherwise search as in"
        " lesson 3, but move copies of alpha and beta, so that at the end you can compare what you"
        " found with the window as it was."
    ),
    (
        "final: return the utility for the first player\n"
        "if there is an entry (lower, upper) that is good enough: return that bound\n"
        "low, high = alpha, beta\n"
        "for each action: its value, by a call with the window (low, high) and the table\n"
        "    if it is better, low (or high) moves; stop when they meet\n"
        "lower is the best value if that is above alpha, else -infinity\n"
        "upper is the best value if that is below beta, else infinity\n"
        "write the pair into the table, and return the best value"
    ),
)

THREE, TWO = TicTacToe(), Nim((2, 2))

FINAL = (
    *played(Count(3, 2), "1 2", "2 1"),
    *played(THREE, "a3 b2 b3 c1 c3"),
    *played(Nim((2,), misere=True), "a2"),
)
WHOLE = (
    *played(Count(5, 2), "", "1"),
    *played(Nim((1, 2)), "", "a1"),
    *played(TWO, "", "a1"),
    *played(THREE, "a1 b2 c3 c1 a3", "b2 a1 c3 a3 a2"),
    *played(THREE, "a2 c3 b2 c2", "a3 b3 b2 a1 c2 c3"),
    *played(Nim((2, 2, 2)), ""),
    *played(Nim((2, 2, 2), misere=True), "c1"),
    *played(Nim((2, 3, 1), misere=True), ""),
    *((TextbookTree([[500, 300], [200, last]]), ()) for last in (700, 100)),
    (TextbookTree([[-3_000, -2_000], [-4_000, -1_000]]), ()),
    *((TextbookTree([[70_000_000, 50_000_000], [one]]), (0,)) for one in (20_000_000, 90_000_000)),
    *(
        (TextbookTree([[-70_000_000, -50_000_000], [one]]), ())
        for one in (-20_000_000, -90_000_000)
    ),
    *((TextbookTree([[70_000_000, 50_000_000], [one]]), ()) for one in (20_000_000, 90_000_000)),
    (TextbookTree([[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 4], [5]]), ()),
    (TextbookTree([[[[[[[[3, 8], [5]], [6]], 7]], [[9]]]]]), ()),
    *played(Count(5, 3), "", "1"),
)


def entries(game, **bounds):
    """A table with these bounds, each under the moves that lead to its state: `a1_b1=(0, 1)`."""
    return {game.play(names.replace("_", " ").strip()): pair for names, pair in bounds.items()}


# Entries that answer their question are invented; those that do not are true, because a search may
# use them to narrow its window.
FILLED = (
    (TWO, TWO.initial, (-1, 1), entries(TWO, _=(0.25, 0.25))),
    (TWO, TWO.initial, (-1, 0.5), entries(TWO, _=(0.5, inf))),
    (TWO, TWO.initial, (-0.5, 1), entries(TWO, _=(-inf, -0.5))),
    (TWO, TWO.initial, (-1, 0.5), entries(TWO, _=(0.75, inf))),
    (TWO, TWO.initial, (-0.5, 1), entries(TWO, _=(-inf, -0.75))),
    (TWO, TWO.initial, (-inf, inf), entries(TWO, _=(-1, 0))),
    (TWO, TWO.initial, (-1, 1), entries(TWO, _=(-inf, 0.75))),
    (TWO, TWO.play("a1 a1"), (-1, 1), entries(TWO, a1_a1=(-0.5, inf))),
    (TWO, TWO.play("a1 a1"), (-inf, inf), entries(TWO, a1_a1=(0, 1))),
    (TWO, TWO.initial, (-1, 1), entries(TWO, a1=(0.25, 0.25), a2=(-0.5, -0.5), b1=(0, 0))),
    (TWO, TWO.play("a1"), (-1, 1), entries(TWO, a1_a1=(0.5, 0.5), a1_b1=(0.25, 0.25))),
)
TREES = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[[5, 6], [7, 4, 5]], [[3]], [[6, 9], [7]]],
    [[-1, 4], [0, [2, -3], 5], [-2, [1, 6]]],
    [[5, [[[9], [6, 8]]]]],
    [5, [[[1], [4, 2]]]],
    [[3, 5], [3, 9]],
)
CUT_OFF = (
    (TextbookTree([[-1, -4], [-2, -3]]), (), (0, 9)),
    (TextbookTree([[[6, 9], [7]], 3]), (0,), (0, 5)),
    (TextbookTree([[20_000, 30_000], [50_000, 40_000]]), (), (10_000, 15_000)),
    (TextbookTree([[-20_000, -30_000], [-50_000, -40_000]]), (), (-50_000, -25_000)),
)
"""Windows that leave a child's value open: what is found bounds it from one side alone."""

SAME = {
    "21:3 max(floor, -> max(alpha,": "an earlier best has moved it already",
    "24:3 min(ceiling, -> min(beta,": "an earlier best has moved it already",
    "14:2 upper -> alpha": "a bound of the window is as good as any outside of it",
    "27:3 (worth -> (floor": "a true bound, and a weaker one",
    "27:3 (worth -> (alpha": "a true bound, and a weaker one",
    "27:10 worth -> ceiling": "a true bound, and a weaker one",
    "27:10 worth -> beta": "a true bound, and a weaker one",
    "20:3 max(worth, -> max(floor,": "a bound of the window is as good as any outside of it",
    "23:3 min(worth, -> min(ceiling,": "a bound of the window is as good as any outside of it",
    "21:4 worth) -> reply)": "an earlier best has moved it already",
    "24:4 worth) -> reply)": "an earlier best has moved it already",
    "27:5 worth -> reply": "a true bound, and a weaker one",
    "27:12 worth -> reply": "a true bound, and a weaker one",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(
        final=FINAL,
        whole=WHOLE,
        narrow=(
            (TWO, "", (0, 1)),
            (TWO, "a1", (-1, 0)),
            (Count(5, 2), "", (-0.5, 0.5)),
            (Nim((1, 2)), "", (-1, 1)),
            (Nim((1, 2)), "b1", (-1, -0.5)),
            (THREE, "a1 b2 c3 c1 a3", (-0.5, 0.5)),
            (THREE, "b2 a1 c3 a3 a2", (0.5, 1)),
            *CUT_OFF,
        ),
        filled=FILLED,
        trees=TREES,
        once=(Nim((5, 5)), Nim((3, 3, 2)), Count(100, 2)),
    )


def hidden(rng):
    two = Nim((2, 3))
    trees = [random_tree(depth, (2, 3), rng) for depth in (2, 2, 3, 3)]
    worth = [value_for_max(tree, ()) for tree in trees]
    return groups_of(
        final=[
            *(late_state(tree, rng, 3) for tree in trees),
            *played(Count(2, 1), "1 1"),
            *played(THREE, "a1 a2 b1 b2 c1", "b2 a1 a3 c1 b1 b3 c2 a2 c3"),
            *played(Nim((1, 1), misere=True), "a1 b1"),
        ],
        whole=(),
        narrow=[
            *((tree, (), (value - 2, value + 2)) for tree, value in zip(trees, worth, strict=True)),
            (two, "", (-1, 0.5)),
            (two, "b1", (-1, 1)),
            (two, "b1", (-0.5, 1)),
            (Count(6, 2), "", (-1, 1)),
            (Nim((2, 2, 2)), "", (0, 1)),
            (THREE, "c2 a1 b3 c1", (-1, 0)),
            (THREE, "b3 b1 a2 a1", (0, 1)),
            (TextbookTree([[-2, -5], [-1, -3]]), (), (0, 7)),
            (TextbookTree([[[7, 9], [8]], 2]), (0,), (0, 4)),
        ],
        filled=[
            *((tree, (), (-99, 99), {(): (rng.randint(20, 90),) * 2}) for tree in trees),
            (two, two.initial, (-1, 1), entries(two, _=(-0.25, -0.25))),
            (two, two.initial, (-1, 0.25), entries(two, _=(0.75, inf))),
            (two, two.initial, (0.25, 1), entries(two, _=(-inf, -0.5))),
            (two, two.initial, (-1, 1), entries(two, _=(-0.5, inf))),
            (two, two.initial, (-inf, inf), entries(two, _=(0.25, 1))),
            (two, two.play("b1"), (-1, 1), entries(two, b1=(-inf, 0.5))),
            (two, two.play("b1"), (-inf, inf), entries(two, b1=(-1, 0))),
            (two, two.play("b1"), (-1, 1), entries(two, b1_a1=(0.5, 0.5), b1_a2=(0.75, 0.75))),
            (two, two.play("a1"), (-2, 2), entries(two, a1_b2=(0.5, 0.5), a1_b3=(1, 1))),
        ],
        trees=[
            *(ragged_tree(3, rng), ragged_tree(4, rng), [[4, 6, 1], [3, 9, 9], [5, 5], [8, 2]]),
            *([[4, [[[8], [5, 7]]]]], [6, [[[2], [5, 3]]]]),
            [[worth[0], worth[0] + 2], [worth[0], worth[0] + 5]],
        ],
        once=(Nim((3, 3, 2)), Nim(rng.choice(((5, 6), (6, 5)))), Count(rng.randint(95, 105), 2)),
    )


def probes():
    places = [
        FINAL[0],
        WHOLE[0],
        *WHOLE[3:5],
        *WHOLE[8:9],
        *WHOLE[10:],
        (TextbookTree(TREES[0]), ()),
    ]
    return [
        *((game, Position(game, state), -inf, inf, {}) for game, state in places),
        *(used_case(*filled).arguments for filled in FILLED),
    ]


def groups_of(final, whole, narrow, filled, *, trees, once):
    """Final states, whole windows, narrow windows, full tables, and the work.

    In the games of `once` nearly all states can be reached in many ways; a table of weak bounds
    needs several times the visits of a good one there, and who forgets never finishes the last.
    The work is worth half of all: it is what a table and a window are for.
    """
    return (
        *table_groups("bounded_alphabeta", final, whole, narrow, filled),
        Group(
            "nothing is worked out again and again, and no leaf for nothing",
            [
                *map(leaves_case, trees),
                *(shared.once_case(game, -inf, inf, {}, times=10) for game in once),
            ],
            weight=3,
        ),
    )


def table_groups(name, final, whole, narrow, filled):
    """What every search with a window and a table of bounds is asked."""
    return (
        Group("final states are worth their utility", [case_of(*at) for at in final], weight=0.5),
        Group(
            "the value, and a table of true bounds",
            [
                everywhere(EVERY_TREE, f"{name}(game, state, -inf, inf, {{}})"),
                *(case_of(*at) for at in whole),
            ],
        ),
        Group(
            "narrow windows, and a table of true bounds",
            [
                case_of(game, game.play(line) if isinstance(line, str) else line, window)
                for game, line, window in narrow
            ],
            weight=0.5,
        ),
        Group("the table is used where it is good enough", [used_case(*one) for one in filled]),
    )


def case_of(game, state, window=(-inf, inf)):
    """The question about this window with an empty table."""
    values = shared.values_below(game, state)
    return Case(
        (game, Position(game, state), *window, {}),
        value_for_max(game, state),
        size=len(values),
        judge="keeps_true_bounds",
        known={"values": values, "window": window},
        budget=BUDGET,
    )


def used_case(game, state, window, table):
    """The question with a table that was filled before, some of it with invented numbers."""
    plain = {tuple(key): bounds for key, bounds in table.items()}
    return Case(
        (game, Position(game, state), *window, plain),
        size=10 + len(table),
        judge="believes",
        known={"window": window},
        budget=BUDGET,
    )


def leaves_case(tree):
    """The question about a tree whose leaves only the grader knows."""
    words = {"what": "value", "who": "alpha-beta"}
    more = (-inf, inf, {})
    return shared.leaves_case("bounded_alphabeta", tree, *more, words=words, budget=BUDGET)
