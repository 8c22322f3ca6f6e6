"""What a drawn tree is, as plain data: `DrawnNode` and `DrawnTree`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from course_lib.game import Action, Game, Player, State
from course_lib.views.trees.outline import outline
from course_lib.watch.trace import Window

Kind = Literal["max", "min", "player", "leaf"]
"""Who chooses at a node: MAX, MIN, a player who is neither (Monte Carlo, negamax), or nobody."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """One state of the tree; what is not known, or has no meaning here, is `None` or empty."""

    id: int
    """Its place in the tree's `nodes`, where a parent comes before its children."""
    parent: int | None
    depth: int
    kind: Kind
    player: Player | None = None
    """Whose turn it is."""
    action: Action | None = None
    """What leads here from the parent."""
    action_name: str | None = None
    value: float | None = None
    window_in: Window | None = None
    """alpha and beta when the search came here, and, below, when it left."""
    window_out: Window | None = None
    cut_names: tuple[str, ...] = ()
    """The actions that were never tried, and why."""
    reason: str | None = None
    visits: int | None = None
    """In Monte Carlo trees: how many simulations went through here, and the bound it is chosen by.
    """
    ucb: float | None = None
    final: bool = False
    note: str | None = None
    on_best_line: bool = False
    state: State | None = None
    text: str | None = None
    """The board in letters, where no game is known that could draw its state."""
    more: int = 0
    """How much of what lies below has been left out."""


@dataclass(frozen=True, eq=False, repr=False)
class DrawnTree:
    """A tree to be drawn or printed: plain data, made by `tree_of`."""

    name: str
    """What tree this is."""
    nodes: tuple[DrawnNode, ...]
    found: str = ""
    """What it came to: its value, the action, what it cost."""
    players: tuple[Player, ...] = ()
    game: Game | None = None
    remarks: tuple[str, ...] = ()
    """Sentences that belong under the picture: where a search ended badly, or its recording."""
    counts: Literal["nodes", "moves"] = "nodes"
    """What `more` counts: all nodes below, or only the moves, where nobody has looked further."""
    rewards: tuple[float, float] | None = None
    """In Monte Carlo trees: the least and the greatest reward that a mean is made of, if known."""

    @property
    def title(self) -> str:
        """What tree this is and what it came to, in one line."""
        return f"{self.name}: {self.found}" if self.found else self.name

    def children(self, node: int) -> tuple[DrawnNode, ...]:
        """The nodes drawn below this one, from left to right."""
        return tuple(self.nodes[child] for child in self.families[node])

    @cached_property
    def families(self) -> tuple[tuple[int, ...], ...]:
        """For each node the ids of its children."""
        families: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                families[node.parent].append(node.id)
        return tuple(map(tuple, families))

    @property
    def depth(self) -> int:
        """How many levels lie below the root."""
        return max((node.depth for node in self.nodes), default=0)

    @property
    def more(self) -> int:
        """How much has been left out in all."""
        return sum(node.more for node in self.nodes)

    def seat(self, node: DrawnNode) -> int | None:
        """The place of the player to move in the order of the players, the first one being 0."""
        return self.players.index(node.player) if node.player in self.players else None

    def role(self, kind: Kind) -> tuple[Player, ...]:
        """The players who choose at nodes of this kind, in the order of the players."""
        seen = {node.player for node in self.nodes if node.kind == kind}
        return tuple(player for player in self.players if player in seen)

    def only(self, kept: Iterable[int], more: Sequence[int]) -> DrawnTree:
        """The same tree with these nodes alone; every one's parent must be among them.

        `more[node]` says how much is left out below a node of this tree.
        """
        ids: dict[int, int] = {}
        nodes: list[DrawnNode] = []
        for number in sorted(kept):
            node = self.nodes[number]
            parent = None if node.parent is None else ids[node.parent]
            ids[number] = len(nodes)
            nodes.append(replace(node, id=ids[number], parent=parent, more=more[number]))
        return replace(self, nodes=tuple(nodes))

    def without_values(self) -> DrawnTree:
        """The same tree to be worked out by hand: only the leaves have their values."""
        nodes = tuple(
            replace(
                node,
                value=node.value if node.kind == "leaf" else None,
                window_in=None,
                window_out=None,
                reason=None,
                ucb=None,
                on_best_line=False,
            )
            for node in self.nodes
        )
        return replace(self, nodes=nodes, found="")

    def with_states(self) -> DrawnTree:
        """The same tree with a state in each node, as far as the game leads to it."""
        if self.game is None:
            return self
        nodes: list[DrawnNode] = []
        for node in self.nodes:
            state: Any = node.state
            if state is None and node.parent is not None:
                state = _after(self.game, nodes[node.parent].state, node.action)
            nodes.append(replace(node, state=state))
        return replace(self, nodes=tuple(nodes))

    def __str__(self) -> str:
        return outline(self)

    def __repr__(self) -> str:
        left_out = f", {self.more:,} {self.counts} left out" if self.more else ""
        return f"<DrawnTree of {len(self.nodes):,} nodes{left_out}: {self.title}>"


def _after(game: Game, state: State | None, action: Action | None) -> State | None:
    """The state after this action, or `None`: a trace may hold actions that no rule allows."""
    if state is None or action is None:
        return None
    try:
        return game.result(state, action)
    except Exception:  # noqa: BLE001 - what an odd search tried must not spoil its picture
        return None
