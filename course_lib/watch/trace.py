"""What a search did and gave back, as plain data: `SearchTrace`, its nodes and its simulations."""

from __future__ import annotations

import math
import numbers
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from course_lib.game import Action, Player
from course_lib.plain import (
    file_text,
    from_json,
    tagged,
    to_frame,
    to_json,
    wanted,
    write_whole,
)

LEFT_OUT = "left out"
"""The reason where a function looks at some actions alone, and no bound is known to be the cause.
"""

WALKS = "goes on from here by itself, by no call"
"""The note of a node whose call went through further states in a loop, as a random game does."""

Window = tuple[float | None, float | None]
"""alpha and beta; `None` where a search has only one of them."""


@dataclass(frozen=True, slots=True)
class TraceNode:
    """One state that the search looked at: one call of the searching function."""

    id: int
    parent: int | None
    """The `id` of the node whose call made this call; `None` at the root."""
    action: Action | None
    """The action that led here from the parent's state."""
    action_name: str | None
    depth: int
    player: Player | None
    """Whose turn it is here."""
    function: str
    """The name of the function that was called."""
    window_in: Window | None = None
    """alpha and beta when the call began, where the function has them."""
    window_out: Window | None = None
    """alpha and beta when the call ended."""
    value: float | None = None
    """The number that the call gave back."""
    entered: int = 0
    left: int | None = None
    """When the call began and ended, on one clock for all; `None`: it was not seen to end."""
    actions: tuple[Action, ...] = ()
    """What the search was told it could try here."""
    cut: tuple[Action, ...] = ()
    """Those of `actions` that it never applied."""
    cut_names: tuple[str, ...] = ()
    reason: str | None = None
    """Why they were cut, in words."""
    final: bool = False
    note: str | None = None
    """Anything unusual, in words."""
    visits: int | None = None
    """In Monte Carlo trees: how many simulations went through here."""
    board: Any = None
    """The board, where functions without a game were watched."""
    pass_number: int | None = None
    """At the root of a pass: which one it is, from 1."""
    attempt: int = 1
    """2 and more: its action was searched again in the same call, as by a null window before."""
    chance: bool = False
    """Whether nobody chooses here: the value is the mean of the children's, by probability."""
    probability: float | None = None
    """Below a chance node: how likely this action is, where that could be found out."""
    rave: tuple[int, float] | None = None
    """In Monte Carlo trees with RAVE: the games with this action now or later, and their mean."""
    vector: tuple[float, ...] | None = None
    """What the call gave back where that was a number for each player, in the players' order."""
    known: int | None = None
    """The earlier node of the same state from which this call had its value: it came from memory.
    """
    unseen: tuple[str, ...] = ()
    """The actions whose states were made here, with no call for them: what came of them is not
    known."""
    elsewhere: bool = False
    """Whether something that was cut here was tried in another call for the same state."""
    counted: tuple[int, int] | None = None
    """How many visits there had been in all when the call began and when it ended."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation of a Monte Carlo search in its four phases; `None`: not recognised."""

    number: int
    path: tuple[Action, ...] | None = None
    """Select: the actions from the root down to the leaf that was chosen."""
    expanded: Action | None = None
    """Expand: the action whose state was added below that leaf."""
    playout: tuple[Action, ...] | None = None
    """Simulate: the actions of the random game."""
    reward: Any = None
    """What the random game was worth, as the search's own function gave it back."""
    visits: tuple[int | None, ...] | None = None
    """Backup: the visits along the path afterwards, the root's first."""


class Event(NamedTuple):
    """One step of the search: a call for this node began (`enter`) or ended (`leave`)."""

    kind: Literal["enter", "leave"]
    node: int


