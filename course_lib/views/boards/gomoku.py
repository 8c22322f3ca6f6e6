"""The drawing of Gomoku: stones on the crossings of lines, on wood."""

from __future__ import annotations

from course_lib.game import State
from course_lib.games.k_in_a_row import Gomoku
from course_lib.games.rows import EMPTY
from course_lib.views.boards.drawing import Drawing, Look, clickable, draw_board
from course_lib.views.boards.grid import Grid, board_words, straight_lines
from course_lib.views.boards.marks import highlight_ring, last_ring, stone
from course_lib.views.boards.rows import marks_of, winning_squares
from course_lib.views.svg import element
from course_lib.views.theme import BOARD, QUIET, SQUARE, WIN


@draw_board.register
def draw_gomoku(game: Gomoku, state: State, look: Look) -> Drawing:
    """The lines, the stones, and the row that has won on a light ground."""
    marks, won = marks_of(game, state), winning_squares(game, state)
    grid = Grid(game.rows, game.columns, look.small)
    stones = []
    for square in grid.squares():
        mark, name, (x, y) = marks[square[0]][square[1]], grid.name(square), grid.centre(square)
        half = SQUARE / 2
        inside = ""
        if not look.small:  # feels a click; its paint is said once, by the group around all
            inside = element("path", d=f"M{x - half:g} {y - half:g}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        if square in won:
            inside += element("circle", cx=x, cy=y, r=half, fill=WIN)
        if mark != EMPTY:
            inside += stone(mark, game.players, x, y, SQUARE * 0.42)
        if name in look.last:
            inside += last_ring(x, y, SQUARE * 0.46)
        if name in look.highlight:
            inside += highlight_ring(x, y, SQUARE * 0.46)
        stones.append(clickable(name, look, inside, won=square in won))
    shapes = (
        element(
            "rect",
            x=grid.left,
            y=grid.top,
            width=SQUARE * grid.columns,
            height=SQUARE * grid.rows,
            rx=4,
            fill=BOARD,
        ),
        element("path", d=_lines(grid), stroke=QUIET, stroke_width=4 if look.small else 1.2),
        *_dots(grid),
        element("g", *stones, fill="none", pointer_events="all"),
        *(grid.strike(*ends) for ends in straight_lines(won, game.length)),
        *grid.coordinates(),
    )
    return Drawing(grid.width, grid.height, shapes, board_words(marks), grid.points())


def _lines(grid: Grid) -> str:
    """The path of all lines, from the middles of the squares at one edge to those at the other."""
    (left, top), (right, bottom) = (
        grid.centre((0, 0)),
        grid.centre((grid.rows - 1, grid.columns - 1)),
    )
    across = (f"M{left:g} {grid.centre((row, 0))[1]:g}H{right:g}" for row in range(grid.rows))
    down = (f"M{grid.centre((0, at))[0]:g} {top:g}V{bottom:g}" for at in range(grid.columns))
    return "".join((*across, *down))


def _dots(grid: Grid) -> list[str]:
    """The dots by which players find their way: the middle, and four around it."""
    if grid.small or grid.rows < 9 or grid.rows % 2 == 0:
        return []
    middle, last = grid.rows // 2, grid.rows - 4
    squares = [(middle, middle), *((row, column) for row in (3, last) for column in (3, last))]
    return [
        element("circle", cx=x, cy=y, r=4, fill=QUIET)
        for x, y in (grid.centre(square) for square in squares)
    ]
