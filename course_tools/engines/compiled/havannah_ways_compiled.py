"""How many stones are missing for a bridge or a fork through each cell, compiled.

A way costs a stone for each empty cell on it and nothing for own stones; the opponent's stones are
in the way. For a bridge through a cell a player needs the ways from there to the two nearest
corners, for a fork those to the three nearest sides. Nobody replies here, so this is less than what
a game takes; and rings are not looked for.
"""

from __future__ import annotations

from numba import int64, uint64
from numba.extending import register_jitable

from course_tools.engines.compiled.hex_compiled import CELLS, SHIFT, SIDES, Array, end_of

TARGETS = 2 * SIDES
"""Six corners, then six sides, as the bits of `reach` in `hex_compiled`."""

FAR = 7
"""Longer ways are not followed; each counts as one stone more."""

OFF, OWN, FREE = -1, 0, 1
"""What a cell costs; OFF is off the board, or the opponent's."""


@register_jitable
def find_missing(
    rules: Array, board: Array, stones: int, others: int, missing: Array, ways: Array, lists: Array
) -> int:
    """The fewest stones missing; `missing` gets for each empty cell those missing through it.

    `ways` is room for a row for each target and one more, with a number for each cell and its
    neighbours, on the board or off it; `lists` for two rows of as many numbers as there are cells.
    """
    cost = ways[TARGETS]
    note_costs(rules, board, stones, others, cost)
    for target in range(TARGETS):
        find_ways(rules, board, target, cost, ways[target], lists)
    least = 3 * (FAR + 1)
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        if cost[cell] == FREE:
            # The cell itself was counted in each of its ways.
            found = min(
                nearest(ways, 0, cell, 2) - 1,
                nearest(ways, SIDES, cell, 3) - 2,
            )
            missing[cell] = found
            least = min(least, found)
    return least


@register_jitable
def note_costs(rules: Array, board: Array, stones: int, others: int, cost: Array) -> None:
    """Write down for each cell what it costs on a way of these stones."""
    shift = int64(rules[SHIFT])
    low = (1 << shift) - 1
    cost[:] = OFF
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        column, bit = cell >> shift, cell & low
        if int64(board[uint64(stones + column)]) >> bit & 1:
            cost[cell] = OWN
        elif not int64(board[uint64(others + column)]) >> bit & 1:
            cost[cell] = FREE


@register_jitable
def find_ways(
    rules: Array, board: Array, target: int, cost: Array, way: Array, lists: Array
) -> None:
    """Write down the stones missing from each cell to the target, that of the cell itself too."""
    wide = 1 << int64(rules[SHIFT])
    way[:] = FAR + 1
    here, ahead, now, then = 0, 1, 0, 0
    for at in range(CELLS, CELLS + int64(rules[-1])):
        cell = int64(rules[uint64(at)])
        # An empty cell knows what it touches, and of a chain the last stone does.
        if cost[cell] == FREE and (-1 - board[cell]) >> target & 1:
            way[cell] = 1
            lists[ahead, then] = cell
            then += 1
        elif cost[cell] == OWN and (-1 - board[end_of(board, cell)]) >> target & 1:
            way[cell] = 0
            lists[here, now] = cell
            now += 1
    for length in range(FAR):
        at = 0
        while at < now:
            cell = int64(lists[here, at])
            at += 1
            for step in (1, wide + 1, wide, -1, -wide - 1, -wide):
                near = cell + step
                price = cost[near]
                if price != OFF and way[near] > length + price:
                    way[near] = length + price
                    if price:
                        lists[ahead, then] = near
                        then += 1
                    else:  # own stones are as near as this cell: they are looked at now
                        lists[here, now] = near
                        now += 1
        here, ahead, now, then = ahead, here, then, 0


@register_jitable
def nearest(ways: Array, first: int, cell: int, number: int) -> int:
    """The sum of the two or three shortest of six ways from this cell, `first` and those after."""
    one = two = three = FAR + 1
    for target in range(first, first + SIDES):
        far = int64(ways[target, cell])
        if far < one:
            one, two, three = far, one, two
        elif far < two:
            two, three = far, two
        elif far < three:
            three = far
    return one + two if number == 2 else one + two + three
