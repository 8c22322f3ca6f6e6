"""The exercise `line_through(board, square, length, exact)`: a line through the last stone."""

from itertools import islice
from random import Random

from autograder_tests.cases import Case
from autograder_tests.positions import SEEN, board

from .shared import (
    FALLING,
    LYING,
    along,
    groups_of,
    large_lines,
    last_stones,
    probes_of,
    size_of,
    text_of,
)

MINUTES = "12"

HINTS = (
    (
        "A line of four runs through the last stone. How many of its stones can be on one side"
        " of it, and how many on the other?"
    ),
    (
        "In each of the four directions, walk away from the stone as long as the marks are the"
        " same, first one way, then the opposite way, and count. Before you look at a square,"
        " make sure that it is on the board: to Python, row -1 is the last row."
    ),
    (
        "for each of the four directions, as a step down and a step right:\n"
        "    count the stone itself\n"
        "    for the direction and for its opposite:\n"
        "        go one step from the stone\n"
        "        while that square is on the board and has the same mark:\n"
        "            count it and go one step further\n"
        "    is that enough, or exactly right if it has to be exact? then there is a line\n"
        "if no direction had one, there is none"
    ),
)

ALIKE = "/".join([13 * ".", 10 * "." + "XXX", *9 * [13 * "."], "..X" + 10 * "."])
"""A line at the square (1, 12), and none at the square (11, 2), which reads alike."""

LINES = {
    "a line in a row or a column": (
        ("XXX", (0, 2), 3, False),
        ("XXX", (0, 0), 3, False),
        ("X./X./X.", (0, 0), 3, False),
        (".O./.O./XO.", (2, 1), 3, False),
        ("......./......./......./......./..OOO../..XXXX.", (5, 5), 4, False),
        ("......./......./X....../XO...../XO...../XO.....", (2, 0), 4, False),
        ("......./......./......./......O/......O/XXXO..O", (5, 6), 3, False),
        ("...../...../.XXX./...../.....", (2, 3), 3, False),
    ),
    "a line on a diagonal": (
        ("X../.X./..X", (2, 2), 3, False),
        ("..O/.O./O..", (0, 2), 3, False),
        ("..O/.O./O..", (2, 0), 3, False),
        ("X..../.X.../..X../.....", (0, 0), 3, False),
        ("......./......./...X.../..XO.../.XOO.../XOXO...", (2, 3), 4, False),
        ("......./......./...O.../...XO../...XXO./...XOXO", (5, 6), 4, False),
        (".....O./....O../...O.../..O..../......./.......", (0, 5), 4, False),
        ("......./......./X....../.X...../..X..../...X...", (5, 3), 4, False),
    ),
    "the last stone closes a gap": (
        ("XXX", (0, 1), 3, False),
        (".X./.X./.X.", (1, 1), 3, False),
        ("X../.X./..X", (1, 1), 3, False),
        ("..X/.X./X..", (1, 1), 3, False),
        ("XXXX...", (0, 2), 4, False),
        (ALIKE, (1, 12), 3, False),
        ("OXXXXXO", (0, 3), 5, False),
        ("O...../.O..../..O.../...O../......", (1, 1), 4, False),
        ("...O/..O./.O../O...", (2, 1), 4, False),
    ),
    "no line": (
        ("X", (0, 0), 2, False),
        (".X.", (0, 1), 2, False),
        ("XX.", (0, 1), 3, False),
        ("XX.X", (0, 3), 3, False),
        ("XOX", (0, 2), 3, False),
        ("OXX", (0, 1), 3, False),
        ("XX./X../...", (0, 0), 3, False),
        ("..X/XX./...", (0, 2), 3, False),
        ("X.XX/..../....", (0, 0), 3, False),
        (".../..X/X../.X.", (1, 2), 3, False),
        ("XXO/.../XXX", (0, 1), 3, False),
        ("......X/X....../.X...../..X..../...X...", (0, 6), 4, False),
        ("......./......./......./O....../OX...../OXX...X", (5, 6), 4, False),
        ("......X/......X/......X/......./......./......X", (5, 6), 4, False),
        ("X..X/.XX./.XX./X..O", (1, 1), 4, False),
        ("X../X../X..", (2, 0), 4, False),
        (".XXX./...../.....", (0, 2), 4, False),
        (ALIKE, (11, 2), 3, False),
    ),
    "at least, or exactly, so many": (
        ("XXXXXX", (0, 3), 5, False),
        ("XXXXXX", (0, 3), 5, True),
        ("XXXXX.", (0, 4), 5, True),
        ("O/O/O/O", (0, 0), 3, True),
        ("O/O/O/O", (0, 0), 3, False),
        ("XXXX/X.../X.../....", (0, 0), 3, True),
        ("X...../.X..../..X.../...X../....X./.....X", (2, 2), 5, True),
        ("....X/...X./..X../.X.../X....", (2, 2), 5, True),
        ("XXXX/..../X.../....", (2, 0), 4, True),
        ("....../.XXX../....../......", (1, 2), 3, True),
    ),
}
"""Boards, squares of the last stone, lengths of a line, and whether it is exact."""

