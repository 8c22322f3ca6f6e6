"""The library's own answers to the exercises of lesson 06, for lessons that build on them.

They stand on the tables of the game itself. While lessons are graded in which students write
their own, these are out of reach.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.games.hexchains import Chain, hex_chains

LEFT_FIRST = (0, -1, 1, -2, 2, 3)
"""By how many directions the chain is deflected, in the order in which they are tried."""


def neighbours(cell: Cell, size: int) -> set[Cell]:
    """The cells next to this one.

    >>> sorted(neighbours((1, 1), 3))
    [(1, 2), (2, 1), (2, 2)]
    """
    return set(hex_board(size).neighbours[cell])


def chain_of(stone: Cell, stones: Collection[Cell], size: int) -> set[Cell]:
    """The stones that are connected with this one, itself among them."""
    bit = bits_of({stone}, size)
    chains = hex_chains(size)
    [chain] = [each for each in chains.chains_of(bits_of({stone, *stones}, size)) if each & bit]
    return set(chains.cells_of(chain))


def corners_and_sides(chain: Collection[Cell], size: int) -> tuple[int, int]:
    """How many corners this chain holds, and how many sides it touches.

    >>> corners_and_sides({(1, 1), (1, 2)}, 3)
    (1, 1)
    """
    board = hex_board(size)
    touched = [side for side in board.sides if not set(side).isdisjoint(chain)]
    return len(set(board.corners).intersection(chain)), len(touched)


def has_ring(chain: Collection[Cell], size: int) -> bool:
    """Whether this chain goes all the way round some cell, whatever lies there."""
    return hex_chains(size).is_ring(bits_of(chain, size))


def win_kinds(stone: Cell, stones: Collection[Cell], size: int) -> set[str]:
    """Which of ring, bridge and fork the chain of this stone is."""
    return set(hex_chains(size).kinds(bits_of(chain_of(stone, stones, size), size)))


def straight(path: Sequence[Cell], ahead: int, taken: Collection[Cell], size: int) -> Cell | None:
    """The next cell of a chain that goes ahead wherever it can, or `None`."""
    ways = [STEPS[(ahead + turn) % len(STEPS)] for turn in LEFT_FIRST]
    wanted = ((x + dx, y + dy) for x, y in path[::-1] for dx, dy in ways)
    return next((at for at in wanted if hex_board(size).has(at) and at not in taken), None)


def defence(own: Collection[Cell], theirs: Collection[Cell], size: int) -> Cell | None:
    """Where to win at once, else where the other side would, else `None`."""
    wins = (cell for stones in (own, theirs) for cell in winning(stones, {*own, *theirs}, size))
    return next(wins, None)


def winning(stones: Collection[Cell], taken: Collection[Cell], size: int) -> list[Cell]:
    """The empty cells on which the owner of these stones wins at once, in the board's order."""
    chains = hex_chains(size)
    ours = chains.chains_of(bits_of(stones, size))
    return [
        cell
        for place, cell in enumerate(hex_board(size).cells)
        if cell not in taken and chains.kinds(chains.with_stone(ours, place)[1])
    ]


def bits_of(cells: Collection[Cell], size: int) -> Chain:
    """The number that stands for these cells on this board."""
    return hex_chains(size).bits_of(tuple(cells))
