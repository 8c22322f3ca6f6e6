"""What exercises of lesson 05 share: its nodes, and trees that have grown."""

from autograder_tests.solution import namespace


def new_node(game, state, chooser):
    """A node as the lesson makes it, of which nothing is known yet."""
    return namespace("expand")["new_node"](game, state, chooser)


def node_at(game, state):
    """The new node of this state of a tree, with the player who chose to come there."""
    return new_node(game, state, game.to_move(state[:-1] if state else state))


def grown(node, game, action, **counted):
    """The child that the node now has for this action, with what was counted there."""
    node["untried"].remove(action)
    child = new_node(game, game.result(node["state"], action), game.to_move(node["state"]))
    node["children"][action] = child
    child.update(counted)
    return child
