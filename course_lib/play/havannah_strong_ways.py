"""How many stones are missing for a bridge or a fork through each cell of Havannah."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from course_lib.games.havannah import HavannahState
from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES
from course_lib.games.possible_hexes import EMPTY
from course_lib.play.havannah_sight import size_of

FAR = 7
"""Longer ways are not followed; each counts as one stone more."""

Ways = Mapping[Cell, int]
"""How many stones are missing between a cell and a corner or side, that of the cell included."""


def missing_stones(state: HavannahState, player: str) -> dict[Cell, int]:
    """For each empty cell, how many stones this player lacks for a bridge or fork through it.

    A bridge through a cell takes the ways from there to the two nearest corners, a fork those to
    the three nearest sides. Nobody replies here, so a game takes more; rings are not looked for.

    >>> from course_lib.games.havannah import Havannah
    >>> state = Havannah(size=3).play("A1 E5 A2 E4")
    >>> missing = missing_stones(state, "X")
    >>> missing[(1, 3)], missing[(3, 1)], min(missing.values())
    (1, 2, 1)
    """
    hexes = hex_board(size_of(state))
    signs = dict(zip(hexes.cells, state.board, strict=True))
    cost = {cell: int(sign == EMPTY) for cell, sign in signs.items() if sign in {player, EMPTY}}
    corners = [ways_to([corner], cost, hexes.neighbours) for corner in hexes.corners]
    sides = [ways_to(side, cost, hexes.neighbours) for side in hexes.sides]
    # The cell itself was counted in each of its ways.
    return {
        cell: min(
            _nearest(corners, cell, MANY_CORNERS) - (MANY_CORNERS - 1),
            _nearest(sides, cell, MANY_SIDES) - (MANY_SIDES - 1),
        )
        for cell, price in cost.items()
        if price
    }


def ways_to(
    target: Iterable[Cell], cost: Mapping[Cell, int], neighbours: Mapping[Cell, Sequence[Cell]]
) -> Ways:
    """The way to this target from each cell that has one: empty cells cost 1, own stones 0."""
    way = {cell: cost[cell] for cell in target if cell in cost}
    for length in range(FAR):
        here = [cell for cell, far in way.items() if far == length]
        for cell in here:  # grows while we go: own stones are as near as the cell before
            for near in neighbours[cell]:
                if near in cost and way.get(near, FAR + 1) > length + cost[near]:
                    way[near] = length + cost[near]
                    if not cost[near]:
                        here.append(near)
    return way


def _nearest(ways: Sequence[Ways], cell: Cell, number: int) -> int:
    """The sum of this many of the ways from this cell, the shortest ones."""
    return sum(sorted(way.get(cell, FAR + 1) for way in ways)[:number])
