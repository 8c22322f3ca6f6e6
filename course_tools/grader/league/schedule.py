"""Who meets whom: all meet all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Pair = tuple[str, str]


class Seating(NamedTuple):
    """One game to be played: who moves first, who second, and how often they have met before."""

    first: str
    second: str
    turn: int = 0


def round_robin(names: Sequence[str], games: int) -> Iterator[list[Seating]]:
    """Rounds in which all meet all others, so many times, changing seats after each game.

    In each round everybody meets one other at most: one stays in place, the others go round.
    """
    circle: list[int | None] = [*range(len(names)), *([None] if len(names) % 2 else [])]
    for _ in circle[1:]:
        half = len(circle) // 2
        yield [
            seating
            for one, other in zip(circle[:half], circle[: half - 1 : -1], strict=True)
            if one is not None and other is not None
            for seating in match(_by_turns(names, one, other), games)
        ]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _by_turns(names: Sequence[str], one: int, other: int) -> Pair:
    """The two in the order in which they sit down first: shared fairly among all."""
    low, high = sorted((one, other))
    return (names[low], names[high]) if (low + high) % 2 else (names[high], names[low])


def match(pair: Pair, games: int) -> list[Seating]:
    """So many games between these two, changing seats."""
    one, other = pair
    return [
        Seating(other, one, turn) if turn % 2 else Seating(one, other, turn)
        for turn in range(games)
    ]
