"""Reading whole numbers that are boards ten bits at a time, with a table for each ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

CHUNK = 10
MASK = (1 << CHUNK) - 1

Thing = TypeVar("Thing")


class BitMap:
    """A function that moves bits: bit `i` of what it gives is bit `places[i]` of the number."""

    def __init__(self, places: Sequence[int]) -> None:
        """Work out what each value of each ten bits becomes."""
        goes_to = {source: 1 << at for at, source in enumerate(places)}
        self._tables: list[list[int]] = []
        for start in range(0, len(places), CHUNK):
            table = [0]
            for source in range(start, min(start + CHUNK, len(places))):
                table += [value | goes_to[source] for value in table]
            self._tables.append(table)

    def __call__(self, bits: int) -> int:
        """The number with its bits moved."""
        moved = 0
        for table in self._tables:
            moved |= table[bits & MASK]
            bits >>= CHUNK
        return moved


class Chunks(Generic[Thing]):
    """A function that gives the things whose bits are set, in the order of the bits."""

    def __init__(self, things: Sequence[Thing]) -> None:
        """Work out the things of each value of each ten bits."""
        self._tables: list[list[tuple[Thing, ...]]] = []
        for start in range(0, len(things), CHUNK):
            table: list[tuple[Thing, ...]] = [()]
            for thing in things[start : start + CHUNK]:
                table += [(*before, thing) for before in table]
            self._tables.append(table)

    def __call__(self, bits: int) -> tuple[Thing, ...]:
        """The things whose bits are set."""
        found: tuple[Thing, ...] = ()
        for table in self._tables:
            found += table[bits & MASK]
            bits >>= CHUNK
        return found
