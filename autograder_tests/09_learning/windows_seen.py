"""The exercise `windows_seen(board, windows)`: what each window of a board holds."""

from autograder_tests.cases import Written
from course_lib.lessons.lesson_09.self_play import START, THROUGH, WINDOWS

from .shared import about

OPTIONS = {"exact": True}
"""Pairs that are lists could be no keys of a table."""

MINUTES = "3"

HINTS = (
    'What does "ABCDEFG"[2:5] give, and what "ABCDEFG"[0:7:2]?',
    (
        "A slice can be kept in a variable: with window = slice(2, 5), board[window] is the same as"
        " board[2:5]. Each pair of the answer has the number of the window first."
    ),
    ("an empty list\nfor each number and slice: add the pair (number, board[slice])\nreturn it"),
)

SHORT = "..XXO.."
BOARDS = (
    START,
    "." * 28 + "...O...X.XXO.O",
    "X" + "." * 6 + "O......X......O......XO.O..XXOXO...",
)
ROWS = "across"
OTHERS = "up and down, and diagonally, from either end"
ALL = "all the windows of a board"


def visible():
    return about(
        {
            ROWS: [
                (SHORT, pairs([(4, slice(0, 4)), (9, slice(3, 7))])),
                (SHORT, pairs([(9, slice(3, 7)), (4, slice(0, 4)), (4, slice(0, 4))])),
                ("XO.", pairs([(7, slice(0, 3))])),
                ("X.O", pairs([(7, slice(0, 3))])),
                ("O.X", pairs([(7, slice(0, 3))])),
                (SHORT, pairs([])),
            ],
            OTHERS: [
                ("X.O.XO.X.", pairs([(1, slice(0, None, 3)), (2, slice(0, None, 4))])),
                ("X.O.XO.X.", pairs([(3, slice(2, None, -1)), (5, slice(8, None, -4))])),
                *((board, pairs(THROUGH[place])) for board in BOARDS[1:] for place in (35, 24)),
            ],
            ALL: [(board, pairs(WINDOWS)) for board in BOARDS],
        },
    )


def hidden(rng):
    def board():
        """Any marks."""
        return "".join(rng.choice("XO...") for _ in START)

    return about(
        {
            ROWS: [
                (board()[:9], pairs([(number, slice(number % 5, number % 5 + 4))]))
                for number in rng.sample(range(36), 4)
            ],
            OTHERS: [(board(), pairs(THROUGH[rng.randrange(42)])) for _ in range(4)],
            ALL: [(board(), pairs(rng.sample(WINDOWS, 69))) for _ in range(3)],
        },
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def pairs(windows):
    """The windows as a line has them, in a tuple: nobody can change that."""
    return Written(repr(tuple(windows)))
