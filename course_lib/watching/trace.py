"""What a search did and gave back, as plain data: `SearchTrace`, its nodes and its simulations."""

from __future__ import annotations

import gc
import math
import numbers
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from itertools import repeat
from typing import Any, Literal, NamedTuple

from course_lib.game import Action, Player, State
from course_lib.plain import from_json, tagged, to_json
from course_lib.words import Say, _, told

SCALAR = (int, float, complex, str, bytes, type(None))
PLAIN = frozenset((*SCALAR, bool))
"""The same without types of anybody's own: quicker to ask."""


class Reason(StrEnum):
    """Why a search of a state ended before all its actions had been tried."""

    ALPHA = "alpha"
    """Its value is at most alpha."""
    BETA = "beta"
    """Its value is at least beta."""
    LEFT_OUT = "left out"
    """No bound is known to be the cause."""


class Remark(StrEnum):
    """What is unusual about a call."""

    EXCEPTION = "exception"
    UNFINISHED = "unfinished"
    NAN = "nan"
    WALKS = "walks"
    """It went through further states in a loop, by no call, as a random game does."""
    PROVEN = "proven"


class Order(StrEnum):
    """In which order a search looked at its states."""

    CALLS = "calls"
    """Calls inside calls."""
    LEVELS = "levels"
    """Each level whole, in the order of the one above."""
    DEPTH = "depth"
    OWN = "own"
    """None of these alone explains it."""


class Stop(StrEnum):
    """Why recording ended before the search did."""

    NODES = "nodes"
    CALLS = "calls"
    """There were far more calls than nodes."""
    SIMULATIONS = "simulations"
    KEPT = "kept"
    """The search's own tree has more nodes than may be recorded."""
    STACK = "stack"
    HOOK = "hook"
    """Another profile hook stands in the place of ours: the search has set it, or Python took ours
    away when its stack was used up."""
    OBJECT = "object"
    """An object of the search raised an exception when it was looked at."""
    FAULT = "fault"
    """The recorder itself has failed."""


STOPS = {
    Stop.NODES: _("Recording stopped at the limit of {n} nodes; {more}."),
    Stop.CALLS: _("Recording stopped at the limit of {n} calls; {more}."),
    Stop.SIMULATIONS: _("Recording stopped at the limit of {n} simulations; {more}."),
    Stop.KEPT: _("The search's tree has more nodes than the limit of {n}."),
    Stop.STACK: _("Recording stopped as the search used up Python's stack; {more}."),
    Stop.HOOK: _("Recording stopped as the search used up Python's stack, or set a profile hook of"
                 " its own; {more}."),
    Stop.OBJECT: _("Recording stopped as an object of the search can't be looked at ({n});"
                   " {more}."),
    Stop.FAULT: _("Recording stopped by a fault of the recorder, which is none of the search's"
                  " ({n}); {more}."),
}  # fmt: skip
_WENT_ON = _("the search went on")
_COUNTED = _("the search went on, and its visits, edges and cuts are counted to the end")
_ENDED = _("the search was stopped there, too")


class Stopped(NamedTuple):
    """Why recording ended before the search did, with the limit or the fault."""

    why: Stop
    what: int | str = ""
    counted: bool = False
    """Whether a watched game has counted on."""
    ended: bool = False
    """Whether the search was stopped there, too."""

    @property
    def words(self) -> Say:
        """The sentence about it."""
        limit = f"{self.what:,}" if isinstance(self.what, int) else self.what
        more = _ENDED if self.ended else _COUNTED if self.counted else _WENT_ON
        return Say(STOPS[self.why], n=limit, more=Say(more))


class Gap(StrEnum):
    """What could not be seen of a search."""

    NO_TREE = "no tree"
    """No state below the root was given back, and no function called itself."""
    NOTHING = "nothing asked"
    """The search asked the game for no state below the root."""
    OWN_MOVES = "own moves"
    """It made its moves itself: what it cut can't be seen."""
    LOOP = "event loop"
    """An event loop began calls: who asked for them is not known."""
    NO_NODES = "no nodes"
    """The simulations were seen, and the tree that they grow was not."""
    NO_PHASES = "no phases"
    """The tree was seen that the search has kept, and its simulations were not."""


