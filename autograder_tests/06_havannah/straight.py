"""The exercise `straight(path, ahead, taken, size)`: the next cell of a chain with a plan."""

from autograder_tests.solution import solution
from course_lib.games.hexboard import STEPS, hex_board
from course_lib.lessons.lesson_06.havannah_pictures import cells_named

from .shared import groups, neighbours, questions, stones_case

MINUTES = "10 to 15"

HINTS = (
    "If the last stone of the path is stuck, where do you try next?",
    (
        "One loop inside another: over the stones of the path, beginning with the last, and for"
        " each stone over the turns in their order. The first cell that is on the board and free"
        " is the answer. `% 6` turns any number into a direction from 0 to 5."
    ),
    (
        "for each stone of the path, from the last to the first:\n"
        "    for each turn in TURNS:\n"
        "        the direction is ahead plus turn, modulo 6\n"
        "        the cell is one step in that direction from the stone\n"
        "        if it is on the board and not taken: return it\n"
        "if there was no such cell: return None"
    ),
)

PATHS = {
    "straight ahead": (
        ("A1 A2 B1", 1, "", 4),
        ("A1 A2 B1 C2 D3", 1, "E5", 4),
        ("A4 B5 A3", 2, "D4", 4),
        ("G7 G6 F7 E6", 4, "A1 D2", 4),
        ("D1 C1 E2", 0, "D5", 4),
        ("A1 A2 B1", 0, "", 4),
        ("A1 B1 A2", 0, "", 4),
        ("A1 A2 B1", 2, "C2", 4),
        ("S19", 1, "", 12),
        ("F11 F10", 3, "A1", 6),
    ),
    "around what is in the way": (
        ("A1 A2 B1", 1, "C2", 4),
        ("A1 A2 B1", 1, "C2 B2", 4),
        ("A1 A2 B1", 1, "C2 B2 C1", 4),
        ("A4 B5 A3 B3", 2, "C3 C4 B2", 4),
        ("G7 G6 F7 E6", 4, "D5 E5 D6 E7", 4),
        ("G4 F3 G5 F5 E5", 5, "D5 E6 D4 F6", 4),
        ("C3", 1, "D4 C4 D3 B3 C2", 3),
        ("D4", 5, "C4 C3 D5 D3", 4),
        ("D4", 5, "C4 C3", 4),
        ("D4", 4, "C3 D3 C4 E4", 4),
        ("D4", 4, "C3 D3 C4 E4 D5", 4),
        ("D4", 3, "D3 E4 C3 E5 C4", 4),
    ),
    "at the edge": (
        ("A1 A2 B1 C2 D3 E4 F5 G6", 1, "", 4),
        ("A1 A2 B2 B3 B4 B5", 0, "", 4),
        ("D7 C6 E7 D6 C5 B4 A3", 4, "", 4),
        ("G7 G6 F7 F6 F5 F4 F3", 3, "G4", 4),
        ("A1 A2 B1 C2 D3 E4 F5 G6", 1, "", 5),
        ("W21", 1, "", 12),
    ),
    "back to an earlier stone": (
        ("A1 A2 B1 C2", 1, "D3 C3 D2 B2 C1", 4),
        ("A1 A2 B1 C2 D3", 1, "E4 D4 E3 C3 D2", 4),
        ("B2 C3", 1, "D4 C4 D3 B3 C2", 3),
        ("D4 C4", 1, "C5 D5 C3 B3 B4", 4),
        ("A4 B5 A3 B3 C3", 2, "D3 D4 C2 C4 B2 B4", 4),
        ("E5 A1 A2 B1 B2", 1, "A3 B3 C3 C2 C1", 3),
        ("E5 A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 D2", 1, "C4 C5 D3 D5 E3 E4", 3),
        ("E5 A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D2 D5", 1, "D3 E3 D4", 3),
    ),
    "nowhere left": (
        ("A1", 1, "A2 B2 B1", 3),
        ("A1 B2", 1, "A2 B1 B3 C3 C2", 3),
        ("C3 C4", 3, "B2 B3 C2 D3 D4 B4 C5 D5", 3),
    ),
}
"""Paths in order, the direction ahead, the other stones and the size, by what is in the way."""

SAME = {
    "8:1 for stone in reversed(path): -> ahead = min(ahead, 5)": "there are six directions",
    "remembers its arguments written together": "only the direction and the size are numbers",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups(PATHS, case_named)


def hidden(rng):
    """Chains that go their way among random stones."""
    found = {title: [] for title in PATHS}
    for path, ahead, others, size in walks(rng):
        given = solution("straight")(path, ahead, {*path, *others}, size)
        x, y = path[-1]
        on = x + STEPS[ahead % 6][0], y + STEPS[ahead % 6][1]
        if given is None:
            title = "nowhere left"
        elif given == on:
            title = "straight ahead"
        elif given not in neighbours(path[-1], size):
            title = "back to an earlier stone"
        elif on in hex_board(size).index:
            title = "around what is in the way"
        else:
            title = "at the edge"
        found[title].append((path, ahead, others, size))
    some = {title: each[:14] for title, each in found.items()}
    board = hex_board(rng.randint(3, 4))
    last = board.cells[-1]
    free = rng.choice(sorted(neighbours(last, board.size)))
    near = neighbours(free, board.size) - {last}
    path = [last, *(cell for cell in board.cells if cell not in {last, free, *near})]
    some["back to an earlier stone"].append((path, rng.randrange(6), near, board.size))
    board = hex_board(rng.randint(4, 5))
    for ahead, turns in ((5, (0, -1)), (4, (0, -1, 1, -2)), (3, (0, -1, 1, -2, 2))):
        # The turn that is left goes past direction 5, to direction 0.
        x, y = board.cell_named(rng.choice(("C3", "D4", "D5", "E4")))
        steps = [STEPS[(ahead + turn) % 6] for turn in turns]
        near = {(x + dx, y + dy) for dx, dy in steps}
        some["around what is in the way"].append(([(x, y)], ahead, near, board.size))
    size = rng.randint(11, 14)
    for cell in ((size, 2 * size - 2), (2 * size - 3, 2 * size - 3)):
        some["straight ahead"].append(([cell], rng.randrange(6), set(), size))
        some["straight ahead"].append(([cell], rng.randrange(6), {(cell[0] - 1, cell[1])}, size))
    some["at the edge"] += [
        (path, ahead, others, size + 1) for path, ahead, others, size in some["at the edge"][:6]
    ]
    return groups(some, case)


def probes():
    return questions(visible())


def walks(rng):
    """Chains that have gone some way, their direction, and random stones of the other player."""
    for number in range(300):
        size = (3, 4, 5)[number % 3]
        board, ahead = hex_board(size), number % 6
        path = [rng.choice(board.cells)]
        crowd = rng.random()
        others = {cell for cell in board.cells if cell not in path and rng.random() < crowd}
        for _ in range(rng.randint(0, 2 * size)):
            after = solution("straight")(path, ahead, {*path, *others}, size)
            if after is None or after not in neighbours(path[-1], size):
                break
            path.append(after)
        yield path, ahead, others, size


def case_named(text, ahead, others, size):
    """The same with stones by their names."""
    path = [hex_board(size).cell_named(name) for name in text.split()]
    return case(path, ahead, cells_named(others, size), size)


def case(path, ahead, others, size):
    """The question where this path goes on."""
    arguments = (path, ahead, {*path, *others}, size)
    return stones_case(arguments, "right_cell", path, others)
