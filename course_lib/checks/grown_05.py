"""How the tree that `mcts` gives back is judged: by its visits and totals, node by node."""

from __future__ import annotations

from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import NO_RETURN, Case, Objection
from course_lib.checks.references_05 import Node
from course_lib.checks.secret import Secret

_KEYS = {"state", "chooser", "visits", "total", "untried", "children"}


def a_tree(case: Case, answer: Answer) -> Objection | None:
    """Nothing if an action and a tree came back, in which each simulation is counted once."""
    simulations = case.arguments[2]
    return (
        _a_pair(case, answer.value)
        or _of_this_game(case, answer.value[1])
        or _counted(case, answer.value[1], simulations)
        or _adds_up(case, answer.value[1])
        or _most_visited(case, answer)
    )


def _a_pair(case: Case, value: Any) -> Objection | None:
    """Nothing if this is an action and the root of a tree."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    if pair and is_node(value[1]) and not is_node(value[0]):
        return None
    got, mistake = _kind(value), None
    if value is None:
        mistake = NO_RETURN
    elif is_node(value):
        mistake = "the tree alone is given back, without the action"
    elif pair and is_node(value[0]) and is_node(value[1]):
        mistake = "the child is given back, not its action"
    elif isinstance(value, int | tuple):
        mistake = "the action alone is given back, without the tree"
    sentence = f"{case.shown} gave {got}, expected a pair: the action, and the root of the tree"
    return Objection(sentence, mistake, "(action, root)", got)


def _of_this_game(case: Case, root: Node) -> Objection | None:
    """Nothing if the root's children and its untried actions are all actions there are."""
    tree = case.arguments[0]
    game = tree.game if isinstance(tree, Secret) else tree
    wanted = sorted(map(repr, game.actions(case.arguments[1])))
    found = sorted(map(repr, [*root["children"], *root["untried"]]))
    if found == wanted:
        return None
    sentence = (
        f"{case.shown}: the root's children and untried actions are {', '.join(found)}, expected"
        f" {', '.join(wanted)}"
    )
    return Objection(sentence, None, ", ".join(wanted), ", ".join(found))


def _counted(case: Case, root: Node, simulations: int) -> Objection | None:
    """Nothing if the root has as many visits as there were simulations, and no child has none."""
    visits = root["visits"]
    new = [child for child in root["children"].values() if not child["visits"]]
    if new:
        sentence = (
            f"{case.shown}: {len(new)} of the {len(root['children'])} children of the root have no"
            " visits; each was added for a random game that has to count for it, too"
        )
        return Objection(sentence, "the new child is left out of the path", got="0 visits")
    if visits == simulations:
        return None
    mistake = None
    if visits == 0 and root["children"]:
        mistake = "only the new child is counted, not the way to it"
    elif visits == simulations - 1:
        mistake = "there is one simulation too few"
    elif visits == simulations + 1:
        mistake = "there is one simulation too many"
    elif visits > simulations:
        mistake = "the tree of an earlier search is used again"
    return Objection(
        f"{case.shown}: the root has {_many(visits)} after {simulations} simulations",
        mistake,
        _many(simulations),
        _many(visits),
    )


def _adds_up(case: Case, root: Node) -> Objection | None:
    """Nothing if at each node the visits are those of its children, and one of its own."""
    waiting = [(root, 0)]
    while waiting:
        node, own = waiting.pop()
        below = sum(child["visits"] for child in node["children"].values())
        waiting += [(child, 1) for child in node["children"].values()]
        if not node["children"] or node["visits"] == own + below:
            continue
        mistake = None
        if below > node["visits"] - own and _ends_among(node):
            mistake = "a final node is counted twice"
        return Objection(
            f"{case.shown}: the node of {node['state']!r} has {_many(node['visits'])}, and its"
            f" children have {below} together; expected {own + below}",
            mistake,
            _many(own + below),
            _many(node["visits"]),
        )
    return None


def _most_visited(case: Case, answer: Answer) -> Objection | None:
    """Nothing if no action of the root has more visits than the one given back."""
    action, root = answer.value
    children = root["children"]
    told = ", ".join(
        f"{each!r}: {_many(child['visits'])}, mean {child['total'] / child['visits']:.2f}"
        for each, child in children.items()
    )
    if action not in list(children):
        sentence = f"{case.shown} gave the action {action!r}, and the root's children are {told}"
        return Objection(sentence, got=repr(action))
    most = max(child["visits"] for child in children.values())
    if children[action]["visits"] == most:
        return None
    means = {each: child["total"] / child["visits"] for each, child in children.items()}
    mistake = None
    if means[action] == max(means.values()):
        mistake = "the action with the best mean is taken, not the most visited"
    elif children[action]["visits"] == min(child["visits"] for child in children.values()):
        mistake = "the least visited action is taken"
    right = next(each for each, child in children.items() if child["visits"] == most)
    sentence = f"{case.shown} gave the action {action!r}; the root's children are {told}"
    return Objection(sentence, mistake, repr(right), repr(action))


def is_node(thing: Any) -> bool:
    """Whether this is a node such as `new_node` makes, with nodes below it.

    What comes back may be anything: of a node, all that is worked with here is looked at first.
    """
    return (
        isinstance(thing, dict)
        and set(thing) >= _KEYS
        and type(thing["visits"]) is int
        and type(thing["total"]) in {int, float}
        and isinstance(thing["untried"], list)
        and isinstance(thing["children"], dict)
        and all(map(is_node, thing["children"].values()))
    )


def _ends_among(node: Node) -> bool:
    children = node["children"].values()
    return any(not child["children"] and not child["untried"] for child in children)


def _many(visits: int) -> str:
    return "1 visit" if visits == 1 else f"{visits} visits"


def _kind(value: Any) -> str:
    if is_node(value):
        return "a node"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_kind, value))})"
    return f"{value!r:.60}"
