"""The four phases of each simulation of a Monte Carlo search, recognised by their names."""

from __future__ import annotations

from types import FrameType
from typing import Any

from course_lib.game import Action
from course_lib.watch.own_nodes import Links, is_node, path_in, visits_of
from course_lib.watch.reading import as_plain
from course_lib.watch.trace import Simulation

SELECT, EXPAND, SIMULATE, BACKUP = _ORDER = ("select", "expand", "simulate", "backup")

PHASES = (
    dict.fromkeys(("select", "selection", "tree_policy", "traverse", "descend"), SELECT)
    | dict.fromkeys(("expand", "expansion"), EXPAND)
    | dict.fromkeys(("simulate", "simulation", "playout", "rollout", "random_playout"), SIMULATE)
    | dict.fromkeys(("backup", "back_up", "backpropagate", "back_propagate"), BACKUP)
    | dict.fromkeys(("backpropagation", "backprop", "update"), BACKUP)
)


class Phases:
    """Collects the simulations of a search that has functions named after the four phases."""

    def __init__(self) -> None:
        self.simulations: list[Simulation] = []
        self.links = Links()
        """The search's own tree, as far as it has been seen."""
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
        self._active.append((frame, phase, self._node_among(_arguments(frame))))
        self._last = phase
        if phase == SIMULATE:
            self._playing = []
        if phase == BACKUP and (self.links.root is not None or "playout" in self._parts):
            self.recognised = True

    def left(self, phase: str, frame: FrameType, returned: Any) -> None:
        """A function of this phase has ended and given this back."""
        if not self._active or self._active[-1][0] is not frame:
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
                None if node is None or node is before else self.links.action_to(node)
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

    def finish(self) -> None:
        """The search is over: so is its last simulation."""
        self._close()

    def _backed_up(self, leaf: Any) -> None:
        """Note the visits on the way, and what earlier phases did not say by themselves."""
        way = [] if leaf is None else self.links.way(leaf)
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

    def _node_among(self, things: list[Any], before: Any = None) -> Any:
        """The first node among these, or the last one of a path of nodes; the tree learns of it."""
        paths = [path for thing in things if (path := path_in(thing))]
        for path in paths:
            self.links.seen_path(path)
        ends = [path[-1] for path in paths]
        node = next((thing for thing in [*filter(is_node, things), *ends]), None)
        if node is not None:
            self.links.seen(node, before)
        return node

    def _path(self, node: Any) -> tuple[Action, ...] | None:
        """The actions from the root to this node."""
        if node is None:
            return None
        return tuple(self.links.action_to(each) for each in self.links.way(node)[1:])

    def _close(self) -> None:
        if self._parts:
            # A phase that was called with the whole simulation inside it has no parts of its own.
            self.simulations.append(Simulation(len(self.simulations), **self._parts))
        self._parts, self._last, self._leaf = {}, "", None


def _arguments(frame: FrameType) -> list[Any]:
    """What a call was given."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return [frame.f_locals.get(name) for name in names]


def _reward(returned: Any, playout: tuple[Action, ...]) -> Any:
    """What a random game was worth: all that was given back, but for the game's own actions."""
    if isinstance(returned, tuple) and len(returned) == 2 and as_plain(returned[1]) == playout:
        return as_plain(returned[0])
    return as_plain(getattr(returned, "utilities", returned))
