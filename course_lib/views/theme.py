"""Every colour and size of our pictures, in one place, for light pages and for dark ones.

Shapes are filled with light colours and carry dark marks and words, on a light ground that every
picture brings along: so the same picture reads on a white page and in a dark theme. Where a picture
is drawn into a page, and not only shown by it, `stylesheet` turns these colours into those of
`DARK`. Blue stands for the first player and vermilion for the second; the two can be told apart
with any kind of colour vision, and each comes with a shape of its own besides.
"""

import base64
from functools import cache
from pathlib import Path

BLUE = "#0072B2"
"""The first player's marks."""

VERMILION = "#D55E00"
"""The second player's marks."""

MARKS = (BLUE, VERMILION, "#007A5E", "#8F4A7E", "#5C5C5C", "#7A6000")
"""The players' colours in the order in which they move; more players start over."""

FIRST_FILL = "#DCEBF7"
"""Behind dark words: what belongs to the first player, and MAX."""

SECOND_FILL = "#FBE3D3"
"""Behind dark words: what belongs to the second player, and MIN."""

MIN_FILL = "#EBA57A"
"""The same in trees, where the last row has to tell MIN from MAX at a glance."""

TREE_FILLS = (FIRST_FILL, MIN_FILL)
"""Nodes of trees, by the seat of who moves there."""

INK = "#1B1F24"
"""Words."""

QUIET = "#565C64"
"""Words that help and may be overlooked: coordinates, captions."""

GROUND = "#FFFFFF"
"""Behind everything."""

PAPER = "#F4F5F7"
"""A node or an empty square."""

LINE = "#8A9099"
"""Edges between nodes, lines of a board."""

FADED = "#C9CDD3"
"""What was cut, and edges that matter little."""

WIN = "#FFE594"
"""Behind the winning squares; `WIN_LINE` goes through them."""

WIN_LINE = INK
"""The line through the winning squares."""

BOARD = "#F3E2BF"
"""The wood of a Gomoku board."""

RACK = "#CBD3DC"
"""What holds the discs of Connect Four."""

CORNER = "#DFD6EE"
SIDE = "#E9EEE3"
"""The cells of Havannah that count for a bridge, and those that count for a fork."""

LAST = INK
"""The corner, or the ring, that marks the last move."""

HIGHLIGHT = "#A3195B"
"""The outline of squares that a lesson points at."""

PHASES = {"select": "#CFE3F5", "expand": "#D5EFD9", "simulate": "#FFF0C2", "backup": "#EFDCF2"}
"""The four phases of Monte Carlo tree search, as fills behind dark words."""

DARK = {
    INK: "#E8EAED", QUIET: "#B4BAC2", GROUND: "#15181C", PAPER: "#262B32", LINE: "#828B95",
    FADED: "#4A515A", BLUE: "#58ADE2", VERMILION: "#F58A4B", "#007A5E": "#2DB893",
    "#8F4A7E": "#D292C2", "#5C5C5C": "#A8A8A8", "#7A6000": "#CDAE45", FIRST_FILL: "#17395A",
    SECOND_FILL: "#54301A", MIN_FILL: "#9A5528", WIN: "#5C4A00", BOARD: "#3D3120",
    RACK: "#333B45", CORNER: "#3D3357", SIDE: "#2A3326", HIGHLIGHT: "#FF86BC",
    PHASES["select"]: "#1F3F5C",
    PHASES["expand"]: "#1E4425", PHASES["simulate"]: "#554400", PHASES["backup"]: "#4A2A50",
}  # fmt: skip
"""What each colour becomes on a dark page."""

FONT = "Inter, system-ui, DejaVu Sans, Verdana, sans-serif"
"""Our own pages bring Inter along; a picture alone has it where it is installed."""

MONOSPACE = "DejaVu Sans Mono, Menlo, Consolas, monospace"
FONT_SIZE = 14
"""In units of the picture, which are pixels where a picture is shown at its own size."""

SMALL, LARGE = 12, 15
"""Letters in trees and plots; a node's value is in the larger ones."""

ROW, PAD, SLANT, GAP = 16, 7, 9, 16
"""Of a tree's nodes: the height of a line, the room around the words, how far the sides lean, and
the room between two."""

BAND = 10
"""The height of a number line in a node, without its words."""

SCISSORS = "M-4-3.4A2.4 2.4 0 1 0-4-3.3L8 4M-4 3.4A2.4 2.4 0 1 1-4 3.3L8-4"
"""Around a point of a line that they cut."""

SQUARE = 44
"""The side of a square, where a board does not ask for another."""

LARGEST_BOARD = 560
"""No board is wider than this, unless a size is asked for."""

THUMBNAIL = 120
"""A board narrower than this is drawn without coordinates and fine print."""


LETTERS = Path(__file__).parent / "letters"
"""Inter, regular and bold, cut down to what our sentences need; its figures are of one width."""


@cache
def letters() -> str:
    """The style by which a page of our own has the same letters on every machine.

    A widget in a notebook has the letters of the notebook, so that it looks as what is around it.
    """
    faces = "".join(
        f"@font-face{{font-family:Inter;font-weight:{weight};src:url(data:font/ttf;base64,"
        f"{base64.b64encode((LETTERS / f'{name}.ttf').read_bytes()).decode()})}}"
        for name, weight in (("regular", "100 500"), ("bold", "501 900"))
    )
    return f"{faces}:root{{--jp-ui-font-family:{FONT}}}"


def palette(**names: str) -> str:
    """A page's own names for these colours, on light screens and on dark ones."""
    named = {name.replace("_", "-"): colour for name, colour in names.items()}
    light = "".join(f"--{name}:{colour};" for name, colour in named.items())
    dark = "".join(f"--{name}:{DARK[colour]};" for name, colour in named.items())
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    )


def stylesheet() -> str:
    """The style of all widgets and pages, with its colours for a light and a dark theme.

    A style can ask for them as `--cl-ink`, `--cl-ground`..., and drawings are repainted by it.
    """
    names = {"ink": INK, "quiet": QUIET, "ground": GROUND, "paper": PAPER, "line": LINE,
             "faded": FADED, "blue": BLUE, "vermilion": VERMILION, "first": FIRST_FILL,
             "second": SECOND_FILL} | PHASES  # fmt: skip
    light = "".join(f"--cl-{name}:{colour};" for name, colour in names.items())
    dark = "".join(f"--cl-{name}:{DARK[colour]};" for name, colour in names.items())
    page = '[data-jp-theme-light="false"]'
    drawn = f"{page} :is(.cl-root,.course-play,.still)"
    painted = "".join(
        f'{drawn} [{kind}="{colour}"]{{{kind}:{other}}}'
        for colour, other in DARK.items()
        for kind in ("fill", "stroke")
    )
    rules = (Path(__file__).parent / "browser" / "widgets.css").read_text(encoding="utf-8")
    return f":root{{{light}}}@media screen{{{page}{{{dark}}}{painted}}}\n{rules}"


def fill_of(seat: int) -> str:
    """The light fill that goes with the player in this seat; the first player sits in seat 0."""
    return (FIRST_FILL, SECOND_FILL)[seat] if seat < 2 else PAPER


def mark_of(seat: int) -> str:
    """The strong colour of the player in this seat."""
    return MARKS[seat % len(MARKS)]
