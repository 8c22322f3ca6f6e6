"""Who maximises in a recorded search and who minimises, as its values tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Literal

from course_lib.watch import SearchTrace, TraceNode

Role = Literal["max", "min", "player"]


def roles_in(trace: SearchTrace) -> list[Role]:
    """For each node of the trace the role of whoever chooses there.

    The values decide, not the names: a search may count for X all the time, or for whoever moves
    at the root. Where a value is always that of the player to move (negamax), and in Monte Carlo
    trees, nobody is MAX or MIN: everybody takes what is best for themselves.
    """
    count = len(trace.nodes)
    if len(trace.players) > 2 or any(node.visits is not None for node in trace.nodes):
        return ["player"] * count
    found = Counter[tuple[Hashable, str]]()
    for node in trace.nodes:
        for role in _consistent(trace, node):
            found[_who(node), role] += 1
    choosers = {who for who, _ in found}
    as_two = sum(max(found[who, "max"], found[who, "min"]) for who in choosers)
    if sum(found[who, "turn"] for who in choosers) > as_two:
        return ["player"] * count
    lean = {who: found[who, "max"] - found[who, "min"] for who in choosers}
    first = trace.players[0] if trace.players else _who(trace.nodes[0]) if count else None
    everybody = [_who(node) for node in trace.nodes]
    roles = {who: _role(who, lean, first) for who in set(everybody)}
    return [roles[who] for who in everybody]


def _consistent(trace: SearchTrace, node: TraceNode) -> list[str]:
    """Which ways to choose explain this node's value from its children's."""
    values = [child.value for child in trace.children(node.id) if child.value is not None]
    if not values or node.value is None:
        return []
    ways = {"max": max(values), "min": min(values), "turn": -min(values)}
    return [way for way, value in ways.items() if value == node.value]


def _who(node: TraceNode) -> Hashable:
    """The player to move; where nobody can say, the levels stand for two who take turns."""
    return node.depth % 2 if node.player is None else node.player


def _role(who: Hashable, lean: dict[Hashable, int], first: Hashable) -> Role:
    """The role that most of this player's nodes tell of, or else the opposite of the other's."""
    mine = lean.get(who, 0)
    if not mine and who in ("MAX", "MIN"):  # the players of textbook trees
        return "max" if who == "MAX" else "min"
    others = sum(value for other, value in lean.items() if other != who)
    if mine or others:
        return "max" if (mine or -others) > 0 else "min"
    return "max" if who == first else "min"
