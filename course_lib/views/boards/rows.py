"""Drawings of the games of rows: squares with marks, and Connect Four's rack with its discs."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.game import Player, State
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import EMPTY
from course_lib.games.squares import Square
from course_lib.views.boards.drawing import Drawing, Look, clickable, draw_board
from course_lib.views.boards.grid import Grid, board_words, straight_lines
from course_lib.views.boards.marks import highlight_ring, last_ring, mark_shape, stone
from course_lib.views.svg import element
from course_lib.views.theme import GROUND, LINE, RACK, SQUARE, WIN

Marks = Sequence[Sequence[str]]
"""The rows of a board, each a row of marks."""


@draw_board.register
def draw_rows(game: KInARow, state: State, look: Look) -> Drawing:
    """Squares with crosses and rings; where stones fall, discs in a rack with holes."""
    marks, won = marks_of(game, state), winning_squares(game, state)
    lines = straight_lines(won, game.length)
    if game.gravity:
        return _rack(marks, look, game.players, won, lines)
    return draw_marks(marks, look, game.players, won, lines)


@draw_board.register
def draw_functions(game: FunctionGame, state: State, look: Look) -> Drawing:
    """Squares with marks where the functions' board is rows of marks, else the board as text."""
    marks = [line.split() for line in game.render(state).splitlines()]
    rows = isinstance(state, tuple) and all(isinstance(row, tuple) for row in state)
    if not rows or [len(row) for row in state] != [len(row) for row in marks]:
        return draw_board.dispatch(object)(game, state, look)
    return draw_marks(marks, look, game.players)


def marks_of(game: KInARow, state: State) -> Marks:
    """The rows of the board."""
    width = game.columns
    return [state.board[start : start + width] for start in range(0, len(state.board), width)]


def winning_squares(game: KInARow, state: State) -> tuple[Square, ...]:
    """The squares that have won, as the game says; none before that."""
    line = game.win_line(state)
    return line[1] if line else ()  # type: ignore[return-value]


def draw_marks(
    marks: Marks,
    look: Look,
    players: Sequence[Player],
    won: Sequence[Square] = (),
    lines: Sequence[tuple[Square, Square]] = (),
) -> Drawing:
    """A board of squares, each with its mark."""
    grid = Grid(len(marks), len(marks[0]), look.small)
    shapes = []
    for square in grid.squares():
        mark = marks[square[0]][square[1]]
        inside = grid.tile(square, look, won=square in won)
        if mark != EMPTY:
            inside += mark_shape(mark, players, *grid.centre(square), SQUARE * 0.4)
        shapes.append(clickable(grid.name(square), look, inside, won=square in won))
    shapes += [grid.strike(*ends) for ends in lines]
    shapes += grid.coordinates()
    return Drawing(grid.width, grid.height, tuple(shapes), board_words(marks), grid.points())


def _rack(
    marks: Marks,
    look: Look,
    players: Sequence[Player],
    won: Sequence[Square],
    lines: Sequence[tuple[Square, Square]],
) -> Drawing:
    """A rack with a hole for each square; the disc fills it."""
    grid = Grid(len(marks), len(marks[0]), look.small)
    rack = element(
        "rect",
        x=grid.left,
        y=grid.top,
        width=SQUARE * grid.columns,
        height=SQUARE * grid.rows,
        rx=8,
        fill=RACK,
        stroke=LINE,
    )
    shapes = [rack]
    for square in grid.squares():
        mark, name, (x, y) = marks[square[0]][square[1]], grid.name(square), grid.centre(square)
        fill = WIN if square in won else GROUND
        # The whole square can be clicked, not only the hole in it.
        inside = _area(x, y) if not look.small else ""
        inside += element("circle", cx=x, cy=y, r=SQUARE * 0.44, fill=fill, stroke=LINE)
        if mark != EMPTY:
            inside += stone(mark, players, x, y, SQUARE * 0.37)
        if name in look.last:
            inside += last_ring(x, y, SQUARE * 0.44)
        if name in look.highlight:
            inside += highlight_ring(x, y, SQUARE * 0.44)
        shapes.append(clickable(name, look, inside, won=square in won))
    shapes += [grid.strike(*ends) for ends in lines]
    shapes += grid.coordinates()
    return Drawing(grid.width, grid.height, tuple(shapes), board_words(marks), grid.points())


def _area(x: float, y: float) -> str:
    """A square that is not seen but feels a click."""
    half = SQUARE / 2
    return element(
        "rect", x=x - half, y=y - half, width=SQUARE, height=SQUARE, fill=RACK, fill_opacity=0
    )
