"""The exercise `backup(game, path, value)`: a game is counted at every node of the way."""

from copy import deepcopy

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib import TextbookTree

from .shared import new_node

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
"""One line, longer than any path here: no state of a path is final."""

FIRST = (
    (LINE, (("MAX", 0, 0),), 1),
    (LINE, (("MAX", 2, 1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 6, -2), ("MAX", 3, -1)), -1),
)
TURNS = (
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), 1),
    (LINE, (("MAX", 9, 3), ("MAX", 5, 2), ("MIN", 2, -1), ("MAX", 0, 0)), -1),
    (LINE, (("MIN", 7, 0), ("MIN", 4, 1), ("MAX", 1, -1), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 3, 1), ("MIN", 0, 0)), -1),
    (LINE, (("MAX", 4, 2), ("MAX", 2, 2), ("MIN", 0, 0)), 1),
    (LINE, (("MIN", 8, 2), ("MIN", 4, 4), ("MAX", 2, 0), ("MIN", 1, 1), ("MAX", 0, 0)), -1),
    (LINE, (("MAX", 4, 1.5), ("MAX", 2, 0.5), ("MIN", 0, 0)), 0.5),
)
DRAWS = (
    (LINE, (("MAX", 3, 1), ("MAX", 0, 0)), 0),
    (LINE, (("MIN", 6, -2), ("MIN", 2, 2), ("MAX", 0, 0)), 0),
)
"""A game, the nodes of a path (for whom each counts, its visits and total before), and a value."""


def visible():
    return groups_of(FIRST, TURNS, DRAWS)


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
        (game, path_of(game, counted), value) for game, counted, value in (*FIRST, *TURNS, *DRAWS)
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
        found.append(Case((game, path, value), None, len(path), "counts", {"right": right}))
    return found


def path_of(game, counted):
    """These nodes as a path down a game of one line, with true states.

    The root counts for who moves there, every other node for who has just moved.
    """
    path = []
    for chooser, visits, total in counted:
        state = (*path[-1]["state"], 0) if path else ()
        if (game.to_move(state) == chooser) != (not path):
            state = (*state, 0)
        node = new_node(game, state, chooser)
        path.append({**node, "visits": visits, "total": total, "untried": []})
    return path
