"""Lesson 05 with exactly one bug each: `ucb1`, `select` and `backup`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from course_lib.checks.references_05 import Node, ucb1
from course_lib.game import Game

Agent = Callable[..., Any]
Bound = Callable[[Node, Node, Node, float], float]
"""What a child is chosen by: of the root, its parent, the child itself, and c."""


def bonus(right: Callable[[int, int, float], float]) -> Agent:
    """`ucb1` with this bonus, of the visits, the parent's visits and c."""

    def formula(mean: float, visits: int, parent_visits: int, c: float) -> float:
        return mean + right(visits, parent_visits, c) if visits else math.inf

    return formula


def unvisited(value: Any) -> Agent:
    """`ucb1` that gives this to what was never tried."""

    def formula(mean: float, visits: int, parent_visits: int, c: float) -> Any:
        return ucb1(mean, visits, parent_visits, c) if visits else value

    return formula


def never_asks(mean: float, visits: int, parent_visits: int, c: float) -> float:
    """The formula alone, which divides by nothing where there are no visits."""
    return mean + c * math.sqrt(math.log(parent_visits) / visits)


def share(mean: float, visits: int) -> float:
    """The mean divided a second time."""
    return mean / visits


UCB1: dict[str, Agent] = {
    "what was never tried gets no more than its mean": lambda mean, visits, above, c: (
        ucb1(mean, visits, above, c) if visits else mean
    ),
    "what was never tried comes last": unvisited(-math.inf),
    "what was never tried is divided by": never_asks,
    "the own visits stand in the logarithm, not the parent's": bonus(
        lambda visits, _, c: c * math.sqrt(math.log(visits) / visits)
    ),
    "the parent's visits are missing": bonus(lambda visits, _, c: c * math.sqrt(1 / visits)),
    "both visits are exchanged": bonus(
        lambda visits, above, c: c * math.sqrt(math.log(visits) / above)
    ),
    "the logarithm is missing": bonus(lambda visits, above, c: c * math.sqrt(above / visits)),
    "the logarithm is to base 10, not the natural one": bonus(
        lambda visits, above, c: c * math.sqrt(math.log10(above) / visits)
    ),
    "the root is missing": bonus(lambda visits, above, c: c * math.log(above) / visits),
    "only the logarithm is under the root": bonus(
        lambda visits, above, c: c * math.sqrt(math.log(above)) / visits
    ),
    "c stands under the root": bonus(
        lambda visits, above, c: math.sqrt(c * math.log(above) / visits)
    ),
    "c is missing": bonus(lambda visits, above, _: math.sqrt(math.log(above) / visits)),
    "the bonus is taken away, not added": bonus(
        lambda visits, above, c: -c * math.sqrt(math.log(above) / visits)
    ),
    "the mean is missing": lambda _, visits, above, c: ucb1(0, visits, above, c),
    "the mean is divided by the visits once more": lambda mean, visits, above, c: (
        ucb1(share(mean, visits), visits, above, c) if visits else math.inf
    ),
}


def walk(
    bound: Bound,
    *,
    goes_on: Callable[[Node], bool] = lambda node: not node["untried"] and bool(node["children"]),
    given: Callable[[list[Node]], Any] = lambda path: path,
    choose: Callable[..., Any] = max,
) -> Agent:
    """`select` by this bound, with other parts exchanged."""

    def select(node: Node, c: float) -> Any:
        path = [node]
        while goes_on(path[-1]):
            above = path[-1]
            children = list(above["children"].values())
            path.append(choose(children, key=lambda child: bound(node, above, child, c)))
        return given(path)

    return select


def mean(node: Node) -> float:
    """The mean of a node with visits."""
    found: float = node["total"] / node["visits"]
    return found


def right_bound(_root: Node, above: Node, child: Node, c: float) -> float:
    """UCB1 as it should be."""
    return ucb1(mean(child), child["visits"], above["visits"], c)


