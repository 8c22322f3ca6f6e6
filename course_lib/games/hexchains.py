"""Chains of stones as the bits of one number: rings, bridges and forks, and fast random games.

A set of cells is a number with one bit for each cell. Bits one column apart lie `width` apart, and
every column has one bit to spare, so that "shift the set by one step" never leads round the edge:

    step up          + 1                  a - b - c | d - e - f      width 2b, spare bit at each |
    step upper right + width + 1
    step lower right + width
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, compress, product
from random import Random
from struct import Struct
from typing import NamedTuple

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


# --- random games ---------------------------------------------------------------------------------

# The idea. In a random game nobody answers anybody: each player fills random cells until one of
# them completes something. So we draw X's stones on their own until X would have won, then O's
# stones from the cells left over until O would have won, and let the earlier of the two win. Cells
# drawn without replacement come in a random order whichever way they are dealt out, so this plays
# every game exactly as often as taking turns would.
#
# What is left is to see quickly when one colour's stones first win. The six neighbours of a cell
# are six bits of one number (`own >> cell & AROUND`), and a table says what they mean:
#   - no neighbour: nothing can happen;
#   - one run of neighbours that touch each other: they are one chain, and the stone joins it;
#   - two or three runs: if two belong to one chain, this stone closes a ring, for one of the two
#     gaps between them is inside; otherwise it joins different chains.
# Inside a new ring that closes no gap lie only neighbours of the new stone, of its own colour. One
# of these then has six neighbours of that colour, and is in the middle of a run of three or more;
# only such middles are looked at. (Six neighbours never meet us: they were a ring before.)
#
# Chains are trees of parents (union-find); each root knows the sides and corners of its chain.

IS_EMPTY = bytes(code == ord(".") for code in range(256))
"""Turns the bytes of a board into ones, where a cell is empty, and zeros."""


class PlayoutTables(NamedTuple):
    """What can be worked out once for each size. Cells are numbered as the comment says."""

    cells: tuple[int, ...]
    """The number of each of the board's cells: the place of its lowest neighbour's bit."""
    names: list[Cell]
    """The cell with each number; (0, 0) for numbers off the board."""
    around: int
    """The bits of the six neighbours of cell number 0."""
    bits: list[int]
    """The bit of a stone on each number."""
    parents: list[int]
    """Each number its own root."""
    edges: list[int]
    """For each number the corner (bits 0-5) or side (bits 6-11) it lies on, or 0."""
    wins: list[bool]
    """For each set of corners and sides, whether a chain that touches them has won."""
    single: dict[int, int]
    """By the six bits: the way to a neighbour, if there is one run with no middle; else 0."""
    several: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
    """By the six bits: ways to one neighbour of each run, and to each neighbour between two."""
    dice: Struct
    """Reads as many random numbers as one player can need."""


def random_game(
    size: int, board: str, chains: tuple[Chains, Chains], seat: int, rng: Random
) -> tuple[tuple[Cell, ...], int | None]:
    """`(actions, winner's seat or None)` of a random game from here; `seat` is to move."""
    tables = playout_tables(size)
    left = list(compress(tables.cells, board.encode().translate(IS_EMPTY)))
    count = len(left)
    end, won_first = _draw(tables, left, (count + 1) // 2, chains[seat], rng)
    first = left[end:]
    del left[end:]
    # The second player must be done a stone earlier to come before the first player's last one.
    most = len(first) - 1 if won_first else count // 2
    end, won_second = _draw(tables, left, most, chains[1 - seat], rng)
    second = left[end:]
    if won_second:
        del first[: len(first) - len(second)]
    played = [0] * (len(first) + len(second))
    # Drawn cells were put at the back of the list: the last drawn comes first.
    played[0::2], played[1::2] = first[::-1], second[::-1]
    winner = 1 - seat if won_second else seat if won_first else None
    return tuple([tables.names[cell] for cell in played]), winner


def _draw(
    tables: PlayoutTables, left: list[int], most: int, chains: Chains, rng: Random
) -> tuple[int, bool]:
    """Draw cells for one player from `left` until it wins or has `most` of them.

    Gives `(end, won)`: the cells drawn are moved to `left[end:]`, the last one first.
    """
    _, _, around, bits, parents, edges, wins, single, several, dice = tables
    own, parents, reach = _chains_so_far(tables, chains)
    # 32 random bits modulo at most a few hundred: no cell's chance is off by a ten-millionth.
    randoms = dice.unpack(rng.randbytes(dice.size))
    count = len(left)
    numbers = range(count, count - most, -1)
    for remaining, last, random in zip(numbers, range(count - 1, -1, -1), randoms):  # noqa: B905 - as long as the first
        place = random % remaining
        cell = left[place]
        left[place] = left[last]
        left[last] = cell

        pattern = own >> cell & around
        own |= bits[cell]
        if not pattern:
            continue
        way = single[pattern]
        if way:
            root = parents[cell + way]
            if edges[cell]:
                while parents[root] != root:
                    root = parents[root]
                reach[root] |= edges[cell]
                if wins[reach[root]]:
                    return last, True
            parents[cell] = root
            continue

        runs, middles = several[pattern]
        for way in middles:
            if own >> cell + way & around == around:
                return last, True
        root, touched = cell, edges[cell]
        for way in runs:
            other = cell + way
            while parents[other] != other:
                other = parents[other]
            if other == root:
                return last, True
            touched |= reach[other]
            parents[root] = other
            root = other
        reach[root] = touched
        if wins[touched]:
            return last, True
    return count - most, False


def _chains_so_far(tables: PlayoutTables, chains: Chains) -> tuple[int, list[int], list[int]]:
    """The stones, parents and reach (sides and corners of each root) of these chains."""
    parents, reach = tables.parents.copy(), tables.edges.copy()
    own = 0
    offset = tables.bits[0].bit_length()
    for chain in chains:
        own |= chain
        if not chain & chain - 1:
            continue  # a single stone is its own root already
        root = chain.bit_length() - offset
        rest = chain ^ 1 << root + offset - 1
        while rest:
            cell = rest.bit_length() - offset
            rest ^= 1 << cell + offset - 1
            parents[cell] = root
            reach[root] |= reach[cell]
    return own, parents, reach


@cache
def playout_tables(size: int) -> PlayoutTables:
    """The tables for this size."""
    chains = hex_chains(size)
    board, steps = chains.board, chains.steps
    offset = chains.width + 1
    places = [bit.bit_length() - 1 - offset for bit in chains.bits]
    numbered = dict(zip(board.cells, places, strict=True))
    room = places[-1] + offset + 1

    names = [(0, 0)] * room
    for cell, number in numbered.items():
        names[number] = cell
    edges = [0] * room
    for bit, edge in enumerate([*((corner,) for corner in board.corners), *board.sides]):
        for cell in edge:
            edges[numbered[cell]] = 1 << bit

    patterns: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for filled in product((False, True), repeat=len(steps)):
        pattern = sum(1 << offset + way for way in compress(steps, filled))
        patterns[pattern] = _runs(steps, filled)
    return PlayoutTables(
        cells=tuple(places),
        names=names,
        around=sum(1 << offset + way for way in steps),
        bits=[1 << number + offset for number in range(room)],
        parents=list(range(room)),
        edges=edges,
        wins=[
            (touched & 0b111111).bit_count() >= MANY_CORNERS
            or (touched >> 6).bit_count() >= MANY_SIDES
            for touched in range(1 << 12)
        ],
        single={
            pattern: runs[0] if len(runs) == 1 and not middles else 0
            for pattern, (runs, middles) in patterns.items()
        },
        several=patterns,
        dice=Struct(f"<{(len(places) + 1) // 2}I"),
    )


def _runs(steps: Sequence[int], filled: Sequence[bool]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The way to the first neighbour of each run, and to each one between two others."""
    before, behind = (*filled[-1:], *filled[:-1]), (*filled[1:], *filled[:1])
    around = list(zip(steps, before, filled, behind, strict=True))
    runs = [way for way, left, here, _ in around if here and not left]
    middles = [way for way, left, here, right in around if left and here and right]
    return tuple(runs), tuple(middles)
