"""Drawings of the games of rows: squares with marks, Connect Four's rack, and Gomoku's wood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from course_lib.game import Player, State
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import Gomoku, KInARow
from course_lib.games.squares import EMPTY, Square
from course_lib.views.boards.drawing import Drawing, Look, clickable, draw_board
from course_lib.views.boards.grid import Grid, board_words, straight_lines
from course_lib.views.boards.marks import (
    box,
    circle,
    highlight_ring,
    last_ring,
    mark_shape,
    stone,
)
from course_lib.views.svg import element
from course_lib.views.theme import BOARD, GROUND, LINE, QUIET, RACK, SQUARE, WIN

Marks = Sequence[Sequence[str]]
"""The rows of a board, each a row of marks."""


@draw_board.register
def draw_rows(game: KInARow, state: State, look: Look) -> Drawing:
    """Squares with crosses and rings; where stones fall, discs in a rack with holes."""
    draw = _rack if game.gravity else draw_marks
    return draw(marks_of(game, state), look, game.players, *_won(game, state))


@draw_board.register
def draw_functions(game: FunctionGame, state: State, look: Look) -> Drawing:
    """Squares with marks where the functions' board is rows of marks, else the board as text."""
    marks = [line.split() for line in game.render(state).splitlines()]
    rows = isinstance(state, tuple) and all(isinstance(row, tuple) for row in state)
    if not rows or [len(row) for row in state] != [len(row) for row in marks]:
        return draw_board.dispatch(object)(game, state, look)
    return draw_marks(marks, look, game.players)


@draw_board.register
def draw_gomoku(game: Gomoku, state: State, look: Look) -> Drawing:
    """Stones on the crossings of lines, on wood; the row that has won on a light ground."""
    won, lines = _won(game, state)
    grid = Grid(game.rows, game.columns, look.small)
    half = SQUARE / 2

    def crossing(square: Square, mark: str) -> str:
        (x, y), inside = grid.centre(square), ""
        if not look.small:  # feels a click; its paint is said once, by the group around all
            inside = element("path", d=f"M{x - half:g} {y - half:g}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        if square in won:
            inside += circle(x, y, half, fill=WIN)
        if mark != EMPTY:
            inside += stone(mark, game.players, x, y, SQUARE * 0.42)
        return inside + _rings(grid.name(square), look, x, y, SQUARE * 0.46)

    marks = marks_of(game, state)
    stones = _squares(grid, marks, look, won, crossing)
    shapes = (
        _ground(grid, rx=4, fill=BOARD),
        element("path", d=_lines(grid), stroke=QUIET, stroke_width=4 if look.small else 1.2),
        *_dots(grid),
        element("g", *stones, fill="none", pointer_events="all"),
    )
    return _finished(grid, marks, shapes, lines)


def marks_of(game: KInARow, state: State) -> Marks:
    """The rows of the board."""
    width = game.columns
    return [state.board[start : start + width] for start in range(0, len(state.board), width)]


def draw_marks(
    marks: Marks,
    look: Look,
    players: Sequence[Player],
    won: Sequence[Square] = (),
    lines: Sequence[tuple[Square, Square]] = (),
) -> Drawing:
    """A board of squares, each with its mark."""
    grid = Grid(len(marks), len(marks[0]), look.small)

    def tile(square: Square, mark: str) -> str:
        inside = grid.tile(square, look, won=square in won)
        if mark != EMPTY:
            inside += mark_shape(mark, players, *grid.centre(square), SQUARE * 0.4)
        return inside

    return _finished(grid, marks, _squares(grid, marks, look, won, tile), lines)


def _rack(
    marks: Marks,
    look: Look,
    players: Sequence[Player],
    won: Sequence[Square],
    lines: Sequence[tuple[Square, Square]],
) -> Drawing:
    """A rack with a hole for each square; the disc fills it."""
    grid = Grid(len(marks), len(marks[0]), look.small)

    def hole(square: Square, mark: str) -> str:
        x, y = grid.centre(square)
        # The whole square can be clicked, not only the hole in it.
        inside = "" if look.small else box(x, y, SQUARE, SQUARE, fill=RACK, fill_opacity=0)
        fill = WIN if square in won else GROUND
        inside += circle(x, y, SQUARE * 0.44, fill=fill, stroke=LINE)
        if mark != EMPTY:
            inside += stone(mark, players, x, y, SQUARE * 0.37)
        return inside + _rings(grid.name(square), look, x, y, SQUARE * 0.44)

    rack = _ground(grid, rx=8, fill=RACK, stroke=LINE)
    return _finished(grid, marks, [rack, *_squares(grid, marks, look, won, hole)], lines)


# --- what they share -----------------------------------------------------------------------------


def _won(game: KInARow, state: State) -> tuple[tuple[Square, ...], list[tuple[Square, Square]]]:
    """The squares that have won, as the game says, and the ends of each line through them."""
    line = game.win_line(state)
    squares: tuple[Square, ...] = line[1] if line else ()  # type: ignore[assignment]
    return squares, straight_lines(squares, game.length)


def _squares(
    grid: Grid,
    marks: Marks,
    look: Look,
    won: Sequence[Square],
    inside: Callable[[Square, str], str],
) -> list[str]:
    """Every square as something to click, with what `inside(square, mark)` draws in it."""
    return [
        clickable(
            grid.name(square), look, inside(square, marks[square[0]][square[1]]), won=square in won
        )
        for square in grid.squares()
    ]


def _finished(
    grid: Grid, marks: Marks, shapes: Iterable[str], lines: Sequence[tuple[Square, Square]]
) -> Drawing:
    """The drawing with a stroke through each line that has won, and with its coordinates."""
    strokes = (grid.strike(*ends) for ends in lines)
    everything = (*shapes, *strokes, *grid.coordinates())
    return Drawing(grid.width, grid.height, everything, board_words(marks), grid.points())


def _ground(grid: Grid, **paint: object) -> str:
    """The board under all squares."""
    width, height = SQUARE * grid.columns, SQUARE * grid.rows
    return element("rect", x=grid.left, y=grid.top, width=width, height=height, **paint)


def _rings(name: str, look: Look, x: float, y: float, r: float) -> str:
    """The rings around the last stone and around what a lesson points at."""
    last = last_ring(x, y, r) if name in look.last else ""
    return last + (highlight_ring(x, y, r) if name in look.highlight else "")


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
    return [circle(x, y, 4, fill=QUIET) for x, y in (grid.centre(square) for square in squares)]