Window = tuple[float | None, float | None]
"""alpha and beta; `None` where a search has only one of them."""


class TraceNode(NamedTuple):
    """One state that the search looked at: one call of the searching function.

    - `parent` is the `id` of the node whose call made this call; `action` led here from its state,
      and `depth` is the number of such steps. It is `player`'s turn. `function` was called, from
      the line `line`, and ended at `left_line` (`None` where that is in another file); `entered`
      and `left` are when, on one clock for all (`left` is `None` where the end was not seen), and
      `visits_in` and `visits_out` how many visits there had been in all.
    - `window_in` and `window_out` are alpha and beta when the call began and ended. `value` is the
      number that it gave back; `vector` where that was a number for each player; `answer` the text
      of what does not read as a value: `True` beside numbers, a word, an exception that ended it.
      `known` is the earlier node of the same state from which the value came: from memory;
      `cached`: a cache that counts its hits has answered in place of a call.
    - `actions` are those that the search was told it could try here, `cut` those that it never
      applied, for this `reason`, by the way out at `cut_line`, where a bound is the cause;
      `elsewhere`: something of it was tried in another call for the
      same state. `unseen` are actions whose states were made here, with no call for them.
    - `pass_number` is that of the pass whose root this is, from 1; `attempt` is 2 and more where
      its action was searched again in the same call, as by a null window before.
    - `chance`: nobody chooses here, and the value is the mean of the children's by `probability`.
      In Monte Carlo trees `visits` is how many simulations went through here.
    - `final`: the game is over; `note` is anything unusual; `board` is what no game could draw.

    >>> from course_lib import TextbookTree, minimax_search, watch
    >>> game = TextbookTree([[3, 12], [2, 4]])
    >>> node = watch(minimax_search, game, game.initial).nodes[1]
    >>> node.parent, node.action_name, node.player, node.value
    (0, 'a', 'MIN', 3)
    """

    id: int
    parent: int | None
    action: Action | None
    action_name: str | None
    depth: int
    player: Player | None
    function: str
    window_in: Window | None = None
    window_out: Window | None = None
    value: float | None = None
    entered: int = 0
    left: int | None = None
    actions: tuple[Action, ...] = ()
    cut: tuple[Action, ...] = ()
    cut_names: tuple[str, ...] = ()
    reason: Reason | None = None
    final: bool = False
    note: Remark | None = None
    visits: int | None = None
    board: Any = None
    pass_number: int | None = None
    attempt: int = 1
    chance: bool = False
    probability: float | None = None
    vector: tuple[float, ...] | None = None
    known: int | None = None
    unseen: tuple[str, ...] = ()
    elsewhere: bool = False
    visits_in: int | None = None
    visits_out: int | None = None
    line: int | None = None
    left_line: int | None = None
    cut_line: int | None = None
    cached: bool = False
    answer: str | None = None


class Nodes(Sequence[TraceNode]):
    """The nodes of a trace, kept as columns until they are looked at, and made then."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self._count, defaults = len(columns.get("parent", ())), TraceNode._field_defaults
        self.columns: dict[str, list[Any]] | None = {
            name: column
            for name, column in columns.items()
            if name not in defaults or column.count(defaults[name]) < self._count
        }

    @cached_property
    def _rows(self) -> tuple[TraceNode, ...]:
        columns = (self.columns or {}) | {"id": list(range(self._count))}
        defaults = TraceNode._field_defaults
        whole = (columns.get(each) or repeat(defaults.get(each)) for each in TraceNode._fields)
        self.columns = None
        return tuple(map(TraceNode._make, zip(*whole, strict=False)))

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return self._rows[at]

    def __iter__(self) -> Iterator[TraceNode]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._rows == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation of a Monte Carlo search in its four phases; `None`: not recognised.

    Select: `path` has the actions from the root down to the leaf that was chosen. Expand: the
    action `expanded` was added below it. Simulate: the random game `playout` was worth `reward`, as
    the search's own function gave it back. Backup: `visits` along the path, the root's first.

    >>> from course_lib import Count, mcts_search, watch
    >>> from random import Random
    >>> game = Count(goal=3)
    >>> trace = watch(mcts_search, game, game.initial, simulations=9, rng=Random(1))
    >>> len(trace.simulations), trace.visits > 0
    (9, True)
    """

    number: int
    path: tuple[Action, ...] | None = None
    expanded: Action | None = None
    playout: tuple[Action, ...] | None = None
    reward: Any = None
    visits: tuple[int | None, ...] | None = None


