"""How few stones a player needs for a win if nobody answers: the race that a frame has to win."""

from __future__ import annotations

from itertools import combinations, product

from course_lib.games.hexboard import Cell
from course_lib.games.hexchains import MANY_SIDES, HexChains

Cells = int
"""A set of cells, as the bits of `HexChains`."""


def around(hexes: HexChains, cells: Cells) -> Cells:
    """All cells next to one of these; bits off the board are among them."""
    found = 0
    for step in hexes.steps[:3]:
        found |= cells << step | cells >> step
    return found


def can_win_with(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether so many stones more on empty cells, and no answer, can make a bridge, fork or ring.

    >>> from course_lib.games.hexchains import hex_chains
    >>> hexes = hex_chains(5)
    >>> board = sum(hexes.bits)
    >>> [can_win_with(hexes, 0, board, stones) for stones in (4, 5)]
    [False, True]
    """
    return (
        _bridge(hexes, own, empty, stones)
        or _fork(hexes, own, empty, stones)
        or _ring(hexes, own, empty, stones)
    )


def layers(hexes: HexChains, own: Cells, empty: Cells, start: Cells, stones: int) -> list[Cells]:
    """The cells that own stones can be led to from `start`, with 0, 1, ... stones more."""
    found = [joined(hexes, own, start & own)]
    for _ in range(stones):
        last = found[-1]
        found.append(joined(hexes, own, last | (around(hexes, last) | start) & empty))
    return found


def joined(hexes: HexChains, own: Cells, cells: Cells) -> Cells:
    """These cells and all own stones that hang together with them."""
    while True:
        more = cells | around(hexes, cells) & own
        if more == cells:
            return cells
        cells = more


def _bridge(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether two corners can be joined."""
    for bit in hexes.bits:
        if bit & hexes.corners:
            reached = layers(hexes, own, empty, bit, stones)[-1]
            if reached & bit and reached & hexes.corners & ~bit:
                return True
    return False


def _fork(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether three ways can lead from one cell to three sides."""
    # Where the ways meet on an empty cell, all three have counted that stone.
    reached = [layers(hexes, own, empty, side, stones) for side in hexes.sides]
    for three in combinations(reached, MANY_SIDES):
        for lengths in product(range(stones + 1), repeat=MANY_SIDES):
            meeting = own if sum(lengths) <= stones else empty
            if sum(lengths) > stones + MANY_SIDES - 1:
                continue
            for way, length in zip(three, lengths, strict=True):
                meeting &= way[length]
            if meeting:
                return True
    return False


def _ring(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether some cell can be enclosed.

    A closed way goes around a cell if it crosses a line from there to the edge an odd number of
    times. The line here leads up, just right of the cell's column: so every such way has a cell
    of that column above.
    """
    inner = [cell for cell, near in hexes.board.neighbours.items() if len(near) == 6]
    return any(_ring_around(hexes, own, empty, stones, cell) for cell in inner)


def _ring_around(hexes: HexChains, own: Cells, empty: Cells, stones: int, inside: Cell) -> bool:
    """Whether this cell can be enclosed."""
    x, y = inside
    middle = hexes.bits_of((inside,))
    own, empty = own & ~middle, empty & ~middle
    above = [cell for cell in hexes.board.cells if cell[0] == x and cell[1] > y]
    right = hexes.bits_of(tuple(cell for cell in hexes.board.cells if cell[0] == x + 1))
    line = hexes.bits_of(tuple(above))
    for cell in above:
        start = hexes.bits_of((cell,))
        if not start & (own | empty):
            continue
        # An empty start takes a stone, which is counted when one comes back to it.
        both = start, 0
        left = stones
        while True:
            both = _joined_twice(hexes, own, (line, right), both)
            if both[1] & start:
                return True
            if left == 0:
                break
            left -= 1
            even, odd = _one_step(hexes, (line, right), both)
            both = both[0] | even & empty, both[1] | odd & empty
    return False


Both = tuple[Cells, Cells]
"""The cells reached by crossing the line an even and an odd number of times."""


def _one_step(hexes: HexChains, line: Both, both: Both) -> Both:
    """The cells next to these; `line` are the cells on both sides of the line."""
    left, right = line
    found = []
    for same, other in (both, both[::-1]):
        straight = (
            around(hexes, same & ~left & ~right)
            | around(hexes, same & left) & ~right
            | around(hexes, same & right) & ~left
        )
        crossing = around(hexes, other & left) & right | around(hexes, other & right) & left
        found.append(straight | crossing)
    return found[0], found[1]


def _joined_twice(hexes: HexChains, own: Cells, line: Both, both: Both) -> Both:
    """These cells, and all own stones that hang together with them on either count."""
    while True:
        even, odd = _one_step(hexes, line, both)
        wider = both[0] | even & own, both[1] | odd & own
        if wider == both:
            return both
        both = wider
