"""The exercise `guided(game, state, simulations, look, c)`: a search led by values and priors."""

from autograder_tests.cases import Case, Group, Position, as_function
from autograder_tests.solution import solution
from course_lib import Nim, TextbookTree

from .shared import glances, tree_of

OPTIONS = {"seconds": 10}

MINUTES = "18 to 30"

HINTS = (
    "Which nodes have no children: those that are new, or those where the game is over?",
    (
        "Keep the path in a list, as in select of lesson 5. At its last node you learn a value and"
        " whose it is: the chooser's in a final state, else the value of open_up, which belongs to"
        " the player to move. Then go along the path: a node with that chooser adds, another"
        " subtracts."
    ),
    (
        "make the root\n"
        "as many times as there are simulations:\n"
        "    path: the root alone; while its last node has children,\n"
        "        append the child with the greatest puct; its mean is total / visits\n"
        "    a final state? the utility of its last chooser\n"
        "    otherwise: open_up gives the value for the player to move\n"
        "    for each node of the path: one visit more, and the value added or subtracted\n"
        "return the action of the root's most visited child, and the root"
    ),
)

FIRST = "one simulation opens the root"
VALUE = "a value belongs to a player"
FINAL = "final states are worth their utility"
WHERE = "puct says where to go"

FLAT = [1, -1, 0]
TWO = [[1, -1], [0, 1, -1], -1]
THREE = [[[1, -1], [0, 1]], [[-1, -1], [1, 0], [0, 0]], [[1, 1], [-1, 0]]]
SEEN = {
    "flat": {(): {0: 0.5, 1: 0.25, 2: -0.5}},
    "two": {
        (): {0: 0.25, 1: -0.125, 2: 0.5},
        (0,): {0: -0.375, 1: 0.75},
        (1,): {0: 0.25, 1: -0.5, 2: 0.625},
    },
    "three": {
        (): {0: 0.25, 1: 0.375, 2: -0.25},
        (0,): {0: -0.5, 1: 0.125},
        (1,): {0: 0.5, 1: -0.25, 2: 0.0625},
        (2,): {0: -0.125, 1: 0.75},
        (0, 0): {0: 0.875, 1: -0.75},
        (0, 1): {0: 0.25, 1: 0.5},
        (1, 0): {0: -0.625, 1: -0.375},
        (1, 1): {0: 0.5, 1: 0.4375},
        (1, 2): {0: 0.1875, 1: -0.1875},
        (2, 0): {0: 0.6875, 1: 0.5625},
        (2, 1): {0: -0.875, 1: 0.3125},
    },
}
HEAPS = Nim((1, 2))
NIM = {
    ((1, 2), "X"): {(0, 1): 0.25, (1, 1): -0.5, (1, 2): 0.125},
    ((0, 2), "O"): {(1, 1): -0.25, (1, 2): 1},
    ((1, 1), "O"): {(0, 1): -0.5, (1, 1): 0.375},
    ((1, 0), "O"): {(0, 1): 1},
    ((0, 1), "X"): {(1, 1): 1},
    ((1, 0), "X"): {(0, 1): 1},
}
"""A glance at each of its states that isn't final; its actions are pairs."""

PART = {**SEEN["three"], (): {0: 0.25, 2: -0.25}, (0,): {1: 0.125}}
"""A glance that leaves actions out."""

ANY = "whoever the value is for, it is added and subtracted alike"
NEVER = "each case brings a function of its own to look with, so such a memory never answers"
SAME = {
    "15:1 player = leaf['chooser'] -> pass": ANY,
    "15:3 leaf['chooser'] -> node['chooser']": ANY,
    "15:3 leaf['chooser'] -> root['chooser']": ANY,
    **{f"remembers all but {name}": NEVER for name in ("game", "state", "simulations", "c")},
    "remembers its arguments written together": NEVER,
    "remembers its arguments in any order": NEVER,
}
"""Slips that change no answer, each with the reason."""


def visible():
    flat, two, three = SEEN["flat"], SEEN["two"], SEEN["three"]
    return groups_of(
        {
            FIRST: [
                (FLAT, (), 1, flat, 2),
                (TWO, (), 1, two, 2),
                (TWO, (0,), 1, two, 2),
                (THREE, (1, 2), 1, three, 1),
            ],
            VALUE: [
                (TWO, (), 2, two, 2),
                (THREE, (), 3, three, 2),
                (THREE, (), 6, three, 1),
                (THREE, (1,), 5, three, 2),
                (THREE, (0,), 4, three, 0.5),
            ],
            FINAL: [
                (FLAT, (), 4, flat, 2),
                (FLAT, (), 12, flat, 2),
                (TWO, (), 20, two, 2),
                (TWO, (1,), 9, two, 2),
                (HEAPS, Position(HEAPS, HEAPS.initial), 12, NIM, 2),
            ],
            WHERE: [
                (THREE, (), 20, three, 0),
                (THREE, (), 20, three, 0.5),
                (THREE, (), 40, three, 2),
                (THREE, (), 40, three, 8),
                (THREE, (), 40, PART, 2),
                (THREE, (), 60, three),
                (THREE, (), 120, three, 2),
            ],
        }
    )


def hidden(rng):
    def drawn(depth, simulations, c, start=()):
        """A tree with a glance at each of its states."""
        tree = tree_of(rng, depth)
        return tree, start, simulations, glances(tree, rng), c

    return groups_of(
        {
            FIRST: [drawn(2, 1, 2) for _ in range(3)] + [drawn(2, 1, 1, (0,))],
            VALUE: [drawn(4, count, 2) for count in (3, 5, 7)] + [drawn(4, 6, 1, (1,))],
            FINAL: [drawn(1, 10, 2), *(drawn(2, 40, c) for c in (2, 3, 5)), drawn(2, 12, 1, (1,))],
            WHERE: [drawn(4, rng.randint(20, 60), c) for c in (0, 0.7, 2, 5)] + [drawn(3, 150, 2)],
        }
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(titled):
    """A group for each title."""
    return tuple(
        Group(title, [case_of(*each) for each in cases]) for title, cases in titled.items()
    )


def case_of(tree, start, simulations, seen, *c):
    """The question, with what the nodes near the root have in the end; a tree may be a game."""
    game = tree if isinstance(tree, Nim) else TextbookTree(tree)
    seen = {at: (shares_of(values), values) for at, values in seen.items()}
    state = start.state if isinstance(start, Position) else start
    _, root = solution("guided")(game, state, simulations, seen.get, *c)
    return Case(
        (game, start, simulations, as_function(seen), *c),
        "an action and the tree",
        simulations * 100 + len(repr(tree)),
        judge="searches",
        known={"numbers": dict(numbers_of(root, 3))},
    )


def shares_of(values):
    """Priors for these values, with few digits."""
    shares = solution("priors")(values, 0.5)
    return {action: round(share, 3) for action, share in shares.items()}


def numbers_of(node, depth, path=()):
    """Visits and total of the nodes so deep below this one, by the actions that lead there."""
    yield path, (node["visits"], round(node["total"], 9))
    if depth:
        for action, child in node["children"].items():
            yield from numbers_of(child, depth - 1, (*path, action))