class Event(NamedTuple):
    """One step: a call for this node began (`enter`) or ended (`leave`), at this line.

    >>> from course_lib import TextbookTree, minimax_search, watch
    >>> game = TextbookTree([3, 12])
    >>> [(each.kind, each.node) for each in watch(minimax_search, game, game.initial).events()]
    [('enter', 0), ('enter', 1), ('leave', 1), ('enter', 2), ('leave', 2), ('leave', 0)]
    """

    kind: Literal["enter", "leave"]
    node: int
    line: int | None


@dataclass(frozen=True, repr=False)
class SearchTrace:
    """A recorded search: plain data that knows nothing of the functions it came from.

    `nodes[0]` is the root, and a node comes after its parent. A search that goes over its tree more
    than once (iterative deepening, the null windows of MTD(f), an aspiration window that was too
    narrow) has *passes*: then the children of the root are one node for each pass, at depth 0, with
    its `pass_number`, and its own window, value and cuts where a call of its own had them. Inside a
    pass an action that is searched again from the same state (PVS) is a sibling whose `attempt`
    counts up.

    `function` is the name of the search, `game` that of the game's class (`None` without a `Game`),
    `options` what it was made with, where that is plain data, `root` the first state as text.
    `stop` is why recording ended before the search did, `stopped` that in words; `error` is the
    exception that ended it, with its line, and `gaps` is what could not be seen. As long as the
    trace is in memory, `states` has the state of each node, `returned` is what the function gave
    back, and `file` is where its code stands: all lines of a trace are lines of that file.

    >>> from course_lib import TextbookTree, alphabeta_search, watch
    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6]])
    >>> trace = watch(alphabeta_search, game, game.initial)
    >>> trace.value, trace.action_name, trace.visits, trace.cut
    (3, 'a', 7, 2)
    >>> SearchTrace.from_json(trace.to_json()) == trace
    True
    """

    function: str
    game: str | None
    options: dict[str, Any] | None
    players: tuple[Player, ...]
    root: str
    value: float | None = None
    action: Action | None = None
    action_name: str | None = None
    nodes: Sequence[TraceNode] = ()
    simulations: tuple[Simulation, ...] = ()
    visits: int = 0
    edges: int = 0
    cut: int = 0
    stop: Stopped | None = None
    error: str | None = None
    gaps: tuple[Gap, ...] = ()
    order: Order = Order.CALLS
    states: tuple[State, ...] = field(default=(), compare=False)
    returned: Any = field(default=None, compare=False)
    file: str = field(default="", compare=False)

    @property
    def stopped(self) -> str | None:
        """Why recording ended before the search did, in words; `None` where it did not."""
        return None if self.stop is None else told(self.stop.words)

    @property
    def jumps(self) -> bool:
        """Whether the search went from state to state in an order that no calls explain.

        Then a node's parent is the state that it came from, and neither passes nor cuts are told:
        nobody saw them.
        """
        return self.order is not Order.CALLS

    def children(self, node: int) -> tuple[TraceNode, ...]:
        """The nodes that were searched from this one, in the order of the calls."""
        return self._children.get(node, ())

    def path(self, node: int) -> tuple[Action, ...]:
        """The actions from the root to this node."""
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

    def events(self) -> tuple[Event, ...]:
        """Every beginning and end of a call, in the order in which they happened.

        A pass begins just before its first child and ends just after its last.
        """
        return self._events

    @cached_property
    def _events(self) -> tuple[Event, ...]:
        steps = [(node.entered, node.id, Event("enter", node.id, node.line)) for node in self.nodes]
        steps += [(node.left, -node.id, Event("leave", node.id, node.left_line))
                  for node in self.nodes if node.left is not None]  # fmt: skip
        return tuple([event for *_, event in sorted(steps)])

    def principal(self) -> tuple[int, ...]:
        """The ids along the best line: what the search expects both sides to play.

        A line goes on as long as a child can be told to have given its parent the value.
        """
        line = [0] if self.nodes else []
        while line and (child := self._best_child(line[-1])):
            line.append(child.id)
        return tuple(line)

    @cached_property
    def values_turn(self) -> bool:
        """Whether most values and windows are those of the player to move, as in negamax."""
        if self.jumps:  # no value is made of others there
            return False
        turned, straight = (0, 0) if self.game is None else self.turns
        return turned > straight or (turned == straight and bool(self.turned))

    @cached_property
    def turns(self) -> tuple[int, int]:
        """How many values and bounds were turned on their way up or down, and how many were not.

        As many as not tell nothing: in quiescence search a value may be an estimate of its own.
        """
        signs = list[int]()
        for node in self.nodes:
            children = self.children(node.id)
            if children and children[0].pass_number is not None:
                continue
            guessed = (
                node.cut and node.reason is Reason.LEFT_OUT
            )  # perhaps no child's value came up
            if node.value and not node.chance and not guessed:
                below = {child.value for child in children}
                signs.append((-node.value in below) - (node.value in below))
            if node.window_in:
                turned = turned_window(node.window_in)
                below_it = [child.window_in for child in children if child.window_in]
                signs.append(
                    sum(_bounds_in_common(window, turned) for window in below_it)
                    - sum(_bounds_in_common(window, node.window_in) for window in below_it)
                )
                if below_it and node.window_out:  # the call's own variables, after the last answer
                    signs.append(
                        _bounds_in_common(turned_window(below_it[-1]), node.window_out)
                        - _bounds_in_common(below_it[-1], node.window_out)
                    )
        return sum(sign for sign in signs if sign > 0), -sum(sign for sign in signs if sign < 0)

    @cached_property
    def turned(self) -> bool | None:
        """Whether each value is the negated best child's; `None` where it may be, or may not.

        A zero is its own opposite, so a tree of zeros tells nothing; what is handed on as it is, a
        window or a value, was not turned.
        """
        turned = None
        for node in self.nodes:
            children = self.children(node.id)
            if node.chance or any(each.pass_number for each in children):
                continue
            values = [each.value for each in children if each.value is not None]
            below = [turned_window(each.window_in) for each in children if each.window_in]
            if node.window_in and not all(lies_in(each, node.window_in) for each in below):
                return False  # what is handed on as it is was not turned
            if node.value is None or not values or node.cut or node.unseen:
                continue
            best = -min(values), inside(-min(values), node.window_in)
            if len(values) == len(children) and node.value not in best:
                return False
            if node.value and node.value not in (max(values), min(values)):
                turned = True
        return turned

    def to_json(self) -> str:
        """This trace as JSON text, packed."""
        kept = [each for each in _names(SearchTrace) if each not in _IN_MEMORY]
        data = {each: getattr(self, each) for each in kept}
        columns, defaults = _columns(self.nodes), TraceNode._field_defaults
        data["nodes"] = {
            name: column
            for name, column in columns.items()
            if name != "id" and column["of"] != [defaults.get(name)]
        }
        data["simulations"] = _columns(self.simulations)
        return to_json({"packed": b85encode(zlib.compress(to_json(data).encode())).decode()})

    @classmethod
    def from_json(cls, text: str) -> SearchTrace:
        """The trace that `to_json` wrote as this text."""
        try:
            data = from_json(zlib.decompress(b85decode(from_json(text)["packed"])).decode())
            data["nodes"] = Nodes(_unpacked(data["nodes"]))
            rounds = _unpacked(data["simulations"])
            data["simulations"] = tuple(map(Simulation, *rounds.values())) if rounds else ()
            if data["stop"] is not None:
                data["stop"] = Stopped(Stop(data["stop"][0]), *data["stop"][1:])
            data["order"], data["gaps"] = Order(data["order"]), tuple(map(Gap, data["gaps"]))
            return cls(**data)
        except (ValueError, TypeError, KeyError, IndexError, zlib.error) as error:
            raise ValueError(
                f"this is not the JSON text of a SearchTrace ({error}); "
                "use the text that its to_json wrote"
            ) from None

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


