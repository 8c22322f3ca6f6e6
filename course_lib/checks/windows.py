"""The window with which alpha-beta comes to each leaf of a tree, and so which leaves it looks at.

It is found without a search, from the values of what stands further left: whatever MAX has been
offered on the way raises alpha, whatever MIN has been offered lowers beta. A leaf is looked at
exactly if alpha < beta when its turn comes.
"""

from __future__ import annotations

import math
from typing import Any

from course_lib.games.textbook_tree import TextbookTree

Path = tuple[Any, ...]
"""A state of a textbook tree: the numbers of the children on the way down."""

Window = tuple[float, float]


def leaf_windows(
    game: TextbookTree, alpha: float = -math.inf, beta: float = math.inf
) -> dict[Path, Window]:
    """For the path of each leaf, from left to right: alpha and beta when its turn comes.

    >>> leaf_windows(TextbookTree([[3, 12], [2, 4]]))[1, 1]
    (3, 2)
    """
    found: dict[Path, Window] = {}

    def go_down(path: Path, alpha: float, beta: float) -> None:
        """Note the leaves below this node."""
        if game.is_terminal(path):
            found[path] = (alpha, beta)
            return
        for child in game.actions(path):
            below = (*path, child)
            go_down(below, alpha, beta)
            if game.to_move(path) == "MAX":
                alpha = max(alpha, tree_value(game, below))
            else:
                beta = min(beta, tree_value(game, below))

    go_down((), alpha, beta)
    return found


def looked_at(
    game: TextbookTree, alpha: float = -math.inf, beta: float = math.inf
) -> tuple[Path, ...]:
    """The paths of the leaves that alpha-beta looks at, from left to right."""
    windows = leaf_windows(game, alpha, beta)
    return tuple(path for path, (low, high) in windows.items() if low < high)


def tree_value(game: TextbookTree, path: Path = ()) -> float:
    """What the node at the end of this path is worth to MAX."""
    if game.is_terminal(path):
        return game.utility(path, "MAX")
    values = [tree_value(game, (*path, child)) for child in game.actions(path)]
    return max(values) if game.to_move(path) == "MAX" else min(values)
