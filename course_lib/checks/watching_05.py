"""The reader's own Monte Carlo search in pictures: its tree of dictionaries, drawn and watched.

`watch` follows a search whose nodes are objects that know their parents. The nodes of lesson 05
are plain dictionaries, so that they can be printed and checked; what is written down here is the
same kind of trace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import Any

from course_lib.game import Action, Game, Playout, State
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.watch import SearchTrace, Simulation, TraceNode, Watched
from course_lib.watch.reading import as_plain

Node = dict[str, Any]
PHASES = ("select", "expand", "random_playout", "backup")


def drawn(game: Game, root: Node, c: float | None = None, *, path: Any = ()) -> DrawnTree:
    """The tree below this node for `draw_tree`; `c` adds UCB1, and `path` is drawn in bold."""
    on_path = {id(node) for node in path}
    nodes: list[DrawnNode] = []
    for parent, action, node in _walk(root):
        above = None if parent is None else nodes[parent]
        final = game.is_terminal(node["state"])
        nodes.append(
            DrawnNode(
                id=len(nodes),
                parent=parent,
                depth=0 if above is None else above.depth + 1,
                kind="leaf" if final else "player",
                player=game.to_move(node["state"]),
                action=action,
                action_name=None if above is None else game.action_name(action),
                value=mean_of(node),
                visits=node["visits"],
                final=final,
                # A remark: the legend of a bound says that means go from 0 to 1, and not here.
                note=_bound(node, above, c),
                on_best_line=id(node) in on_path,
                state=node["state"],
            )
        )
    name = f"Your tree of {type(game).__name__}"
    return DrawnTree(name, tuple(nodes), f"{root['visits']} visits", game.players, game)


def mean_of(node: Node) -> float | None:
    """The mean of a node with visits, for the player who chose it, as it can be read."""
    return round(node["total"] / node["visits"], 3) if node["visits"] else None


def watch_mcts(search: Callable[..., Any], game: Game, state: State, **options: Any) -> SearchTrace:
    """What `search(game, state, **options)` does, simulation by simulation, and its tree.

    The search is a function that gives `(action, root)` and calls `select`, `expand`,
    `random_playout` and `backup`, which are found beside it.
    """
    log = _Log(game)
    with log.listening(search.__globals__):
        action, root = search(log.game, state, **options)
    nodes = tuple(_nodes(game, root, search.__name__))
    return SearchTrace(
        function=search.__name__,
        game=type(game).__name__,
        options=dict(game.options),
        players=tuple(game.players),
        root=game.render(state),
        value=mean_of(root["children"][action]),
        action=as_plain(action),
        action_name=game.action_name(action),
        nodes=nodes,
        simulations=tuple(log.simulations),
        visits=log.game.visits,
        edges=log.game.edges,
    )


def explore_mcts(
    search: Callable[..., Any], game: Game, state: State | None = None, **options: Any
) -> Any:
    """The search with a slider for each option that has a choice; see `explore`."""
    # Widgets take a second to load, and most of the lesson needs none of these.
    from course_lib.checks.sliding_05 import TreeExplorer  # noqa: PLC0415

    return TreeExplorer(search, game, game.initial if state is None else state, options)


class _Noting(Watched):
    """A watched game that also writes down which actions lead on."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.moves: list[Action] = []

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        self.moves.append(action)
        return super().result(state, action)

    def playout(self, state: State, rng: Any) -> Playout:
        """A random game, played by the game itself."""
        played = super().playout(state, rng)
        self.moves += played.actions
        return played


class _Log:
    """Writes down what the four functions are called with and give back."""

    def __init__(self, game: Game) -> None:
        self.game = _Noting(game)
        self.simulations: list[Simulation] = []
        self._parts: dict[str, Any] = {}

    @contextmanager
    def listening(self, names: dict[str, Any]) -> Iterator[None]:
        """While this lasts, the functions among these names are listened to."""
        kept = {name: names[name] for name in PHASES if name in names}
        names.update({name: self._listened(name, function) for name, function in kept.items()})
        try:
            yield
        finally:
            names.update(kept)

    def _listened(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with an ear."""

        def listened(*arguments: Any, **named: Any) -> Any:
            begun = len(self.game.moves)
            found = function(*arguments, **named)
            if name == "select":
                self._parts = {"path": _actions(found)}
            elif name == "expand":
                self._parts["expanded"] = _action_to(arguments[1], found)
            elif name == "random_playout":
                self._parts["playout"] = tuple(map(as_plain, self.game.moves[begun:]))
                self._parts["reward"] = (found, -found)
            else:
                self._parts["visits"] = tuple(node["visits"] for node in arguments[1])
                self.simulations.append(Simulation(len(self.simulations), **self._parts))
                self._parts = {}
            return found

        return listened


def _actions(path: Any) -> tuple[Action, ...]:
    """The actions along these nodes."""
    return tuple(as_plain(_action_to(above, below)) for above, below in pairwise(path))


def _action_to(above: Node, below: Node) -> Action | None:
    """The action that leads from one node to the other, or `None`."""
    found = (action for action, child in above["children"].items() if child is below)
    return next(found, None)


def _walk(root: Node) -> Iterator[tuple[int | None, Action | None, Node]]:
    """Each node with its parent's number and the action to it, parents first, level by level."""
    todo: list[tuple[int | None, Action | None, Node]] = [(None, None, root)]
    for number, (parent, action, node) in enumerate(todo):
        yield parent, action, node
        todo += [(number, below, child) for below, child in node["children"].items()]


def _nodes(game: Game, root: Node, function: str) -> Iterator[TraceNode]:
    """The nodes of the tree as a trace has them."""
    depths: list[int] = []
    for parent, action, node in _walk(root):
        depths.append(0 if parent is None else depths[parent] + 1)
        yield TraceNode(
            id=len(depths) - 1,
            parent=parent,
            action=as_plain(action),
            action_name=None if parent is None else game.action_name(action),
            depth=depths[-1],
            player=game.to_move(node["state"]),
            function=function if parent is None else "",
            value=mean_of(node),
            entered=len(depths) - 1,
            final=game.is_terminal(node["state"]),
            visits=node["visits"],
        )


def _bound(node: Node, above: DrawnNode | None, c: float | None) -> str | None:
    """UCB1 of this node in words, where it was asked for and there are visits."""
    if c is None or above is None or not node["visits"] or not above.visits:
        return None
    bonus = c * math.sqrt(math.log(above.visits) / node["visits"])
    return f"UCB1 {node['total'] / node['visits'] + bonus:.2f}"


def plot_tries(tries: Sequence[str], caption: str) -> Any:
    """How often each of several choices had been tried after 1, 2, 3... tries."""
    from course_lib.views.figure import Plot, style  # noqa: PLC0415 - matplotlib takes a while

    plot = Plot()
    [panel] = plot.panels
    for number, name in enumerate(sorted(set(tries))):
        counts = list(accumulate(int(each == name) for each in tries))
        look = style(number) | {"markevery": 0.12}
        panel.plot(range(1, len(tries) + 1), counts, label=name, **look)
    panel.set(xlabel="games in all", ylabel="games for this action")
    panel.legend(title="action")
    return plot.told(caption)
