"""The exercise `random_playout(game, state, rng)`: one random game, and what its end is worth."""

from autograder_tests.cases import Case, Dice, Group, Position, Secret
from autograder_tests.positions import late_state, played, uneven_tree
from course_lib import Count, Nim, TextbookTree, TicTacToe

OPTIONS = {"budget": 2_000}

MINUTES = "5"

HINTS = (
    "How do you know that the game is over, and whose result do you want then?",
    (
        "While the game is not over, let rng.choice pick one of the legal actions, and go on from"
        " the state after it. Ask for the utility only once, at the end, and always for the first"
        " player, whoever is to move there."
    ),
    (
        "while the state is not final:\n"
        "    let rng choose one of its actions\n"
        "    the state after that action is the new state\n"
        "return the utility of the last state for game.players[0]"
    ),
)

THREE = TicTacToe()
CHAIN = TextbookTree([[[[7]]]])
"""A tree without a choice: whoever is to move, there is one way to go."""

ENDS = (
    *played(THREE, "a3 b3 a2 b2 a1", "a3 b3 a2 b2 c1 b1", "b2 a3 c3 a1 a2 c2 b3 b1 c1"),
    *played(THREE, "b2 a3 c3 a1 a2 c2 b3 b1"),
    (CHAIN, (0, 0, 0, 0)),
    (CHAIN, (0, 0, 0)),
    (CHAIN, (0,)),
    (CHAIN, ()),
    *played(Count(3, 1), "1 1 1", "1 1", "1", ""),
    *played(Count(4, 1), "", "1 1 1"),
    *played(Nim((1, 1)), "a1 b1", "a1", ""),
    *played(Count(99, 1), ""),
    *played(Count(300, 1), ""),
    *((TextbookTree(leaves), (1,)) for leaves in ([1, 12, 11, 2], [11, 2, 1, 12])),
)


def nine_leaves(numbers):
    """A tree whose nine leaves come up equally often; to three of them there is one more move."""
    return [
        [[number] if place == row else number for place, number in enumerate(numbers[row::3])]
        for row in range(3)
    ]


NINE = nine_leaves((4, 8, -5, -7, 3, 6, 1, -2, 9))
WIDE = [[number] for number in range(12)]
"""More actions at once than a board of tic-tac-toe has."""

UNEVEN = [[2, 6], [[4, [1, 9]], 8], [[7, 3], 5]]


def visible():
    return groups_of(
        ends=ENDS,
        leaves=[
            leaf_case(tree, state, seed)
            for tree, state, seed in ((NINE, (), 1), (NINE, (2,), 2), (UNEVEN, (1,), 3))
        ],
        drawn=[
            many_case(NINE, "draws_all", seeds=(0, 300), **leaves_of(NINE)),
            many_case(WIDE, "draws_all", seeds=(0, 200), **leaves_of(WIDE)),
            open_case(NINE, seeds=(0, 12)),
        ],
        alike=many_case(NINE, "draws_alike", seeds=(10, 22)),
    )


def hidden(rng):
    chain, numbers = (
        TextbookTree([[rng.randint(2, 99)]]),
        rng.sample([*range(-20, 0), *range(1, 21)], 9),
    )
    nine, first = nine_leaves(numbers), rng.randrange(1_000_000)
    ends = [
        *(late_state(THREE, rng, 9) for _ in range(3)),
        *played(THREE, "b2 a3 c3 a1 a2 c2 b3 b1 c1", "b2 a1 a3 c1 b1 b3 c2 a2", "a1 a2 b1 b2 c1"),
        *played(THREE, "a3 b3 a2 b2 c1 b1"),
        *((chain, path) for path in ((0, 0), (0,), ())),
        *played(Count(2, 1), "", "1"),
        *played(Nim((1,), misere=True), "", "a1"),
        *played(Count(rng.randint(90, 150), 1), ""),
        *played(Count(rng.randint(400, 600), 1), ""),
    ]
    deep = [uneven_tree(rng, 4) for _ in range(4)]
    return groups_of(
        ends=ends,
        leaves=[leaf_case([tree, tree], (1,), first + more) for more, tree in enumerate(deep)],
        drawn=[
            many_case(nine, "draws_all", seeds=(first, first + 300), **leaves_of(nine)),
            many_case(WIDE, "draws_all", seeds=(first, first + 200), **leaves_of(WIDE)),
            open_case(nine, seeds=(first, first + 12)),
        ],
        alike=many_case(nine, "draws_alike", seeds=(first, first + 12)),
    )


def probes():
    return [(game, Position(game, state), Dice(1)) for game, state in ENDS]


def groups_of(ends, leaves, drawn, alike):
    """What the end is worth, the way there, and chance."""
    # However these games go on, they end alike, so that chance decides nothing.
    cases = [
        Case((game, Position(game, state), Dice(1)), size=size)
        for size, (game, state) in enumerate(ends)
    ]
    return (
        Group("what the end of the game is worth to the first player", cases, weight=1.5),
        Group("one game, from the state to an end", leaves),
        Group("every action can be drawn", drawn),
        Group("the same seed gives the same game", [alike], weight=0.5),
    )


def leaf_case(tree, state, seed):
    """A random game in a tree, whose leaves are looked at under the grader's eyes."""
    return Case(
        (Secret(tree), state, Dice(seed)),
        "the number of the leaf where the game ends",
        judge="plays_to_a_leaf",
        known={"start": state},
    )


def many_case(tree, judge, **known):
    """Random games in this tree with several seeds."""
    return Case(
        (Secret(tree), (), Dice(0)),
        "the number of the leaf where the game ends",
        judge=judge,
        known={"each": ("plays_to_a_leaf", {"start": ()}), "outcome": "leaf", **known},
    )


def open_case(tree, seeds):
    """Random games in a tree whose numbers can be read, so that its games are all equal."""
    return Case(
        (TextbookTree(tree), (), Dice(0)),
        "the number of the leaf where the game ends",
        size=1,
        judge="draws_all",
        known={"each": ("gives_a_number", {}), "outcome": "value", "seeds": seeds},
    )


def leaves_of(tree):
    """All leaves of such a tree."""
    leaves = [
        (first, last, 0) if isinstance(below, list) else (first, last)
        for first, row in enumerate(tree)
        for last, below in enumerate(row)
    ]
    return {"possible": leaves, "did": "came to the leaf"}
