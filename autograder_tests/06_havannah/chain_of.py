"""The exercise `chain_of(stone, stones, size)`: which stones are connected with one."""

from course_lib.lessons.lesson_06.havannah_pictures import cells_named

from .shared import EXTRA, boards, groups, maze, questions, stones_case
from .shared import chain_of as right

MINUTES = "9 to 12"

HINTS = (
    (
        "At the start you know only one stone of the chain. How does a stone you know lead you to"
        " others?"
    ),
    (
        "Keep two collections: the chain as far as you know it, and the stones whose neighbours you"
        " still have to look at. Never look at a stone that is in the chain already, or you will"
        " go round in circles forever."
    ),
    (
        "the chain and the list of stones to look at both begin with the stone itself\n"
        "while the list is not empty:\n"
        "    take one stone off the list\n"
        "    for each of its neighbours that holds a stone and is not yet in the chain:\n"
        "        put it into the chain, and on the list\n"
        "return the chain"
    ),
)

LUMP = "A1 A2 A3 A4 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 C6 D1 D2 D3 D4 D5 D6 D7 E2 E3 E4 E5 E6 E7"
"""There are more ways through these stones than anybody can walk."""

DIAGONAL = "A1 B2 C3 D4 E5 F6 G7 H8 I9 J10 K11 L12 M13 N14 O15 P16 Q17"
CHAINS = {
    "a stone that touches no other": (
        ("A1", "A1", 2),
        ("C3", "C3 A1 E5", 3),
        ("B3", "B3 C2 A1", 3),
        ("B2", "B2 C4 D3", 3),
        ("A12", "A12 K2", 12),
        ("K2", "A12 K2", 12),
    ),
    "a few stones side by side": (
        ("A1", "A1 B2", 2),
        ("B2", "A1 B2 C3", 3),
        ("A1", "A1 B2", 3),
        ("A1", "A1 A2 C3", 3),
        ("A1", "A1 A2 B1", 3),
        ("A1", "A1 A2 A3", 3),
        ("A1", "A1 B2 C3", 3),
        ("C3", "C3 C4 C2 D3 B1", 3),
        ("A3", "A3 B3 C3 C2 E5", 3),
    ),
    "long chains, and chains with branches": (
        ("A1", "A1 A2 A3 B4 C5 D5 E5", 3),
        ("E5", "A1 B1 C1 D2 E3 E4 E5 C3", 3),
        ("E6", "E6 D5 C5 C6 D7", 4),
        ("A4", "A4 B4 B3 B2 C2 C1 D1 E2 F3 F4 E4 E5 D5 D6 D7", 4),
        ("B2", LUMP, 4),
        ("D4", "D4 D5 D6 D7 D3 D2 D1 A1 A2 G7", 4),
        ("C3", "A1 B2 C3 D4 E5 F5 G5 D3 D2 E4 A4 B5", 4),
        ("I9", DIAGONAL, 9),
    ),
    "several chains on one board": (
        ("E4", "A1 A2 C3 C4 E5 E4", 4),
        ("C3", "A1 A2 C3 D4 E5 E4", 3),
        ("T20", "A1 B2 T20 T21 K11 L11", 11),
        ("A1", "A1 A2 C3 C4 E5 E4", 3),
        ("C4", "A1 A2 C3 C4 E5 E4", 3),
        ("E5", "A1 A2 C3 C4 E5 E4", 3),
        ("F6", "A1 A2 B2 D4 D5 F6 G7 F5 B5", 4),
    ),
}
"""A stone and all stones of its player, with the size, by what is tried with them."""

SAME = {
    "remembers all but size": "which stones are connected is the same on a larger board",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups(CHAINS, case_named)


def hidden(rng):
    """Chains in random games."""
    places = [
        (stone, own, size)
        for own, _, size in boards(60, rng)
        for stone in sorted(own)[:: max(1, len(own) // 2)]
    ]
    chains = [(len(right(*place)), place) for place in places]
    diagonal = {(cell, cell) for cell in range(1, 22)}
    large = [((cell, cell), diagonal, 11) for cell in (1, rng.randint(2, 20), 21)]
    walls, _ = maze(11)
    kinds = (
        [place for long, place in chains if long == 1][:10],
        [*growing(rng), *(place for long, place in chains if 2 <= long <= 3)][:14],
        [
            ((3, 3), cells_named(LUMP, 4), 5),
            *large,
            (min(walls), walls, 11),
            *(place for long, place in chains if long >= 6),
        ][:17],
        [place for long, place in chains if 2 <= long < len(place[1]) - 2][-12:],
    )
    return groups(dict(zip(CHAINS, kinds, strict=True)), case)


def growing(rng):
    """One stone, and more and more stones beside it and further away."""
    for _ in range(6):
        some = ["A2", "B2", "B1", *rng.sample(["C5", "D5", "E5", "E4", "E3"], 2)]
        yield (1, 1), cells_named(f"A1 {' '.join(rng.sample(some, rng.randint(2, 4)))}", 3), 3


def probes():
    return questions(visible())


def case_named(name, text, size):
    """The same with stones by their names."""
    [stone] = cells_named(name, size)
    return case(stone, cells_named(text, size), size)


def case(stone, stones, size):
    """The question which stones are connected with this one."""
    return stones_case((stone, stones, size), "right_members", stones, extra=EXTRA)
