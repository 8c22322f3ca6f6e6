"""Lesson 08 with exactly one bug each: the known mistakes, by exercise and name.

Only `share_visits` has one right answer. What is wrong with an evaluation, an order or a player
is said by its check, from what it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def by_weight(weights: Sequence[int]) -> list[int]:
    """The places, the greatest weight first."""
    return sorted(range(len(weights)), key=lambda place: -weights[place])


def shared(
    *,
    rest: Callable[[int, int], int] = lambda budget, many: budget - many,
    first: int = 1,
    round_: Callable[[float], Any] = int,
    queue: Callable[[Sequence[int]], Sequence[int]] = by_weight,
    seen: Callable[[list[int]], list[int]] = list,
    form: Callable[[list[Any]], Any] = list,
) -> Callable[[int, list[int]], Any]:
    """`share_visits` with these parts exchanged."""

    def share_visits(budget: int, weights: list[int]) -> Any:
        weights = seen(weights)
        whole = rest(budget, len(weights))
        shares = [first + round_(whole * weight / sum(weights)) for weight in weights]
        for place in list(queue(weights))[: max(0, round_(budget - sum(shares)))]:
            shares[place] += 1
        return form(shares)

    return share_visits


def all_to_one(budget: int, weights: list[int]) -> list[int]:
    """The greatest weight gets whatever rounding has left."""
    rest = budget - len(weights)
    shares = [1 + rest * weight // sum(weights) for weight in weights]
    shares[by_weight(weights)[0]] += budget - sum(shares)
    return shares


SHARES: dict[str, Callable[..., Any]] = {
    "what rounding leaves over is lost": shared(queue=lambda _: []),
    "nobody gets a visit to begin with": shared(rest=lambda budget, _: budget, first=0),
    "what is left over goes to the first, whatever their weights": shared(
        queue=lambda weights: range(len(weights))
    ),
    "all that is left over goes to one": all_to_one,
    "the weights are not looked at": shared(seen=lambda weights: [1] * len(weights)),
    "the shares are no whole numbers": shared(round_=lambda share: share, queue=lambda _: []),
    "the first visits are not taken off the budget": shared(rest=lambda budget, _: budget),
    "the shares are rounded up or down, not always down": shared(round_=round),
    "what is left over goes to the smallest weights": shared(
        queue=lambda weights: by_weight(weights)[::-1]
    ),
    "among equal weights the last comes first": shared(
        queue=lambda weights: sorted(
            range(len(weights)), key=lambda place: (-weights[place], -place)
        )
    ),
    "a tuple is returned, not a list": shared(form=tuple),
}

AGENTS: dict[str, dict[str, Callable[..., Any]]] = {
    "my_evaluation": {},
    "my_order": {},
    "share_visits": SHARES,
    "my_player": {},
}
