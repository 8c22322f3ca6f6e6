"""The few cells that show why a chain has won: a shortest ring, bridge or fork inside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from course_lib.games.hexboard import Cell, HexBoard
from course_lib.games.hexchains import MANY_SIDES

Ways = Mapping[Cell, tuple[int, Cell | None]]
"""How far each cell is from where a search began, and the cell before it on the way."""


def line_of(board: HexBoard, kind: str, chain: Collection[Cell], last: Cell) -> tuple[Cell, ...]:
    """The cells of a smallest `kind` in this chain, which the stone on `last` has completed.

    A ring is given in the order of going round; a bridge from corner to corner; a fork as three
    ways that lead from one cell to three sides.
    """
    if kind == "ring":
        return shortest_ring(board, chain, last)
    if kind == "bridge":
        corners = [corner for corner in board.corners if corner in chain]
        ways = [
            path_to(end, ways_from(board, [start], chain))
            for start, end in combinations(corners, 2)
        ]
        return min(ways, key=len)
    return smallest_fork(board, chain)


def shortest_ring(board: HexBoard, chain: Collection[Cell], last: Cell) -> tuple[Cell, ...]:
    """The cells of a shortest ring through `last`, without which the chain is no ring.

    Two neighbours of `last` in the chain, with foreign cells between them on both ways round it,
    and a way between them that avoids `last` make a ring: one of the foreign cells is inside. Every
    other ring through `last` goes around stones of the chain, and then six of them lie around one.
    """
    neighbours = board.neighbours
    for cell in neighbours[last]:
        around = neighbours[cell]
        if cell in chain and len(around) == 6 and all(other in chain for other in around):
            at = around.index(last)
            return around[at:] + around[:at]
    rest = [cell for cell in chain if cell != last]
    rings = []
    for run in runs_beside(board, chain, last):
        ways = ways_from(board, run, rest)
        others = [cell for cell in neighbours[last] if cell in ways and cell not in run]
        rings += [(last, *path_to(cell, ways)) for cell in others]
    return min(rings, key=len)


def runs_beside(board: HexBoard, chain: Collection[Cell], last: Cell) -> list[list[Cell]]:
    """The neighbours of `last` in this chain, those that touch each other together."""
    beside = [cell for cell in board.neighbours[last] if cell in chain]
    runs = []
    while beside:
        run = list(ways_from(board, beside[:1], beside))
        beside = [cell for cell in beside if cell not in run]
        runs.append(run)
    return runs


def smallest_fork(board: HexBoard, chain: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of a fork with as few cells as can be: three ways from one cell to three sides."""
    touched = [[cell for cell in side if cell in chain] for side in board.sides]
    reached = [ways_from(board, side, chain) for side in touched if side]
    _, middle, sides = min(
        (
            (sum(ways[cell][0] for ways in three), cell, numbers)
            for numbers in combinations(range(len(reached)), MANY_SIDES)
            for three in [[reached[number] for number in numbers]]
            for cell in chain
        ),
    )
    cells = (cell for number in sides for cell in reversed(path_to(middle, reached[number])))
    return tuple(dict.fromkeys(cells))


def ways_from(board: HexBoard, starts: Iterable[Cell], chain: Collection[Cell]) -> Ways:
    """The shortest ways from any of these cells to all cells of the chain that can be reached."""
    allowed = set(chain)
    ways: dict[Cell, tuple[int, Cell | None]] = dict.fromkeys(starts, (0, None))
    frontier = list(ways)
    for cell in frontier:  # grows while we go: a queue
        for other in board.neighbours[cell]:
            if other in allowed and other not in ways:
                ways[other] = (ways[cell][0] + 1, cell)
                frontier.append(other)
    return ways


def path_to(end: Cell, ways: Ways) -> tuple[Cell, ...]:
    """The cells from where the search began to `end`."""
    path: list[Cell] = []
    cell: Cell | None = end
    while cell is not None:
        path.append(cell)
        cell = ways[cell][1]
    return tuple(reversed(path))
