"""Lesson 06: the known mistakes of `neighbours`, `chain_of` and `corners_and_sides`, by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import product
from typing import Any

from course_lib.checks.references_06 import chain_of, corners_and_sides, neighbours
from course_lib.games.hexboard import STEPS, Cell, hex_board

Agents = dict[str, Callable[..., Any]]
On = Callable[[int, int, int], bool]
Near = Callable[[Cell, int], Collection[Cell]]


def inside(x: int, y: int, size: int) -> bool:
    """Whether this is a cell of the board."""
    return hex_board(size).has((x, y))


def stepping(steps: Iterable[Cell] = STEPS, on: On = inside) -> Near:
    """`neighbours` with these steps, on such a board."""
    ways = tuple(steps)

    def near(cell: Cell, size: int) -> set[Cell]:
        found = {(cell[0] + dx, cell[1] + dy) for dx, dy in ways}
        return {at for at in found if on(*at, size)}

    return near


WRONG_WAY = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
ALL_ROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]

NEAR: Agents = {
    "the cell itself is given, too": stepping([(0, 0), *STEPS]),
    "cells outside the board are given": stepping(on=lambda *_: True),
    "the two slanted sides are forgotten": stepping(
        on=lambda x, y, size: min(x, y) > 0 and max(x, y) < 2 * size
    ),
    "eight neighbours are given, as on squares": stepping(ALL_ROUND),
    "only four neighbours are given, the slanted steps are missing": stepping(
        [step for step in STEPS if 0 in step]
    ),
    "the slanted steps go the wrong way": stepping(WRONG_WAY),
    "the cells are counted from 0": stepping(
        on=lambda x, y, size: min(x, y) >= 0 and max(x, y) < 2 * size - 1 and abs(x - y) < size
    ),
    "the numbers are taken to end at size": stepping(
        on=lambda x, y, size: inside(x, y, size) and max(x, y) <= size
    ),
    "the last numbers are left out": stepping(
        on=lambda x, y, size: inside(x, y, size) and max(x, y) < 2 * size - 1
    ),
    "the cells come in a list, not a set": lambda cell, size: [
        *hex_board(size).neighbours[cell],
    ],
    "the steps are given, not the cells": lambda cell, size: {
        (x - cell[0], y - cell[1]) for x, y in neighbours(cell, size)
    },
}


def grown(near: Near = neighbours, rounds: int = 1_000) -> Callable[..., set[Cell]]:
    """`chain_of` that grows by such neighbours, at most so many times."""

    def chain(stone: Cell, stones: Collection[Cell], size: int) -> set[Cell]:
        found = {stone}
        for _ in range(rounds):
            more = {at for cell in found for at in near(cell, size) if at in stones} | found
            if more == found:
                break
            found = more
        return found

    return chain


def two_steps(cell: Cell, size: int) -> set[Cell]:
    """All cells at most two steps away."""
    around = neighbours(cell, size)
    return around.union(*(neighbours(near, size) for near in around))


def one_way(stone: Cell, stones: Collection[Cell], size: int) -> set[Cell]:
    """A walk that never comes back to take another way."""
    found, at = {stone}, stone
    while ahead := sorted(near for near in neighbours(at, size) if near in stones - found):
        at = ahead[0]
        found.add(at)
    return found


def emptied(stone: Cell, stones: set[Cell], size: int) -> set[Cell]:
    """The chain, whose stones are taken out of what was given."""
    found = chain_of(stone, stones, size)
    stones -= found
    return found


CHAINS: Agents = {
    "the stone itself is missing": lambda stone, stones, size: (
        chain_of(stone, stones, size) - {stone}
    ),
    "only the stone's own neighbours are looked at": grown(rounds=1),
    "only the neighbours of neighbours are looked at": grown(rounds=2),
    "all stones are given, connected or not": lambda stone, stones, _: {stone, *stones},
    "empty cells beside the chain are given, too": lambda stone, stones, size: chain_of(
        stone, stones, size
    ).union(*(neighbours(each, size) for each in chain_of(stone, stones, size))),
    "stones that are two steps apart count as connected": grown(two_steps),
    "only one way is followed, and branches are left out": one_way,
    "the stones that were given are used up": emptied,
    "the chain comes in a list, not a set": lambda stone, stones, size: sorted(
        chain_of(stone, stones, size)
    ),
    "stones are connected along the wrong slant": grown(stepping(WRONG_WAY)),
    "the chain grows along x and y only, not along the slant": grown(
        stepping([step for step in STEPS if 0 in step])
    ),
    "the number of stones is given, not the stones": lambda stone, stones, size: len(
        chain_of(stone, stones, size)
    ),
}


def lines_at(cell: Cell, last: int, size: int) -> list[bool]:
    """Whether the cell lies on each of the six edge lines."""
    x, y = cell
    return [x == 1, y == 1, x == last, y == last, x - y == size - 1, y - x == size - 1]


def counted(
    lines: Callable[[Cell, int], list[bool]] = lambda cell, size: lines_at(
        cell, 2 * size - 1, size
    ),
    *,
    corner_touches: bool = False,
) -> Callable[..., tuple[int, int]]:
    """`corners_and_sides` with such lines."""

    def count(chain: Collection[Cell], size: int) -> tuple[int, int]:
        corners, sides = 0, set()
        for cell in chain:
            on = [number for number, is_on in enumerate(lines(cell, size)) if is_on]
            corners += len(on) == 2
            if len(on) == 1 or (on and corner_touches):
                sides.update(on)
        return corners, len(sides)

    return count


def stones_on_sides(chain: Collection[Cell], size: int) -> tuple[int, int]:
    """Corners, and every stone on a side."""
    edge = [len(neighbours(cell, size)) for cell in chain]
    return edge.count(3), edge.count(4)


def changed(change: Callable[[int, int], Any]) -> Callable[..., Any]:
    """What comes of the right numbers by this change."""
    return lambda chain, size: change(*corners_and_sides(chain, size))


TOUCHED: Agents = {
    "a corner counts as its two sides, too": counted(corner_touches=True),
    "every stone on a side counts, not every side": stones_on_sides,
    "the two slanted sides are forgotten": counted(
        lambda cell, size: lines_at(cell, 2 * size - 1, size)[:4]
    ),
    "corners and sides are exchanged": changed(lambda corners, sides: (sides, corners)),
    "the two numbers come in a list, not a tuple": changed(lambda corners, sides: [corners, sides]),
    "the numbers are taken to end at size": counted(lambda cell, size: lines_at(cell, size, size)),
    "it says whether there are any, not how many": changed(
        lambda corners, sides: (corners > 0, sides > 0)
    ),
    "all sides together count once": changed(lambda corners, sides: (corners, min(1, sides))),
    "all corners together count once": changed(lambda corners, sides: (min(1, corners), sides)),
    "only the corners are given": changed(lambda corners, _: corners),
    "corners and sides are added up": changed(lambda corners, sides: corners + sides),
    "opposite sides count as one": lambda chain, size: (
        corners_and_sides(chain, size)[0],
        len(
            {
                number % 3
                for number, side in enumerate(hex_board(size).sides)
                if not set(side).isdisjoint(chain)
            }
        ),
    ),
}
