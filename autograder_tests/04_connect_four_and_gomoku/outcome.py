"""The exercise `outcome(board, square, length)`: how the game stands after the last stone."""

from itertools import islice
from random import Random

from autograder_tests.cases import Case
from autograder_tests.positions import SEEN, board

from .shared import (
    FALLING,
    SMALL,
    along,
    full_rows,
    groups_of,
    large_lines,
    last_stones,
    probes_of,
    size_of,
    text_of,
)

MINUTES = "5"

HINTS = (
    "Can a full board have a winner? So which of the two questions comes first?",
    (
        "Only the player who put the last stone can have a new line. If there is none, it is a"
        " draw when the board is full, and otherwise the game goes on."
    ),
    (
        "is the stone on this square part of a line of that length? then its mark has won\n"
        "is any square of any row still empty? then the game goes on\n"
        "otherwise it is a draw"
    ),
)

ENDS = {
    "somebody has won": (
        ("......./......./......./......./..OOO../..XXXX.", (5, 5), 4),
        ("......./......./X....../XO...../XO...../XO.....", (2, 0), 4),
        ("......./......./......./O....../OX...X./OXX.OXX", (3, 0), 3),
        ("......./......./...O.../...XO../...XXO./X..XOXO", (2, 3), 4),
        ("..../..../XX../OOO.", (3, 2), 3),
        ("......./......./......./......./.OO.OO./.XXXXX.", (5, 3), 4),
        ("X.../XO../XO../OXXO", (0, 0), 3),
    ),
    "a draw": (
        ("XO/OX/XO", (0, 1), 3),
        ("XOX/OXO/OXO", (0, 0), 4),
        ("OXOX/OXOX/XOXO/XOXO", (0, 3), 4),
        ("OOXOOXX/XXOXXOO/OOXOOXX/XXXOXOO/OXXOXOO/XOOXOXX", (0, 0), 4),
    ),
    "the last stone of a full board wins": (
        ("XXX/OOX/XOO", (0, 2), 3),
        ("OXOX/XOXX/OXOX/OXOO", (0, 3), 3),
        ("OXOXOOO/XOXOXXO/XXOOXXX/OOXXOOO/XXOOXXX/OXXXOOO", (0, 4), 4),
        ("OOOOXOX/XXXOOXX/OXOOOXO/OXXXOXX/XOOOXOX/OXXOXOX", (0, 1), 4),
    ),
    "the game goes on": (
        ("......./......./......./......./......./...X...", (5, 3), 4),
        ("X../O../X..", (0, 0), 3),
        ("..../..../..../XOXO", (3, 3), 3),
        ("......./......./......./......./.XX.O../.OOOXXX", (5, 6), 4),
        ("OX./XO./OXX", (0, 1), 4),
        ("XOX/.O./X..", (0, 0), 3),
        ("OXXO/..../X.O./....", (0, 3), 3),
        ("XO.X/O.../..../X..O", (0, 0), 3),
    ),
}
"""Boards with the last stone and the length of a line, by how the game stands."""

SAME = {
    "remembers all but square": "only the last stone can have a line, so the board tells it",
    "remembers its arguments written together": "the board tells which square it was",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(case_of, with_large(ENDS, Random(SEEN)))


def hidden(rng):
    """Each kind of end, and boards on which the game goes on."""
    seed, ends = rng.random(), {title: [] for title in ENDS}
    won, drawn, late, going_on = ends.values()
    for game in (*FALLING, *SMALL):
        for _, state, action in islice(last_stones(game, seed), 24):
            question = (text_of(game, state), action, game.length)
            full = "." not in state.board
            if game.winner(state) is not None:
                (late if full else won).append(question)
            else:
                drawn.append(question)
        going_on += [
            (text_of(game, state), action, game.length)
            for state, action in islice(along(game, 3, seed), 0, None, 3)
            if not game.is_terminal(state)
        ]
    going_on += [("OXO/X../.O.", (0, 0), 3), ("XXOX/O..O/..../X...", (0, 3), 3)]
    drawn += ENDS["a draw"][2:]
    late += ENDS["the last stone of a full board wins"][2:]
    return groups_of(case_of, with_large(ends, rng))


ALIKE = {
    "somebody has won": (
        ("XXX/OO.", (0, 2), 3),
        ("XXX/...", (0, 1), 3),
        ("X../X.O/X.O", (0, 0), 3),
    ),
    "a draw": (
        ("XOX/OXO/OXO", (0, 2), 3),
        ("OXOX/XOXX/OXOX/OXOO", (0, 3), 4),
        ("XXX/OOX/XOO", (0, 2), 4),
    ),
    "the game goes on": (
        ("XX/XO/O.", (0, 1), 3),
        ("XX/X./..", (0, 1), 3),
        ("XX./X.O/..O", (0, 0), 3),
        ("XX./X../OO.", (0, 0), 3),
    ),
}
"""Boards with the same last stone as others here, and as many stones or the same marks in a row."""


def with_large(ends, rng):
    """These questions, and others about large boards; the same board with another length, too."""
    ends = {title: [*asked, *ALIKE.get(title, ())] for title, asked in ends.items()}
    for text, count, squares in large_lines(rng)[::2]:
        square = rng.choice(squares)
        ends["the game goes on"].append((text, square, count + 1))
        ends["somebody has won"] += [(text, square, count), (text, square, rng.randint(3, 4))]
    rows, columns = rng.sample(range(12, 17), 2)
    at = (rng.randrange(4), rng.randrange(columns))
    ends["the game goes on"] += [
        (full_rows(rows, columns, full), at, 5) for full in (4, rng.randint(6, 9), rows - 1)
    ]
    ends["a draw"].append((full_rows(rows, columns, rows), at, 5))
    return ends


def probes():
    return probes_of(visible())


def case_of(text, square, length):
    """The question about the stone on this square."""
    return Case((board(text), square, length), size=size_of(text))
