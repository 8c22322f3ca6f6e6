"""The exercise `expand(game, node, rng)`: one untried action becomes a child."""

from copy import deepcopy

from autograder_tests.cases import Case, Dice, Group
from course_lib import TextbookTree

from .shared import grown, node_at

OPTIONS = {"budget": 500}

HINTS = (
    "Who chooses the new child: the player to move in the node's state, or in the child's?",
    (
        "If no action is untried, the game is over here (select stops nowhere else), so return"
        " the node as it is. Otherwise one action leaves the list of untried actions and becomes"
        " a key in the dictionary of children. new_node does the rest."
    ),
    (
        "if there are no untried actions: return the node itself\n"
        "let rng choose one of them, and remove it from the list\n"
        "the child's state is the one after that action\n"
        "its chooser is the player to move in the node's own state\n"
        "make it with new_node, put it among the children, and return it"
    ),
)

TREE = TextbookTree([[1, [0, -1], 1], [[[1, 0], -1, 0], [0, 1]], -1, [1, 1, 0, -1]])


def visible():
    """A node is known by its state and the actions that were tried there before."""
    return groups_of(
        TREE,
        new=[
            ((), ()),
            ((), (0, 1, 2)),
            ((0,), (0, 2)),
            ((0, 1), (0,)),
            ((1, 0), ()),
            ((3,), (1, 2)),
        ],
        final=[((2,), ()), ((0, 0), ()), ((1, 0, 0, 1), ())],
        some=((3,), (1,)),
    )


def hidden(rng):
    row = [[rng.choice((1, 0, -1)) for _ in range(3)] for _ in range(5)]
    return groups_of(
        TextbookTree([[row[0], -1], 0, [row[1][:2], row[2][:2], *row[3]]]),
        new=[
            ((), (0, 2)),
            ((2,), (0, 1, 2, 4)),
            ((2,), ()),
            ((0, 0), (1,)),
            ((2, 1), (0,)),
        ],
        final=[((1,), ()), ((2, 0, 1), ())],
        some=((2,), (3,)),
    )


def groups_of(game, new, final, some):
    """What is new, what to do at the end of a game, and chance."""

    def case(state, tried, judge="adds_a_child", **known):
        """The question what is new in the tree."""
        node = node_with(game, state, tried)
        children = {action: grown(deepcopy(node), game, action) for action in node["untried"]}
        right = {"children": children}
        return Case(
            (game, node, Dice(1)),
            "the new child, or the node itself where it is final",
            len(game.actions(state)),
            judge,
            {"each": ("adds_a_child", right), "outcome": "child", **known} if known else right,
        )

    possible = node_with(game, *some)["untried"]
    drawn = case(
        *some,
        "draws_all",
        seeds=(0, 60),
        possible=possible,
        did=f"took, of the untried {possible}, the action",
    )
    alike = case(*some, "draws_alike", seeds=(70, 84))
    added, ends = ([case(*place) for place in places] for places in (new, final))
    return (
        Group("a new child, put into the tree and returned", added, weight=1.5),
        Group("a final node stays as it is", ends, weight=0.75),
        Group("every untried action has a chance", [drawn]),
        Group("the same seed gives the same child", [alike], weight=0.5),
    )


def node_with(game, state, tried):
    """The node of this state, in which these actions have a child with a visit each."""
    node = node_at(game, state)
    for number, action in enumerate(tried):
        grown(node, game, action, visits=1, total=(-1) ** number)
    inner = sum(child["total"] for child in node["children"].values())
    return {**node, "visits": 1 + len(tried), "total": -inner}
