"""The whole game tree, kept in memory and walked move by move: perfect play on the board of size 2.

The tree is built once, on the player's first move. From then on only its top is taken off: after
the opponent's move the state is found again among the branches, usually one level down, and what
remains for the next move is the branch of our answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from course_lib.game import PASS, Action, Game, Player, State
from course_lib.games.havannah import HavannahState, X
from course_lib.play import PlayerFunction
from course_lib.play.havannah_example import sight_of

MOST_EMPTY = 7
"""The cells of size 2: at most 7! = 5,040 ways to fill them. With 19 cells there would be 10^17."""


class Node(NamedTuple):
    """A state in the tree, the action that led to it, its value for X, and what may follow."""

    state: HavannahState
    action: Action | None
    value: float
    branches: tuple[Node, ...]


def tree_player() -> PlayerFunction:
    """A player that knows the whole tree of what is left of the game: it wins wherever it can.

    For boards with at most seven empty cells: size 2 from the start, larger ones near their end.
    Where several moves are worth the same it takes the first. It never passes, since a stone more
    does no harm.
    """
    return TreePlayer()


class TreePlayer:
    """What `tree_player` makes; `tree` is what it has in memory after its last move."""

    def __init__(self) -> None:
        """Begin without a tree: it is built when the first move is asked for."""
        self.tree: Node | None = None

    def new_game(self, game: Game, seat: Player, rng: object) -> None:
        """Forget the tree of the last game."""
        self.tree = None

    def __call__(self, game: Game, state: State) -> Action:
        """The first move with the best value, after taking off the top of the tree."""
        sight = sight_of(game, state, "tree_player")
        top = find(self.tree, state) if self.tree else None
        if top is None:
            if len(sight.empty) > MOST_EMPTY:
                raise ValueError(
                    f"tree_player was asked about {game!r:.60} with {len(sight.empty)} empty cells;"
                    f" it takes at most {MOST_EMPTY}, because the whole tree grows like a"
                    " factorial; ask it on size 2, or near the end of a game"
                )
            top = whole_tree(game, state)
        best = max if state.to_move == X else min
        self.tree = best(top.branches, key=lambda node: node.value)
        return self.tree.action

    def __repr__(self) -> str:
        return "tree_player()"


def whole_tree(game: Game, state: HavannahState, action: Action | None = None) -> Node:
    """The tree of all games from here on, with values for X: 1, 0 or -1. Nobody passes in it."""
    if game.is_terminal(state):
        return Node(state, action, game.utility(state, X), ())
    branches = tuple(
        whole_tree(game, game.result(state, put), put)
        for put in game.actions(state)
        if put is not PASS
    )
    best = max if state.to_move == X else min
    return Node(state, action, best(node.value for node in branches), branches)


def find(tree: Node, state: HavannahState) -> Node | None:
    """The node of this state, looked for level by level, or `None` if the tree has none."""
    return next((node for node in by_level(tree) if node.state == state), None)


def by_level(tree: Node) -> Iterator[Node]:
    """All nodes of the tree, breadth first."""
    level = [tree]
    while level:
        yield from level
        level = [branch for node in level for branch in node.branches]
