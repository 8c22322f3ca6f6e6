"""The simulations of a Monte Carlo search: their phases, the search's own tree, and the rewards.

Phases are recognised by the names of their functions. The nodes of the search's tree may be
objects or dictionaries: a node has children, and visits or a parent. Where it does not know its
parent, the links below the root tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import FrameType
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.watching.trace import Simulation, as_number, as_plain, is_number

SELECT, EXPAND, SIMULATE, BACKUP = _ORDER = ("select", "expand", "simulate", "backup")

PHASES = (
    dict.fromkeys(("select", "selection", "tree_policy", "traverse", "descend"), SELECT)
    | dict.fromkeys(("expand", "expansion"), EXPAND)
    | dict.fromkeys(("simulate", "simulation", "playout", "rollout", "random_playout"), SIMULATE)
    | dict.fromkeys(("backup", "back_up", "backpropagate", "back_propagate"), BACKUP)
    | dict.fromkeys(("backpropagation", "backprop", "update"), BACKUP)
)

_VISITS = ("visits", "visit_count", "n_visits", "visited", "n", "N")
_MEANS = ("value", "mean")
_SUMS = ("total", "wins", "w", "W")
_EITHER = ("reward", "score", "q", "Q")
_ACTIONS = ("action", "move", "parent_action", "last_action")
_NOTHING = object()


class Phases:
    """Collects the simulations of a search that has functions named after the four phases."""

    def __init__(self) -> None:
        self.simulations: list[Simulation] = []
        self.root: Any = None
        """The root of the search's own tree, once a node of it has been seen."""
        self.kept = False
        """Whether the tree was found among the variables of a search in one loop."""
        self.recognised = False
        """Whether these are the phases of a Monte Carlo search.

        They are if a backup follows a random game, or some phase has handled a tree's nodes:
        `select` and `update` are also good names for helpers of a minimax.
        """
        self._active: list[tuple[int, str, Any]] = []
        self._parts: dict[str, Any] = {}
        self._last = ""
        self._leaf: Any = None
        self._playing: list[Action] = []
        # The nodes are held, so that no other object can get their `id`.
        self._above: dict[int, tuple[Any, Any]] = {}

    def entered(self, phase: str, row: int, arguments: Sequence[Any]) -> None:
        """A function of this phase has been called."""
        if any(phase == running for _, running, _ in self._active):  # it calls itself
            return
        later = not self._last or _ORDER.index(phase) > _ORDER.index(self._last)
        # Some call their backup once for each node on the way up: all one backup.
        if not later and not phase == self._last == BACKUP:
            self._close()
        # Noted now: on its way up, a backup may lose the node that it began with.
        self._active.append((row, phase, self._node_among(arguments)))
        self._last = phase
        if phase == SIMULATE:
            self._playing = []
        if phase == BACKUP and (self.root is not None or "playout" in self._parts):
            self.recognised = True

    def left(self, phase: str, row: int, returned: Any) -> None:
        """A function of this phase has ended and given this back."""
        if not self._active or self._active[-1][0] != row:
            return
        _, _, before = self._active.pop()
        node = self._node_among([returned], before)
        if node is None and isinstance(returned, tuple | list):
            node = self._node_among(list(returned), before)
        if phase == SELECT:
            self._parts["path"] = self._path(before if node is None else node)
        elif phase == EXPAND:
            # A final node that is given back as it is has not been expanded.
            self._parts["expanded"] = (
                None if node is None or node is before else self.action_to(node)
            )
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

    def look_for_root(self, frame: FrameType) -> None:
        """Find the tree of a search in one loop, without phases, among its variables at its end."""
        own = list(frame.f_locals.values())
        own += getattr(frame.f_locals.get("self"), "__dict__", {}).values()
        roots = [each for each in own if is_node(each) and not is_node(_field(each, "parent"))]
        root = max(roots, key=lambda each: visits_of(each) or 0, default=None)
        if self.root is None and root is not None and visits_of(root):
            self.root, self.kept = root, True

    def finish(self) -> None:
        """The search is over: so is its last simulation.

        Phases are only told where the tree counted them, one visit of the root for each; else
        there is but the tree.
        """
        self._close()
        if self.recognised and self.root is not None and not self._counted():
            self.recognised, self.kept = False, True

    def _counted(self) -> bool:
        """Whether the root's visits rose by one with each simulation; the last may be cut short."""
        visits = [each.visits for each in self.simulations]
        whole = visits if visits and visits[-1] else visits[:-1]
        roots = [each[0] for each in whole if each and each[0] is not None]
        rises = all(after - before == 1 for before, after in pairwise(roots))
        return bool(roots) and len(roots) == len(whole) and rises

    def _backed_up(self, leaf: Any) -> None:
        """Note the visits on the way, and what earlier phases did not say by themselves."""
        way = [] if leaf is None else self.way(leaf)
        self._parts["visits"] = tuple(map(visits_of, way)) or None
        whole = self._path(leaf)
        path = self._parts.get("path")
        if whole is None:
            return
        if path is None:
            expanded = self._parts.get("expanded")
            ends_new = expanded is not None and whole and whole[-1] == expanded
            self._parts["path"] = whole[:-1] if ends_new else whole
        elif self._parts.get("expanded") is None and len(whole) == len(path) + 1:
            self._parts["expanded"] = whole[-1]

    def _node_among(self, things: Sequence[Any], before: Any = None) -> Any:
        """The first node among these, or the last one of a path of nodes; the tree learns of it."""
        paths = [path for thing in things if (path := path_in(thing))]
        for path in paths:
            for above, below in pairwise([None, *path]):
                self.seen(below, above)
        ends = [path[-1] for path in paths]
        node = next((thing for thing in [*filter(is_node, things), *ends]), None)
        if node is not None:
            self.seen(node, before)
        return node

    def seen(self, node: Any, under: Any = None) -> None:
        """Note a node that the search has handled, perhaps as a child of the one it had before."""
        if under is not None and _is_child(node, under):
            self._above[id(node)] = node, under
        if self.root is None or _field(node, "parent") is not _NOTHING:
            self.root = self.way(node)[0]

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
        waiting, known = [] if id(node) in self._above else [self.root], {id(self.root)}
        while waiting:
            above = waiting.pop()
            for _, child in _family(above):
                if id(child) not in known:
                    known.add(id(child))
                    self._above[id(child)] = child, above
                    waiting.append(child)
        return self._above.get(id(node), (None, None))[1]

    def _path(self, node: Any) -> tuple[Action, ...] | None:
        """The actions from the root to this node."""
        if node is None:
            return None
        return tuple(self.action_to(each) for each in self.way(node)[1:])

    def _close(self) -> None:
        if self._parts:
            # A phase that was called with the whole simulation inside it has no parts of its own.
            self.simulations.append(Simulation(len(self.simulations), **self._parts))
        self._parts, self._last, self._leaf = {}, "", None


