"""The tree that Monte Carlo search grows: its nodes, and what is certain about them."""

from __future__ import annotations

import math
from typing import Self

from course_lib.game import Action, Game, State
from course_lib.search.questions import SearchResult

Rewards = tuple[float, ...]
"""What a game was worth to each player: 1 the greatest utility, 0 the least, a draw half a win."""


class Node:
    """A state in the tree, with what the simulations through it were worth.

    A node's `value` is the mean reward of the player who moved into it, because that player is the
    one who chooses it. The root, which nobody moved into, counts for the player to move there.
    `proven` holds the exact rewards once they are known: the node is final, or so many of its
    children are proven that nothing is left open. `open` are the children still worth a look.
    """

    # Slots make a node smaller and its numbers quicker to reach; there is one per simulation.
    __slots__ = (
        "action",
        "children",
        "first_total",
        "first_visits",
        "open",
        "parent",
        "proven",
        "seat",
        "state",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, state: State, seat: int, parent: Node | None, action: Action | None) -> None:
        """Make a node without visits for the state that `action` leads to."""
        self.state = state
        self.seat = seat  # the place in `game.players` of the player whose reward counts here
        self.parent = parent
        self.action = action
        self.visits = 0
        self.total = 0.0
        self.children: list[Node] = []
        self.open: list[Node] = []
        self.untried: list[Action] | None = None  # not asked for yet: most nodes stay leaves
        self.proven: Rewards | None = None
        self.first_visits = 0  # RAVE: games in which the action came now or at any later time
        self.first_total = 0.0

    @property
    def value(self) -> float:
        """The mean reward, from 0 to 1, of the player who moved into this node."""
        return self.total / self.visits if self.visits else 0.0

    def ucb(self, c: float = 1.4) -> float:
        """The upper confidence bound by which the parent chooses: the mean and a bonus for doubt.

        value + c * sqrt(log(visits of the parent) / visits)
        """
        if self.parent is None or not self.visits:
            return math.inf
        return self.value + c * math.sqrt(math.log(self.parent.visits) / self.visits)

    def __repr__(self) -> str:
        proven = ", proven" if self.proven else ""
        return f"<Node {self.action!r}: {self.visits} visits, value {self.value:.3f}{proven}>"


class MctsResult(SearchResult):
    """A pair `(value, action)` with the whole `tree` that it comes from: its root `Node`."""

    tree: Node
    game: Game
    c: float

    def __new__(cls, pair: tuple[float, Action], tree: Node, game: Game, c: float) -> Self:
        """Make the pair and note what belongs to it."""
        found = super().__new__(cls, pair)
        found.tree, found.game, found.c = tree, game, c
        return found

    def table(self) -> str:
        """The actions at the root as text: visits, mean reward and UCB, the most visited first."""
        head = f"{'action':>10} {'visits':>8} {'value':>7} {'UCB':>7}"
        rows = (
            f"{self.game.action_name(node.action):>10} {node.visits:8} {node.value:7.3f}"
            f" {node.ucb(self.c):7.3f}{'  proven' if node.proven else ''}"
            for node in sorted(self.tree.children, key=lambda node: -node.visits)
        )
        return "\n".join([head, *rows])


# --- what is certain -----------------------------------------------------------------------------


def prove_upwards(node: Node) -> None:
    """Carry the certain rewards of this node up the tree, as far as they settle anything."""
    while node.parent is not None and _settled_by(node.parent, node):
        node = node.parent


def _settled_by(parent: Node, child: Node) -> bool:
    """Whether the parent's rewards are certain too, now that this child's are."""
    seat = child.seat  # of the player who chooses at the parent
    if parent.proven is not None or child.proven is None:
        return False
    if child.proven[seat] == 1:  # nothing can be better than a sure win
        best = [child]
    elif parent.untried or any(other.proven is None for other in parent.children):
        if child.proven[seat] == 0 and child in parent.open:  # nothing can be worse
            parent.open.remove(child)
        return False
    else:
        most = max(_reward(other, seat) for other in parent.children)
        best = [other for other in parent.children if _reward(other, seat) == most]
    parent.open, parent.untried = best, []
    # With three players or more, what is equal to one who chooses may not be so to the others.
    if any(other.proven != best[0].proven for other in best):
        return False
    parent.proven = best[0].proven
    # From now on the mean is the certain reward, whatever the simulations so far said.
    parent.total = parent.visits * _reward(best[0], parent.seat)
    return True


def _reward(node: Node, seat: int) -> float:
    """The certain reward of this player at a proven node."""
    if node.proven is None:
        raise ValueError(f"{node!r} is not proven, so no reward is certain there")
    return node.proven[seat]
