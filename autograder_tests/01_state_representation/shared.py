"""The boards of lesson 01: some that students see, and samples of all that can be reached."""

from functools import cache

from autograder_tests.cases import Case
from autograder_tests.positions import board, reachable_boards, state_on, stones
from course_lib import TicTacToe

THREE = TicTacToe()
MANY = 120

OPEN = (
    ".../.../...",
    ".../.X./...",
    "O../.X./...",
    "O../.X./..X",
    "XO./.X./..O",
    "XOX/.O./...",
    ".../.../XOX",
    "XX./OO./...",
    "XOX/OXO/OX.",
)
"""Boards on which nobody has won and squares are free."""

LINES = {
    "a row": (
        "XXX/OO./...",
        "OO./XXX/...",
        "OO./.../XXX",
        "OOO/XX./X..",
        "XX./OOO/X..",
        "XX./X../OOO",
    ),
    "a column": (
        "XO./XO./X..",
        "OX./OX./.X.",
        "O.X/O.X/..X",
        "OX./OX./O.X",
        "XO./XO./.OX",
        "X.O/X.O/.XO",
    ),
    "a diagonal": ("XO./OX./..X", ".OX/OX./X..", "OX./XO./X.O", ".XO/XO./OX."),
}
"""Boards on which somebody has won, by the kind of line."""

FULL = ("XOX/XOO/OXX", "XOX/OXX/OXO", "OXO/XXO/XOX")
"""Full boards on which nobody has won."""

FULL_WON = ("XXX/OOX/XOO", "XOX/XOO/XXO", "XOX/OXO/XOX", "OXX/OXO/XOX")
"""Full boards on which somebody has."""

ILLEGAL = (
    ("X../.O./...", (0, 0)),
    ("X../.O./...", (1, 1)),
    (".../.X./...", (3, 0)),
    (".../.X./...", (0, 3)),
    (".../.X./...", (-1, 0)),
    (".../.X./...", (0, -1)),
)
"""Boards with an action that is not legal there."""

SQUARES = [(row, column) for row in range(3) for column in range(3)]
ROWS = [[(at, 0), (at, 1), (at, 2)] for at in range(3)]
COLUMNS = [[(0, at), (1, at), (2, at)] for at in range(3)]
DIAGONALS = [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
ALL_LINES = [*ROWS, *COLUMNS, *DIAGONALS]


def won():
    """The boards above on which somebody has a line."""
    return [text for texts in LINES.values() for text in texts]


def cases(texts, judge="gives", **parameters):
    """The question about each of these boards."""
    return [
        Case((board(text),), size=stones(text), judge=judge, known=parameters) for text in texts
    ]


def not_over(texts):
    """Those of these boards on which the game goes on."""
    return [text for text in texts if not THREE.is_terminal(state_on(text))]


@cache
def by_kind():
    """All boards: those that are `open`, `won`, and `full` without a winner."""
    found = {"open": [], "won": [], "full": []}
    for text in reachable_boards():
        rows = text.split("/")
        lines = [{rows[row][column] for row, column in line} for line in ALL_LINES]
        is_won = {"X"} in lines or {"O"} in lines
        found["won" if is_won else "open" if "." in text else "full"].append(text)
    return found


def of_kind(kind):
    """All boards that are `open`, `won`, or `full` without a winner."""
    return tuple(by_kind()[kind])


def sample(kind, many, rng):
    """All boards of this kind with up to one stone, and some of the others."""
    few = [text for text in of_kind(kind) if text.count(".") >= 8]
    others = [text for text in of_kind(kind) if text.count(".") < 8]
    return (*few, *rng.sample(others, many))


def some_full(rng):
    """Half of the full boards without a winner, of which there are only sixteen."""
    return rng.sample(of_kind("full"), 8)


def with_lines(lines, rng):
    """For each line and player the smallest board with it, the largest, and two others."""
    chosen = {}
    for line in lines:
        for player in ("X", "O"):
            found = [
                text
                for text in of_kind("won")
                if all(text.split("/")[row][column] == player for row, column in line)
            ]
            chosen |= dict.fromkeys((found[0], found[-1], *rng.sample(found, 2)))
    return tuple(chosen)
