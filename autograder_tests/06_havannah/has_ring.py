"""The exercise `has_ring(chain, size)`: whether a chain goes all the way round some cell."""

from course_lib.games.hexboard import hex_board

from .shared import cells_in, chain_of, groups, maze, questions, rings, some_chains, stones_case
from .shared import has_ring as right

MINUTES = "13 to 20"

HINTS = (
    (
        "Water comes in from all edges of the board, and the chain is a dam. Which cells stay dry"
        " if it is a ring?"
    ),
    (
        "Collect all cells that are not in the chain. Take away those on the edge of the board, and"
        " everything connected with them: chain_of works for cells as well as for stones. Whatever"
        " is left lies inside a ring. This misses one kind of ring, whose inside is all stones of"
        " its own; look for that one first."
    ),
    (
        "if some stone has six neighbours in the chain: it is a ring\n"
        "dry: all cells of the board that are not in the chain\n"
        "for each cell on the edge (it has fewer than six neighbours):\n"
        "    if it is still dry: take it away, and all dry cells connected with it\n"
        "if any dry cell is left: it is a ring"
    ),
)

RINGS = {
    "rings": (
        ("around C3", 3),
        ("around B2", 3),
        ("around B2", 2),
        ("around C3 D3", 3),
        ("around C3 D4 E5", 5),
        ("around C3 C4 D4", 4),
        ("around D4 E4 D3 C3", 4),
    ),
    "rings with other stones of the same chain": (
        ("around C3 + D5 D6 A1", 4),
        ("around C3 + C3", 3),
        ("around C3 D3 + C3 D3", 3),
        ("around C3 D4 + D4", 4),
        ("around D4 + F6 G7 H7 I7 I6 H5 G4 F3 E2", 5),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
    ),
    "triangles, rhombuses and other lumps": (
        ("A1", 2),
        ("A1 A2 B2", 2),
        ("B2 B3 C3 C4", 3),
        ("A1 B2 C3 D4 A2 B3 C4 D5", 4),
        ("A1 A2 A3 B2 B3 C3", 3),
    ),
    "rings that are not closed": (
        ("C4 D4 D3 C2 B2", 3),
        ("B2 B3 C2 C3 C4 D3", 3),
        ("B3 C3 C2 B1 A1", 3),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1", 3),
        ("B3 B4 C5 D5 E5 E4 D3", 4),
        ("A1 B2 C3 D4 E5", 3),
    ),
    "an edge of the board closes no ring": (
        ("A2 B2 B1", 3),
        ("A3 B3 C3 D3 E3", 3),
        ("A2 B3 C3 C2 C1", 3),
        ("A1 B2 B3 A3", 3),
        ("A2 B3 C4 D4 E4 F4 G4 G5", 4),
        ("around A2", 4),
        ("around E2", 4),
        ("around B5", 4),
    ),
}
"""Chains with the size, by whether they are rings, and why one might err."""

SAME = {
    "12:2 len(dry) -> min(len(dry), 9)": "one dry cell is enough",
    "6:2 any((len(neighbours(stone, size) & chain)"
    " -> any((min(len(neighbours(stone, size) & chain), 9)": "no cell has more than six",
    "10:6 len(neighbours(cell, size))"
    " -> min(len(neighbours(cell, size)), 9)": "no cell has more than six",
    "remembers all but size": "a ring is one on a larger board, too",
    "10:9 6: -> 5:": "cells on the edge have three or four neighbours",
}
"""Slips that change no answer, each with the reason."""


def visible():
    found = {
        title: [(cells_in(text, size), size) for text, size in chains]
        for title, chains in RINGS.items()
    }
    return groups(with_mazes(found, (8, 10)), case)


def with_mazes(found, sizes):
    """The chains, and winding walls on boards of these sizes, with their doors closed and open."""
    for size in sizes:
        walls, door = maze(size)
        found["rings"].append((walls, size))
        found["rings that are not closed"].append((walls - {door}, size))
    return found


def hidden(rng):
    """Rings around random cells, whole and with one stone less, and other chains."""
    drawn = [(ring, inside, size, right(ring, size)) for ring, inside, size in rings(rng)]
    whole = [(ring, size) for ring, _, size, closed in drawn if closed]
    filled = [(ring | inside, size) for ring, inside, size, _ in drawn]
    parts = [(chain_of(max(ring), ring - {min(ring)}, size), size) for ring, _, size, _ in drawn]
    along = [
        (ring, size)
        for ring, _, size, closed in drawn
        if not closed and chain_of(min(ring), ring, size) == ring
    ]
    kinds = (
        whole[:16],
        [*[at for at in filled if right(*at)][:12], *tailed(drawn)],
        [at for at in some_chains(rng) if len(at[0]) >= 3][:16],
        [*[at for at in parts if not right(*at)][:16], (cells_in("C3 D3 D4 C4 E4 E5", 4), 4)],
        along[:10],
    )
    return groups(with_mazes(dict(zip(RINGS, kinds, strict=True)), (11,)), case)


def probes():
    return questions(visible())


def tailed(drawn):
    """Rings with a loose stone that touches them at one point."""
    for ring, inside, size, closed in drawn:
        (x, y), *more = inside
        loose = {(2 * a - x, 2 * b - y) for a, b in ring}.intersection(hex_board(size).cells)
        if not more and loose and closed:
            yield ring | {min(loose)}, size


def case(chain, size):
    """The question whether this chain is a ring."""
    return stones_case((chain, size), "gives", chain)
