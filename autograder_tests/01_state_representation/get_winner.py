"""The exercise `get_winner(board, length)`: lines of any length, boards of any size, any marks."""

from itertools import islice
from random import Random

from autograder_tests.cases import Case, Group
from autograder_tests.positions import SEEN, board, line_on, stones
from course_lib import KInARow

MINUTES = "15 to 30"

HINTS = (
    "A line can start on any square. In how many directions do you have to follow it from there?",
    (
        "Four are enough: right, down, and the two diagonals that go down. The other four would"
        " only find the same lines backwards. Before you look at a square, make sure that it is"
        " on the board: to Python, row -1 is the last row."
    ),
    (
        "for each square that is not EMPTY:\n    for each of the four steps (down, right):\n"
        "        walk on as long as the squares are on the board and hold the same mark\n"
        "        if that makes enough of them: this player has won\nafter all loops: None"
    ),
)

SHORT, LONG = 3, 4

SIZES = {
    "a row": (
        ("XXX/OO./...", SHORT),
        ("X.../OOO./XX../....", SHORT),
        ("..../OO../O.../.XXX", SHORT),
        (".O.../.O.O./...O./.XXXX/.....", LONG),
        (".OO../..O../XXXX./...../O....", SHORT),
    ),
    "a column": (
        ("XO./XO./X..", SHORT),
        ("X.XO/..XO/X..O/....", SHORT),
        ("..../.X../OXO./.X..", SHORT),
        ("O..../..O.X/O...X/..O.X/....X", LONG),
        (".O.../.O.X./.O.../.O.X./..X.X", SHORT),
    ),
    "a diagonal": (
        ("XO./OX./..X", SHORT),
        (".OX/OX./X..", SHORT),
        (".X../O.X./.O.X/....", SHORT),
        ("..../O..X/XOX./X.O.", SHORT),
        ("X.O./.O../OX../....", SHORT),
        ("..../...O/X.O./XOX.", SHORT),
        (".X.../O.X../.O.X./..O.X/.....", LONG),
        ("...../....X/..OX./.OX../OX...", LONG),
        ("X..../.X.O./..XO./...X./..O.O", SHORT),
    ),
    "boards that are not square": (
        (".X", 1),
        ("XXX..", SHORT),
        ("O/X/X/X/O", SHORT),
        ("......./...OOOO/XXX...X", LONG),
        ("X../.X./..X/O../.O.", SHORT),
        ("OO./..X/.OX/O.X/...", SHORT),
        ("....X./.O.X../.OX.O.", SHORT),
        ("X.....O/..X..O./...XO../X..O...", LONG),
        ("..O/.../..X/.XO/XO.", SHORT),
    ),
    "more than two players": (
        ("ZZZ/XO./XO.", SHORT),
        ("X.Z./OXZ./.OZX/....", SHORT),
        ("AB.C/.DAB/C.DA/BC.D", SHORT),
        ("..Z./OZX./Z.XO/....", SHORT),
        (".Z../XO../YYYY/ZOXZ", LONG),
        ("X..Z/OZ.X/X.ZO/.XOZ", SHORT),
    ),
    "nobody has a line": (
        (".../.../...", SHORT),
        ("XOX/XOO/OXX", SHORT),
        ("XX.X/OO.O/..../....", SHORT),
        ("X.O./X.O./..../X.O.", SHORT),
        ("X.../.O../..../O..X", SHORT),
        (".X../X.../...X/....", SHORT),
        ("..X/O.O/X../.X.", SHORT),
        ("XXX./OOO./..../....", LONG),
        ("XX/OO", SHORT),
        ("XXO/XXO/OO.", SHORT),
    ),
}
"""Boards of several sizes, each with a length, by what is tried with them."""

