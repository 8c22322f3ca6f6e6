"""The tree of the strong Havannah player: its nodes, what games tell them, and what is certain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from course_lib.game import Action
from course_lib.games.havannah import HavannahState

READY = 8
"""So many visits a node has before it gets children."""

EQUAL = 700
"""After so many visits a child's own games count as much as what is known of its cell by RAVE."""

KNOWN_BEFORE = 16
"""As many games as RAVE seems to have counted before the first, half of them won."""


class StrongNode:
    """A position in the tree; `total` counts wins of the player who moved into it, draws as half.

    `later_visits` and `later_total` count the games in which its cell was taken then or later.
    `proven` is what is certain for the player who moved here: 1, 0.5 or 0.
    """

    __slots__ = (
        "action",
        "children",
        "later_total",
        "later_visits",
        "parent",
        "proven",
        "state",
        "total",
        "visits",
    )

    def __init__(
        self, action: Any, parent: StrongNode | None, state: HavannahState | None = None
    ) -> None:
        """Make a node without visits; its state is worked out when somebody goes there."""
        self.action, self.parent = action, parent
        self.state: Any = state
        self.children: list[StrongNode] = []
        self.visits = 0
        self.total = 0.0
        self.later_visits, self.later_total = KNOWN_BEFORE, KNOWN_BEFORE / 2
        self.proven: float | None = None

    @property
    def ready(self) -> bool:
        """Whether it is time for children."""
        return self.parent is None or self.visits >= READY

    def best_child(self, *, rave: bool) -> StrongNode:
        """The child with the most promising score, if possible not one that is known to lose."""
        doubt = 0.5 * math.sqrt(math.log(self.visits + 1))

        def score(child: StrongNode) -> float:
            if child.proven == 0:
                return -math.inf
            before = child.later_total / child.later_visits
            mean = child.total / child.visits if child.visits else 1.0
            if rave:
                weight = math.sqrt(EQUAL / (EQUAL + 3 * child.visits))
                return weight * before + (1 - weight) * mean
            if child.visits:
                return mean + doubt / math.sqrt(child.visits)
            return 10 + before  # each has its first visit before any has a second one

        return max(self.children, key=score)


def credit(node: StrongNode | None, games: int, total: float) -> None:
    """Count so many games at this node and all above it; `total` of them won by who moved here."""
    while node is not None:
        node.visits += games
        node.total += total
        total = games - total
        node = node.parent


def prove(node: StrongNode) -> None:
    """Carry what is certain of this node up the tree, as far as it settles anything."""
    while node.parent is not None and node.parent.proven is None:
        parent = node.parent
        results = [child.proven for child in parent.children]
        if 1 in results:
            parent.proven = 0.0
        elif None in results:
            return
        else:
            parent.proven = 1 - max(result for result in results if result is not None)
        node = parent


def remember(leaf: StrongNode, stones: Mapping[Any, str], won: Mapping[str, float]) -> None:
    """Count a game at every child whose cell was taken in it by the player who could choose it.

    `stones` says whose stone lies on each cell in the end, `won` what the game was worth to each.
    """
    node: StrongNode | None = leaf
    while node is not None:
        mover = node.state.to_move
        for child in node.children:
            if stones[child.action] == mover:
                child.later_visits += 1
                child.later_total += won[mover]
        node = node.parent


def best(root: StrongNode) -> tuple[float, Action]:
    """The value for the player to move, on the utility scale, and the action.

    That is one that wins for certain, or else the one most looked at of those not known to lose.
    """
    rank = {1.0: 2, 0.0: 0}
    chosen = max(
        root.children,
        key=lambda child: (rank.get(child.proven, 1), child.visits, child.total),  # type: ignore[arg-type]
    )
    if chosen.proven is not None:
        return 2 * chosen.proven - 1, chosen.action
    if root.proven is not None:
        return 1 - 2 * root.proven, chosen.action
    return 2 * chosen.total / max(chosen.visits, 1) - 1, chosen.action
