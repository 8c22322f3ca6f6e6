"""The exercise `neighbours(cell, size)`: the cells next to one cell."""

from course_lib.games.hexboard import hex_board

from .shared import EXTRA, groups, questions, stones_case
from .shared import neighbours as right

MINUTES = "7"

HINTS = (
    "Which of the six cells around (1, 1) are on the board, and how can you tell?",
    (
        "Each of the STEPS leads to one cell. It is a neighbour if it is on the board: both numbers"
        " are at least 1 and at most 2 * size - 1, and they are less than `size` apart."
    ),
    (
        "begin with an empty set\n"
        "for each of the six steps:\n"
        "    add its two numbers to those of the cell\n"
        "    if that cell is on the board, put it into the set\n"
        "return the set"
    ),
)

LARGE = (((5, 5), 4), ((4, 3), 4), ((10, 9), 6), ((19, 19), 11), ((27, 30), 20), ((11, 2), 12))
SIDES = (((6, 9), 5), ((8, 3), 6), ((21, 15), 11), ((1, 14), 20))
NEAR = {
    "inside the board there are six": (((2, 2), 2), ((3, 3), 3), ((4, 5), 5), ((2, 3), 4), *LARGE),
    "on a side there are four": (
        ((1, 2), 3),
        ((3, 2), 3),
        ((5, 4), 3),
        ((2, 1), 4),
        ((4, 8), 5),
        *SIDES,
    ),
    "in a corner there are three": (
        *(((1, 1), 2), ((2, 1), 2), ((1, 2), 2)),
        *(((3, 5), 3), ((5, 5), 3), ((7, 4), 4), ((20, 39), 20), ((11, 11), 6), ((1, 12), 12)),
    ),
}
"""Cells with the size of their board."""


def visible():
    return groups(NEAR, case)


def hidden(rng):
    """Every cell of three boards, and some of two others, whose sizes are drawn."""
    cells = [(cell, size) for size in (2, 3, 5) for cell in hex_board(size).cells]
    for size in rng.sample(range(6, 26), 2):
        board = hex_board(size)
        some = (*board.corners, *map(rng.choice, board.sides), *rng.sample(board.cells, 9))
        cells += [(cell, size) for cell in some]
        cells += [(cell, size + 1) for cell in some[:9]]
    return groups(
        {
            title: [at for at in cells if len(right(*at)) == number]
            for title, number in zip(NEAR, (6, 4, 3), strict=True)
        },
        case,
    )


def probes():
    return questions(visible())


def case(cell, size):
    """The question which cells are next to this one."""
    return stones_case((cell, size), "right_members", {cell}, extra=EXTRA)
