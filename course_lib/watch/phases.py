"""The four phases of each simulation of a Monte Carlo search, recognised by their names."""

from __future__ import annotations

from types import FrameType
from typing import Any

from course_lib.game import Action
from course_lib.watch.reading import as_number, as_plain, is_number
from course_lib.watch.trace import Simulation

SELECT, EXPAND, SIMULATE, BACKUP = _ORDER = ("select", "expand", "simulate", "backup")

PHASES = (
    dict.fromkeys(("select", "selection", "tree_policy", "traverse", "descend"), SELECT)
    | dict.fromkeys(("expand", "expansion"), EXPAND)
    | dict.fromkeys(("simulate", "simulation", "playout", "rollout", "random_playout"), SIMULATE)
    | dict.fromkeys(("backup", "back_up", "backpropagate", "back_propagate"), BACKUP)
    | dict.fromkeys(("backpropagation", "backprop", "update"), BACKUP)
)

_VISITS = ("visits", "visit_count", "n_visits", "visited", "n", "N")
_VALUES = ("value", "mean", "total", "reward", "wins", "score", "w", "q", "W", "Q")
_ACTIONS = ("action", "move", "parent_action", "last_action")


class Phases:
    """Collects the simulations of a search that has functions named after the four phases."""

    def __init__(self) -> None:
        self.simulations: list[Simulation] = []
        self.root: Any = None
        """The root of the search's own tree, once a node of it has been seen."""
        self.recognised = False
        """Whether these are the phases of a Monte Carlo search.

        They are if a backup follows a random game, or some phase has handled a tree's nodes:
        `select` and `update` are also good names for helpers of a minimax.
        """
        self._active: list[tuple[FrameType, str, Any]] = []
        self._parts: dict[str, Any] = {}
        self._last = ""
        self._leaf: Any = None
        self._playing: list[Action] = []

    def entered(self, phase: str, frame: FrameType) -> None:
        """A function of this phase has been called."""
        if any(phase == running for _, running, _ in self._active):  # it calls itself
            return
        later = not self._last or _ORDER.index(phase) > _ORDER.index(self._last)
        # Some call their backup once for each node on the way up: all one backup.
        if not later and not phase == self._last == BACKUP:
            self._close()
        # Noted now: on its way up, a backup may lose the node that it began with.
        self._active.append((frame, phase, _node_among(_arguments(frame))))
        self._last = phase
        if phase == SIMULATE:
            self._playing = []
        if phase == BACKUP and (self.root is not None or "playout" in self._parts):
            self.recognised = True

    def left(self, phase: str, frame: FrameType, returned: Any) -> None:
        """A function of this phase has ended and given this back."""
        if not self._active or self._active[-1][0] is not frame:
            return
        _, _, before = self._active.pop()
        node = _node_among(list(returned) if isinstance(returned, tuple | list) else [returned])
        if node is not None or before is not None:
            self.root = _way(before if node is None else node)[0]
        if phase == SELECT:
            self._parts["path"] = _path(before if node is None else node)
        elif phase == EXPAND:
            # A final node that is given back as it is has not been expanded.
            self._parts["expanded"] = None if node is before else action_of(node)
        elif phase == SIMULATE:
            self._parts.setdefault("playout", tuple(self._playing))
            self._parts["reward"] = _reward(returned, self._parts["playout"])
        elif phase == BACKUP:
            self._leaf = before if self._leaf is None else self._leaf
            self._backed_up(self._leaf)

    def applied(self, action: Action) -> None:
        """The rules were asked for a result; during a random game that is one of its moves."""
        if self._active and self._active[-1][1] == SIMULATE:
            self._playing.append(as_plain(action))

    def played(self, actions: tuple[Action, ...]) -> None:
        """The game has played at random by itself."""
        self._parts["playout"] = tuple(as_plain(action) for action in actions)

    def finish(self) -> None:
        """The search is over: so is its last simulation."""
        self._close()

    def _backed_up(self, leaf: Any) -> None:
        """Note the visits on the way, and what earlier phases did not say by themselves."""
        way = _way(leaf)
        self._parts["visits"] = tuple(_number(node, _VISITS, whole=True) for node in way) or None
        whole = _path(leaf)
        path = self._parts.get("path")
        if whole is None:
            return
        if path is None:
            expanded = self._parts.get("expanded")
            ends_new = expanded is not None and whole and whole[-1] == expanded
            self._parts["path"] = whole[:-1] if ends_new else whole
        elif self._parts.get("expanded") is None and len(whole) == len(path) + 1:
            self._parts["expanded"] = whole[-1]

    def _close(self) -> None:
        if self._parts:
            # A phase that was called with the whole simulation inside it has no parts of its own.
            self.simulations.append(Simulation(len(self.simulations), **self._parts))
        self._parts, self._last, self._leaf = {}, "", None


def children_of(node: Any) -> list[Any]:
    """The children of a node of the search's own tree, whether kept in a list or by action."""
    children = getattr(node, "children", None)
    values = children.values() if isinstance(children, dict) else children
    if not isinstance(values, list | tuple | set | frozenset | type({}.values())):
        return []
    return [child for child in values if _is_node(child)]


def action_of(node: Any) -> Action | None:
    """The action that led to this node, found in the node or as its parent's key for it."""
    action = _action(node)
    siblings = getattr(getattr(node, "parent", None), "children", None)
    if action is None and isinstance(siblings, dict):
        action = next((as_plain(key) for key, child in siblings.items() if child is node), None)
    return action


def visits_of(node: Any) -> int | None:
    """How many simulations went through this node."""
    return _number(node, _VISITS, whole=True)


def value_of(node: Any) -> float | None:
    """What the search's own node says about its value: a mean or a sum, as it keeps it."""
    return _number(node, _VALUES)


def _is_node(thing: Any) -> bool:
    return hasattr(thing, "parent") and hasattr(thing, "children")


def _arguments(frame: FrameType) -> list[Any]:
    """What a call was given."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return [frame.f_locals.get(name) for name in names]


def _node_among(things: list[Any]) -> Any:
    """The first node among these, or the last one of a path of nodes."""
    paths = [thing[-1] for thing in things if isinstance(thing, list) and thing]
    return next((thing for thing in things + paths if _is_node(thing)), None)


def _way(node: Any) -> list[Any]:
    """The nodes from the root to this one."""
    way: list[Any] = []
    while _is_node(node) and not any(node is seen for seen in way):
        way.append(node)
        node = node.parent
    return way[::-1]


def _path(node: Any) -> tuple[Action, ...] | None:
    if node is None:
        return None
    return tuple(action_of(each) for each in _way(node)[1:])


def _action(node: Any) -> Action | None:
    for name in _ACTIONS:
        action = getattr(node, name, None)
        if action is not None and not callable(action):
            return as_plain(action)
    return None


def _number(node: Any, names: tuple[str, ...], *, whole: bool = False) -> Any:
    for name in names:
        number: Any = getattr(node, name, None)
        if is_number(number):
            return int(number) if whole else as_number(number)
    return None


def _reward(returned: Any, playout: tuple[Action, ...]) -> Any:
    """What a random game was worth: all that was given back, but for the game's own actions."""
    if isinstance(returned, tuple) and len(returned) == 2 and as_plain(returned[1]) == playout:
        return as_plain(returned[0])
    return as_plain(getattr(returned, "utilities", returned))
