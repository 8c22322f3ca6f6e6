"""The exercise `stones_missing`: the cheapest way between two cells of a board."""

from course_lib.games.hexboard import hex_board
from course_lib.lessons.lesson_06.havannah_pictures import cells_named

from .shared import boards, groups, maze, questions, stones_case

MINUTES = "10 to 20"

HINTS = (
    "In which order did `chain_of` come to the cells, and why won't the first way do here?",
    (
        "Keep a dictionary with the least number of stones missing for each cell so far. From a"
        " cell go to its neighbours that the other player doesn't hold. If a neighbour gets a"
        " smaller number than before, write it down and look at that cell (again) later."
    ),
    (
        "the start is missing 1 stone, or 0 if it is an own one; it is to be looked at\n"
        "while there are cells to look at:\n"
        "    take one, and for each neighbour that isn't in `other`:\n"
        "        its number by this way: 1 more if it is empty, else the same\n"
        "        if it has no number yet, or a larger one: write it down, look at it later\n"
        "return the number of the goal, or None if it has none"
    ),
)

NAMED = {
    "no stones on the board": (
        ("A1", "B2", "", "", 2),
        ("A1", "C3", "", "", 2),
        ("A1", "E5", "", "", 3),
        ("C3", "C3", "", "", 3),
        ("A4", "G4", "", "", 4),
        ("K2", "A12", "", "", 12),
    ),
    "own stones cost nothing": (
        ("A1", "C3", "B2", "", 3),
        ("B2", "C3", "B2", "", 3),
        ("A1", "C3", "A1 B2 C3", "", 3),
        ("C3", "C3", "C3", "", 3),
        ("A1", "B1", "A1", "", 3),
        ("A1", "G7", "B2 C3 E5 F6", "", 4),
        ("B2", "C3", "A1 C3", "", 3),
    ),
    "the other player's can't be passed": (
        ("A1", "C3", "", "B2", 3),
        ("A1", "C3", "", "A2 B1 B2", 3),
        ("A1", "E5", "A1 E5", "C1 C2 C3 C4", 3),
        ("A1", "E5", "A1 E5", "C1 C2 C3 C4 C5", 3),
        ("A1", "E5", "A1 E5", "C1 C2 C3 C4 C5", 4),
        ("C3", "A1", "C3", "B2 B3 C4 D4 D3 C2", 3),
    ),
    "a long way may be cheaper": (
        ("A1", "D4", "A1 A2 A3 B4 C4 D4", "", 3),
        ("A1", "D1", "A1 A2 A3 A4 B5 C5 D4 D3 D2", "", 4),
        ("D1", "A1", "A2 A3 A4 B5 C5 D4 D3 D2", "B1 B2", 4),
        ("A1", "G7", "A1 A2 A3 A4 B5 C6 D7 E7 F7", "D4", 4),
        ("G7", "A1", "A2 A3 A4 B5 C6 D7 E7 F7 E4", "D4", 4),
    ),
}
"""Start, goal, own stones, the other's, and the size, by what is tried with them."""

SAME = {
    "7:5 int(start not in own)}, -> start not in own},": "True counts 1, and False 0",
    "9:3 waiting.pop(0) -> waiting.pop(-1)": "any order finds the least numbers",
    "remembers its arguments written together": "no two arguments read alike side by side",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups(NAMED, case_named)


def hidden(rng):
    """Two cells in the middle of random games, and a corridor that winds."""
    empty = [
        (*rng.sample(list(hex_board(size).cells), 2), set(), set(), size) for size in (3, 5, 9)
    ]
    alone, both = [], []
    for own, other, size in boards(40, rng):
        free = [cell for cell in hex_board(size).cells if cell not in other]
        start, goal = rng.choice(free), rng.choice(free)
        alone.append((start, goal, own, set(), size))
        both.append((start, goal, own, other, size))
    walls, door = maze(9)
    inside = sorted({*hex_board(9).cells} - walls)
    winding = [(rng.choice(inside), rng.choice(inside), set(inside), walls, 9) for _ in range(3)]
    winding += [(rng.choice(inside), door, set(inside[::2]), walls - {door}, 9) for _ in range(2)]
    ways = ((min(walls), rng.choice(sorted(walls)), walls, set(), 9) for _ in range(5))
    kinds = (empty, alone[:14], both[:14], [*ways, *winding, *both[14:]])
    return groups(dict(zip(NAMED, kinds, strict=True)), case)


def probes():
    return questions(visible())


def case_named(start, goal, own, other, size):
    """The same with cells by their names."""
    [first], [last] = cells_named(start, size), cells_named(goal, size)
    return case(first, last, cells_named(own, size), cells_named(other, size), size)


def case(start, goal, own, other, size):
    """The question how many stones are missing between these cells."""
    return stones_case((start, goal, own, other, size), "gives", own, other)
