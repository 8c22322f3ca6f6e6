"""The exercise `quiet`: an evaluation that waits until nobody is forced to do anything."""

from random import Random

from autograder_tests.cases import Case, Group, Use, as_function
from course_lib import TextbookTree

MINUTES = "8 to 15"

HINTS = (
    "Where the player to move may stop, what else is there to choose from besides the actions?",
    (
        "For each action that comes into question, the function calls itself with the state after"
        " it. Whoever may stop has one value more: that of evaluate. The player you estimate for"
        " takes the largest of these values, the other one the smallest."
    ),
    (
        "in a final state: its utility to this player\n"
        "ask forced which actions come into question, and whether one may stop here\n"
        "a list of values: for each action, the same function after it\n"
        "if the player to move may stop: one value more, the estimate of this state\n"
        "the largest if this player is to move, else the smallest"
    ),
)

MEMORY = "no two cases hand over the same function `forced`, so nothing is found again"
SAME = {
    "remembers all but game": MEMORY,
    "remembers all but player": MEMORY,
    "remembers all but evaluate": MEMORY,
    "remembers its arguments in any order": MEMORY,
}
"""Slips that change no answer, each with the reason."""

FINAL = "a final state is worth its utility"
STILL = "where nobody is forced, the estimate counts"
FORCED = "where somebody is forced, the play goes on"
FREE = "whoever may stop, stops where that is better"
DEEP = "as far as it takes"

FLAT, SOME = [5, 3, 4], [[0.5, -0.25], [0.75, [0.25, -0.5]], -0.125]
LONG = [[[[[[0.5, -0.5], 0.25], -0.25], 0.125], -0.125], 0]


def visible():
    return groups_of(
        final=[(FLAT, (1,), {}), (SOME, (1, 1, 0), {})],
        still=[(FLAT, (), {}), (SOME, (0,), {}), ([FLAT, SOME], (1,), {})],
        forced=[
            (FLAT, (), {(): ((1,), False)}),
            (FLAT, (), {(): ((0, 2), False)}),
            (SOME, (), {(): ((0, 1), False), (0,): ((1,), False)}),
            (SOME, (1,), {(1,): ((1,), False), (1, 1): ((0, 1), False)}),
        ],
        free=[
            (FLAT, (), {(): ((1,), True)}),
            ([-5, -3, -4], (), {(): ((1, 2), True)}),
            (SOME, (0,), {(0,): ((0, 1), True)}),
            (SOME, (1,), {(1,): ((0,), True)}),
            (SOME, (), {(): ((0, 1), True), (0,): ((0,), True), (1,): ((1,), False)}),
        ],
        deep=[(LONG, (), {(0,) * n: ((0, 1), n % 2 == 1) for n in range(6)}), *drawn(Random(8), 2)],
    )


def hidden(rng):
    some = drawn(rng, 12)
    return groups_of(
        final=[([rng.randint(-9, 9) for _ in range(3)], (2,), {}), (SOME, (1, 0), {})],
        still=[(tree, (), {}) for tree, _, _ in some[:3]],
        forced=[(tree, (), {(): (tuple(range(len(tree))), False)}) for tree, _, _ in some[:4]],
        free=[(tree, (), {(): (tuple(range(len(tree))), True)}) for tree, _, _ in some[:4]],
        deep=some,
    )


def drawn(rng, many):
    """Trees four levels deep, and what is forced at each of their nodes."""
    found = []
    for _ in range(many):
        tree, known = _tree(rng, 4), {}
        _force(rng, tree, (), known)
        found.append((tree, (), known))
    return found


def _tree(rng, depth):
    if depth == 0:
        return rng.randint(-9, 9) / 100
    return [_tree(rng, depth - 1) for _ in range(rng.randint(2, 3))]


def _force(rng, node, path, known):
    if not isinstance(node, list):
        return
    some = sorted(rng.sample(range(len(node)), rng.randint(1, len(node))))
    known[path] = (tuple(some), rng.random() < 0.5)
    for place, below in enumerate(node):
        _force(rng, below, (*path, place), known)


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(final, still, forced, free, deep):
    """A group for each kind."""
    titled = {FINAL: final, STILL: still, FORCED: forced, FREE: free, DEEP: deep}
    return tuple(
        Group(
            title, [case for each in asked for case in cases(*each)], 0.5 if asked is final else 1
        )
        for title, asked in titled.items()
    )


def cases(tree, path, known):
    """For each of the two players: what the state is worth, by what is forced where."""
    everywhere = dict.fromkeys(_nodes(tree, ()), ((), True)) | known
    asked = as_function(everywhere)
    game = TextbookTree(tree)
    return [
        Case((game, path, player, Use("mobility"), asked), size=len(repr(everywhere)))
        for player in game.players
    ]


def _nodes(node, path):
    """The path of each node at which somebody moves."""
    if isinstance(node, list):
        yield path
        for place, below in enumerate(node):
            yield from _nodes(below, (*path, place))
