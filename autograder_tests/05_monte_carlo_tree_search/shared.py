"""What exercises of lesson 05 share: its nodes, and trees that have grown."""

from autograder_tests.cases import Position
from autograder_tests.solution import namespace
from course_lib import TextbookTree


def new_node(game, state, chooser):
    """A node as the lesson makes it, of which nothing is known yet."""
    return namespace("expand")["new_node"](game, state, chooser)


def node_at(game, state):
    """The new node of this state, with the player who chose to come there."""
    mover = game.to_move(state)
    [other] = {*game.players} - {mover}
    return new_node(game, state, mover if state == game.initial else other)


def as_argument(game, node):
    """The node with states that a line can make; those of a textbook tree are plain tuples."""
    if isinstance(game, TextbookTree):
        return node
    children = {action: as_argument(game, child) for action, child in node["children"].items()}
    return {**node, "state": Position(game, node["state"]), "children": children}


def grown(node, game, action, **counted):
    """The child that the node now has for this action, with what was counted there."""
    node["untried"].remove(action)
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    child.update(counted)
    return child
