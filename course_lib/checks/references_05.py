"""The library's own answers to the exercises of lesson 05, for lessons that build on them.

While lessons are graded in which students write their own, these are out of reach.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State

Node = dict[str, Any]
"""A node as the lesson has it: state, chooser, visits, total, untried and children."""


def new_node(game: Game, state: State, chooser: Player) -> Node:
    """A node of which nothing is known yet."""
    untried = list(game.actions(state))
    counts = {"visits": 0, "total": 0}
    return {"state": state, "chooser": chooser, **counts, "untried": untried, "children": {}}


def random_playout(game: Game, state: State, rng: Random) -> float:
    """What a random game from here on was worth to the first player."""
    played = game.playout(state, rng)
    return played.utilities[0]


def ucb1(mean: float, visits: int, parent_visits: int, c: float) -> float:
    """The mean and a bonus for what is little known; infinity for what was never tried.

    >>> ucb1(0.5, 0, 10, 1.4)
    inf
    """
    doubt = math.log(parent_visits) / visits if visits else math.inf
    return mean + (c * math.sqrt(doubt) if visits else doubt)


def select(node: Node, c: float) -> list[Node]:
    """The nodes from this one down by UCB1, to the first that is not fully tried, or is final."""
    children = list(node["children"].values())
    if node["untried"] or not children:
        return [node]

    def bound(child: Node) -> float:
        """What this child is chosen by."""
        own = child["visits"]
        return ucb1(child["total"] / own, own, node["visits"], c)

    return [node, *select(max(children, key=bound), c)]


def expand(game: Game, node: Node, rng: Random) -> Node:
    """A new child for an untried action that is drawn by lot; a final node itself."""
    if not node["untried"]:
        return node
    place = rng.randrange(len(node["untried"]))
    return grow(game, node, node["untried"][place])


def grow(game: Game, node: Node, action: Action) -> Node:
    """The new child for this action, which was untried."""
    node["untried"].remove(action)
    state = node["state"]
    born = new_node(game, game.result(state, action), game.to_move(state))
    node["children"][action] = born
    return born


def backup(game: Game, path: list[Node], value: float) -> None:
    """Count a game that was worth `value` to the first player at every node of the path."""
    opener = game.players[0]
    for each in path:
        mine = value if each["chooser"] == opener else -value
        each.update(visits=each["visits"] + 1, total=each["total"] + mine)


def mcts(
    game: Game, state: State, simulations: int, rng: Random, c: float = 1.4
) -> tuple[Action, Node]:
    """The most visited action, and the tree."""
    top = new_node(game, state, chooser=game.to_move(state))
    for _each in range(simulations):
        *above, last = select(top, c)
        added = expand(game, last, rng)
        whole = [*above, last] if added is last else [*above, last, added]
        backup(game, whole, random_playout(game, added["state"], rng))
    counts = {action: child["visits"] for action, child in top["children"].items()}
    return max(counts, key=counts.__getitem__), top


def settled(game: Game, node: Node) -> float | None:
    """What this node is certainly worth to the first player, or `None` while that is open."""
    place, opener = node["state"], game.players[0]
    if not game.actions(place):
        return game.utility(place, opener)
    known = [settled(game, below) for below in node["children"].values()]
    win, choose = (1, max) if game.to_move(place) == opener else (-1, min)
    if win in known:
        return win
    certain = [each for each in known if each is not None]
    whole = certain and len(certain) == len(known) and not node["untried"]
    return choose(certain) if whole else None