ON_SQUARES = (KInARow(3, 3, 3), KInARow(4, 4, 3), KInARow(5, 5, 4), KInARow(6, 6, 4))
ON_OTHERS = (KInARow(3, 5, 3), KInARow(5, 3, 3), KInARow(4, 7, 4), KInARow(7, 4, 4))
FOR_MANY = (
    KInARow(4, 4, 3, players=("X", "O", "Z")),
    KInARow(5, 4, 3, players=("A", "B", "C", "D")),
)
UNUSUAL = (
    ([[0, 0, 0], [1, 1, None]], SHORT),
    ([[1, None, 0, 1], [None, 0, 1, None], [0, None, None, 1]], SHORT),
    ([["AA", "A", None], ["B", "AB", "B"], ["B", None, "A"]], SHORT),
    ([["AB", None, "A"], ["B", "AB", None], ["A", "B", "AB"]], SHORT),
)
"""Marks that are numbers, 0 among them, or texts of several letters."""

BY_HAND = {
    "a row": ((".X.O../O..O.X/XXXXX./O...O./....../......", 4), ("O.XX/.X../..O./OOO.", 3)),
    "a column": (("..O.X/.OO.X/..O.X/X.O../X.O..", 4), ("X..O/.X.O/...O/.X..", 3)),
    "a diagonal": (("O..../.OX../X.OX./...O./X...O", 4), ("..../..XO/.XO./X.O.", 3)),
    "boards that are not square": (("OOOX.X.X", 3), ("X/./X/O/O/O", 3), ("...X/.OX./OX..", 3)),
    "nobody has a line": (
        ("O.X/.X./OO.", 4),
        ("OO.O/.X.X/X.../....", 3),
        ("X...O/..O../X...O/..O../X...X", 3),
        (".O../O.../...O/XX.X", 3),
        ("O...X/...X./..X../....O/...O.", 4),
        ("XX.X/....", 3),
        ("Z.Z/OXZ/ZOX", 3),
    ),
}
"""Beside the boards of random games: longer lines, gaps, edges, and lengths that do not fit."""

SAME = {
    "7:5 len(board[0])) -> len(board[-1]))": "all rows are equally long",
    "11:4 + -> -": "the same lines, from their other end or the other slant",
    "11:9 + -> -": "the same lines, from their other end or the other slant",
    "14:2 len(found) -> min(len(found), 9)": "only one mark is of interest, or more than one",
    "12:2 all((0 -> all((-1": "no line leads upwards",
}
"""Slips that change no answer, each with the reason."""

STEPS = {"a row": [(0, 1)], "a column": [(1, 0)], "a diagonal": [(1, 1), (1, -1)]}

TWINS = {
    "a row": (
        ("XXX./....", "XX/X./../.."),
        ("XX./OOO/X..", "XX./OO./X.O"),
        ("XXX/O.O", "XX/XO/.O"),
    ),
    "a column": (("OX../.X../OX..", "OX...X/..OX.."), ("XO/XO/X.", "XOX/OX.")),
    "a diagonal": (("X../.X./..X", "X...X...X"), ("..X/OX./X.O", "..X/OX./.XO")),
}
"""Boards with three in a line, each with one that is much like it and has no line.

They have the same marks in a row, or on the same rows, or as many of them.
"""


def visible():
    return groups_of(with_large(SIZES, Random(SEEN)))


def hidden(rng):
    played = {
        "a row": games_won(rng, ON_SQUARES, ((0, 1),)),
        "a column": games_won(rng, ON_SQUARES, ((1, 0),)),
        "a diagonal": games_won(rng, ON_SQUARES, ((1, 1), (1, -1))),
        "boards that are not square": games_won(rng, ON_OTHERS),
        "more than two players": games_won(rng, FOR_MANY),
        "nobody has a line": games_drawn(rng, (*ON_SQUARES, *ON_OTHERS, *FOR_MANY)),
    }
    boards = {title: (*found, *BY_HAND.get(title, ())) for title, found in played.items()}
    boards = with_large(boards, rng)
    return groups_of(boards, [*UNUSUAL, *(with_other_marks(*each, rng) for each in UNUSUAL)])