_IN_MEMORY = {"states", "returned", "file"}


def _names(kind: type) -> tuple[str, ...]:
    known: tuple[str, ...] | None = getattr(kind, "_fields", None)
    return known or tuple(each.name for each in fields(kind))


@contextmanager
def uncollected() -> Iterator[None]:
    """While much is made that stays, no time is spent on a search for garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


# --- as columns, for files ----------------------------------------------------------------------

_ENUMS: dict[str, type[StrEnum]] = {"reason": Reason, "note": Remark}


def _columns(rows: Sequence[Any]) -> dict[str, Any]:
    """For each field its values, each written once, and which one each row has."""
    whole = rows.columns if isinstance(rows, Nodes) and rows.columns is not None else {
        name: [getattr(row, name) for row in rows] for name in _names(type(rows[0]))
    } if rows else {}  # fmt: skip
    columns = {}
    for name, column in whole.items():
        known: dict[Any, tuple[int, Any]] = {}
        keys = [repr(one) if isinstance(one, tuple | list | dict | set) else (type(one), one)
                for one in column]  # fmt: skip
        places = [known.setdefault(key, (len(known), one))[0]
                  for key, one in zip(keys, column, strict=True)]  # fmt: skip
        columns[name] = {"of": [one for _, one in known.values()], "at": places}
    return columns


def _unpacked(columns: dict[str, Any]) -> dict[str, list[Any]]:
    """The columns that `_columns` wrote."""
    for name, kind in _ENUMS.items():
        if name in columns:
            columns[name]["of"] = [one and kind(one) for one in columns[name]["of"]]
    return {name: [each["of"][at] for at in each["at"]] for name, each in columns.items()}


def window_text(window: Window) -> str:
    """A window as people write it: `-inf..3`."""
    return "..".join("?" if bound is None else f"{bound:g}" for bound in window)


def turned_window(window: Window) -> Window:
    """A window as the other player of a negamax sees it: with both signs and sides changed."""
    low, high = window
    return (None if high is None else -high, None if low is None else -low)


def inside(value: float, window: Window | None) -> float:
    """What a search that stays inside of this window makes of this value."""
    low, high = window or (None, None)
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def lies_in(window: Window, whole: Window) -> bool:
    """Whether this window is the other one or closer, as far as their bounds are known."""
    pairs = zip(whole, window, (1, -1), strict=True)
    return all(a is None or b is None or sign * a <= sign * b for a, b, sign in pairs)


def _bounds_in_common(one: Window, other: Window) -> int:
    """How many bounds two windows share: as a search goes on, only one of them moves."""
    (low, high), (least, most) = one, other
    return (low is not None and low == least) + (high is not None and high == most)


# --- what a search gave back ----------------------------------------------------------------------


def is_number(thing: Any) -> bool:
    """Whether this can be a value: any real number that is one, `True` and `False` included."""
    if type(thing) is int or thing is None:
        return thing is not None
    return isinstance(thing, numbers.Real) and not math.isnan(thing)


def as_number(number: Any) -> float:
    """The same number as a plain `bool`, `int` or `float`."""
    if type(number) in (bool, int, float):
        plain: float = number
        return plain
    return int(number) if isinstance(number, numbers.Integral) else float(number)


def as_plain(thing: Any) -> Any:
    """The same thing as plain data, or its `repr` where it is made of anything else."""
    try:
        tagged(thing)
    except (TypeError, RecursionError):
        return repr(thing)
    return thing


def alike(one: Any, other: Any) -> bool:
    """Whether two things are equal, for things too that can't be compared."""
    try:
        return one is other or (type(one) is type(other) and bool(one == other))
    except Exception:  # noqa: BLE001 - whatever an owner's __eq__ raises
        return False


def short(thing: Any) -> str:
    """A thing in few letters."""
    try:
        return f"{thing:g}" if isinstance(thing, float) else str(thing)[:60]
    except Exception:  # noqa: BLE001 - a text that its owner's code can't make
        return "?"


def rewards_of(trace: SearchTrace, reward: Any) -> dict[Player, float]:
    """What a simulation was worth to each player; nothing where its reward does not tell that."""
    if not isinstance(reward, tuple | list) or not all(map(is_number, reward)):
        return {}
    if len(reward) != len(trace.players):
        return {}
    return dict(zip(trace.players, map(float, reward), strict=True))


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
