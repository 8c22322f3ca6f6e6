"""The exercise `win_kinds(stone, stones, size)`: which figures a stone's chain is."""

from autograder_tests.solution import solution
from course_lib.games.hexboard import hex_board
from course_lib.lessons.lesson_06.havannah_pictures import cells_named

from .shared import (
    cells_in,
    chain_of,
    game_of,
    groups,
    maze,
    neighbours,
    questions,
    rings,
    split,
    stones_case,
)

MINUTES = "8 to 15"

HINTS = (
    "Which of the player's stones matter here? And can one stone win in two ways at once?",
    (
        "Only the chain of the last stone can have become a ring, a bridge or a fork. You have"
        " written everything you need: the chain, its corners and sides, and the test for a ring."
    ),
    (
        "find the chain of this stone, and its corners and sides\n"
        "begin with an empty set\n"
        "does it have a ring? hold two corners or more? touch three sides or more?\n"
        "for each yes, put the name into the set\n"
        "return the set"
    ),
)

COLUMN = " ".join(f"A{row}" for row in range(1, 13))

KINDS = {
    "nothing yet": (
        ("A1", "A1", 3),
        ("C3", "A1 B2 C3 D4", 3),
        ("A2", "A2 B2 B1", 3),
        ("B2", "B2 A1 A2 B3 C3", 4),
        ("A3", "A1 A2 A3", 4),
        ("A3", "A1 B1 A3", 3),
        ("K2", f"{COLUMN} K2", 12),
        ("H8", "A1 B2 G7 H8 I8 O15", 8),
    ),
    "a bridge": (
        ("A1", "A1 A2", 2),
        ("C3", "A1 B2 C3 D4 E5", 3),
        ("A2", "A1 A2 A3", 3),
        ("A3", "C1 B1 A1 A2 A3", 3),
        ("A3", "A1 A2 A3", 3),
        ("A12", f"{COLUMN} K2", 12),
        ("G13", "G13 H13 I13 J13 K13 L13 M13", 7),
    ),
    "a fork": (
        ("C3", "A2 B2 C3 D4 D5 D2 C2", 3),
        ("D4", "B1 B2 C3 D4 E4 A2 D5", 3),
        ("B4", "B4 B3 B2 B1 A2 C4 D4 E4", 3),
    ),
    "a ring": (
        ("C4", "around C3", 3),
        ("D3", "around C3 + C3", 4),
        ("B1", "around B2", 4),
        ("E2", "around D4 + F6 G7 H7 I7 I6 H5 G4 F3 E2", 5),
        ("M10", "around L10", 8),
    ),
    "two kinds, and three": (
        ("C1", "A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
        ("A2", "A1 A2 A3 B3 C3 C2 B1", 3),
        ("D2", "A1 B1 C1 D2 E3 E4", 3),
        ("A1", "around B2", 2),
    ),
    "only the stone's own chain counts": (
        ("C3", "C3 A1 A2 A3", 3),
        ("G7", "G7 G6 around C3", 4),
        ("A2", "A2 D1 E5", 5),
        ("A3", "A3 B3 D5 D4 E4 C1", 3),
    ),
}
"""A stone and all stones of its player, with the size, by what its chain is."""


def visible():
    return groups(
        {
            title: [
                (*cells_named(name, size), cells_in(text, size), size) for name, text, size in wins
            ]
            for title, wins in KINDS.items()
        },
        case,
    )


def hidden(rng):
    """The last stones of random games, and stones before them."""
    found = {title: [] for title in KINDS}
    # A ring elsewhere, which random games seldom have.
    lone = (((1, 1), cells_in("A1 around D4", 4), 4), ((5, 9), cells_in("E9 around C3 D3", 5), 5))
    found["only the stone's own chain counts"] += lone
    ringed = [(min(ring), ring | inside, size) for ring, inside, size in rings(rng)]
    walls, door = maze(8)
    large = [(min(walls), walls - gap, 8) for gap in (set(), {door})]
    drawn = [*last_stones(rng), *all_around()]
    wider = [(stone, own, size + 1) for stone, own, size in drawn[::4]]
    for stone, own, size in [*large, *wider[:9], *drawn, *ringed]:
        kinds = solution("win_kinds")(stone, own, size)
        [kind] = kinds if len(kinds) == 1 else [""]
        title = "nothing yet" if not kinds else f"a {kind}" if kind else "two kinds, and three"
        found[title].append((stone, own, size))
        if kinds:
            rest = own - chain_of(stone, own, size)
            others = found["only the stone's own chain counts"]
            others += [(other, own, size) for other in sorted(rest)[:1]]
    return groups({title: each[:13] for title, each in found.items()}, case)


def probes():
    return questions(visible())


def last_stones(rng):
    """The last stone of random games, and the one before, with the stones of its player."""
    for number in range(50):
        size = (3, 4, 5)[number % 3]
        moves = game_of(size, rng)
        own, other, _ = split(moves, size)
        yield moves[-1], own, size
        yield moves[-2], other, size


def all_around():
    """Stones in a chain along two, three or all sides: more than one kind at once."""
    for size in (2, 3, 4):
        edge = [cell for cell in hex_board(size).cells if len(neighbours(cell, size)) < 6]
        for step in range(1, 4):
            yield edge[step], set(edge), size
            yield edge[step], {cell for cell in edge if cell[0] <= size - 1 + step}, size


def case(stone, stones, size):
    """The question which figures the chain of this stone is."""
    return stones_case((stone, stones, size), "gives", stones)