@dataclass(frozen=True, repr=False)
class SearchTrace:
    """A recorded search: plain data that knows nothing of the functions it came from.

    `nodes[0]` is the root, and a node comes after its parent. A search that goes over its tree more
    than once (iterative deepening, the null windows of MTD(f), an aspiration window that was too
    narrow) has *passes*: then the children of the root are one node for each pass, at depth 0, with
    its `pass_number`, and its own window, value and cuts where a call of its own had them. `passes`
    lists them, and `only(3)` is the trace of the third pass alone, to be drawn as any other. Inside
    a pass an action that is searched again from the same state (PVS) is a sibling whose `attempt`
    counts up.
    """

    function: str
    """The name of the search that was watched."""
    game: str | None
    """The name of the game's class; `None` where functions on a board were watched."""
    options: dict[str, Any] | None
    """What the game was made with, or `None` where that is not plain data."""
    players: tuple[Player, ...]
    root: str
    """The state it started from, as text."""
    value: float | None = None
    action: Action | None = None
    action_name: str | None = None
    nodes: tuple[TraceNode, ...] = ()
    simulations: tuple[Simulation, ...] = ()
    visits: int = 0
    edges: int = 0
    cut: int = 0
    stopped: str | None = None
    """Where recording ended before the search did: why, in a sentence."""
    error: str | None = None
    """Where the search did not end well: its exception, and the line."""
    note: str | None = None
    c: float | None = None
    """How much a Monte Carlo search was told to explore, by an option of this name."""
    jumps: bool = False
    """Whether the search went from state to state in an order that no call inside a call explains.

    Then a node's parent is the state that it came from, each state has one node, and neither
    passes nor cuts are told: nobody saw them.
    """

    def children(self, node: int) -> tuple[TraceNode, ...]:
        """The nodes that were searched from this one, in the order of the calls."""
        return self._children.get(node, ())

    def path(self, node: int) -> tuple[Action, ...]:
        """The actions from the root to this node."""
        if not 0 <= node < len(self.nodes):
            raise ValueError(f"there is no node {node}; this trace has {len(self.nodes)} nodes")
        way: list[Action] = []
        at = self.nodes[node]
        while at.parent is not None:
            way += [at.action] if at.pass_number is None else []
            at = self.nodes[at.parent]
        return tuple(reversed(way))

    @property
    def passes(self) -> tuple[TraceNode, ...]:
        """The root of each pass, the first one first; nothing where the whole search is one."""
        return tuple(node for node in self.children(0) if node.pass_number is not None)

    def only(self, number: int) -> SearchTrace:
        """The trace of this pass alone, counted from 1; its visits and edges are its calls."""
        if not 1 <= number <= len(self.passes):
            raise ValueError(f"there is no pass {number}; this trace has {len(self.passes)} passes")
        top = self.passes[number - 1]
        ids = {top.id: 0}
        nodes = [replace(top, id=0, parent=None, action_name=None, pass_number=None)]
        for node in self.nodes[top.id + 1 :]:
            if node.parent in ids:
                ids[node.id] = len(nodes)
                nodes.append(replace(node, id=ids[node.id], parent=ids[node.parent]))
        last, line = number == len(self.passes), self._line_from(top.id)
        best = self.nodes[line[1]] if len(line) > 1 and not last else self
        return replace(
            self,
            value=self.value if last and top.value is None else top.value,
            action=best.action,
            action_name=best.action_name,
            nodes=tuple(nodes),
            visits=len(nodes),
            edges=len(nodes) - 1,
            cut=sum(len(node.cut) for node in nodes),
            note=f"pass {number} of {len(self.passes)}",
        )

    def events(self) -> tuple[Event, ...]:
        """Every beginning and end of a call, in the order in which they happened.

        A pass begins just before its first child and ends just after its last.
        """
        steps = [(node.entered, node.id, Event("enter", node.id)) for node in self.nodes]
        ended = [node for node in self.nodes if node.left is not None]
        steps += [(node.left or 0, -node.id, Event("leave", node.id)) for node in ended]
        return tuple(event for *_, event in sorted(steps))

    def principal(self) -> tuple[int, ...]:
        """The ids along the best line: what the search expects both sides to play.

        A line goes on as long as a child can be told to have given its parent the value.
        """
        return self._line_from(0) if self.nodes else ()

    @cached_property
    def values_turn(self) -> bool:
        """Whether most values and windows are those of the player to move, as in negamax."""
        votes = 0
        if self.jumps:  # no value is made of others there
            return False
        for node in self.nodes:
            children = self.children(node.id)
            if children and children[0].pass_number is not None:
                continue
            if node.value and not node.chance:
                below = {child.value for child in children}
                votes += (-node.value in below) - (node.value in below)
            if node.window_in:
                turned = turned_window(node.window_in)
                below_it = [child.window_in for child in children if child.window_in]
                votes += sum(_bounds_in_common(window, turned) for window in below_it)
                votes -= sum(_bounds_in_common(window, node.window_in) for window in below_it)
        return votes > 0

    def to_json(self) -> str:
        """This trace as JSON text."""
        data = _as_dict(self)
        data["nodes"] = [_as_dict(node) for node in self.nodes]
        data["simulations"] = [_as_dict(each) for each in self.simulations]
        return to_json(data)

    @classmethod
    def from_json(cls, text: str) -> SearchTrace:
        """The trace that `to_json` wrote as this text."""
        try:
            data = from_json(text)
            nodes = tuple(TraceNode(**node) for node in data["nodes"])
            simulations = tuple(Simulation(**each) for each in data["simulations"])
            return cls(**data | {"nodes": nodes, "simulations": simulations})
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(
                f"this is not the JSON text of a SearchTrace ({error}); "
                "use the text that its to_json or save wrote"
            ) from None

    def save(self, path: str | Path) -> None:
        """Write this trace to a file, whole or not at all, to be read by `load`."""
        write_whole(path, self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> SearchTrace:
        """The trace that `save` wrote to this file."""
        return cls.from_json(file_text(path))

    def to_frame(self) -> Any:
        """A pandas `DataFrame` with a row for each node, in the order of the calls."""
        return to_frame(_as_dict(node) for node in self.nodes)

    def to_networkx(self) -> Any:
        """The tree as a `networkx.DiGraph`: a node by its id, with all that is known of it."""
        graph = wanted("networkx", "to_networkx").DiGraph(function=self.function, root=self.root)
        for node in self.nodes:
            graph.add_node(node.id, **_as_dict(node))
            if node.parent is not None:
                graph.add_edge(node.parent, node.id, action=node.action_name)
        return graph

    def __repr__(self) -> str:
        return (
            f"<SearchTrace of {self.function}: value {self.value}, action {self.action_name}, "
            f"{self.visits:,} visits, {len(self.nodes):,} nodes recorded>"
        )

    @cached_property
    def _children(self) -> dict[int, tuple[TraceNode, ...]]:
        table: dict[int, list[TraceNode]] = {}
        for node in self.nodes:
            if node.parent is not None:
                table.setdefault(node.parent, []).append(node)
        return {parent: tuple(children) for parent, children in table.items()}

    def _line_from(self, node: int) -> tuple[int, ...]:
        """The ids along the best line from this node on."""
        line = [node]
        while child := self._best_child(line[-1]):
            line.append(child.id)
        return tuple(line)

    def _best_child(self, node: int) -> TraceNode | None:
        if node == 0 and self.passes:
            return self.passes[-1]
        children = self.children(node)
        top = self.passes[-1].id if self.passes else 0
        chosen = [child for child in children if child.action == self.action]
        if node in (0, top) and self.action is not None and chosen:
            return chosen[-1]
        if any(child.visits is not None for child in children):
            return max(children, key=lambda child: child.visits or 0)
        if self.jumps or self.nodes[node].chance:
            return None
        vector = self.nodes[node].vector
        if vector is not None:
            return next((child for child in children if child.vector == vector), None)
        value = self.nodes[node].value if node else self.value
        if value is None:
            return None
        wanted = -value if self.values_turn else value
        return next((child for child in children if child.value == wanted), None)


def _as_dict(record: SearchTrace | TraceNode | Simulation) -> dict[str, Any]:
    return {each.name: getattr(record, each.name) for each in fields(record)}


def window_text(window: Window) -> str:
    """A window as people write it: `-inf..3`."""
    return "..".join("?" if bound is None else f"{bound:g}" for bound in window)


def turned_window(window: Window) -> Window:
    """A window as the other player of a negamax sees it: with both signs and sides changed."""
    low, high = window
    return (None if high is None else -high, None if low is None else -low)


def _bounds_in_common(one: Window, other: Window) -> int:
    """How many finite bounds two windows share: as a search goes on, only one of them moves."""
    pairs = zip(one, other, strict=True)
    return sum(a == b and a is not None and math.isfinite(a) for a, b in pairs)


# --- what a search gave back ----------------------------------------------------------------------


class Reading(NamedTuple):
    """The value and the action in what a function returned; `None` where there is none."""

    value: float | None
    action: Action | None


def is_number(thing: Any) -> bool:
    """Whether this can be a value: any real number that is one, `True` and `False` included."""
    return isinstance(thing, numbers.Real) and not math.isnan(thing)


def has_value(returned: Any) -> bool:
    """Whether this holds a number by itself or in a pair."""
    return is_number(returned) or (_is_pair(returned) and any(map(is_number, returned[:2])))


def value_comes_first(returns: Iterable[tuple[Any, Collection[Action]]]) -> bool:
    """Whether a function returns `(value, action)` and not `(action, value)`.

    Each of `returns` is what one call gave back with the actions of its state. A single pair of
    numbers such as `(1, 2)` may leave it open; all the pairs of one function seldom do.
    """
    value_first = action_first = True
    for returned, actions in returns:
        if _is_pair(returned) and returned not in actions:
            first, second = returned[:2]
            value_first &= is_number(first) and _may_be_action(second, actions)
            action_first &= is_number(second) and _may_be_action(first, actions)
    return value_first or not action_first


def read(returned: Any, actions: Collection[Action], *, value_first: bool = True) -> Reading:
    """The value and the action in what a call gave back for a state with these actions."""
    if is_number(returned):
        return Reading(as_number(returned), None)
    if _is_in(returned, actions):
        return Reading(None, returned)
    if _is_pair(returned):
        value, action = returned[:2] if value_first else returned[1::-1]
        if is_number(value):
            return Reading(as_number(value), action)
    return Reading(None, None)


def as_number(number: Any) -> float:
    """The same number as a plain `bool`, `int` or `float`."""
    if isinstance(number, bool):
        return number
    return int(number) if isinstance(number, numbers.Integral) else float(number)


def as_plain(thing: Any) -> Any:
    """The same thing as plain data, or its `repr` where it is made of anything else."""
    try:
        tagged(thing)
    except (TypeError, RecursionError):
        return repr(thing)
    return thing


def rewards_of(trace: SearchTrace, reward: Any) -> dict[Player, float]:
    """What a simulation was worth to each player; nothing where its reward does not tell that."""
    if not isinstance(reward, tuple | list) or not all(map(is_number, reward)):
        return {}
    if len(reward) != len(trace.players):
        return {}
    return dict(zip(trace.players, map(float, reward), strict=True))


def cut_reason(value: float | None, window: Window | None) -> str:
    """Why the search of a state stopped before all its actions had been tried."""
    alpha, beta = window or (None, None)
    if value is not None and beta is not None and value >= beta:
        return f"v = {value:g} >= beta = {beta:g}"
    if value is not None and alpha is not None and value <= alpha:
        return f"v = {value:g} <= alpha = {alpha:g}"
    return "never looked at"


def vector_of(returned: Any, players: int) -> tuple[float, ...] | None:
    """The numbers in what a call gave back, if it is one for each of so many players.

    It may be alone, or stand first or last beside an action.
    """
    if not isinstance(returned, tuple | list):
        return None
    for thing in (returned, *(returned if len(returned) == 2 else ())):
        if isinstance(thing, tuple | list) and len(thing) == players and all(map(is_number, thing)):
            return tuple(map(as_number, thing))
    return None


def _is_pair(thing: Any) -> bool:
    return isinstance(thing, tuple | list) and len(thing) >= 2


def _is_in(thing: Any, actions: Collection[Action]) -> bool:
    """Whether this is one of the actions, for things that cannot be compared or hashed too."""
    return any(type(action) is type(thing) and action == thing for action in actions)


def _may_be_action(thing: Any, actions: Collection[Action]) -> bool:
    return thing is None or not actions or _is_in(thing, actions)
