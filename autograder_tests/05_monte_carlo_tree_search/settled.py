"""The exercise `settled(game, node)`: what is certain in trees that are partly grown."""

from course_lib import TextbookTree
from course_lib.checks.cases import Case, Group

from .shared import grown, node_at

OPTIONS = {"budget": 2_000}

HINTS = (
    "When is it enough to know one child, and when do you have to know them all?",
    (
        "It is minimax with a third answer, None. Whoever moves needs one child that is a"
        " sure win. Otherwise something better may be hidden, in a child of which nothing is"
        " certain or in an untried action, until everything is known."
    ),
    (
        "in a final state: the utility for the first player\n"
        "what is certain about each child, by this same function\n"
        "is there a sure win for the player to move among it? then that\n"
        "are there untried actions, or is there a None among it? then None\n"
        "else the best of it for the player to move"
    ),
)

FINAL = (
    ([1, -1], (0,), ""),
    ([1, -1], (1,), ""),
    ([[0, 1], -1], (0, 0), ""),
    ([[-1, 1], 0], (0, 1), ""),
)
OPEN = (
    ([1, -1, 0], (), ""),
    ([0, -1, 1], (), "0 1"),
    ([[1, -1], [0, 1]], (), "0 1"),
    ([[1, 0], [0, 0]], (), "0 00 01 1 10"),
    ([[1, 0, -1], 0], (0,), "0 1"),
)
WINS = (
    ([0, 1, -1], (), "1"),
    ([[0, -1, 1], 0], (0,), "1"),
    ([[1, 1], [0, 1]], (), "0 00 01"),
    ([[-1, 1], 0, 1], (), "0 1 2"),
    ([[[1, 0], [0, 1]], 0], (0,), "0 00 1 11"),
    ([[[0, 1], 0], 0], (0, 0), "1"),
)
ALL = (
    ([0, -1], (), "0 1"),
    ([-1, -1, -1], (), "0 1 2"),
    ([[0, 1], -1], (0,), "0 1"),
    ([[1, 1], -1], (0,), "0 1"),
    ([[0, 1], [-1, 1]], (), "0 00 01 1 10"),
    ([[1, -1], [0, -1]], (), "0 01 1 11"),
    ([[[0, -1], 1], [1, -1]], (), "0 00 000 001 01 1 11"),
    ([[[-1, -1], 0], 0], (0, 0), "0 1"),
)
"""A tree, the state to ask about, and the paths that are grown below."""


def visible():
    return groups_of(FINAL, OPEN, WINS, ALL)


def hidden():
    return groups_of(
        final=(([0, 1], (0,), ""), ([[-1, 0], 1], (0, 0), ""), ([[1, 0], 1], (0, 0), "")),
        still_open=(
            ([0, 1], (), ""),
            ([[0, 1], 1], (0,), "0"),
            ([[1, 1, 0], [-1, 0]], (), "0 00 01 1 10 11"),
            ([[[0, 1], 0], [0, 0]], (), "0 00 000 01 1 10 11"),
        ),
        wins=(
            ([1, 0, 0, 0], (), "0"),
            ([[1, -1, 0], 0], (0,), "0 1"),
            ([[0, 0], [1, 1, 1]], (), "0 1 10 11 12"),
            ([[[0, 0, 1], 0], 1], (0, 0), "2 1"),
        ),
        all_known=(
            ([0, 0], (), "0 1"),
            ([[0, 0, 1], 1], (0,), "0 1 2"),
            ([[-1, 0], [0, 1], [-1, 1]], (), "0 00 1 10 11 2 20"),
            ([[[-1, 0], [0, 0]], -1], (0,), "0 00 01 1 10 11"),
            ([[[-1, -1, -1], 0], 1], (0, 0), "0 1 2"),
        ),
    )


def probes():
    return [tree_of(*each) for each in (*FINAL, *OPEN, *WINS, *ALL)]


def groups_of(final, still_open, wins, all_known):
    """Ends, what is not known, what one child settles, and what all of them settle."""
    return (
        Group("a final node is worth its utility", cases(final), weight=0.75),
        Group("None while something better may be left", cases(still_open)),
        Group("one sure win is enough for who chooses", cases(wins)),
        Group("where all is known, the best of it", cases(all_known)),
    )


def cases(trees):
    """The questions what is certain about these nodes."""
    found = []
    for tree, state, paths in trees:
        game, node = tree_of(tree, state, paths)
        below = f"with {paths} grown below" if paths else "with nothing grown below"
        shown = f"settled({game!r}, the node of {state} {below})"
        found.append(Case((game, node), shown=shown, size=len(paths.split())))
    return found


def tree_of(tree, state, paths):
    """The game and the node; each grown node has a visit, and a mean that says nothing."""
    game = TextbookTree(tree)
    root = node_at(game, state)
    visits = 1 + len(paths.split())
    root.update(visits=visits, total=visits / 2)
    for path in paths.split():
        node = root
        for action in map(int, path):
            if action in node["untried"]:
                grown(node, game, action, visits=2, total=1)
            node = node["children"][action]
    return game, root