def _reward(returned: Any, playout: tuple[Action, ...]) -> Any:
    """What a random game was worth: all that was given back, but for the game's own actions."""
    if isinstance(returned, tuple) and len(returned) == 2 and as_plain(returned[1]) == playout:
        return as_plain(returned[0])
    return as_plain(getattr(returned, "utilities", returned))


# --- the search's own tree ------------------------------------------------------------------------


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


def _field(node: Any, name: str) -> Any:
    """What a node has by this name, as an attribute or as a key."""
    if isinstance(node, dict):
        return node.get(name, _NOTHING)
    return getattr(node, name, _NOTHING)


def _family(node: Any) -> list[tuple[Any, Any]]:
    """The children of a node with their actions by a dictionary, or with `None` beside each."""
    children = _field(node, "children")
    if isinstance(children, dict):
        pairs = [(key, child) for key, child in children.items() if is_node(child)]
        return pairs or [(action, child) for child, action in children.items() if is_node(child)]
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


# --- rewards -----------------------------------------------------------------------------------


def with_all_rewards(
    simulations: Sequence[Simulation], game: Game, state: State
) -> tuple[Simulation, ...]:
    """The same simulations, each with a reward for every player, if that can be told.

    A single number is the reward of one player if each time it is this player's utility at the end
    of the game that was played, and of no other player. Else it is left as it is.
    """
    ends = [_utilities(game, state, each) for each in simulations]
    if not all(end and is_number(each.reward) for each, end in zip(simulations, ends, strict=True)):
        return tuple(simulations)
    owners = {
        seat
        for seat in range(len(game.players))
        if all(each.reward == end[seat] for each, end in zip(simulations, ends, strict=True))
    }
    if len(owners) != 1:
        return tuple(simulations)
    return tuple(replace(each, reward=end) for each, end in zip(simulations, ends, strict=True))


def _utilities(game: Game, state: State, simulation: Simulation) -> tuple[float, ...]:
    """What the end of this simulation's game is worth to each player; nothing if it has none."""
    added = () if simulation.expanded is None else (simulation.expanded,)
    actions: list[Action] = [*(simulation.path or ()), *added, *(simulation.playout or ())]
    try:
        for action in actions:
            state = game.result(state, action)
        if not game.is_terminal(state):
            return ()
        return tuple(game.utility(state, player) for player in game.players)
    except Exception:  # noqa: BLE001 - what an odd search says it played may not be legal
        return ()
