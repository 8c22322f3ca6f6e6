"""Chains of stones as the bits of one number: rings, bridges and forks.

A set of cells is a number with one bit for each cell. Bits one column apart lie `width` apart, and
every column has one bit to spare, so that "shift the set by one step" never leads round the edge:

    step up          + 1                  a - b - c | d - e - f      width 2b, spare bit at each |
    step upper right + width + 1
    step lower right + width
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, compress

from course_lib.games.hexboard import STEPS, Cell, HexBoard, hex_board

Chain = int
"""Connected stones of one colour: one bit for each cell."""

Chains = tuple[Chain, ...]
"""All chains of one colour, single stones too, in rising order: the same stones, the same tuple."""

MANY_SIDES = 3
MANY_CORNERS = 2


@dataclass(frozen=True)
class HexChains:
    """The chains on a board: how a stone joins them, and what they are."""

    board: HexBoard

    @cached_property
    def width(self) -> int:
        """How far apart two bits one column apart are."""
        return 2 * self.board.size

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far the bits of the six neighbours are from a cell's own, clockwise from above."""
        return tuple(self.width * dx + dy for dx, dy in STEPS)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit of each of the board's cells, in their order."""
        # One column and one cell are left free before A1, so that no shift below is negative.
        return tuple(1 << (self.width * x + y) for x, y in self.board.cells)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The bits of the neighbours of each of the board's cells, in their order."""
        neighbours = self.board.neighbours
        return tuple(self.bits_of(neighbours[cell]) for cell in self.board.cells)

    @cached_property
    def corners(self) -> int:
        """The bits of the corners."""
        return self.bits_of(self.board.corners)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The bits of each side; corners belong to none."""
        return tuple(self.bits_of(side) for side in self.board.sides)

    def bits_of(self, cells: tuple[Cell, ...]) -> int:
        """The number that stands for these cells.

        >>> chains = hex_chains(3)
        >>> chains.cells_of(chains.bits_of(((3, 3), (1, 2))))
        ((1, 2), (3, 3))
        """
        return sum(self.bits[self.board.index[cell]] for cell in cells)

    def cells_of(self, chain: Chain) -> tuple[Cell, ...]:
        """The cells that this number stands for, in the board's order."""
        both = zip(self.board.cells, self.bits, strict=True)
        return tuple(cell for cell, bit in both if chain & bit)

    def with_stone(self, chains: Chains, place: int) -> tuple[Chains, Chain]:
        """The chains after a stone is set on the board's cell number `place`, and its own chain.

        Looks once at each chain, not at each cell.
        """
        near = self.near[place]
        joined = self.bits[place]
        apart = []
        for chain in chains:
            if chain & near:
                joined |= chain
            else:
                apart.append(chain)
        insort(apart, joined)
        return tuple(apart), joined

    def chains_of(self, stones: int) -> Chains:
        """The chains that these stones of one colour make."""
        found = []
        while stones:
            chain, grown = 0, stones & -stones
            while grown != chain:
                chain = grown
                for step in self.steps[:3]:
                    grown |= chain << step | chain >> step
                grown &= stones
            found.append(chain)
            stones ^= chain
        return tuple(sorted(found))

    def decisive(self, chain: Chain) -> int:
        """The bit of the first stone without which this winning chain wins nothing, or 0."""
        for bit in self.bits:
            if chain & bit and not any(map(self.kinds, self.chains_of(chain ^ bit))):
                return bit
        return 0

    def kinds(self, chain: Chain) -> tuple[str, ...]:
        """Which of ring, bridge and fork this chain is, in this order."""
        corners = (chain & self.corners).bit_count()
        sides = sum(1 for side in self.sides if chain & side)
        won = (self.is_ring(chain), corners >= MANY_CORNERS, sides >= MANY_SIDES)
        return tuple(compress(("ring", "bridge", "fork"), won))

    def is_ring(self, chain: Chain) -> bool:
        """Whether some cell, empty or of any colour, is enclosed by this chain.

        A chain is a flat net of cells (corners of the net), joined pairs (edges) and triples around
        one point (triangles). By Euler's formula

            cells - pairs + triples = 1 - holes,

        and each hole holds at least one cell that is not of the chain. A ring without a hole goes
        around stones of the chain only. All neighbours of an enclosed stone are enclosed too or on
        the ring, so it has six neighbours in the chain; and six neighbours are always a ring.
        """
        up, upper_right, lower_right = self.steps[:3]
        right_pairs = chain & chain >> upper_right
        pairs = (
            (chain & chain >> up).bit_count()
            + right_pairs.bit_count()
            + (chain & chain >> lower_right).bit_count()
        )
        # The two triples on a pair to the upper right: with the cell above, and the one below it.
        triples = (right_pairs & chain >> up).bit_count()
        triples += (right_pairs & chain >> lower_right).bit_count()
        if chain.bit_count() - pairs + triples != 1:
            return True
        with_all_six = chain
        for step in (up, upper_right, lower_right):
            with_all_six &= (chain >> step) & (chain << step)
        return with_all_six != 0


@cache
def hex_chains(size: int) -> HexChains:
    """The chains on the board of this size, their tables made once."""
    return HexChains(hex_board(size))


# --- the few cells that show why a chain has won -------------------------------------------------

Ways = Mapping[Cell, tuple[Cell, ...]]
"""The cells of a shortest way to each cell, from where a search began."""


def line_of(board: HexBoard, kind: str, chain: Collection[Cell], last: Cell) -> tuple[Cell, ...]:
    """The cells of a smallest `kind` in this chain, which the stone on `last` has completed.

    A ring is given in the order of going round; a bridge from corner to corner; a fork as three
    ways that lead from one cell to three sides.
    """
    if kind == "ring":
        return shortest_ring(board, chain, last)
    if kind == "bridge":
        corners = [corner for corner in board.corners if corner in chain]
        ways = {start: ways_from(board, [start], chain) for start in corners}
        return min((ways[start][end] for start, end in combinations(corners, 2)), key=len)
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
    beside = [cell for cell in neighbours[last] if cell in chain]
    rings = []
    while beside:  # the neighbours that touch each other are looked at together
        run = list(ways_from(board, beside[:1], beside))
        beside = [cell for cell in beside if cell not in run]
        ways = ways_from(board, run, rest)
        others = [cell for cell in neighbours[last] if cell in ways and cell not in run]
        rings += [(last, *ways[cell]) for cell in others]
    return min(rings, key=len)


def smallest_fork(board: HexBoard, chain: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of a fork with as few cells as can be: three ways from one cell to three sides."""
    touched = [[cell for cell in side if cell in chain] for side in board.sides]
    reached = [ways_from(board, side, chain) for side in touched if side]
    _, middle, sides = min(
        (sum(len(reached[number][cell]) for number in numbers), cell, numbers)
        for numbers in combinations(range(len(reached)), MANY_SIDES)
        for cell in chain
    )
    return tuple(dict.fromkeys(cell for at in sides for cell in reversed(reached[at][middle])))


def ways_from(board: HexBoard, starts: Iterable[Cell], chain: Collection[Cell]) -> Ways:
    """The shortest ways from any of these cells to all cells of the chain that can be reached."""
    allowed = set(chain)
    ways: dict[Cell, tuple[Cell, ...]] = {cell: (cell,) for cell in starts}
    frontier = list(ways)
    for cell in frontier:  # grows while we go: a queue
        for other in board.neighbours[cell]:
            if other in allowed and other not in ways:
                ways[other] = (*ways[cell], other)
                frontier.append(other)
    return ways
