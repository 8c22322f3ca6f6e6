"""The drawing of Havannah: hexagons in upright columns, as in the thesis that the course follows.

The cell (x, y) lies in column x, counted from the left, at height 2y - x (see `hexboard.py`).
"""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import combinations

from course_lib.game import State
from course_lib.games.havannah import EMPTY, Havannah
from course_lib.games.hexboard import Cell, HexBoard, cell_name, hex_board
from course_lib.games.squares import letters
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.boards.grid import places_in_words
from course_lib.views.boards.marks import highlight_ring, last_ring, stone, win_stroke
from course_lib.views.svg import element, text
from course_lib.views.theme import CORNER, LINE, PAPER, QUIET, SIDE, WIN, legible

_SIDE = 24
"""The length of a hexagon's side, which is also how far its corners are from its middle."""

_STEP = _SIDE * math.sqrt(3) / 2
"""Half the height of a hexagon: one step of the height 2y - x."""

_OUTLINE = (
    f"h{_SIDE}l{_SIDE / 2:g} {_STEP:.2f}l-{_SIDE / 2:g} {_STEP:.2f}h-{_SIDE}"
    f"l-{_SIDE / 2:g} -{_STEP:.2f}z"
)
"""Around a hexagon, from its upper left corner."""


@draw_board.register
def draw_havannah(game: Havannah, state: State, look: Look) -> Drawing:
    """The cells, corners and sides a little darker, and the ring, bridge or fork that has won."""
    board = hex_board(game.size)
    line = game.win_line(state)
    won: tuple[Cell, ...] = line[1] if line else ()
    stones = dict(zip(board.cells, state.board, strict=True))
    sides = {cell for side in board.sides for cell in side}
    cells = []
    for cell in board.cells:
        (x, y), name = centre(game.size, cell, look), cell_name(cell).lower()
        fill = CORNER if cell in board.corners else SIDE if cell in sides else None
        inside = element("path", d=_hexagon(x, y), fill=WIN if cell in won else fill)
        if stones[cell] != EMPTY:
            inside += stone(stones[cell], game.players, x, y, _STEP * 0.72)
        if name in look.last:
            inside += last_ring(x, y, _STEP * 0.86)
        if name in look.highlight:
            inside += highlight_ring(x, y, _STEP * 0.84)
        cells.append(clickable(name, look, inside, won=cell in won))
    shapes = [element("g", *cells, fill=PAPER, stroke=LINE)]
    shapes += [
        win_stroke(*centre(game.size, one, look), *centre(game.size, other, look))
        for one, other in _steps(board, won)
    ]
    if not look.small:
        shapes += _coordinates(game.size, look)
    points = {cell_name(cell).lower(): centre(game.size, cell, look) for cell in board.cells}
    columns, heights = 2 * game.size - 1, 4 * game.size - 2
    margin = _margin(look)
    width = 2 * margin + _SIDE * (1.5 * columns + 0.5)
    height = _above(look) + margin + _STEP * heights
    return Drawing(width, height, tuple(shapes), _words(board, stones), points)


def centre(size: int, cell: Cell, look: Look) -> Point:
    """The middle of this cell, or of the place beside the board where it would lie."""
    x, y = cell
    height = 2 * y - x
    top = 3 * size - 2
    return _margin(look) + _SIDE * (1.5 * x - 0.5), _above(look) + _STEP * (top - height + 1)


def _margin(look: Look) -> float:
    """What is kept free at the left, at the right and below, for coordinates."""
    return 6 if look.small else 30


def _above(look: Look) -> float:
    """What is kept free above, where there are no coordinates."""
    return 6 if look.small else 10


def _hexagon(x: float, y: float) -> str:
    """The path around the hexagon with this middle."""
    return f"M{x - _SIDE / 2:.4g} {y - _STEP:.5g}{_OUTLINE}"


def _steps(board: HexBoard, won: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The pairs of winning cells that lie side by side."""
    return [pair for pair in combinations(won, 2) if pair[1] in board.neighbours[pair[0]]]


def _coordinates(size: int, look: Look) -> list[str]:
    """Numbers at the left of the slanted lines and letters below the columns."""
    labels = []
    font = legible(centre(size, (2 * size, size), look)[0])
    for number in range(1, 2 * size):
        before = max(0, number - size)
        # The labels stand where one more cell would lie, drawn a little nearer to the board.
        x, y = centre(size, (before, number), look)
        labels.append(text(x + 6, y + 3, number, font_size=font, fill=QUIET))
        x, y = centre(size, (number, before), look)
        labels.append(text(x, y - 6, letters(number).upper(), font_size=font, fill=QUIET))
    return labels


def _words(board: HexBoard, stones: dict[Cell, str]) -> str:
    """Which stones stand where."""
    return places_in_words(
        {
            player: [cell_name(cell) for cell in board.cells if stones[cell] == player]
            for player in ("X", "O")
        }
    )