def probes():
    found = [(board(text), length) for boards in SIZES.values() for text, length in boards]
    return [*found, *UNUSUAL]


def groups_of(boards, unusual=UNUSUAL):
    """A group of cases for each of these titles, and one for boards with `unusual` marks."""
    groups = [Group(title, [case_of(*each) for each in found]) for title, found in boards.items()]
    others = [Case(each, size=100 * sum(map(len, each[0]))) for each in unusual]
    return [*groups, Group("marks can be anything but EMPTY", others, weight=0.5)]


def with_large(boards, rng):
    """These boards and twins, and some with 12 to 19 rows or columns.

    Those with a winner are also asked about with a line that is longer, so that nobody has one, and
    with a shorter one.
    """
    boards = {title: [*found] for title, found in boards.items()}
    for title, steps in STEPS.items():
        one, other = rng.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2)
        named = str.maketrans("XO", one + other)
        for pair in TWINS[title]:
            won, much_like_it = (text.translate(named) for text in pair)
            boards[title].append((won, SHORT))
            boards["nobody has a line"] += [(won, LONG), (much_like_it, SHORT)]
        for step in steps:
            for high in (True, False):
                length = rng.randint(5, 7)
                count = length + rng.randint(0, 1)
                rows, columns = sorted([rng.randint(12, 19), count], reverse=high)
                at_edge = columns - 1 if step[1] >= 0 else columns - count
                text = line_on(rows, columns, (rows - 1, at_edge), step, count)
                boards[title] += [(text, length), (text, rng.randint(2, 4))]
                boards["nobody has a line"].append((text, count + 1))
    return {title: tuple(dict.fromkeys(found)) for title, found in boards.items()}


def with_other_marks(squares, length, rng):
    """The board with other marks: 1 becomes another number, A and B other letters, AB both."""
    one, two = rng.sample("CDEFGHIJKLMNPQRSTUVWYZ", 2)
    other = {1: rng.randint(2, 99), "A": one, "B": two, "AA": one + one, "AB": one + two}
    return [[other.get(mark, mark) for mark in row] for row in squares], length


def case_of(text, length):
    """Of two boards the one with fewer squares is smaller, then the one with fewer marks."""
    squares = board(text)
    size = 100 * len(squares) * len(squares[0]) + stones(text)
    return Case((squares, length), size=size)


def games_won(rng, games, steps=None, *, each=4):
    """Last boards of random games, some for each game and each of these steps of the line."""
    wanted = [None] if steps is None else list(steps)
    found = []
    for game in games:
        for step in wanted:
            boards = (state for state in last_states(rng, game) if won_along(game, state, step))
            found += [as_asked(game, state) for state in islice(boards, each)]
    return tuple(found)


def games_drawn(rng, games, *, each=3):
    """For each of these games boards in the midst of it, and full ones, without a winner."""
    found = []
    for game in games:
        boards = (state for state in last_states(rng, game) if game.winner(state) is None)
        found += [as_asked(game, state) for state in islice(boards, each)]
        for _ in range(each):
            state = game.initial
            for _ in range(2 * len(game.players)):
                if not game.is_terminal(state):
                    before, state = state, game.result(state, rng.choice(game.actions(state)))
            found.append(as_asked(game, before if game.is_terminal(state) else state))
    return tuple(found)


def last_states(rng, game, *, games=200):
    """The last states of so many random games."""
    for _ in range(games):
        state = game.initial
        while actions := game.actions(state):
            state = game.result(state, rng.choice(actions))
        yield state


def won_along(game, state, step):
    """Whether somebody has won by one line, with this step from each square to the next."""
    line = game.win_line(state)
    if line is None:
        return False
    _, (one, two, *_) = line
    return step in {None, (two[0] - one[0], two[1] - one[1])} and len(line[1]) == game.length


def as_asked(game, state):
    """The board of this state as text, with the length that this game asks for."""
    return game.render(state).replace(" ", "").replace("\n", "/"), game.length
