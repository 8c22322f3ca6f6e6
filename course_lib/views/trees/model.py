"""What a drawn tree is, as plain data; its text; and how much of it can be read."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.views.trees.words import number, reason_words, visits_text
from course_lib.watching.trace import Reason, Window, window_text
from course_lib.words import Say, Text, _, counted, told

_FIRST = 20
"""Where not even the root's children have room, so many of them are drawn at most."""

_DEEPEST = 12
"""A picture that has to choose by itself has no more levels than this."""

Kind = Literal["max", "min", "player", "chance", "leaf", "memory"]
"""Who chooses at a node: MAX, MIN, a player who is neither (Monte Carlo, negamax), or nobody; at
one that was answered from memory the search was not asked."""


class DrawnNode(NamedTuple):
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
    """alpha and beta when the search came here."""
    cut_names: tuple[str, ...] = ()
    """The actions that were never tried, and why."""
    reason: Reason | None = None
    visits: int | None = None
    """In Monte Carlo trees: how many simulations went through here, and the bound it is chosen by.
    """
    ucb: float | None = None
    final: bool = False
    note: str | None = None
    """Anything unusual, in words."""
    on_best_line: bool = False
    state: State | None = None
    text: str | None = None
    """The board in letters, where no game is known that could draw its state."""
    more: int = 0
    """How much of what lies below has been left out."""
    more_best: float | None = None
    more_cut: int = 0
    """As far as a search told it: the best value in there, and how much was cut there."""
    call: int | None = None
    """The node of the recorded search that this is."""
    vector: tuple[float, ...] | None = None
    """Its value, where that is a number for each player."""
    known: int | None = None
    """The call of the recorded search that left this value in a table."""


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
    line: str = _("the best line")
    """What is drawn in bold."""

    @property
    def title(self) -> str:
        """What tree this is and what it came to, in one line."""
        return f"{self.name}: {self.found}" if self.found else self.name

    @cached_property
    def families(self) -> tuple[tuple[int, ...], ...]:
        """For each node the ids of its children."""
        families: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                families[node.parent].append(node.id)
        return tuple(map(tuple, families))

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

    def only(self, kept: Collection[int]) -> DrawnTree:
        """The same tree with these nodes alone; every one's parent must be among them.

        Each says how much is left out below it, and what is known of that.
        """
        more, cut = [node.more for node in self.nodes], [0] * len(self.nodes)
        best: list[list[float]] = [[] for _ in self.nodes]
        for node in reversed(self.nodes):
            if node.id not in kept and node.parent is not None:
                # Moves that nobody knows the end of count only where they are left out.
                more[node.parent] += 1 if self.counts == "moves" else 1 + more[node.id]
                cut[node.parent] += cut[node.id] + len(node.cut_names)
                best[node.parent] += [] if node.value is None else [node.value]
        ids: dict[int | None, int | None] = {None: None}
        nodes: list[DrawnNode] = []
        for at in sorted(kept):
            node, ids[at] = self.nodes[at], len(nodes)
            known = None
            if best[at] and node.kind in ("max", "min"):
                known = (max if node.kind == "max" else min)(best[at])
            nodes.append(node._replace(id=len(nodes), parent=ids[node.parent], more=more[at],
                                       more_best=known, more_cut=cut[at]))  # fmt: skip
        return replace(self, nodes=tuple(nodes))

    def without_values(self) -> DrawnTree:
        """The same tree to be worked out by hand: only the leaves have their values."""
        hidden: dict[str, Any] = {"window_in": None, "reason": None, "ucb": None}
        hidden |= {"more_best": None, "more_cut": 0}
        nodes = (
            node._replace(value=node.value if node.kind == "leaf" else None, on_best_line=False,
                    **hidden)
            for node in self.nodes
        )  # fmt: skip
        return replace(self, nodes=tuple(nodes), found="")

    def with_states(self) -> DrawnTree:
        """The same tree with a state in each node, as far as the game leads to it."""
        if self.game is None:
            return self
        nodes: list[DrawnNode] = []
        for node in self.nodes:
            state: Any = node.state
            above = None if node.parent is None else nodes[node.parent].state
            if state is None and above is not None and node.action is not None:
                # What an odd search tried may be no legal action, and must not spoil its picture.
                with suppress(Exception):
                    state = self.game.result(above, node.action)
            nodes.append(node._replace(state=state))
        return replace(self, nodes=tuple(nodes))

    def __str__(self) -> str:
        return outline(self)

    def __repr__(self) -> str:
        left_out = f", {self.more:,} {self.counts} left out" if self.more else ""
        return f"<DrawnTree of {len(self.nodes):,} nodes{left_out}: {self.title}>"


# --- as text -----------------------------------------------------------------------------------


