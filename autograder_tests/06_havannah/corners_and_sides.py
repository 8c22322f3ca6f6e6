"""The exercise `corners_and_sides(chain, size)`: what a bridge and a fork are counted by."""

from course_lib.games.hexboard import hex_board
from course_lib.lessons.lesson_06.havannah_pictures import cells_named

from .shared import groups, neighbours, questions, some_chains, stones_case

MINUTES = "10 to 27"

HINTS = (
    "A corner is where two sides meet. How do its numbers differ from those of other side cells?",
    (
        "For each stone, ask six questions: is x 1, is y 1, is x the last number, is y the last"
        " number, is x - y equal to size - 1, is y - x equal to size - 1? Two yeses make a corner."
        " A single yes is a side, and it tells you which one."
    ),
    (
        "start with no corners, and an empty set of sides\n"
        "for each stone of the chain:\n"
        "    find out on which of the six lines it lies\n"
        "    if it lies on two: one more corner\n"
        "    if it lies on one: put that side into the set\n"
        "return the number of corners, and the size of the set"
    ),
)

TOUCHED = {
    "neither corners nor sides": (
        ("C3", 3),
        ("B2 C3 D3", 3),
        ("B2", 2),
        ("C3 C4 D4 D5", 4),
        ("K11 U20", 12),
        ("K2", 12),
    ),
    "corners": (
        ("A1", 2),
        ("C3", 2),
        ("A2 B3", 2),
        ("A1 B3", 3),
        ("A1 A12 L23 L1 L12", 12),
        ("W12 W23", 12),
        ("A12", 12),
        ("A1 B2 C3 D4 E5", 3),
        ("A1 A3 E5 C1", 3),
        ("D7 D1", 4),
    ),
    "sides": (
        ("A2", 3),
        ("A2 B3 C3", 3),
        ("A2 B3 C3", 4),
        ("A9 B9 C9 D9 I20 J20", 12),
        ("A2 B2 B1", 3),
        ("A2 A3 A4 B5 C6 D6 E6", 5),
        ("B4 C4 D4 E4 D2", 3),
        ("B5 C6", 4),
        ("E2 F3", 4),
        ("B1 D5 E4 A2 B4 D2", 3),
    ),
    "both together": (
        ("A1 A2", 3),
        ("A1 A2 A3", 4),
        ("A2 A3", 3),
        ("A1 A2 A3", 3),
        ("V22 W22 W23", 12),
        ("A1 A2 B2 B1", 3),
        ("A3 A2 A1 B1 C1", 3),
        ("A1 A2 A3 B4 C5 D5 E5 E4 E3 D2 C1 B1", 3),
        ("G4 G5 F4 E3 D3 D2 D1", 4),
    ),
}
"""Chains with the size, by what there is to be found in them."""

ACROSS = (
    *(("A2 B3 C3 D3 E4", 3), ("B1 C2 C3 C4 D5", 3), ("B4 C4 C3 C2 D2", 3)),
    *(("A3 B4 C4 D4 E4 F4 G5", 4), ("A2 B3 C4 D5 E6 F6 F7 B2 C2 D3 E4 F4 F3", 4)),
)
"""Chains from one side to the opposite one."""

SAME = {
    "14:3 len(sides)) -> min(len(sides), 9))": "a board has six sides",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups({title: map(named, chains) for title, chains in TOUCHED.items()}, case)


def hidden(rng):
    """Chains of random games, lines along the edges, and corners and sides that are drawn."""
    chains = list(some_chains(rng))
    edges = [
        ({*[board.corners[number], *side, board.corners[(number + 1) % 6]][start:]}, size)
        for size in (3, 5)
        for board in [hex_board(size)]
        for number, side in enumerate(board.sides)
        for start in (0, 1, 2)
    ]
    inside = [at for at in chains if all(len(neighbours(cell, at[1])) == 6 for cell in at[0])]
    both = [*map(named, ACROSS), *edges, *(at for at in chains if at not in inside)]
    boards = [(size, hex_board(size)) for size in (3, 4, 5, 6, 7, 8, rng.randint(11, 15))]
    kinds = (
        inside[:8],
        [some_cells(board.corners, size, rng) for size, board in [*boards, (2, hex_board(2))]],
        [
            some_cells(side, size, rng)
            for size, board in boards
            for side in (rng.choice(board.sides), [cell for each in board.sides for cell in each])
        ],
        both[:50] + [(chain, size + 1) for chain, size in both[:12]],
    )
    return groups(dict(zip(TOUCHED, kinds, strict=True)), case)


def probes():
    return questions(visible())


def named(chain):
    """A chain by the names of its stones, with the size."""
    text, size = chain
    return cells_named(text, size), size


def some_cells(cells, size, rng):
    """Some of these cells, and some inside the board, where there is nothing to find."""
    inside = [cell for cell in hex_board(size).cells if len(neighbours(cell, size)) == 6]
    found = rng.sample(cells, rng.randint(1, min(6, len(cells))))
    return {*found, *rng.sample(inside, rng.randint(0, min(4, len(inside))))}, size


def case(chain, size):
    """The question what there is to be found in this chain."""
    return stones_case((chain, size), "gives", chain)
