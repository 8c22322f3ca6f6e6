"""The drawing of Three Musketeers: musketeers are diamonds, guards are discs."""

from __future__ import annotations

from itertools import pairwise

from course_lib.game import State
from course_lib.games.three_musketeers import EMPTY, MUSKETEER, ThreeMusketeers
from course_lib.views.boards.drawing import Drawing, Look, clickable, draw_board
from course_lib.views.boards.grid import Grid, board_words
from course_lib.views.boards.marks import circle
from course_lib.views.svg import element, text
from course_lib.views.theme import (
    BLUE,
    FIRST_FILL,
    INK,
    LAST,
    SECOND_FILL,
    SQUARE,
    VERMILION,
)


@draw_board.register
def draw_musketeers(game: ThreeMusketeers, state: State, look: Look) -> Drawing:
    """The board; the last move is an arrow, and a line goes through musketeers in line."""
    grid = Grid(game.rows, game.columns, look.small)
    marks = [
        state.board[start : start + game.columns]
        for start in range(0, len(state.board), game.columns)
    ]
    line = game.win_line(state)
    won = line[1] if line else ()
    shapes = []
    for square in grid.squares():
        mark = marks[square[0]][square[1]]
        inside = grid.tile(square, look._replace(last=()), won=square in won)
        if mark != EMPTY:
            inside += _piece(mark, *grid.centre(square), look)
        shapes.append(clickable(grid.name(square), look, inside, won=square in won))
    points = grid.points()
    known = [points[name] for name in look.last if name in points]
    shapes += [_arrow(*leave, *enter) for leave, enter in pairwise(known)]
    if won:
        # A broad pale line, for a narrow dark one would run through the letters.
        shapes.append(grid.strike(won[0], won[-1], thick=12, opacity=0.3))  # type: ignore[arg-type]
    shapes += grid.coordinates()
    return Drawing(grid.width, grid.height, tuple(shapes), board_words(marks), points)


def _piece(mark: str, x: float, y: float, look: Look) -> str:
    """A musketeer or a guard with its letter."""
    r = SQUARE * (0.42 if look.small else 0.38)
    if mark == MUSKETEER:
        far = 1.12 * r
        corners = f"{x:g},{y - far:g} {x + far:g},{y:g} {x:g},{y + far:g} {x - far:g},{y:g}"
        shape = element("polygon", points=corners, fill=FIRST_FILL, stroke=BLUE, stroke_width=4)
    else:
        shape = circle(x, y, r * 0.86, fill=SECOND_FILL, stroke=VERMILION, stroke_width=2.5)
    return shape + text(x, y, mark, font_size=17, font_weight="bold", fill=INK)


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """An arrow between the middles of two squares, so short that it hides no letter."""
    far = max(abs(x2 - x1), abs(y2 - y1), 1)
    right, down = (x2 - x1) / far, (y2 - y1) / far
    tip_x, tip_y = x2 - right * SQUARE * 0.36, y2 - down * SQUARE * 0.36
    start_x, start_y = x1 - right * 4, y1 - down * 4
    back_x, back_y = tip_x - right * 8, tip_y - down * 8
    return element(
        "path",
        d=f"M{start_x:g} {start_y:g}L{tip_x:g} {tip_y:g}"
        f"M{back_x - down * 7:g} {back_y + right * 7:g}L{tip_x:g} {tip_y:g}"
        f"L{back_x + down * 7:g} {back_y - right * 7:g}",
        fill="none",
        stroke=LAST,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
        pointer_events="none",
    )