def outline(tree: DrawnTree) -> str:
    """The title, what should be known beforehand, and the tree; `*` marks the best line."""
    lines = [tree.title, *tree.remarks]
    todo = [node.id for node in reversed(tree.nodes) if node.parent is None]
    while todo:
        node = tree.nodes[todo.pop()]
        mark = "* " if node.on_best_line else "  "
        lines.append(mark + "  " * node.depth + line_of(tree, node))
        todo += reversed(tree.families[node.id])
    if any(node.on_best_line for node in tree.nodes):
        lines.append(f"* {told(tree.line)}")
    return "\n".join(lines)


def line_of(tree: DrawnTree, node: DrawnNode) -> str:
    """One node in words: what leads to it, who moves, its value, and what was left out."""
    parts: list[Text] = [node.action_name or (_("root") if node.parent is None else "?")]
    if node.final:
        parts.append(_("final"))
    elif node.kind == "chance":
        parts.append(_("chance"))
    elif node.player is not None:
        parts.append(Say("{player} to move", player=node.player))
        role = node.kind.upper() if node.kind in ("max", "min") else node.player
        parts += [role] if role != node.player else []
    if node.visits is not None:
        parts.append(visits_text(node.visits))
    if node.window_in is not None:
        parts.append(Say("window {window}", window=window_text(node.window_in)))
    if node.value is not None:
        template = _("value {v} from memory") if node.kind == "memory" else _("value {v}")
        parts.append(Say(template, v=number(node.value)))
    if node.vector is not None:
        parts.append(Say("value {v}", v=vector_text(node.vector)))
    if node.ucb is not None:
        parts.append(f"UCB {node.ucb:.3g}")
    if node.cut_names:
        parts.append(Say("cut {names} ({why})", names=" ".join(node.cut_names), why=why(node)))
    if node.note:
        parts.append(f"[{node.note}]")
    if node.more:
        parts += more_words(tree, node)
    return ", ".join(map(told, parts))


def why(node: DrawnNode) -> Text:
    """Why branches were cut here, in words."""
    return reason_words(node.reason, node.value, node.window_in)


def vector_text(vector: tuple[float, ...]) -> str:
    """A number for each player, as people write it.

    >>> vector_text((1, 0.5, 0))
    '(1, 0.5, 0)'
    """
    return f"({', '.join(f'{each:g}' for each in vector)})"


def more_words(tree: DrawnTree, node: DrawnNode) -> list[str]:
    """What has been left out below this node: `+ 12 more` or `+ 7 moves`, `best 3`, `211 cut`."""
    words = Say("+ {n:,} more", n=node.more)
    if tree.counts == "moves":
        words = counted(node.more, _("+ {n:,} move"), _("+ {n:,} moves"))
    best = node.more_best
    said = [words, "" if best is None else Say("best {v}", v=f"{best:g}"),
            Say("{n:,} cut", n=node.more_cut) if node.more_cut else ""]  # fmt: skip
    return [told(each) for each in said if each]


# --- what is drawn -----------------------------------------------------------------------------


def trimmed(tree: DrawnTree, *, depth: int | None = None, most: int | None = None) -> DrawnTree:
    """The tree with `depth` levels and `most` nodes, about.

    The best line stays as long as there is room for it. Whole levels come first, so that nothing
    is missing between two nodes without a word; below them the best line with its neighbours.
    """
    levels: list[list[int]] = []
    for node in sorted(tree.nodes, key=lambda node: node.depth):
        if depth is None or node.depth <= depth:
            if node.depth == len(levels):
                levels.append([])
            levels[node.depth].append(node.id)
    kept = {number for level in levels for number in level}
    if most is not None and _room(tree, kept) > most:
        kept = _readable(tree, levels[: _DEEPEST + 1], most)
    if len(kept) == len(tree.nodes):
        return tree
    lost = sum(node.parent is None and node.id not in kept for node in tree.nodes)
    remark = [f"{lost:,} more nodes that belong to no other are not drawn."] if lost else []
    return replace(tree.only(kept), remarks=(*tree.remarks, *remark))


def _room(tree: DrawnTree, numbers: Iterable[int]) -> int:
    """How much room these nodes take: a box each, and one for what was cut below it."""
    return sum(1 + bool(tree.nodes[number].cut_names) for number in numbers)


def _readable(tree: DrawnTree, levels: list[list[int]], most: int) -> set[int]:
    """About as many of these nodes as `most`."""
    line = [number for level in levels for number in level if tree.nodes[number].on_best_line]
    kept = set(line[:most])
    for depth, level in enumerate(levels):
        if _room(tree, kept.union(level)) > most:
            if depth <= 1:  # not even the root's children have room: the first ones, then
                kept |= set(level[: min(_FIRST, max(1, most - _room(tree, kept)))])
            break
        kept |= set(level)
    for place in line:
        family = kept.union(tree.families[place])
        if tree.nodes[place].depth + 1 < len(levels) and _room(tree, family) <= most:
            kept = family
    return kept
