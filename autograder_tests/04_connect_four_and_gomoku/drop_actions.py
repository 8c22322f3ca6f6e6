"""The exercise `drop_actions(board)`: where a stone comes to lie."""

from itertools import islice
from random import Random

from autograder_tests.cases import Case
from autograder_tests.positions import SEEN, board
from course_lib.games import ConnectFour

from .shared import FALLING, SMALL, along, dropped, groups_of, probes_of, size_of, text_of

MINUTES = "6"

HINTS = (
    "A stone falls down its column. On which square does it stop, and what is that square's row?",
    (
        "Go through the columns one by one. In each, look at the rows from the bottom up, and"
        " stop at the first empty square. A full column has none."
    ),
    (
        "start with an empty list\n"
        "for each column, from the left (there are len(board[0])):\n"
        "    for each row, from the last one up to row 0:\n"
        "        is the square empty? then add it, and go on with the next column"
    ),
)

DROPS = {
    "an empty board": ("......./......./......./......./......./.......", "..../..../...."),
    "stones lie on each other": (
        "......./......./......./......./...O.../...X...",
        "......./......./...X.../...O.../..XX.O./.OOX.XX",
        "..../.X../OX.O",
        "...../...../X..../O...X/X.O.O",
        "../X./O./X./O.",
    ),
    "full columns are left out": (
        "X.O/O.X/XOX",
        "...O.../...X.../...O.../...X.../...O.../...X...",
        "OX../XO../OX.X/XO.O",
        "XO/OX",
    ),
}
"""Boards with gravity, by what is tried with them."""

SAME = {
    "8:4 range(len(board[0])): -> range(len(board[1])):": "all rows are equally long",
    "8:4 range(len(board[0])): -> range(len(board[-1])):": "all rows are equally long",
}
"""Slips that change no answer, each with the reason."""


def visible():
    large = large_boards(Random(SEEN))
    return groups_of(
        case_of,
        {
            kind: [(text,) for text in dict.fromkeys((*texts, *large[kind]))]
            for kind, texts in DROPS.items()
        },
    )


def hidden(rng):
    seed = rng.random()
    sizes = [ConnectFour(rng.randint(3, 12), rng.randint(3, 12), 3) for _ in range(3)]
    begun = [(game, game.initial) for game in (*FALLING, *sizes)]
    on_the_way = [
        (game, state) for game in FALLING for state, _ in islice(along(game, 4, seed), 0, None, 3)
    ]
    large = large_boards(rng)
    full = [(game, state) for game in SMALL for state, _ in along(game, 4, seed)]
    return groups_of(
        case_of,
        {
            kind: [*dict.fromkeys((*texts(places), *((text,) for text in large[kind])))]
            for kind, places in {
                "an empty board": begun,
                "stones lie on each other": [at for at in on_the_way if not has_full(*at)],
                "full columns are left out": [at for at in (*on_the_way, *full) if has_full(*at)],
            }.items()
        },
    )


def large_boards(rng):
    """Boards with 12 to 19 rows or columns, and boards that are alike in one way or another.

    Some have all their marks in the same order, or as many on a board of the same size.
    """
    tall, wide = rng.sample(range(12, 20), 2)
    some = [rng.randint(1, 3) for _ in range(wide)]
    first, second = rng.sample(range(1, 6), 2)
    empty = [
        dropped(*sizes) for sizes in ((tall, [0] * 3), (3, [0] * wide), (2, [0] * 3), (3, [0] * 2))
    ]
    return {
        "an empty board": empty,
        "stones lie on each other": [
            *(dropped(tall, heights) for heights in ([tall - 1, 0, 3], [3, tall - 1, 0])),
            *(dropped(4, heights) for heights in (some, some[::-1])),
            *(dropped(6, [at == place for at in range(7)]) for place in (0, first, second)),
            *(dropped(rows, [0] * (8 // rows - 2) + [1, 1]) for rows in (2, 4)),
        ],
        "full columns are left out": [
            *(dropped(tall, heights) for heights in ([tall, 2, tall - 1], [2, tall - 1, tall])),
            *(dropped(3, heights) for heights in (some, some[::-1])),
            dropped(6, [6 * (at == first) for at in range(7)]),
            dropped(6, [6 * (at == second) for at in range(7)]),
        ],
    }


def probes():
    return probes_of(visible())


def case_of(text):
    """The question about this board."""
    return Case(
        (board(text),),
        size=size_of(text),
        judge="right_members",
        known={
            "extra": "a stone can't come to lie on {member} now",
            "order": "each column comes once, from left to right",
        },
    )


def has_full(game, state):
    """Whether a column of this board is full."""
    return any(mark != "." for mark in state.board[: game.columns])


def texts(places):
    """The boards as texts, each once."""
    return [(text,) for text in dict.fromkeys(text_of(*at) for at in places)]
