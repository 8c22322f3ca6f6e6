"""The exercise `settled(game, node)`: what is certain in trees that are partly grown."""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib import TextbookTree

from .shared import grown, node_at

OPTIONS = {"budget": 2_000}

MINUTES = "12 to 24"

HINTS = (
    "When is it enough to know a single child, and when do you need to know them all?",
    (
        "It is minimax with one more answer, None. For the player to move, one child that is a"
        " sure win settles it. Without one, something better may still be hidden in an untried"
        " action or an uncertain child, so nothing is certain until everything is known."
    ),
    (
        "in a final state: the utility for the first player\n"
        "call this same function on every child\n"
        "if one of those values is a win for the player to move: return it\n"
        "if there are untried actions, or one of the values is None: return None\n"
        "otherwise: the best of the values for the player to move"
    ),
)

DEEP = [[[[[[[[1, 1]]]]]]], 0]
"""Eight plies, with hardly a choice."""
DOWN = "0 00 000 0000 00000 000000 0000000 00000000 00000001"
TWELVE, ALL_TWELVE = [0] * 11 + [1], "0 1 2 3 4 5 6 7 8 9 a b"
FINAL = (
    ([1, -1], (0,), ""),
    ([1, -1], (1,), ""),
    ([[0, 1], -1], (0, 0), ""),
    ([[-1, 1], 0], (0, 1), ""),
    ([-1, 1], (0,), ""),
    (DEEP, (0, 0, 0, 0, 0, 0, 0, 0), ""),
)
OPEN = (
    ([1, -1, 0], (), ""),
    ([0, -1, 1], (), "0 1"),
    ([[1, -1], [0, 1]], (), "0 1"),
    ([[1, 0], [1, 0]], (), "0 00 01 1 10"),
    ([[1, 0, -1], 0], (0,), "0 1"),
    ([0, 1, -1], (), "0"),
    ([0, 1, -1], (), "2"),
    ([[1, -1], [0, 1]], (), "0 00 1"),
    ([[[0, 1], 0], 0], (0, 0), "0"),
    ([[1] * 3 + [-1]] * 2, (), "0 00 01 02 1 10 11 12", 50),
    ([[1] * 30, 0], (0,), " ".join("0123456789abcdefghijklmnopqrs"), 9),
    ([0, 1], (), "0", 1_000),
    (TWELVE, (), ALL_TWELVE.replace(" b", "")),
    (DEEP, (), DOWN.replace(" 00000001", "")),
)
WINS = (
    ([0, 1, -1], (), "1"),
    ([[0, -1, 1], 0], (0,), "1"),
    ([[1, 1], [0, 1]], (), "0 00 01"),
    ([[-1, 1], 0, 1], (), "0 1 2"),
    ([[[1, 0], [0, 1]], 0], (0,), "0 00 1 11"),
    ([[[0, 1], 0], 0], (0, 0), "1"),
    ([0, -1, 1], (), "2"),
    ([[0, 1, -1], 0], (0,), "2"),
    ([[1, 1], [0, -1]], (), "0 00 01"),
    (TWELVE, (), "b"),
    (DEEP, (), DOWN),
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
    ([0, 1], (), "0 1"),
    ([[0, -1], [-1, 1]], (), "0 00 01 1 10"),
    ([[0, 0], [-1, 0]], (), "0 00 01 1 10 11"),
    ([[1] * 11 + [-1], 0], (0,), ALL_TWELVE),
    ([0] * 11 + [1], (), ALL_TWELVE, 50),
    ([[0, -1], 1], (0,), "0 1"),
)
"""A tree, the state to ask about, and the paths that are grown below.

Where a number comes last, so often each node there was visited. In a path, a is 10, b is 11...
"""


def visible():
    return groups_of(FINAL, OPEN, WINS, ALL)