STEPS = {
    "a line in a row or a column": ((0, 1), (1, 0)),
    "a line on a diagonal": ((1, 1), (1, -1)),
}

SAME = {
    "8:7 len(board[0])) -> len(board[-1]))": "all rows are equally long",
    "16:7 > -> >=": "a run of just that length counts anyway",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(case_of, with_large(LINES, Random(SEEN)))


def hidden(rng):
    """Last stones of random games, and the first stones of others."""
    seed, lines = rng.random(), {title: [] for title in LINES}
    for game in (*FALLING, *LYING):
        for title, steps in STEPS.items():
            for step in steps:
                ends = (end for end in last_stones(game, seed) if won_along(end, step))
                lines[title] += [line_of(end) for end in islice(ends, 4)]
        between = (end for end in last_stones(game, seed) if closes_gap(end))
        lines["the last stone closes a gap"] += [line_of(end) for end in islice(between, 4)]
        for state, action in islice(along(game, 3, seed), 0, None, 5):
            if game.winner(state) is None:
                lines["no line"].append(line_of((game, state, action)))
        won = [end for end in last_stones(game, seed) if winning_line(end)][:6]
        lines["no line"] += [(text_of(*end[:2]), end[2], game.length + 1, False) for end in won]
        lines["at least, or exactly, so many"] += [
            (text_of(*end[:2]), end[2], game.length - shorter, exact)
            for end in won
            for shorter, exact in ((0, True), (1, False), (1, True))
        ]
    lines = {title: (*new, *mirrored(title)) for title, new in lines.items()}
    return groups_of(case_of, with_large(lines, rng))


ALIKE = {
    "a line in a row or a column": (
        (".../XXX/O.O", (1, 2), 3, False),
        ("XXO/.../XXX", (2, 0), 3, False),
        ("X./X./X./OO", (2, 0), 3, False),
    ),
    "a line on a diagonal": (("X.O/.X./..X", (2, 2), 3, False), ("..X/.X./X.O", (0, 2), 3, False)),
    "the last stone closes a gap": (
        ("O../XXX/..O", (1, 1), 3, False),
        ("XXX/...", (0, 1), 3, False),
        (".X./OXO/.X.", (1, 1), 3, False),
    ),
    "no line": (
        ("X../.XX/O.O", (1, 2), 3, False),
        ("XX/.X/../OO", (0, 0), 3, False),
        ("X.O/.X./.X.", (2, 1), 3, False),
        ("O../X.X/X.O", (1, 2), 3, False),
        (".X./OXO/X..", (1, 1), 3, False),
        ("XX/X./..", (0, 1), 3, False),
        ("XXO/.../XXX", (0, 0), 3, False),
    ),
}
"""Boards with as many stones as each other, or the same marks in a row, and the same last stone."""


def with_large(lines, rng):
    """These questions, and others about long lines on large boards.

    The same board is asked about with other stones, with other lengths, and with and without
    `exact`.
    """
    lines = {title: [*asked, *ALIKE.get(title, ())] for title, asked in lines.items()}
    kinds = ["a line in a row or a column"] * 4 + ["a line on a diagonal"] * 4
    for title, (text, count, squares) in zip(kinds, large_lines(rng), strict=True):
        middle = rng.choice(squares[1:-1])
        lines[title] += [(text, square, count, False) for square in (squares[0], squares[-1])]
        lines["the last stone closes a gap"].append((text, middle, count, False))
        lines["no line"].append((text, rng.choice(squares), count + 1, False))
        with_another = ("O" if "X" in text else "X") + text[1:]
        lines[title].append((with_another, squares[0], count, False))
        lines["no line"].append((with_another, (0, 0), count, False))
        lines["at least, or exactly, so many"] += [
            (text, square, count - less, exact)
            for square in (squares[0], middle)
            for less in (0, 1)
            for exact in (False, True)
        ]
    return lines


def probes():
    return probes_of(visible())


def case_of(text, square, length, exact):
    """The question about the stone on this square."""
    more = (True,) if exact else ()
    return Case(
        (board(text), square, length, *more),
        size=size_of(text),
    )


def won_along(end, step):
    """Whether the game was won by one line, with this step from each square to the next."""
    game, _, _ = end
    squares = winning_line(end)
    if len(squares) != game.length:
        return False
    (row, column), (next_row, next_column), *_ = squares
    return (next_row - row, next_column - column) == step


def closes_gap(end):
    """Whether the last stone is neither the first nor the last of the line that won."""
    return end[2] in winning_line(end)[1:-1]


def winning_line(end):
    """The squares that have won, in reading order; none where nobody has."""
    game, state, _ = end
    line = game.win_line(state)
    return [] if line is None else sorted(line[1])


def line_of(end):
    """The question whether there is a line through the last stone."""
    game, state, action = end
    return text_of(game, state), action, game.length, False


def mirrored(title):
    """The visible boards of this kind, seen from behind: the lines run the other way."""
    return [
        (
            "/".join(row[::-1] for row in text.split("/")),
            (square[0], text.index("/") - 1 - square[1]),
            length,
            exact,
        )
        for text, square, length, exact in LINES[title]
        if "/" in text
    ]
