"""The boards of lesson 01 on which students' functions are tried before their eyes."""

from __future__ import annotations

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

FULL_WON = ("XXX/OOX/XOO", "XOX/OXO/XOX", "OXX/OXO/XOX")
"""Full boards on which somebody has."""

ILLEGAL = (
    ("X../.O./...", (0, 0)),
    ("X../.O./...", (1, 1)),
    (".../.X./...", (3, 0)),
    (".../.X./...", (0, 3)),
    (".../.X./...", (-1, 0)),
)
"""Boards with an action that is not legal there."""

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
