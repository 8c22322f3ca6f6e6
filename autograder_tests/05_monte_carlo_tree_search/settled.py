"""The exercise `settled(game, node)`: what is certain in trees that are partly grown."""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib import TextbookTree

from .shared import grown, node_at

OPTIONS = {"budget": 2_000}

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
    ([[1, 0], [1, 0]], (), "0 00 01 1 10"),
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


def hidden(rng):
    final, still_open, wins, all_known = drawn(rng)
    return groups_of(
        final=(*final, ([0, 1], (0,), ""), ([[-1, 0], 1], (0, 0), ""), ([[1, 0], 1], (0, 0), "")),
        still_open=(
            *still_open,
            ([0, 1], (), ""),
            ([[0, 1], 1], (0,), "0"),
            ([[1, 1, 0], [-1, 0]], (), "0 00 01 1 10 11"),
            ([[[0, 1], 1], [0, 0]], (), "0 00 000 01 1 10 11"),
        ),
        wins=(
            *wins,
            ([1, 0, 0, 0], (), "0"),
            ([[1, -1, 0], 0], (0,), "0 1"),
            ([[0, 0], [1, 1, 1]], (), "0 1 10 11 12"),
            ([[[0, 0, 1], 0], 1], (0, 0), "2 1"),
        ),
        all_known=(
            *all_known,
            ([0, 0], (), "0 1"),
            ([[0, 0, 1], 1], (0,), "0 1 2"),
            ([[-1, 0], [0, 1], [-1, 1]], (), "0 00 1 10 11 2 20"),
            ([[[-1, 0], [0, 0]], -1], (0,), "0 00 01 1 10 11"),
            ([[[-1, -1, -1], 0], 1], (0, 0), "0 1 2"),
        ),
    )


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
    for tree, state, paths in trees:
        game, node = tree_of(tree, state, paths)
        found.append(Case((game, node), size=len(paths.split())))
    return found


def tree_of(tree, state, paths):
    """The game and the node; all games so far were won by who chose them, which says nothing."""
    game = TextbookTree(tree)
    root = node_at(game, state)
    visits = 1 + len(paths.split())
    root.update(visits=visits, total=visits)
    for path in paths.split():
        node = root
        for action in map(int, path):
            if action in node["untried"]:
                grown(node, game, action, visits=2, total=2)
            node = node["children"][action]
    return game, root
