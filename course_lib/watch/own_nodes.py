"""Reads the nodes of a Monte Carlo search's own tree, be they objects or dictionaries.

A node has children, and visits or a parent. Where it does not know its parent, the links below
the root tell it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from course_lib.game import Action
from course_lib.watch.reading import as_number, as_plain, is_number

_VISITS = ("visits", "visit_count", "n_visits", "visited", "n", "N")
_MEANS = ("value", "mean")
_SUMS = ("total", "wins", "w", "W")
_EITHER = ("reward", "score", "q", "Q")
_ACTIONS = ("action", "move", "parent_action", "last_action")
_NOTHING = object()


def is_node(thing: Any) -> bool:
    """Whether this looks like a node: it has children, and a parent or visits."""
    if _field(thing, "children") is _NOTHING:
        return False
    return _field(thing, "parent") is not _NOTHING or visits_of(thing) is not None


def children_of(node: Any) -> list[tuple[Action | None, Any]]:
    """The children of a node, kept in a list or by action, each with its action where known."""
    return [(_action(child, key), child) for key, child in _family(node)]


def visits_of(node: Any) -> int | None:
    """How many simulations went through this node."""
    visits = _number(node, _VISITS)
    return None if visits is None else int(visits)


def value_of(node: Any) -> float | None:
    """What the search's own node says about its value: a mean, where it can be told from a sum."""
    mean = mean_of(node)
    return _number(node, _EITHER) if mean is None else mean


def mean_of(node: Any) -> float | None:
    """The mean of this node, if it keeps one, or a sum by a name that can't be anything else."""
    total, visits = _number(node, _SUMS), visits_of(node)
    mean = _number(node, _MEANS)
    if mean is None and total is not None and visits:
        return total / visits
    return mean


def state_of(node: Any) -> Any:
    """The state that this node keeps, or `None`."""
    state = _field(node, "state")
    return None if state is _NOTHING else state


def path_in(thing: Any) -> list[Any]:
    """The nodes of a way down the tree, each a child of the one before; of all else nothing."""
    if not isinstance(thing, list | tuple) or not thing or not all(map(is_node, thing)):
        return []
    linked = all(_is_child(below, above) for above, below in pairwise(thing))
    return list(thing) if linked else []


class Links:
    """Which node lies above which in a tree that grows."""

    def __init__(self) -> None:
        self.root: Any = None
        """The root of the tree, once a node of it has been seen."""
        # The nodes are held, so that no other object can get their `id`.
        self._above: dict[int, tuple[Any, Any]] = {}

    def seen(self, node: Any, under: Any = None) -> None:
        """Note a node that the search has handled, perhaps as a child of the one it had before."""
        if under is not None and _is_child(node, under):
            self._above[id(node)] = node, under
        if self.root is None or _field(node, "parent") is not _NOTHING:
            self.root = self.way(node)[0]

    def seen_path(self, path: list[Any]) -> None:
        """Note the nodes of a way down the tree."""
        self.seen(path[0])
        for above, below in pairwise(path):
            self.seen(below, above)

    def way(self, node: Any) -> list[Any]:
        """The nodes from the root to this one."""
        way: list[Any] = []
        while node is not None and not any(node is other for other in way):
            way.append(node)
            node = self._parent(node)
        return way[::-1]

    def action_to(self, node: Any) -> Action | None:
        """The action that led to this node, found in the node or as its parent's key for it."""
        keys = (key for key, child in _family(self._parent(node)) if child is node)
        return _action(node, next(keys, None))

    def _parent(self, node: Any) -> Any:
        """The node above this one; one that does not say it is looked for below the root."""
        parent = _field(node, "parent")
        if parent is not _NOTHING:
            return parent if is_node(parent) else None
        if node is self.root or self.root is None:
            return None
        if id(node) not in self._above:
            self._look_everywhere()
        return self._above.get(id(node), (None, None))[1]

    def _look_everywhere(self) -> None:
        """Note every link below the root."""
        waiting, known = [self.root], {id(self.root)}
        while waiting:
            node = waiting.pop()
            for _, child in _family(node):
                if id(child) not in known:
                    known.add(id(child))
                    self._above[id(child)] = child, node
                    waiting.append(child)


def _field(node: Any, name: str) -> Any:
    """What a node has by this name, as an attribute or as a key."""
    if isinstance(node, dict):
        return node.get(name, _NOTHING)
    return getattr(node, name, _NOTHING)


def _family(node: Any) -> list[tuple[Any, Any]]:
    """The children of a node with their keys, or with `None` where they are not kept by key."""
    children = _field(node, "children")
    if isinstance(children, dict):
        return [(key, child) for key, child in children.items() if is_node(child)]
    if isinstance(children, list | tuple | set | frozenset):
        return [(None, child) for child in children if is_node(child)]
    return []


def _is_child(node: Any, above: Any) -> bool:
    return any(node is child for _, child in _family(above))


def _action(node: Any, key: Any) -> Action | None:
    """The action that the node names, else the key that its parent has for it."""
    for name in _ACTIONS:
        action = _field(node, name)
        if action is not _NOTHING and action is not None and not callable(action):
            return as_plain(action)
    return None if key is None else as_plain(key)


def _number(node: Any, names: tuple[str, ...]) -> Any:
    """The first number that the node has by one of these names."""
    for name in names:
        number = _field(node, name)
        if is_number(number):
            return as_number(number)
    return None
