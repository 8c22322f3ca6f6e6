"""The drawing of Havannah: hexagons in upright columns, as in the thesis that the course follows.

The cell (x, y) lies in column x, counted from the left, at height 2y - x (see `hexboard.py`).
"""

from __future__ import annotations

import math
from itertools import combinations

from course_lib.game import State
from course_lib.games.havannah import EMPTY, Havannah
from course_lib.games.hexboard import Cell, cell_name, hex_board
from course_lib.plain import letters
from course_lib.views import theme
from course_lib.views.boards import drawing as shape
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.boards.grids import places_in_words
from course_lib.views.svg import element, legible, text

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
    won: tuple[Cell, ...] = (game.win_line(state) or ((), ()))[1]
    stones = dict(zip(board.cells, state.board, strict=True))
    sides = {cell for side in board.sides for cell in side}
    side, above = (6, 6) if look.small else (30, 10)  # what is kept free, for coordinates

    def centre(cell: Cell) -> Point:
        """The middle of this cell, or of the place beside the board where it would lie."""
        x, y = cell
        return side + _SIDE * (1.5 * x - 0.5), above + _STEP * (3 * game.size - 1 - 2 * y + x)

    points = {cell_name(cell).lower(): centre(cell) for cell in board.cells}
    cells = []
    for cell, (name, (x, y)) in zip(board.cells, points.items(), strict=True):
        fill = theme.CORNER if cell in board.corners else theme.SIDE if cell in sides else None
        path = f"M{x - _SIDE / 2:.4g} {y - _STEP:.5g}{_OUTLINE}"
        inside = element("path", d=path, fill=theme.WIN if cell in won else fill)
        if stones[cell] != EMPTY:
            stone = shape.stone(stones[cell], game.players, x, y, _STEP * 0.72)
            inside += shape.standing(stones[cell], stone, look)
        if name in look.last:
            inside += shape.last_ring(x, y, _STEP * 0.86)
        outline = _STEP * 0.84
        cells.append(clickable(name, look, inside, at=(x, y), size=outline, won=cell in won))
    shapes = [element("g", *cells, fill=theme.PAPER, stroke=theme.LINE)]
    shapes += [
        shape.win_stroke(centre(cell), centre(next_cell))
        for cell, next_cell in combinations(won, 2)
        if next_cell in board.neighbours[cell]
    ]
    look_of_text = {
        "font_size": legible(centre((2 * game.size, game.size))[0]),
        "fill": theme.QUIET,
    }
    for number in range(1, 0 if look.small else 2 * game.size):
        # Numbers at the left of the slanted lines and letters below the columns: they stand where
        # one more cell would lie, drawn a little nearer to the board.
        before = max(0, number - game.size)
        x, y = centre((before, number))
        shapes.append(text(x + 6, y + 3, number, **look_of_text))
        x, y = centre((number, before))
        shapes.append(text(x, y - 6, letters(number).upper(), **look_of_text))
    width = 2 * side + _SIDE * (1.5 * (2 * game.size - 1) + 0.5)
    height = above + side + _STEP * (4 * game.size - 2)
    names = {
        player: [cell_name(cell) for cell in board.cells if stones[cell] == player]
        for player in game.players
    }
    return Drawing(width, height, tuple(shapes), places_in_words(names), points)