def other_sign(root: Node, above: Node, child: Node, c: float) -> float:
    """UCB1 with the mean turned round at nodes where the second player moves."""
    sign = 1 if child["chooser"] == "X" else -1
    return sign * mean(child) + right_bound(root, above, child, c) - mean(child)


SELECT: dict[str, Agent] = {
    "untried actions are passed by": walk(right_bound, goes_on=lambda node: bool(node["children"])),
    "the walk ends after one level": lambda node, c: walk(right_bound)(node, c)[:2],
    "final states are not recognised, so that there is nothing to choose from": walk(
        right_bound, goes_on=lambda node: not node["untried"]
    ),
    "the visits of the root are used at every level": walk(
        lambda root, _, child, c: ucb1(mean(child), child["visits"], root["visits"], c)
    ),
    "the child's own visits are used as the parent's": walk(
        lambda _root, _above, child, c: ucb1(mean(child), child["visits"], child["visits"], c)
    ),
    "the best mean is followed, without the bonus": walk(
        lambda _root, _above, child, _: mean(child)
    ),
    "the most visited child is followed": walk(lambda _root, _above, child, _: child["visits"]),
    "the total stands for the mean": walk(
        lambda _, above, child, c: ucb1(child["total"], child["visits"], above["visits"], c)
    ),
    "the c that is handed in is not used": walk(
        lambda root, above, child, _: right_bound(root, above, child, 1.4)
    ),
    "the least UCB1 is followed": walk(right_bound, choose=min),
    "where the second player moves, the mean is turned round": walk(other_sign),
    "the node where the walk begins is left out": walk(right_bound, given=lambda path: path[1:]),
    "the last node is left out": walk(right_bound, given=lambda path: path[:-1]),
}


def counting(
    *,
    sign: Callable[[Game, list[Node], int], int] = lambda game, path, place: (
        1 if path[place]["chooser"] == game.players[0] else -1
    ),
    which: Callable[[list[Node]], range] = lambda path: range(len(path)),
    visit: Callable[[float], float] = lambda _: 1,
    total: Callable[[Node, float], float] = lambda node, mine: node["total"] + mine,
) -> Agent:
    """`backup` with these parts exchanged."""

    def backup(game: Game, path: list[Node], value: float) -> None:
        for place in which(path):
            node = path[place]
            node["visits"] += visit(value)
            node["total"] = total(node, sign(game, path, place) * value)

    return backup


def running_mean(node: Node, mine: float) -> float:
    """The mean in place of the sum; the visit has been counted already."""
    found: float = node["total"] + (mine - node["total"]) / node["visits"]
    return found


BACKUP: dict[str, Agent] = {
    "the same value is added at every node": counting(sign=lambda *_: 1),
    "the value is added with the wrong sign": counting(
        sign=lambda game, path, place: -1 if path[place]["chooser"] == game.players[0] else 1
    ),
    "the sign asks who is to move there, not for whom the node counts": counting(
        sign=lambda game, path, place: (
            1 if game.to_move(path[place]["state"]) == game.players[0] else -1
        )
    ),
    "the sign changes from node to node, whoever the node counts for": counting(
        sign=lambda _, path, place: (-1) ** (len(path) - 1 - place)
    ),
    "the sign changes from the root down, whoever the node counts for": counting(
        sign=lambda _game, _path, place: (-1) ** place
    ),
    "only the last node is counted": counting(which=lambda path: range(len(path) - 1, len(path))),
    "only the last node and its parent are counted": counting(
        which=lambda path: range(max(0, len(path) - 2), len(path))
    ),
    "the first node is left out": counting(which=lambda path: range(1, len(path))),
    "the last node is left out": counting(which=lambda path: range(len(path) - 1)),
    "the visits are not counted": counting(visit=lambda _: 0),
    "only won games count as visits": counting(visit=lambda value: value),
    "a draw is not counted": counting(visit=lambda value: int(value != 0)),
    "the total is replaced, not added to": counting(total=lambda _, mine: mine),
    "the mean is kept instead of the total": counting(total=running_mean),
    "a loss is not taken away": counting(total=lambda node, mine: node["total"] + max(0, mine)),
}
