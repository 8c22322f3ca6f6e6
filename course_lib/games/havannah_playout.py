"""Random games of Havannah, as fast as plain Python plays them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress, product
from random import Random
from struct import Struct
from typing import NamedTuple

from course_lib.games.hexboard import Cell
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, Chains, hex_chains

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

_CORNERS = 6
_ALL = 6


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
    # Drawn cells were put at the back of the list: the last drawn comes first.
    first.reverse()
    second.reverse()

    if won_second:
        del first[len(second) :]
    played = [0] * (len(first) + len(second))
    played[0::2] = first
    played[1::2] = second
    winner = 1 - seat if won_second else seat if won_first else None
    names = tables.names
    return tuple([names[cell] for cell in played]), winner


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
    board = chains.board
    offset = chains.width + 1
    places = [bit.bit_length() - 1 - offset for bit in chains.bits]
    numbered = dict(zip(board.cells, places, strict=True))
    room = places[-1] + offset + 1

    names = [(0, 0)] * room
    for cell, number in numbered.items():
        names[number] = cell
    edges = [0] * room
    for number, corner in enumerate(board.corners):
        edges[numbered[corner]] = 1 << number
    for number, side in enumerate(board.sides, start=_CORNERS):
        for cell in side:
            edges[numbered[cell]] = 1 << number

    patterns: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for filled in product((False, True), repeat=_ALL):
        pattern = sum(1 << offset + way for way, on in zip(chains.steps, filled, strict=True) if on)
        patterns[pattern] = _runs(chains.steps, filled)
    return PlayoutTables(
        cells=tuple(places),
        names=names,
        around=sum(1 << offset + way for way in chains.steps),
        bits=[1 << number + offset for number in range(room)],
        parents=list(range(room)),
        edges=edges,
        wins=[
            (touched % (1 << _CORNERS)).bit_count() >= MANY_CORNERS
            or (touched >> _CORNERS).bit_count() >= MANY_SIDES
            for touched in range(1 << 2 * _CORNERS)
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
    runs = [way for place, way in enumerate(steps) if filled[place] and not filled[place - 1]]
    middles = [
        way
        for place, way in enumerate(steps)
        if filled[place] and filled[place - 1] and filled[(place + 1) % _ALL]
    ]
    return tuple(runs), tuple(middles)