def hidden(rng):
    final, still_open, wins, all_known = drawn(rng)
    width, deep = rng.randint(10, 20), down(rng)
    wide = " ".join("0123456789abcdefghijklmnopqrs"[:width])
    return groups_of(
        final=(
            *final,
            ([0, 1], (0,), ""),
            ([[-1, 0], 1], (0, 0), ""),
            ([[1, 0], 1], (0, 0), ""),
            ([0, 0], (0,), ""),
        ),
        still_open=(
            *still_open,
            ([0, 1], (), ""),
            ([[0, 1], 1], (0,), "0"),
            ([[1, 1, 0], [-1, 0]], (), "0 00 01 1 10 11"),
            ([[[0, 1], 1], [0, 0]], (), "0 00 000 01 1 10 11"),
            ([1, 0, 0, 0], (), "1"),
            ([0, 1], (), "0"),
            ([[-1, -1, 0], [-1] * 3], (), "0 00 01 1 10 11 12", rng.randint(40, 90)),
            ([-1] * width + [1], (), wide, rng.randint(10, 60)),
            ([[0] * width + [-1], 0], (0,), wide),
            (deep, (), " ".join("0" * depth for depth in range(1, 9))),
        ),
        wins=(
            *wins,
            ([1, 0, 0, 0], (), "0"),
            ([[1, -1, 0], 0], (0,), "0 1"),
            ([[0, 0], [1, 1, 1]], (), "0 1 10 11 12"),
            ([[[0, 0, 1], 0], 1], (0, 0), "2 1"),
            ([-1, 0, 0, 1], (), "3"),
            ([0, 1], (), "1"),
            ([0] * (width - 1) + [1, 0], (), wide),
        ),
        all_known=(
            *all_known,
            ([0, 0], (), "0 1"),
            ([[0, 0, 1], 1], (0,), "0 1 2"),
            ([[-1, 0], [0, 1], [-1, 1]], (), "0 00 1 10 11 2 20"),
            ([[[-1, 0], [0, 0]], -1], (0,), "0 00 01 1 10 11"),
            ([[[-1, -1, -1], 0], 1], (0, 0), "0 1 2"),
            ([1, 1], (), "0 1"),
            ([[1] * (width - 1) + [rng.choice((0, -1))], 0], (0,), wide),
            (deep, (), " ".join("0" * depth for depth in range(1, 9)) + " 00000001"),
        ),
    )


def down(rng):
    """A tree of eight plies, in which there is a choice at the last of them alone."""
    tree = [rng.choice((0, 1)), rng.choice((1, 0, -1))]
    for _ in range(7):
        tree = [tree]
    return tree


def drawn(rng, each=3):
    """Some random trees of each of the four kinds, partly grown."""
    kinds = [], [], [], []
    while min(map(len, kinds)) < each:
        tree = [[rng.choice((1, 0, -1)) for _ in range(rng.randint(2, 3))] for _ in range(3)]
        state = rng.choice(((), (0,), (1,), (2, 0)))
        below = [f"{i}{j}" for i, row in enumerate(tree) for j in range(len(row))]
        paths = {(): below, (2, 0): []}.get(state, [*map(str, range(len(tree[sum(state)])))])
        paths = " ".join(rng.sample(paths, rng.randint(len(paths) // 2, len(paths))))
        game, root = tree_of(tree, state, paths)
        value = solution("settled")(game, root)
        if value is None and len({*bounds(game, root)}) == 1:  # open by our rule, and still certain
            continue
        if game.is_terminal(state):
            kind = 0
        elif value is None:
            kind = 1
        else:
            known = [solution("settled")(game, child) for child in root["children"].values()]
            kind = 2 if root["untried"] or None in known else 3
        kinds[kind].append((tree, state, paths))
    return [kind[:each] for kind in kinds]


def bounds(game, node):
    """The least and the most that this node may be worth, whatever the tree still lacks."""
    if game.is_terminal(node["state"]):
        return [game.utility(node["state"], game.players[0])] * 2
    below = [bounds(game, child) for child in node["children"].values()]
    best = max if game.to_move(node["state"]) == game.players[0] else min
    return [best(ends) for ends in zip(*below, *[(-1, 1)] * len(node["untried"]), strict=True)]


def probes():
    return [tree_of(*each) for each in (*FINAL, *OPEN, *WINS, *ALL)]


def groups_of(final, still_open, wins, all_known):
    """Ends, what is not known, what one child settles, and what all of them settle."""
    return (
        Group("a final node is worth its utility", cases(final), weight=0.75),
        Group("None as long as something better may turn up", cases(still_open)),
        Group("one sure win settles it for the player to move", cases(wins)),
        Group("where everything is known, the best child counts", cases(all_known)),
    )


def cases(trees):
    """The questions what is certain about these nodes."""
    found = []
    for each in trees:
        game, node = tree_of(*each)
        found.append(Case((game, node), size=len(each[2].split())))
    return found


def tree_of(tree, state, paths, visits=2):
    """The game and the node; all games so far were won by who chose them, which says nothing."""
    game = TextbookTree(tree)
    root = node_at(game, state)
    many = 1 + (visits - 1) * len(paths.split())
    root.update(visits=many, total=many)
    for path in paths.split():
        node = root
        for action in (int(mark, 36) for mark in path):
            if action in node["untried"]:
                grown(node, game, action, visits=visits, total=visits)
            node = node["children"][action]
    return game, root
