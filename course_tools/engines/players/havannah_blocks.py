"""Which cell stops a chain of the opponent's from becoming a bridge, a fork or a ring.

Two kinds of looking. The first three functions are those of the thesis, with its limits: they only
see gaps of one cell *between* stones, so neither a last stone on a corner or side, nor a second
gap; and they take every cycle for a ring. The last one sees each stone that would win.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from course_lib.games.hexboard import STEPS, Cell
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES
from course_lib.play.havannah_example import Sight


def bridge_block(sight: Sight, stone: Cell) -> Cell | None:
    """A gap of one cell in what may become a bridge: at `stone` a chain that has a corner."""
    chain = linked(sight, stone, 1)
    wider = linked(sight, stone, 2)
    if _corners(sight, chain) >= 1 and _corners(sight, wider) >= MANY_CORNERS:
        return gap_between(sight, chain, wider)
    return None


def fork_block(sight: Sight, stone: Cell) -> Cell | None:
    """A gap of one cell in what may become a fork: at `stone` a chain that has two sides."""
    chain = linked(sight, stone, 1)
    wider = linked(sight, stone, 2)
    if _sides(sight, chain) >= MANY_SIDES - 1 and _sides(sight, wider) >= MANY_SIDES:
        return gap_between(sight, chain, wider)
    return None


def ring_block(sight: Sight, stone: Cell) -> Cell | None:
    """A cell midway between two stones of the chain at `stone` that lie two apart.

    Two such stones that are no straight line have two cells between them; only one of these is
    looked at, and that the other may join them already does not count.
    """
    chain = linked(sight, stone, 1)
    for number, (x, y) in enumerate(chain):
        for other_x, other_y in chain[number + 1 :]:
            middle = (x + other_x) // 2, (y + other_y) // 2
            if distance((x, y), (other_x, other_y)) == 2 and middle in sight.empty:
                return middle
    return None


def winning_cells(sight: Sight, stone: Cell) -> Iterator[Cell]:
    """The empty cells at the chain of `stone` where its owner's next stone would win."""
    beside = {cell for own in linked(sight, stone, 1) for cell in sight.hexes.neighbours[own]}
    for cell in sorted(beside & sight.empty):
        if sight.kinds_made(sight.their_chains, cell):
            yield cell


def linked(sight: Sight, stone: Cell, reach: int) -> Sequence[Cell]:
    """Their stones to which one can go from `stone` by jumps of at most `reach`, farthest first."""
    left = sorted(sight.theirs - {stone})
    found = [stone]
    for cell in found:  # grows while we go: a queue
        found += [other for other in left if distance(cell, other) <= reach]
        left = [other for other in left if distance(cell, other) > reach]
    return found[::-1]


def gap_between(sight: Sight, chain: Collection[Cell], wider: Collection[Cell]) -> Cell | None:
    """The first empty cell next to both the chain and one of the other stones."""
    others = set(wider) - set(chain)
    for x, y in chain:
        for dx, dy in STEPS:
            cell = x + dx, y + dy
            if cell in sight.empty and not others.isdisjoint(sight.hexes.neighbours[cell]):
                return cell
    return None


def distance(one: Cell, other: Cell) -> int:
    """How many steps it is from one cell to the other.

    >>> distance((2, 2), (3, 3)), distance((2, 2), (1, 3))
    (1, 2)
    """
    dx, dy = other[0] - one[0], other[1] - one[1]
    return max(abs(dx), abs(dy), abs(dx - dy))


def _corners(sight: Sight, cells: Collection[Cell]) -> int:
    """How many corners are among these cells."""
    return sum(corner in cells for corner in sight.hexes.corners)


def _sides(sight: Sight, cells: Collection[Cell]) -> int:
    """How many sides these cells touch."""
    return sum(not set(cells).isdisjoint(side) for side in sight.hexes.sides)
