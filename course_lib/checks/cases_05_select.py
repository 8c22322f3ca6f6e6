"""The visible cases of `select(node, c)`: trees as plain data, whose states are letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection, same
from course_lib.checks.references_05 import Node, select

Tree = tuple[Node, float]
"""A tree, and the constant to select with."""


def node(
    name: str, visits: int, total: float, *children: Node, untried: Iterable[int] = ()
) -> Node:
    """A node called by a letter; its children's choosers take turns with its own."""
    chooser = "O" if children and children[0]["chooser"] == "X" else "X"
    return {
        "state": name,
        "chooser": chooser,
        "visits": visits,
        "total": total,
        "untried": list(untried),
        "children": dict(enumerate(children, 10)),
    }


def untried_trees() -> tuple[Tree, ...]:
    """Trees in which the way ends where actions are untried: at once, or further down."""
    one = node("B", 2, 2, untried=[0, 1])
    deep = node("C", 5, 4, node("D", 3, -1), node("E", 1, 1), untried=[7])
    return (
        (node("A", 0, 0, untried=[1, 2]), 1.4),
        (node("A", 3, 1, one, node("C", 1, -1, untried=[3]), untried=[4]), 1.4),
        (node("A", 3, 1, one, node("C", 1, -1, untried=[3])), 0.0),
        (node("A", 9, 2, node("B", 4, -2, untried=[5]), deep), 0.5),
    )


def final_trees() -> tuple[Tree, ...]:
    """Trees in which the way ends in a final state, which has neither actions nor children."""
    inner = node("C", 6, 5, node("D", 4, -3), node("E", 1, -1))
    return (
        (node("A", 1, 1), 1.4),
        (node("A", 4, 2, node("B", 3, 3), node("C", 1, -1)), 1.4),
        (node("A", 8, 2, node("B", 2, -1), inner), 0.3),
    )


def bound_trees() -> tuple[Tree, ...]:
    """Trees in which it matters what goes into the formula, one level or more down."""
    rare = node("A", 30, 4, node("B", 24, 12), node("C", 4, 1), node("D", 2, -1))
    sums = node("A", 12, 4, node("B", 9, 4), node("C", 3, 2))
    left = node("B", 40, 12, node("E", 30, 12), node("F", 7, 1), node("G", 3, 0))
    right = node("C", 20, 2, node("H", 12, 3), node("I", 6, -2), node("J", 2, -2))
    deep = node("A", 60, 14, left, right)
    few = node("B", 12, 9, node("D", 9, 4), node("E", 2, -1))
    below = node("A", 90, 10, few, node("C", 78, 30))
    return (
        *((rare, c) for c in (0.0, 0.5, 1.4, 3.0)),
        *((sums, c) for c in (0.0, 0.4, 1.4)),
        *((deep, c) for c in (0.0, 0.2, 0.6, 1.4, 2.0)),
        *((below, c) for c in (0.0, 0.6, 1.0, 1.3, 1.5)),
    )


def tree_case(tree: Node, c: float) -> Case:
    """The question which way down is taken."""
    return Case((tree, c), names(select(tree, c)), f"select(node, {c})", _size(tree), the_way)


def the_way(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the nodes of the right way came back, and the tree is as it was."""
    tree = case.arguments[0]
    expected = " ".join(case.expected)
    found = names(answer.value)
    shown = f"{case.shown}, in the tree {told(tree)},"
    if found is None:
        sentence = f"{shown} gave {answer.value!r}, expected the list of the nodes {expected}"
        return Objection(sentence, _kind_of_mistake(answer), f"nodes {expected}")
    if found != case.expected:
        sentence = f"{shown} gave the nodes {' '.join(found)}, expected {expected}"
        return Objection(sentence, None, f"nodes {expected}", f"nodes {' '.join(found)}")
    if answer.afterwards and not same(tree, answer.afterwards[0]):
        sentence = f"{shown} changed the tree; selecting is only looking"
        return Objection(sentence, "the tree is changed while selecting")
    return None


def names(value: Any) -> list[str] | None:
    """The letters of these nodes, or `None` if they are none."""
    if not isinstance(value, list | tuple):
        return None
    if not all(isinstance(each, dict) and isinstance(each.get("state"), str) for each in value):
        return None
    return [each["state"] for each in value]


def told(tree: Node) -> str:
    """A small tree in one line: letter, total/visits, untried actions, children in brackets.

    >>> told(node("A", 4, 2, node("B", 3, 3), node("C", 1, -1, untried=[0])))
    'A 2/4 (B 3/3, C -1/1 with 1 untried)'
    """
    line = f"{tree['state']} {tree['total']}/{tree['visits']}"
    if tree["untried"]:
        line += f" with {len(tree['untried'])} untried"
    if tree["children"]:
        line += f" ({', '.join(map(told, tree['children'].values()))})"
    return line


def pieces(value: Any) -> list[str]:
    """The letters of the way, or what came instead."""
    found = names(value)
    return [" ".join(found) if found is not None else f"no way: {type(value).__name__}"]


def groups_of(
    untried: Iterable[Tree], final: Iterable[Tree], bounds: Iterable[Tree]
) -> tuple[Group, ...]:
    """Where to stop, twice, and which way to take."""
    return (
        Group("stop where an action is untried", tuple(tree_case(*each) for each in untried)),
        Group("stop in a final state", tuple(tree_case(*each) for each in final), weight=0.75),
        Group(
            "at each node, the child with the greatest UCB1",
            tuple(tree_case(*each) for each in bounds),
            weight=1.5,
        ),
    )


def _kind_of_mistake(answer: Answer) -> str | None:
    value = answer.value
    if value is None:
        return NO_RETURN
    if isinstance(value, dict):
        return "one node is given back, not the way to it"
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return "the states are given back, not the nodes"
    if isinstance(value, list) and all(isinstance(each, int) for each in value):
        return "the actions are given back, not the nodes"
    return None


def _size(tree: Node) -> int:
    return 1 + sum(map(_size, tree["children"].values()))


def _visible() -> tuple[Group, ...]:
    return groups_of(untried_trees(), final_trees(), bound_trees())


def _probes() -> tuple[tuple[Any, ...], ...]:
    return (*untried_trees(), *final_trees(), *bound_trees())


SELECT = Exercise("select", "05", _visible, _probes, select, pieces=pieces)
