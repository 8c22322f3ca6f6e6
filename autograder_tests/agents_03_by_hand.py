"""Lesson 03: what people write for the trees when they go wrong with pen and paper, by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from course_lib.checks.cases_03_by_hand import by_hand
from course_lib.checks.trees_03 import pen_and_paper_trees
from course_lib.games.textbook_tree import TextbookTree

Kind = bool
"""Of a node: true where MAX moves."""

Found = tuple[float, list[float]]


def going_through(
    *,
    max_at_root: bool = True,
    cuts: Callable[[float, float], bool] = lambda low, high: low >= high,
    who_cuts: tuple[bool, ...] = (True, False),
    deep: bool = True,
    from_left: bool = True,
    all_that_follow: bool = True,
    cut_includes_reason: bool = False,
) -> Callable[[], dict[str, Found]]:
    """The answers of somebody who searches the trees in this way."""

    def left_out(tree: Any) -> Found:
        out: list[float] = []

        def value_of(node: Any, low: float, high: float, rising: Kind) -> float:
            if not isinstance(node, tuple):
                return float(node)
            best = -math.inf if rising else math.inf
            own_low, own_high = low, high
            children = node if from_left else node[::-1]
            for number, child in enumerate(children):
                below = (own_low, own_high)
                if not deep:
                    below = (own_low, math.inf) if rising else (-math.inf, own_high)
                value = value_of(child, *below, not rising)
                best = max(best, value) if rising else min(best, value)
                own_low = max(own_low, best) if rising else own_low
                own_high = own_high if rising else min(own_high, best)
                if rising in who_cuts and cuts(own_low, own_high):
                    rest = children[number + 1 :]
                    if rest and cut_includes_reason and not isinstance(child, tuple):
                        out.append(child)
                    for lost in rest if all_that_follow else rest[:1]:
                        out.extend(leaves(lost))
                    break
            return best

        value = value_of(tree, -math.inf, math.inf, max_at_root)
        order = leaves(tree)
        return value, sorted(set(out), key=order.index)

    return lambda: {name: left_out(game.tree) for name, game in pen_and_paper_trees().items()}


def leaves(node: Any) -> list[float]:
    """The leaves below this node, from left to right."""
    return [leaf for child in node for leaf in leaves(child)] if isinstance(node, tuple) else [node]


def with_others(
    value: Callable[[TextbookTree, float], float] = lambda _, right: right,
    left_out: Callable[[TextbookTree, list[float]], list[float]] = lambda _, right: right,
) -> Callable[[], dict[str, Found]]:
    """The right answers with another value, or other leaves."""
    trees = pen_and_paper_trees()
    return lambda: {
        name: (value(trees[name], right), left_out(trees[name], lost))
        for name, (right, lost) in by_hand().items()
    }


AGENTS: dict[str, Callable[[], dict[str, Found]]] = {
    "every level takes the largest number": with_others(
        value=lambda game, _: max(leaves(game.tree))
    ),
    "every level takes the smallest number": with_others(
        value=lambda game, _: min(leaves(game.tree))
    ),
    "MIN moves at the root, where MAX does": going_through(max_at_root=False),
    "no leaf is left out": with_others(left_out=lambda *_: []),
    "the leaves that are looked at are listed, not those that are left out": with_others(
        left_out=lambda game, lost: [leaf for leaf in leaves(game.tree) if leaf not in lost]
    ),
    "the cut comes only at >, where >= prunes more": going_through(
        cuts=lambda low, high: low > high
    ),
    "deep cuts are missed, where a bound is handed down two levels": going_through(deep=False),
    "only MAX cuts": going_through(who_cuts=(True,)),
    "only MIN cuts": going_through(who_cuts=(False,)),
    "the leaves are looked at from right to left": going_through(from_left=False),
    "the leaf that causes a cut is listed, too": going_through(cut_includes_reason=True),
    "of what a cut leaves out only the next branch is listed": going_through(all_that_follow=False),
}
