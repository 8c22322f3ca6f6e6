"""The exercise `expand(game, node, rng)`: one untried action becomes a child."""

from copy import deepcopy

from autograder_tests.cases import Case, Dice, Group
from course_lib import Nim, TextbookTree, TicTacToe
from course_lib.games import ThreeMusketeers

from .shared import as_argument, grown, node_at

OPTIONS = {"budget": 500, "changes": (1,)}

MINUTES = "8"

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
OTHER = TextbookTree([[[1, 1], [0, 1]], [[0, 1], 1, [1, 0], 1], [0, 1]])
WIDE = TextbookTree([0, 1, -1] * 4)
THREE, GUARDS = TicTacToe(3, ("A", "B")), ThreeMusketeers()


def visible():
    """A node is known by its state and the actions that were tried there before.

    With another game than most, that one comes last. When all are asked again, a child that was
    new has grown next, and is then asked for in a tree where it is new.
    """
    return groups_of(
        TREE,
        new=[
            ((0,), (0, 2)),
            ((), ()),
            ((), (0, 1, 2)),
            ((0, 1), (0,)),
            ((1, 0), ()),
            ((0,), (1, 2)),
            ((0,), (1, 0)),
            ((1,), (0, 2, 3), OTHER),
            ((), (), WIDE),
            ((0,), (2, 0)),
            (THREE.initial, (0, 4), THREE),
            (GUARDS.initial, (), GUARDS),
        ],
        final=[((2,), ()), ((0, 0), ()), ((1, 0, 0, 1), ()), ((0, 1), (), TextbookTree([[1, 0]]))],
        some=((3,), (1,)),
        wide=((), ()),
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
            ((0, 0), (0, 2)),
            ((0, 0), (1, 2)),
            ((0, 0), (2, 0)),
            ((2,), (), OTHER),
            ((), rng.sample(range(12), 11), WIDE),
            (THREE.play("b2"), (1,), THREE),
            (Nim((1, 3)).initial, (), Nim((1, 3))),
            (GUARDS.initial, (0,), GUARDS),
        ],
        final=[((1,), ()), ((2, 0, 1), ()), ((2,), (), WIDE)],
        some=((2,), (3,)),
        wide=((), ()),
        first=100,
    )


def groups_of(tree, new, final, some, wide, *, first=0):
    """What is new, what to do at the end of a game, and chance."""

    def case(state, tried, game=tree, judge="adds_a_child", size=0, **known):
        """The question what is new in the tree."""
        node = node_with(game, state, tried)
        children = {action: grown(deepcopy(node), game, action) for action in node["untried"]}
        for child in children.values():
            child["state"] = tuple(child["state"])
        right = {"children": children}
        return Case(
            (game, as_argument(game, node), Dice(1)),
            "the new child, or the node itself where it is final",
            size,
            judge,
            {"each": ("adds_a_child", right), "outcome": "child", **known} if known else right,
        )

    def drawn(game, place, seeds):
        """The question whether each action is drawn in its turn."""
        possible = node_with(game, *place)["untried"]
        did = f"took, of the untried {possible}, the action"
        return case(*place, game, "draws_all", seeds=seeds, possible=possible, did=did)

    chance = [drawn(tree, some, (0, 60)), drawn(WIDE, wide, (0, 260))]
    alike = case(*some, judge="draws_alike", seeds=(70, 84))
    ends = [case(*place, size=len(place[0])) for place in final]
    added = [case(*place, size=first + number) for number, place in enumerate(new)]
    return (
        Group("a new child, put into the tree and returned", added, weight=1.5),
        Group("a final node stays as it is", ends, weight=0.75),
        Group("every untried action has a chance", chance),
        Group("the same seed gives the same child", [alike], weight=0.5),
    )


def node_with(game, state, tried):
    """The node of this state, in which these actions have a child, and that one has a child."""
    node = node_at(game, state)
    actions = game.actions(state)
    for number, action in enumerate(actions[place] for place in tried):
        child = grown(node, game, action, visits=1, total=(-1) ** number)
        if child["untried"]:
            grown(child, game, child["untried"][0], visits=1)
            child["visits"] += 1
    inner = sum(child["total"] for child in node["children"].values())
    return {**node, "visits": 1 + 2 * len(tried), "total": -inner}
