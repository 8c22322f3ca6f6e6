"""Placements of musketeers as a search wants them: captures, steps, mirror images, and its tables.

The guards of a placement are a bit for each square (`musketeers_folded.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from course_tools.engines.solvers.musketeers_folded import Folding

HALF = 11
"""So many bits of the guards are carried over to another placement at once."""

LOW = (1 << HALF) - 1
"""Those bits."""

WEIGHT = 32
"""One musketeer more who can capture is worse for the guards than all else in the order."""

Spread = tuple[list[int], list[int]]
"""Where the guards of one placement stand in another's numbering: lowest bits, other bits."""


class Capture(NamedTuple):
    """A capture that leaves the musketeers out of line: whom it takes, and where it leads."""

    taken: int
    after: int
    spread: Spread


class Step(NamedTuple):
    """A step of a guard: its bit, that of the square it enters, and the free squares beside both.

    `squares` is how many more of them there are afterwards.
    """

    leave: int
    both: int
    beside_before: int
    beside_after: int
    squares: int


class Place:
    """What there is to know about a placement, and which of its positions the guards win."""

    def __init__(self, folding: Folding, number: int) -> None:
        """Work it out."""
        bits = {at: 1 << bit for bit, at in enumerate(folding.free(number))}
        beside = {
            one: sum(bits.get(to, 0) for to in folding.next_to[at]) for at, one in bits.items()
        }
        around = [sum(bits.get(to, 0) for to in folding.next_to[at]) for at in folding.kept[number]]
        self.near = folding.near(number)
        self.captures = [
            Capture(1 << taken, after, _spread(where))
            for taken, after, where in folding.captures(number)
            if after is not None
        ]
        self.harmful = 0
        """The guards whose capture does not put the musketeers in line."""
        for capture in self.captures:
            self.harmful |= capture.taken
        self.steps = [
            _step(1 << leave, 1 << enter, beside) for leave, enter in folding.steps(number)
        ]
        self.turns = [
            _spread(where) for where in folding.turns(number) if where != [*range(folding.bits)]
        ]
        self.threat = {
            some: WEIGHT * sum(some & one != 0 for one in around) + some.bit_count()
            for some in _subsets(self.near)
        }
        """For the guards near the musketeers, how bad they are for the guards."""
        self.to_move: dict[int, bool] = {}
        self.not_to_move: dict[int, bool] = {}

    def least(self, guards: int) -> int:
        """The least of the sets of guards that are mirror images on this placement."""
        least = guards
        for first, second in self.turns:
            least = min(least, first[guards & LOW] | second[guards >> HALF])
        return least


def _step(leave: int, enter: int, beside: Mapping[int, int]) -> Step:
    """A step from one bit to another; `beside` has the free squares beside each."""
    before, after = beside[leave], beside[enter]
    return Step(
        leave, leave | enter, before, after & ~leave, after.bit_count() - before.bit_count()
    )


def _subsets(some: int) -> Iterator[int]:
    """Every set of these bits."""
    part = some
    while True:
        yield part
        if not part:
            return
        part = part - 1 & some


def _spread(where: list[int | None]) -> Spread:
    """The guards carried over: `where` has the bit for each bit, or `None` for no guard."""
    halves = []
    for part in (where[:HALF], where[HALF:]):
        table = [0]
        for bit in part:
            table += [one | (0 if bit is None else 1 << bit) for one in table]
        halves.append(table)
    return halves[0], halves[1]
