"""Lesson 06: the known mistakes of `has_ring` and `win_kinds`, by name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from course_lib.checks.references_06 import chain_of, corners_and_sides, neighbours, win_kinds
from course_lib.checks.references_06 import has_ring as is_ring
from course_lib.games.hexboard import Cell, hex_board

Agents = dict[str, Callable[..., Any]]


def own_beside(cell: Cell, chain: Collection[Cell], size: int) -> int:
    """How many of the cell's neighbours are in the chain."""
    return len(neighbours(cell, size).intersection(chain))


def core(chain: Collection[Cell], size: int) -> set[Cell]:
    """What stays when loose ends are taken away again and again."""
    left = set(chain)
    while loose := {cell for cell in left if own_beside(cell, left, size) < 2}:
        left -= loose
    return left


def dry(chain: Collection[Cell], size: int, *, wet_from: Collection[Cell]) -> set[Cell]:
    """The cells without a stone of the chain that are not connected with any of these."""
    rest = set(hex_board(size).cells).difference(chain)
    return rest.difference(*(chain_of(cell, rest, size) for cell in wet_from if cell in rest))


def edge(size: int) -> list[Cell]:
    """The cells on the edge of the board."""
    return [cell for cell, near in hex_board(size).neighbours.items() if len(near) < 6]


def from_a1(chain: Collection[Cell], size: int) -> bool:
    """Water that comes in at one corner, over whatever lies there."""
    rest = set(hex_board(size).cells).difference(chain)
    wet = chain_of((1, 1), rest, size)
    return len(wet.union(chain)) < len(hex_board(size).cells)


def parts(chain: Collection[Cell], size: int) -> int:
    """Into how many pieces the chain cuts the rest of the board."""
    rest = set(hex_board(size).cells).difference(chain)
    pieces = 0
    while rest:
        rest -= chain_of(min(rest), rest, size)
        pieces += 1
    return pieces


RINGS: Agents = {
    "six stones are taken for a ring, however they lie": lambda chain, _: len(chain) >= 6,
    "a ring is taken for stones that all have two neighbours": lambda chain, size: all(
        own_beside(cell, chain, size) >= 2 for cell in chain
    ),
    "every cycle is taken for a ring, a triangle, too": lambda chain, size: bool(core(chain, size)),
    "only rings of six around one cell are found": lambda chain, size: any(
        own_beside(cell, chain, size) == 6 for cell in hex_board(size).cells
    ),
    "a ring around stones of its own is overlooked": lambda chain, size: bool(
        dry(chain, size, wet_from=edge(size))
    ),
    "what the chain and an edge close off is taken for a ring": lambda chain, size: (
        parts(chain, size) > 1 or any(own_beside(cell, chain, size) == 6 for cell in chain)
    ),
    "only rings around stones of the chain itself are found": lambda chain, size: any(
        own_beside(cell, chain, size) == 6 for cell in chain
    ),
    "five stones around a cell are taken for a ring": lambda chain, size: (
        is_ring(chain, size)
        or any(own_beside(cell, chain, size) >= 5 for cell in hex_board(size).cells)
    ),
    "the water comes in at A1 alone": from_a1,
    "the water comes in at the corners alone": lambda chain, size: (
        bool(dry(chain, size, wet_from=hex_board(size).corners))
        or any(own_beside(cell, chain, size) == 6 for cell in chain)
    ),
    "a ring must have two neighbours for every stone, so that loose ends spoil it": (
        lambda chain, size: (
            is_ring(chain, size) and all(own_beside(cell, chain, size) >= 2 for cell in chain)
        )
    ),
    "the answer is turned round": lambda chain, size: not is_ring(chain, size),
}


def kinds(
    corners: Callable[[int], bool] = lambda corners: corners >= 2,
    sides: Callable[[int], bool] = lambda sides: sides >= 3,
    *,
    bridge: str = "bridge",
    fork: str = "fork",
) -> Callable[..., set[str]]:
    """`win_kinds` that asks for such numbers of corners and of sides."""

    def found(stone: Cell, stones: Collection[Cell], size: int) -> set[str]:
        chain = chain_of(stone, stones, size)
        has_corners, has_sides = corners_and_sides(chain, size)
        named = {"ring": is_ring(chain, size), bridge: corners(has_corners), fork: sides(has_sides)}
        return {kind for kind, is_one in named.items() if is_one}

    return found


def of_all(stone: Cell, stones: Collection[Cell], size: int) -> set[str]:
    """The kinds of all stones together."""
    together = {stone, *stones}
    has_corners, has_sides = corners_and_sides(together, size)
    ring = any(is_ring(chain_of(each, together, size), size) for each in together)
    named = {"ring": ring, "bridge": has_corners >= 2, "fork": has_sides >= 3}
    return {kind for kind, is_one in named.items() if is_one}


def first_kind(found: set[str]) -> set[str]:
    """One kind of several, ring before bridge before fork."""
    return set([kind for kind in ("ring", "bridge", "fork") if kind in found][:1])


def after(change: Callable[[set[str]], Any]) -> Callable[..., Any]:
    """What comes of the right kinds by this change."""
    return lambda stone, stones, size: change(win_kinds(stone, stones, size))


KINDS: Agents = {
    "all stones are looked at, not the stone's own chain": of_all,
    "two sides are taken for a fork": kinds(sides=lambda sides: sides >= 2),
    "one corner is taken for a bridge": kinds(corners=lambda corners: corners >= 1),
    "a bridge needs exactly two corners": kinds(corners=lambda corners: corners == 2),
    "a fork needs exactly three sides": kinds(sides=lambda sides: sides == 3),
    "only one of several kinds is given": after(first_kind),
    "the kinds come in a list, not a set": after(
        lambda found: [kind for kind in ("ring", "bridge", "fork") if kind in found]
    ),
    "the ring is forgotten": after(lambda found: found - {"ring"}),
    "the fork is forgotten": after(lambda found: found - {"fork"}),
    "bridge and fork are exchanged": kinds(bridge="fork", fork="bridge"),
    "it says whether the stone wins, not how": after(bool),
    "corners and sides are exchanged": lambda stone, stones, size: {
        kind
        for kind, is_one in (
            ("ring", is_ring(chain_of(stone, stones, size), size)),
            ("bridge", corners_and_sides(chain_of(stone, stones, size), size)[1] >= 2),
            ("fork", corners_and_sides(chain_of(stone, stones, size), size)[0] >= 3),
        )
        if is_one
    },
}
