"""The reader's own Monte Carlo search in pictures: its tree of dictionaries, and its tries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.views.figure import Curve, Panel, Plot, curves
from course_lib.views.trees import DrawnNode, DrawnTree
from course_lib.views.trees.sources import position

TreeDict = dict[str, Any]


def grown(
    game: Game,
    new_node: Callable[[Game, State, str], TreeDict],
    numbers: dict[tuple[Action, ...], tuple[int, float]],
) -> TreeDict:
    """The root of a tree made of the reader's own nodes, with these visits and totals.

    A node is named by the actions that lead to it; each comes after its parent.
    """
    root = new_node(game, game.initial, game.to_move(game.initial))
    for path, (visits, total) in numbers.items():
        node = root
        for action in path:
            state = node["state"]
            if action in node["untried"]:
                node["untried"].remove(action)
                after = game.result(state, action)
                node["children"][action] = new_node(game, after, game.to_move(state))
            node = node["children"][action]
        node.update(visits=visits, total=total)
    return root


def drawn(game: Game, root: TreeDict, c: float | None = None, *, path: Any = ()) -> DrawnTree:
    """The tree below this node for `draw_tree`; `c` adds UCB1, and `path` is drawn in bold."""
    on_path = {id(node) for node in path}
    nodes: list[DrawnNode] = []
    for parent, action, node in _walk(root):
        above = None if parent is None else nodes[parent]
        place = position(game, node["state"], len(nodes), above, action)
        bold, mean, bound = id(node) in on_path, mean_of(node), _bound(node, above, c)
        nodes.append(
            replace(place, visits=node["visits"], value=mean, ucb=bound, on_best_line=bold)
        )
    name = f"Your tree of {type(game).__name__}"
    far = max(map(abs, game.utility_range))  # what the one wins, the other loses
    return DrawnTree(
        name,
        tuple(nodes),
        f"{root['visits']} visits",
        game.players,
        game,
        rewards=(-far, far),
        line="your path",
    )


def mean_of(node: TreeDict) -> float | None:
    """The mean of a node with visits, for the player who chose it, as it can be read."""
    return round(node["total"] / node["visits"], 3) if node["visits"] else None


def _walk(root: TreeDict) -> Iterator[tuple[int | None, Action | None, TreeDict]]:
    """Each node with its parent's number and the action to it, parents first, level by level."""
    todo: list[tuple[int | None, Action | None, TreeDict]] = [(None, None, root)]
    for number, (parent, action, node) in enumerate(todo):
        yield parent, action, node
        todo += [(number, below, child) for below, child in node["children"].items()]


def _bound(node: TreeDict, above: DrawnNode | None, c: float | None) -> float | None:
    """UCB1 of this node, where it was asked for and there are visits."""
    if c is None or above is None or not node["visits"] or not above.visits:
        return None
    mean: float = node["total"] / node["visits"]
    return mean + c * math.sqrt(math.log(above.visits) / node["visits"])


def plot_tries(tries: Sequence[str], caption: str) -> Plot:
    """How often each of several choices had been tried after 1, 2, 3... tries."""
    found = [
        Curve(name, list(enumerate(accumulate([int(each == name) for each in tries]), 1)))
        for name in sorted(set(tries))
    ]
    panel = Panel(found, "games in all", "games for this action")
    return curves(panel, caption=caption)
