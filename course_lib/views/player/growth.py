"""The story of a Monte Carlo search: four phases for each simulation, and the tree that grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from course_lib.game import Action
from course_lib.views import theme
from course_lib.views.player.columns import STEP_KINDS, Texts
from course_lib.views.player.words import closing, number, opening
from course_lib.watch import SearchTrace
from course_lib.watch.trace import Simulation

_MOST_MOVES = 12

Below = dict[tuple[int | None, Action | None], int]
"""The child of a node by an action."""


def growth_of(
    trace: SearchTrace, order: Sequence[int], texts: Texts, named: Callable[[Any], str]
) -> dict[str, Any]:
    """The steps of these simulations, and when each node came into the tree.

    `order` has the ids of the nodes in the order of the drawn tree; `named` names an action.
    A simulation is told as its `path`, the drawn nodes from the root to where its random game
    began, and the `rewards` of those nodes: each for the player who moved into it, for the root
    the one to move there. They are `None` where the search's own reward does not say whose it is.
    """
    number_of = {node: at for at, node in enumerate(order)}
    below: Below = {
        (node.parent, node.action): node.id for node in trace.nodes if node.parent is not None
    }
    kinds, where, said = [0], [-1], [texts(opening(trace))]
    enter = [-1] * len(order)
    if order:
        enter[0] = 0
    told: list[dict[str, Any]] = []
    for each in trace.simulations:
        way = _way(each, below)
        path = [number_of[node] for node in way]
        rewards = _rewards(trace, way, each.reward)
        new = each.expanded is not None and len(way) == len(each.path or ()) + 2
        selected = path[:-1] if new else path
        for phase in theme.PHASES:
            words = _words(phase, each, named, trace)
            if words is None:
                continue
            if phase == "expand" and new:
                enter[path[-1]] = len(kinds)
            kinds.append(STEP_KINDS.index(phase))
            where.append((selected if phase == "select" else path or [0])[-1] if path else -1)
            said.append(texts(f"Simulation {each.number + 1}, {phase}: {words}"))
        told.append({"path": path, "rewards": rewards, "done": len(kinds) - 1})
    kinds.append(STEP_KINDS.index("end"))
    where.append(-1)
    said.append(texts(closing(trace, None)))
    # What no simulation was seen to add, because a phase has no name we know, is there at the end.
    enter = [len(kinds) - 1 if at < 0 else at for at in enter]
    return {
        "steps": {"kind": kinds, "node": where, "say": said},
        "enter": enter,
        "leave": [-1] * len(order),
        "simulations": told,
    }


def _way(each: Simulation, below: Below) -> list[int]:
    """The nodes from the root down this simulation's path, as far as they are in the tree."""
    added = () if each.expanded is None else (each.expanded,)
    way = [0]
    for action in (*(each.path or ()), *added):
        child = below.get((way[-1], action))
        if child is None:
            break
        way.append(child)
    return way


def _rewards(trace: SearchTrace, way: list[int], reward: Any) -> list[float] | None:
    """The reward of each node on the way, where there is one for every player."""
    players = trace.players
    if not isinstance(reward, tuple | list) or len(reward) != len(players):
        return None
    if not all(isinstance(each, int | float) for each in reward):
        return None
    rewards = []
    for node in way:
        parent = trace.nodes[node].parent
        mover = trace.nodes[node if parent is None else parent].player
        if mover not in players:
            return None
        rewards.append(float(reward[players.index(mover)]))
    return rewards


def _words(
    phase: str,
    each: Simulation,
    named: Callable[[Any], str],
    trace: SearchTrace,
) -> str | None:
    """What happens in this phase; `None` where the search was not seen to have it."""

    def moves(actions: tuple[Action, ...]) -> str:
        known = [named(action) for action in actions[:_MOST_MOVES]]
        return " ".join(known) + (" ..." if len(actions) > _MOST_MOVES else "")

    if phase == "select" and each.path is not None:
        if each.path:
            return f"from the root down by the greatest UCB: {moves(each.path)}."
        return "the root itself has moves that were never tried."
    if phase == "expand" and (each.expanded is not None or each.path is not None):
        if each.expanded is None:
            return "nothing to add, the game is over here."
        return f"{moves((each.expanded,))} is new in the tree."
    if phase == "simulate" and each.playout is not None:
        worth = _worth(trace, each.reward)
        if not each.playout:
            return f"no moves are left to play; {worth}."
        return f"{len(each.playout)} random moves ({moves(each.playout)}); {worth}."
    if phase == "backup" and each.visits is not None:
        nodes = "node" if len(each.visits) == 1 else "nodes"
        return f"{len(each.visits)} {nodes} on the way up count one visit more and add the reward."
    return None


def _worth(trace: SearchTrace, reward: Any) -> str:
    """What a random game was worth, in words."""
    if isinstance(reward, tuple | list) and len(reward) == len(trace.players):
        pairs = zip(trace.players, reward, strict=True)
        return "worth " + ", ".join(
            f"{number(each) if isinstance(each, int | float) else each} for {player}"
            for player, each in pairs
        )
    return f"worth {number(reward) if isinstance(reward, int | float) else reward}"
