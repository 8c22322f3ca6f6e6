"""The visible cases of lesson 06 about cells and chains: neighbours, chains, corners and sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from course_lib.checks.cases import Exercise, Group
from course_lib.checks.drawing_06 import cells_named, position
from course_lib.checks.hex_cases_06 import HexCase, right_cells, unchanged
from course_lib.checks.references_06 import chain_of, corners_and_sides, neighbours
from course_lib.games.hexboard import Cell

Near = tuple[Cell, int]
Chained = tuple[str, str, int]
"""The stone, all stones by their names, and the size of the board."""
Touched = tuple[str, int]

NEAR: dict[str, tuple[Near, ...]] = {
    "inside the board there are six": (((2, 2), 2), ((3, 3), 3), ((4, 5), 5), ((2, 3), 4)),
    "on a side there are four": (((1, 2), 3), ((3, 2), 3), ((5, 4), 3), ((2, 1), 4), ((4, 8), 5)),
    "in a corner there are three": (
        *(((1, 1), 2), ((2, 1), 2), ((1, 2), 2)),
        *(((3, 5), 3), ((5, 5), 3), ((7, 4), 4)),
    ),
}
"""Cells with the size of their board."""

CHAINS: dict[str, tuple[Chained, ...]] = {
    "a stone that touches no other": (
        ("A1", "A1", 2),
        ("C3", "C3 A1 E5", 3),
        ("B3", "B3 C2 A1", 3),
        ("B2", "B2 C4 D3", 3),
    ),
    "a few stones side by side": (
        ("A1", "A1 B2", 2),
        ("B2", "A1 B2 C3", 3),
        ("C3", "C3 C4 C2 D3 B1", 3),
        ("A3", "A3 B3 C3 C2 E5", 3),
    ),
    "long chains, and chains with branches": (
        ("A1", "A1 A2 A3 B4 C5 D5 E5", 3),
        ("E5", "A1 B1 C1 D2 E3 E4 E5 C3", 3),
        ("D4", "D4 D5 D6 D7 D3 D2 D1 A1 A2 G7", 4),
        ("C3", "A1 B2 C3 D4 E5 F5 G5 D3 D2 E4 A4 B5", 4),
    ),
    "several chains on one board": (
        ("A1", "A1 A2 C3 C4 E5 E4", 3),
        ("C4", "A1 A2 C3 C4 E5 E4", 3),
        ("E5", "A1 A2 C3 C4 E5 E4", 3),
        ("F6", "A1 A2 B2 D4 D5 F6 G7 F5 B5", 4),
    ),
}
"""Stones of one player, by what is tried with them."""

TOUCHED: dict[str, tuple[Touched, ...]] = {
    "neither corners nor sides": (("C3", 3), ("B2 C3 D3", 3), ("B2", 2), ("C3 C4 D4 D5", 4)),
    "corners": (("A1", 2), ("A1 B2 C3 D4 E5", 3), ("A1 A3 E5 C1", 3), ("D7 D1", 4)),
    "sides": (
        ("A2", 3),
        ("A2 B2 B1", 3),
        ("A2 A3 A4 B5 C6 D6 E6", 5),
        ("B4 C4 D4 E4 D2", 3),
        ("B1 D5 E4 A2 B4 D2", 3),
    ),
    "both together": (
        ("A1 A2", 3),
        ("A1 A2 B2 B1", 3),
        ("A3 A2 A1 B1 C1", 3),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
        ("G4 G5 F4 E3 D3 D2 D1", 4),
    ),
}
"""Chains, by what there is to be found in them."""


def near_groups(asked: Mapping[str, Iterable[Near]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_near_case, pairs))) for title, pairs in asked.items())


def chain_groups(asked: Mapping[str, Iterable[Chained]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_chain_case, each))) for title, each in asked.items())


def touch_groups(asked: Mapping[str, Iterable[Touched]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_touch_case, each))) for title, each in asked.items())


def _near_case(asked: Near) -> HexCase:
    cell, size = asked
    return HexCase(
        (cell, size),
        neighbours(cell, size),
        f"neighbours({cell}, {size})",
        size,
        right_cells,
        drawn=position(size, {cell}),
    )


def _chain_case(asked: Chained) -> HexCase:
    name, text, size = asked
    [stone], stones = cells_named(name, size), cells_named(text, size)
    return HexCase(
        (stone, stones, size),
        chain_of(stone, stones, size),
        f"chain_of({stone}, stones, {size})",
        100 * size + len(stones),
        right_cells,
        drawn=position(size, stones),
    )


def _touch_case(asked: Touched) -> HexCase:
    text, size = asked
    chain = cells_named(text, size)
    return HexCase(
        (chain, size),
        corners_and_sides(chain, size),
        f"corners_and_sides(chain, {size})",
        100 * size + len(chain),
        unchanged,
        drawn=position(size, chain),
    )


@cache
def _near_visible() -> tuple[Group, ...]:
    return near_groups(NEAR)


@cache
def _chain_visible() -> tuple[Group, ...]:
    return chain_groups(CHAINS)


@cache
def _touch_visible() -> tuple[Group, ...]:
    return touch_groups(TOUCHED)


def _near_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _near_visible() for case in group.cases)


def _chain_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _chain_visible() for case in group.cases)


def _touch_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _touch_visible() for case in group.cases)


NEIGHBOURS = Exercise("neighbours", "06", _near_visible, _near_probes, neighbours)
CHAIN_OF = Exercise("chain_of", "06", _chain_visible, _chain_probes, chain_of)
CORNERS_AND_SIDES = Exercise(
    "corners_and_sides", "06", _touch_visible, _touch_probes, corners_and_sides
)
