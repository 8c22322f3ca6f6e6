"""The exercise `select(node, c)`: the way down by UCB1, in trees whose states are letters."""

from math import log, sqrt

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution

OPTIONS = {"pieces": "way_in_pieces"}

MINUTES = "12 to 20"

HINTS = (
    "There are two kinds of nodes at which the walk has to stop. Which?",
    (
        "Keep the path in a list that begins with the node you are given. Go on as long as its"
        " last node has children and no untried actions, each time to the child with the greatest"
        " ucb1. The parent's visits are those of the node where you stand, not of the root."
    ),
    (
        "the path begins with the node itself\n"
        "while its last node has no untried actions, and has children:\n"
        "    work out ucb1 for each child; its mean is its total divided by its visits\n"
        "    append the child with the greatest ucb1 to the path\n"
        "return the path"
    ),
)


def visible():
    return groups_of(*trees())


def hidden(rng):
    leaf = node("G", 3, 2, untried=[5])
    low = node("D", 12, -4, node("E", 7, 5), node("F", 4, 1), leaf)
    even = node("A", 40, 8, node("B", 14, 3, node("C", 13, -2)), low, node("H", 9, -3))
    rare = node("A", 60, 9, node("I", 50, 30, node("J", 49, -20)), node("K", 9, 4, untried=[1, 2]))
    first = node("A", 70, 8, node("B", 9, 6, node("D", 6, 2), node("E", 2, -1)), node("C", 60, 25))
    return groups_of(
        untried=[
            (node("A", 2, 0, node("B", 1, 1), untried=[0]), 1.4),
            (node("A", 0, 0, untried=[3]), 0.0),
            (node("A", 5, 1, node("B", 4, -1, node("C", 3, 1), untried=[9])), 2.0),
            *((one_way(rng, untried=[4]), 1.4) for _ in range(2)),
            (twins(rng.randint(2, 9), rng.randint(-2, 2)), 1.4),
            (far("ABCDEFGHIJK"[: rng.randint(8, 11)], rng.randint(10, 99), untried=[3]), 0.1),
        ],
        final=[
            (node("A", 3, 3), 1.0),
            (node("A", 9, 1, node("B", 8, -8)), 0.7),
            (node("A", 9, 1, node("B", 8, -8)), 0.0),
            (far("ABCDEFGHIJKL"[: rng.randint(8, 12)], rng.randint(10, 99)), 0.1),
            *((one_way(rng), 1.4) for _ in range(2)),
        ],
        bounds=[
            (tree, c)
            for tree in (even, rare, first, drawn(rng), drawn(rng))
            for c in (0.0, 0.3, 0.7, 1.1, 1.7, 2.5)
        ]
        + [decided_by_one(rng.randint(2, 6), rng.randint(1, 2)) for _ in range(2)]
        + [
            *((wide(rng.randint(10, 16), rng.randint(20, 90)), c) for c in (0.0, 1.4)),
            *((node("A", 301, 9, *few), 20.0) for few in (likely(50, 6), likely(50, 6)[::-1])),
            (node("A", 60, 90, node("B", 30, -300), node("C", 29, -280)), 0.2),
        ],
    )


def one_way(rng, untried=()):
    """A tree in which no choice is to be made."""
    last = node("C", rng.randint(2, 9), rng.randint(-2, 2), untried=untried)
    return node("A", rng.randint(30, 60), 4, node("B", rng.randint(10, 29), 3, last))


def far(names, visits, untried=()):
    """A way down so many nodes, at each of which another child is not worth a look."""
    below = node(names[-1], visits, visits - 1, untried=untried)
    for depth, name in enumerate(names[-2::-1]):
        more = node(name.lower(), 2, -2 * (-1) ** depth)
        more["total"] = -2
        visits += 3
        below = node(name, visits, visits - 1, below, more)
    return below


def wide(many, visits):
    """A node with so many children, of which the last is the best."""
    names = "BCDEFGHIJKLMNOPQ"[:many]
    children = [node(name, visits, 1) for name in names[:-1]]
    return node("A", 1 + many * visits, 3, *children, node(names[-1], visits, 4))


def likely(visits, total):
    """Some children with as many visits each, of which the last is a little better."""
    return [node(name, visits, total + (name == "E")) for name in "BCDE"]


def twins(visits, total):
    """A tree with two children that are worth the same; whoever takes either comes to a B."""
    pair = (node("B", visits, total, untried=[action]) for action in (3, 4))
    return node("A", 2 * visits, 1, *pair)


