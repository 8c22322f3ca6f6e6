"""The exercise `least_image(board)`: one board for all its turns and mirror images."""

from itertools import product

from autograder_tests.cases import Case, Group

OPTIONS = {"exact": True}

MINUTES = "10 to 20"

HINTS = (
    "Into how many different pictures can you turn a photograph, if you may also flip it over?",
    (
        "zip(*board) reads a board column by column. Do that with the rows in reverse order, and"
        ' you have turned the board by a quarter turn; "".join makes a string of each column. Four'
        " turns of the board and four of its mirror image are all there are, and Python can compare"
        " tuples of strings."
    ),
    (
        "begin with an empty list of images\n"
        "for the board, and for the board with every row reversed:\n"
        "    four times:\n"
        "        put it into the list, then turn it by a quarter\n"
        "return the least of the list"
    ),
)

TURNED = (
    ("..", "G."),
    ("GM", ".M"),
    ("XO.", ".XX", "O.."),
    ("GG.", "M.G", ".M."),
    (".MG", "G.G", "M.."),
    ("M..", ".MG", "G.G"),
    ("gM", ".."),
    ("G.M", ".GM", "MG."),
    (*["G" * 12] * 11, "G" * 11 + "."),
    ("GG..M.", "......", "M....G", "..G...", "......", ".M...."),
)
MIRRORED = (
    ("X.", "O."),
    ("..M", "...", "GGM"),
    (".GM", "GM.", "..M"),
    ("GGG", "GMG", "..G"),
    ("M..", "G.M", "GGG"),
    ("G.G", "G..", "GM."),
    ("M.GG", "G.M.", "M..G", "GMG."),
    ("MG......", *["........"] * 6, "G......."),
)
ITSELF = (
    ("..", ".."),
    ("..", ".X"),
    ("...", ".M.", "GGG"),
    ("..X", ".O.", "X.."),
    ("..M.", "GG.M", ".M..", "GGGG"),
    (*["." * 10] * 9, "." * 9 + "M"),
)

SAME = {
    "9:4 range(4): -> range(5):": "the fifth image is the first",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(TURNED, MIRRORED, ITSELF)


def hidden(rng):
    return groups_of(*drawn(rng))


def drawn(rng, each=6):
    """Some random boards of each of the three kinds."""
    kinds = [], [], []
    while min(map(len, kinds)) < each:
        size = rng.choice((3, 4, 5, 6, 9, 12))
        found = tuple("".join(rng.choices("GM.", k=size)) for _ in range(size))
        turns = [found]
        for _ in range(3):
            turns.append(tuple(map("".join, zip(*turns[-1][::-1], strict=True))))
        least = min(images(found))
        kinds[2 if least == found else least not in turns].append(found)
    return [kind[:each] for kind in kinds]


def probes():
    return [(board,) for board in (*TURNED, *MIRRORED, *ITSELF)]


def groups_of(turned, mirrored, itself):
    """By the kind of image that is the least."""
    return (
        Group("boards whose least image is a turn", [case_of(board) for board in turned]),
        Group("boards whose least image is a mirror image", [case_of(board) for board in mirrored]),
        Group("boards that are least themselves", [case_of(board) for board in itself], weight=0.5),
    )


def case_of(board):
    """The question for this board."""
    marks = sum(mark != "." for row in board for mark in row)
    return Case(
        (board,),
        size=10 * len(board) + marks,
        judge="least_of_images",
        known={"images": list(images(board))},
    )


def images(board):
    """All eight images of a board, equal ones as well."""
    last = len(board) - 1
    for swapped, down, right in product((False, True), repeat=3):
        yield tuple(
            "".join(
                board[column][row] if swapped else board[row][column]
                for column in (range(last, -1, -1) if right else range(last + 1))
            )
            for row in (range(last, -1, -1) if down else range(last + 1))
        )
