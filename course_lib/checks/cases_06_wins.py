"""The visible cases of lesson 06 about winning: rings, and which kinds a chain is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from course_lib.checks.cases import Exercise, Group
from course_lib.checks.drawing_06 import cells_named, position
from course_lib.checks.hex_cases_06 import HexCase, unchanged
from course_lib.checks.references_06 import has_ring, neighbours, win_kinds
from course_lib.games.hexboard import Cell

Ringed = tuple[str, int]
"""A chain by the names of its stones; after `around` come the cells that it surrounds."""
Won = tuple[str, str, int]

RINGS: dict[str, tuple[Ringed, ...]] = {
    "rings": (
        ("around C3", 3),
        ("around B2", 3),
        ("around C3 D3", 3),
        ("around C3 D4 E5", 5),
        ("around C3 C4 D4", 4),
        ("around D4 E4 D3 C3", 4),
    ),
    "rings with other stones of the same chain": (
        ("around C3 + D5 D6 A1", 4),
        ("around C3 + C3", 3),
        ("around C3 D3 + C3 D3", 3),
        ("around C3 D4 + D4", 4),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
    ),
    "triangles, rhombuses and other lumps": (
        ("A1", 2),
        ("A1 A2 B2", 2),
        ("B2 B3 C3 C4", 3),
        ("A1 B2 C3 D4 A2 B3 C4 D5", 4),
        ("A1 A2 A3 B2 B3 C3", 3),
    ),
    "rings that are not closed": (
        ("C4 D4 D3 C2 B2", 3),
        ("B3 C3 C2 B1 A1", 3),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1", 3),
        ("B3 B4 C5 D5 E5 E4 D3", 4),
        ("A1 B2 C3 D4 E5", 3),
    ),
    "what an edge closes is no ring": (
        ("A2 B2 B1", 3),
        ("A3 B3 C3 D3 E3", 3),
        ("A2 B3 C3 C2 C1", 3),
        ("A1 B2 B3 A3", 3),
        ("A2 B3 C4 D4 E4 F4 G4 G5", 4),
        ("around A2", 4),
    ),
}
"""Chains, by whether they are rings, and why one might err."""

KINDS: dict[str, tuple[Won, ...]] = {
    "nothing yet": (
        ("A1", "A1", 3),
        ("C3", "A1 B2 C3 D4", 3),
        ("A2", "A2 B2 B1", 3),
        ("B2", "B2 A1 A2 B3 C3", 4),
    ),
    "a bridge": (
        ("A1", "A1 A2", 2),
        ("C3", "A1 B2 C3 D4 E5", 3),
        ("A2", "A1 A2 A3", 3),
        ("A3", "C1 B1 A1 A2 A3", 3),
    ),
    "a fork": (
        ("C3", "A2 B2 C3 D4 D5 D2 C2", 3),
        ("D4", "B1 B2 C3 D4 E4 A2 D5", 3),
        ("B4", "B4 B3 B2 B1 A2 C4 D4 E4", 3),
    ),
    "a ring": (
        ("C4", "around C3", 3),
        ("D3", "around C3 + C3", 4),
        ("B1", "around B2", 4),
    ),
    "two kinds, and three": (
        ("C1", "A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
        ("A2", "A1 A2 A3 B3 C3 C2 B1", 3),
        ("D2", "A1 B1 C1 D2 E3 E4", 3),
    ),
    "only the stone's own chain counts": (
        ("C3", "C3 A1 A2 A3", 3),
        ("G7", "G7 G6 around C3", 4),
        ("A2", "A2 D1 E5", 5),
        ("A3", "A3 B3 D5 D4 E4 C1", 3),
    ),
}
"""A stone, all stones of its player, and the size, by what its chain is."""


def cells_told(text: str, size: int) -> set[Cell]:
    """The cells of such a text: names, those `around` other cells, and more after a `+`.

    >>> len(cells_told("around C3 + C3", 3))
    7
    """
    before, _, ringed = text.partition("around")
    inside, _, more = ringed.partition("+")
    middle = cells_named(inside, size)
    ring = {near for cell in middle for near in neighbours(cell, size)} - middle
    return cells_named(before, size) | ring | cells_named(more, size)


def ring_groups(asked: Mapping[str, Iterable[tuple[set[Cell], int]]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles: chains with the size of their board."""
    return tuple(
        Group(title, tuple(_ring_case(*each) for each in chains)) for title, chains in asked.items()
    )


def kind_groups(asked: Mapping[str, Iterable[tuple[Cell, set[Cell], int]]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles: a stone, all stones, and the size."""
    return tuple(
        Group(title, tuple(_kind_case(*each) for each in wins)) for title, wins in asked.items()
    )


def _ring_case(chain: set[Cell], size: int) -> HexCase:
    return HexCase(
        (chain, size),
        has_ring(chain, size),
        f"has_ring(chain, {size})",
        100 * size + len(chain),
        unchanged,
        drawn=position(size, chain),
    )


def _kind_case(stone: Cell, stones: set[Cell], size: int) -> HexCase:
    return HexCase(
        (stone, stones, size),
        win_kinds(stone, stones, size),
        f"win_kinds({stone}, stones, {size})",
        100 * size + len(stones),
        unchanged,
        drawn=position(size, stones),
    )


@cache
def _ring_visible() -> tuple[Group, ...]:
    return ring_groups(
        {
            title: [(cells_told(text, size), size) for text, size in chains]
            for title, chains in RINGS.items()
        }
    )


@cache
def _kind_visible() -> tuple[Group, ...]:
    return kind_groups(
        {
            title: [
                (next(iter(cells_named(name, size))), cells_told(text, size), size)
                for name, text, size in wins
            ]
            for title, wins in KINDS.items()
        }
    )


def _ring_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _ring_visible() for case in group.cases)


def _kind_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _kind_visible() for case in group.cases)


HAS_RING = Exercise("has_ring", "06", _ring_visible, _ring_probes, has_ring)
WIN_KINDS = Exercise("win_kinds", "06", _kind_visible, _kind_probes, win_kinds)
