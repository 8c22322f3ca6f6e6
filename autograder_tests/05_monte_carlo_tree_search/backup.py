"""The exercise `backup(game, path, value)`: a game is counted at every node of the way."""

from copy import deepcopy

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib import Count, Nim, TextbookTree, TicTacToe
from course_lib.games import ThreeMusketeers

from .shared import as_argument, new_node

MINUTES = "7"
OPTIONS = {"changes": (1,)}

HINTS = (
    "X lost a game. Which numbers change in a node that O chose, and do they go up or down?",
    (
        "Every node on the path gets one more visit. `value` is what the game was worth to the"
        " first player, so a node chosen by the first player adds it to its total. For the other"
        " player the same game is worth the opposite."
    ),
    (
        "for each node on the path:\n"
        "    one more visit\n"
        "    if its chooser is game.players[0]: add the value to its total\n"
        "    otherwise: subtract it"
    ),
)

LINE = TextbookTree([[[[[[[[1]]]]]]]])
"""One line, longer than any path in it: no state of a path is final."""
THREE, GUARDS = TicTacToe(), ThreeMusketeers()

FIRST = (
    (LINE, (("MAX", 0, 0),), 1),
    (LINE, (("MAX", 2, 1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 6, -2), ("MAX", 3, -1)), -1),
    (THREE, (("X", 6, -2), ("X", 3, -1)), 1),
    (GUARDS, (("musketeers", 4, 2), ("musketeers", 1, 1)), 1),
)
TURNS = (
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), -1),
    (LINE, (("MIN", 7, 0), ("MIN", 4, 1), ("MAX", 1, -1), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 3, 1), ("MIN", 0, 0)), -1),
    (LINE, (("MAX", 4, 2), ("MAX", 2, 2), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 8, 2), ("MIN", 4, 4), ("MAX", 2, 0), ("MIN", 1, 1), ("MAX", 0, 0)), -1),
    (LINE, (("MAX", 4, 1.5), ("MAX", 2, 0.5), ("MIN", 0, 0)), 0.5),
    (THREE, (("X", 8, 2), ("X", 4, 1), ("O", 3, -2), ("X", 0, 0)), -1),
    (GUARDS, (("musketeers", 8, 3), ("musketeers", 5, 1), ("guards", 2, 1)), -1),
    (LINE, (("MAX", 1_000, 30), ("MAX", 999, -4), ("MIN", 50, 50)), 12),
)
DRAWS = (
    (LINE, (("MAX", 3, 1), ("MAX", 0, 0)), 0),
    (LINE, (("MIN", 6, -2), ("MIN", 2, 2), ("MAX", 0, 0)), 0),
)
"""A game, the nodes of a path (for whom each counts, its visits and total before), and a value."""


def visible():
    return groups_of(FIRST, (*TURNS, long_way(Count(99, 1), "XO", 64)), DRAWS)


def long_way(game, players, length):
    """A path so long, down a tree of which each node has been passed some times."""
    counted = [(players[0], 2 * length, 3)]
    counted += [
        (players[depth % 2], 2 * length - depth, depth % 5 - 2) for depth in range(length - 1)
    ]
    return game, tuple(counted), -1


def hidden(rng):
    """Other paths, some with a player who moves twice."""
    line, tree = TextbookTree([[[[[[[[[-1]]]]]]]]]), TextbookTree([[[[[0.5]]]]])
    long = (("MIN", 12, 4), ("MIN", 7, 3), ("MAX", 4, 0), ("MIN", 3, 1), ("MAX", 1, -1))
    return groups_of(
        first=[(line, (("MAX", 1, -1),), 1), (tree, (("MAX", 5, 2), ("MAX", 4, 2)), -1)]
        + [(line, drawn(rng, ["MAX"] * 3), 1) for _ in range(2)],
        turns=[
            (line, long, 1),
            (line, (("MAX", 3, 3), ("MAX", 1, 1), ("MIN", 0, 0)), -1),
            (tree, (("MIN", 4, 0), ("MIN", 2, 1), ("MAX", 0, 0)), -0.5),
            (line, (("MIN", 5, 1), ("MIN", 2, -2), ("MIN", 1, 1), ("MAX", 0, 0)), 1),
            *((line, drawn(rng, rng.choices(("MAX", "MIN"), k=4)), -1) for _ in range(4)),
            *((game, drawn(rng, "XXO"), rng.choice((1, -1))) for game in (Nim((3, 4)), THREE)),
            (GUARDS, drawn(rng, ("musketeers", "musketeers", "guards", "musketeers")), -1),
            long_way(Count(200, 1), "XO", rng.randint(100, 120)),
        ],
        draws=[(line, (("MIN", 3, -1), ("MIN", 1, 1), ("MAX", 1, 0), ("MIN", 0, 0)), 0)]
        + [(line, drawn(rng, ["MIN", "MIN", "MAX"]), 0) for _ in range(2)],
    )


def drawn(rng, choosers):
    """A path that counts for these, with random numbers."""
    visits = sorted(rng.sample(range(1, 60), len(choosers)), reverse=True)
    return tuple(
        (who, many, rng.randint(-many, many)) for who, many in zip(choosers, visits, strict=True)
    )


def probes():
    return [
        (game, [as_argument(game, node) for node in path_of(game, counted)], value)
        for game, counted, value in (*FIRST, *TURNS, *DRAWS)
    ]


def groups_of(first, turns, draws):
    """One view, several views, and what is worth nothing to anybody."""
    return (
        Group("nodes that the first player chose", cases(first)),
        Group("nodes that either player chose", cases(turns), weight=1.5),
        Group("a draw is a visit, too", cases(draws), weight=0.5),
    )


def cases(games):
    """The questions what the nodes have counted afterwards."""
    found = []
    for game, counted, value in games:
        path = path_of(game, counted)
        right = deepcopy(path)
        solution("backup")(game, right, value)
        nodes = [as_argument(game, node) for node in path]
        known = {"right": [{**node, "state": tuple(node["state"])} for node in right]}
        found.append(Case((game, nodes, value), None, len(path), "counts", known))
    return found


def path_of(game, counted):
    """These nodes as a path down a game, with true states.

    The root counts for who moves there, every other node for who has just moved.
    """
    path = []
    for chooser, visits, total in counted:
        state = after(game, path[-1]["state"]) if path else game.initial
        if (game.to_move(state) == chooser) != (not path):
            state = after(game, state)
        node = new_node(game, state, chooser)
        path.append({**node, "visits": visits, "total": total, "untried": []})
    return path


def after(game, state):
    """The state after the first action there."""
    return game.result(state, game.actions(state)[0])
