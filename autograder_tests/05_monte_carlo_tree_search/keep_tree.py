"""The exercise `keep_tree(game, root, state)`: the part of a tree that is still good."""

from copy import deepcopy

from autograder_tests.cases import Case, Group, Position
from course_lib import ConnectFour, Count, TextbookTree, TicTacToe, random_tree

from .shared import as_argument, grown, node_at

MINUTES = "8"

HINTS = (
    "How many moves lie between the root and the state that you are asked for?",
    (
        "The root's children are the states after your moves, and their children are those after"
        " the replies. One of these may be the state in question. If none is, nothing can be kept,"
        " and the search begins with a new node."
    ),
    (
        "for each child of the root:\n"
        "    for each child of that child:\n"
        "        is its state the one in question? return this node\n"
        "return a new node for the state; its chooser is the player to move there"
    ),
)

HAND = TextbookTree([[1, [-1, 1], 1], [[0, 1], [0, -1]], [[-1, [1, 0]], 0]])
WIDE = TextbookTree([[[1, 0], [0, -1]]] * 6 + [[[0, 1]] * 12])
WIDER = TextbookTree([[0] * 13] * 12)
OTHER = TextbookTree([[1, [-1, 1], 1], [[0, 1, 1], [0, -1]], [[-1, [1, 0]], 0]])


FOUR, THREE = ConnectFour(3, 4, 3), TicTacToe()


def visible():
    every = tree_of(HAND, 3)
    return groups_of(
        kept=[
            (HAND, every, (1, 0)),
            (HAND, every, (0, 1)),
            (HAND, every, (2, 0)),
            (HAND, every, (0, 2)),
            (WIDE, tree_of(WIDE, 2), (6, 11)),
            (WIDER, tree_of(WIDER, 2), (1, 12)),
            (WIDER, tree_of(WIDER, 2), (11, 2)),
            (HAND, tree_of(HAND, 4, start=(2,)), (2, 0, 1)),
            on_a_board(FOUR, "3 3", (2, 1)),
            on_a_board(THREE, "a3 b2 c1 c3", (3, 2)),
        ],
        new=[
            (HAND, tree_of(HAND, 1), (1, 0)),
            (HAND, tree_of(HAND, 0), (2, 0)),
            (HAND, tree_of(HAND, 3, without=((0, 1),)), (0, 1)),
            (HAND, tree_of(HAND, 3, without=((1,),)), (1, 1)),
            (OTHER, tree_of(HAND, 1), (1, 0)),
            (WIDE, tree_of(WIDE, 1), (3, 1)),
            (HAND, tree_of(HAND, 2, start=(2,)), (2, 0, 1)),
            (HAND, tree_of(HAND, 2, start=(1,)), (1, 0, 1)),
            on_a_board(FOUR, "3 3", (1, 3)),
            four_below(Count(9, 2)),
        ],
    )


def hidden(rng):
    trees = [random_tree(4, (2, 4), rng, low=-1, high=1) for _ in range(4)]
    kept, new = [], []
    for tree in trees:
        states = [(first, second) for first in tree.actions(()) for second in (0, 1)]
        for state in rng.sample(states, 2):
            kept.append((tree, tree_of(tree, 3), state))
            without = rng.choice((state, state[:1]))
            new.append((tree, tree_of(tree, 2, without=(without,)), state))
    kept.append(on_a_board(FOUR, rng.choice(("1 2", "2 4")), (rng.randrange(4), rng.randrange(3))))
    new.append(on_a_board(FOUR, rng.choice(("4 4", "3 1")), (1, 3)))
    new.append(four_below(Count(rng.randint(6, 12), 2)))
    return groups_of(kept, new)


def probes():
    every, part = tree_of(HAND, 3), tree_of(HAND, 3, without=((0, 1), (2,)))
    asked = [(HAND, root, state) for root in (every, part) for state in ((0, 1), (1, 0), (2, 0))]
    return [*asked, four_below(Count(9, 2))]


def groups_of(kept, new):
    """A state that is in the tree, and one that is not."""
    return (
        Group("a node that can be kept", [case_of(*one, "keeps_node") for one in kept], weight=1.5),
        Group("nothing to keep", [case_of(*one) for one in new]),
    )


def case_of(game, root, state, judge="gives"):
    """The question which node is the next root."""
    return Case((game, deepcopy(root), state), size=root["visits"], judge=judge)


def on_a_board(game, moves, places):
    """A tree of a game on a board, with three replies to each move, and one position below it.

    The position is given by the places of its last two moves among the legal ones.
    """
    root = node_at(game, game.play(moves))
    state, counted = root["state"], 0
    for place in places:
        state = game.result(state, game.actions(state)[place])
    for action in tuple(root["untried"]):
        child = grown(root, game, action, visits=7, total=2)
        for reply in tuple(child["untried"])[:3]:
            counted += 1
            grown(child, game, reply, visits=1 + counted % 2, total=counted % 3 - 1)
    root.update(visits=7 * len(root["children"]), total=-3)
    return game, as_argument(game, root), Position(game, state)


def four_below(game):
    """A tree of a game that counts, in which the state is met four moves below the root only."""
    node = root = node_at(game, game.initial)
    for visits in (9, 7, 4, 2):
        node = grown(node, game, 1, visits=visits, total=1)
    root.update(visits=9, total=-1)
    return game, as_argument(game, root), Position(game, node["state"])


def tree_of(game, depth, *, start=(), without=()):
    """A tree that has grown so deep, with numbers that tell its nodes apart."""
    root, counted = node_at(game, start), 0
    todo = [root]
    while todo:
        node = todo.pop(0)
        for action in tuple(node["untried"]) if len(node["state"]) < depth else ():
            if (*node["state"], action) not in without:
                counted += 1
                todo.append(grown(node, game, action, visits=40 - counted % 30, total=counted % 7))
    root.update(visits=counted, total=-counted % 5)
    return root