def decided_by_one(visits, total):
    """A tree in which a node has one visit of its own, and a c for which that one counts.

    With that visit the child with the worse mean is the better one, without it the other.
    """
    gain = total / visits + 1
    turns = [gain / (sqrt(log(n)) * (1 - 1 / sqrt(visits))) for n in (visits + 1, visits + 2)]
    inner = node("B", visits + 2, 0, node("C", visits, total), node("D", 1, -1))
    return node("A", visits + 2, 1, inner), round(sum(turns) / 2, 2)


def drawn(rng):
    """A tree with three nodes below its root, and two below each of those."""
    names, inner = iter("EFGHIJ"), []
    for name in "BCD":
        visits = rng.sample(range(2, 30), 2)
        below = [node(next(names), n, rng.randint(-n, n)) for n in visits]
        many = 1 + sum(visits)
        inner.append(node(name, many, rng.randint(-many, many), *below))
    many = 1 + sum(each["visits"] for each in inner)
    return node("A", many, rng.randint(-9, 9), *inner)


def probes():
    return [tree for kind in trees() for tree in kind]


def trees():
    """Trees in which actions are untried, in which games end, and in which the formula matters."""
    one = node("B", 2, 2, untried=[0, 1])
    deep = node("C", 5, 4, node("D", 3, -1), node("E", 1, 1), untried=[7])
    untried = (
        (node("A", 0, 0, untried=[1, 2]), 1.4),
        (node("A", 3, 1, one, node("C", 1, -1, untried=[3]), untried=[4]), 1.4),
        (node("A", 3, 1, one, node("C", 1, -1, untried=[3])), 0.0),
        (node("A", 9, 2, node("B", 4, -2, untried=[5]), deep), 0.5),
        (twins(1, 1), 1.4),
        (far("ABCDEFGHI", 20, untried=[5]), 0.1),
    )
    inner = node("C", 6, 5, node("D", 4, -3), node("E", 1, -1))
    final = (
        (node("A", 1, 1), 1.4),
        (node("A", 4, 2, node("B", 3, 3), node("C", 1, -1)), 1.4),
        (node("A", 8, 2, node("B", 2, -1), inner), 0.3),
        (node("A", 5, 4, node("B", 4, -4)), 0.0),
        (far("ABCDEFGHIJ", 30), 0.1),
    )
    rare = node("A", 30, 4, node("B", 24, 12), node("C", 4, 1), node("D", 2, -1))
    sums = node("A", 12, 4, node("B", 9, 4), node("C", 3, 2))
    left = node("B", 40, 12, node("E", 30, 12), node("F", 7, 1), node("G", 3, 0))
    right = node("C", 20, 2, node("H", 12, 3), node("I", 6, -2), node("J", 2, -2))
    both = node("A", 60, 14, left, right)
    few = node("B", 12, 9, node("D", 9, 4), node("E", 2, -1))
    below = node("A", 90, 10, few, node("C", 78, 30))
    bounds = (
        *((rare, c) for c in (0.0, 0.5, 1.4, 3.0)),
        *((sums, c) for c in (0.0, 0.4, 1.4)),
        *((both, c) for c in (0.0, 0.2, 0.6, 1.4, 2.0)),
        *((below, c) for c in (0.0, 0.6, 1.0, 1.3, 1.5)),
        decided_by_one(2, 0),
        (node("A", 60, 14, left, node("C", 20, 3, *right["children"].values())), 2.0),
        (node("A", 60, 14, node("B", 40, 12, node("E", 1, 1), node("F", 38, 11)), right), 0.2),
        *((wide(12, 50), c) for c in (0.0, 1.4)),
        (node("A", 1_001, 0, *likely(250, 30)), 9.0),
        (node("A", 20, 30, node("B", 10, -60), node("C", 9, -45)), 1.4),
    )
    return untried, final, bounds


def node(name, visits, total, *children, untried=()):
    """A node called by a letter; its children's choosers take turns with its own."""
    return {
        "state": name,
        "chooser": "O" if children and children[0]["chooser"] == "X" else "X",
        "visits": visits,
        "total": total,
        "untried": list(untried),
        "children": dict(enumerate(children, 10)),
    }


def groups_of(untried, final, bounds):
    """Where to stop, twice, and which way to take."""
    return (
        Group("stop where an action is untried", cases(untried)),
        Group("stop in a final state", cases(final), weight=0.75),
        Group("at each node, the child with the greatest UCB1", cases(bounds), weight=1.5),
    )


def cases(places):
    """The questions which way down these trees is taken."""
    return [
        Case(
            (tree, c),
            [each["state"] for each in solution("select")(tree, c)],
            nodes_in(tree),
            judge="goes_down",
        )
        for tree, c in places
    ]


def nodes_in(tree):
    """How many nodes the tree has."""
    return 1 + sum(map(nodes_in, tree["children"].values()))
