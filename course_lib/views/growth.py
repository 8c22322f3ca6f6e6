"""How visits and values at the root grew over a recorded Monte Carlo search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from course_lib.game import Action, Player
from course_lib.watch import SearchTrace
from course_lib.watch.reading import is_number


@dataclass(frozen=True)
class Child:
    """One action at the root: its visits and mean reward after 1, 2, 3... simulations."""

    name: str
    visits: tuple[int, ...]
    values: tuple[float, ...]
    """`nan` before the first visit."""


@dataclass(frozen=True)
class Growth:
    """The growth of all children of the root."""

    children: tuple[Child, ...]
    simulations: int
    has_values: bool
    player: Player | None
    """Whose rewards the values are: who moves at the root."""
    remark: str
    """What can't be known from this trace, in a sentence, or nothing."""


def growth_of(trace: SearchTrace) -> Growth:
    """The growth at the root, as far as this trace tells."""
    if not trace.simulations:
        raise ValueError(
            f"the trace of {trace.function} has no simulations: a Monte Carlo search is recognised"
            " by functions named after its phases (select, expand, simulate, backup)"
        )
    names = {node.action: node.action_name or "?" for node in trace.nodes if node.depth == 1}
    player = trace.nodes[0].player if trace.nodes else None
    seat = trace.players.index(player) if player in trace.players else None
    taken: list[tuple[Action | None, float | None]] = []
    for simulation in trace.simulations:
        action = simulation.path[0] if simulation.path else simulation.expanded
        taken.append((action, _reward(simulation.reward, seat, len(trace.players))))
    unknown = sum(action is None for action, _ in taken)
    rewardless = any(reward is None for _, reward in taken)
    if unknown == len(taken):
        raise ValueError(
            f"the simulations of {trace.function} do not tell which action at the root they took,"
            " so nothing can be plotted; nodes with an action, a parent and children tell it"
        )
    actions = dict.fromkeys(action for action, _ in taken if action is not None)
    children = tuple(_child(action, names.get(action, str(action)), taken) for action in actions)
    remarks = []
    if unknown:
        remarks.append(f"{unknown} simulations did not tell their action at the root.")
    if rewardless:
        remarks.append("Values can't be told: for whom the recorded rewards count is not known.")
    return Growth(children, len(taken), not rewardless, player, " ".join(remarks))


def _child(action: Action, name: str, taken: list[tuple[Action | None, float | None]]) -> Child:
    """What the simulations that took this action at the root add up to, step by step."""
    visits = tuple(accumulate(int(each == action) for each, _ in taken))
    totals = accumulate(reward or 0.0 if each == action else 0.0 for each, reward in taken)
    return Child(
        name,
        visits,
        tuple(
            total / seen if seen else math.nan for seen, total in zip(visits, totals, strict=True)
        ),
    )


def _reward(reward: Any, seat: int | None, players: int) -> float | None:
    """What a simulation was worth to the player at the root, where that can be told."""
    if seat is None or not isinstance(reward, tuple | list) or len(reward) != players:
        return None
    mine = reward[seat]
    return float(mine) if is_number(mine) else None
