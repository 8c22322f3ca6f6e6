"""Boards of squares: marks on tiles, Connect Four's rack, Gomoku's wood, and the musketeers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from course_lib.game import Player, State
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import Gomoku, KInARow
from course_lib.games.squares import EMPTY, Square, letters, square_name
from course_lib.games.three_musketeers import MUSKETEER, ThreeMusketeers
from course_lib.views.boards.drawing import (
    Drawing,
    Look,
    Point,
    box,
    circle,
    clickable,
    draw_board,
    last_ring,
    mark_shape,
    polygon,
    stone,
    stroke,
    win_stroke,
)
from course_lib.views.svg import element, text
from course_lib.views.theme import (
    BLUE,
    BOARD,
    FIRST_FILL,
    GROUND,
    INK,
    LAST,
    LINE,
    PAPER,
    QUIET,
    RACK,
    SECOND_FILL,
    SQUARE,
    VERMILION,
    WIN,
    legible,
)

Marks = Sequence[Sequence[str]]
"""The rows of a board, each a row of marks."""

Line = tuple[Square, Square]
"""The first and the last square of a line that has won."""

_HALF = SQUARE / 2
_MOST_READ_OUT = 49
"""A board with more squares is told by where its marks stand, not row by row."""


@dataclass(frozen=True)
class Grid:
    """The geometry of a board with so many rows and columns, row 0 on top."""

    rows: int
    columns: int
    small: bool = False
    numbered: bool = False

    @property
    def left(self) -> float:
        """What is kept free at the left and below, for coordinates."""
        return 6 if self.small else 30

    @property
    def top(self) -> float:
        """What is kept free above and at the right."""
        return 6 if self.small else 10

    @property
    def size(self) -> Point:
        """The width and the height of the whole drawing."""
        width = self.left + SQUARE * self.columns + self.top
        return width, self.top + SQUARE * self.rows + (self.top if self.small else self.left - 2)

    def centre(self, square: Square) -> Point:
        """The middle of this square."""
        row, column = square
        return self.left + SQUARE * (column + 0.5), self.top + SQUARE * (row + 0.5)

    def squares(self) -> Iterator[Square]:
        """All squares in reading order."""
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def ground(self, **paint: object) -> str:
        """The board under all squares."""
        size = {"width": SQUARE * self.columns, "height": SQUARE * self.rows}
        return element("rect", x=self.left, y=self.top, **size, **paint)

    def coordinates(self) -> list[str]:
        """Letters below the columns and numbers left of the rows; none on a thumbnail.

        A board that is `numbered` has row and column numbers instead, as in a list of lists.
        """
        if self.small:
            return []
        below, font = self.top + SQUARE * self.rows + 14, legible(self.size[0])
        look = {"font_size": font, "fill": QUIET}
        across = [
            text(self.centre((0, at))[0], below, at if self.numbered else letters(at + 1), **look)
            for at in range(self.columns)
        ]
        return across + [
            text(self.left - 14, self.centre((row, 0))[1], self.row_name(row), **look)
            for row in range(self.rows)
        ]

    def row_name(self, row: int) -> int:
        """What this row is called at the rim and in words."""
        return row if self.numbered else self.rows - row

    def strike(self, line: Line, **look: float) -> str:
        """The stroke through squares that have won, from the first to the last of them."""
        (x1, y1), (x2, y2) = map(self.centre, line)
        reach = SQUARE / 3 / max(abs(x2 - x1), abs(y2 - y1), 1)
        right, down = (x2 - x1) * reach, (y2 - y1) * reach
        return win_stroke((x1 - right, y1 - down), (x2 + right, y2 + down), **look)


@dataclass(frozen=True)
class Material:
    """What a board of squares is made of: its ground, its squares, its pieces."""

    square: Callable[[Point, bool, Grid], str]
    """An empty square around this point, and whether it has won."""
    piece: Callable[[str, Sequence[Player], Point, Grid], str]
    ground: Callable[[Grid], list[str]] = lambda _grid: []
    last: Callable[[Point], str] = lambda _at: ""
    """What marks the last action's square."""
    outline: Point | float = (SQUARE, SQUARE)
    """What a lesson points at has this outline: a box, or a ring of this radius."""
    around: Mapping[str, str] | None = None
    """Paint of all squares, said once by a group around them."""
    strike: Mapping[str, float] | None = None
    """How the line through squares that have won is drawn."""


def draw_squares(
    marks: Marks,
    look: Look,
    players: Sequence[Player],
    won: Collection[Square] = (),
    lines: Sequence[Line] = (),
    *,
    material: Material | None = None,
) -> Drawing:
    """A board of squares with these marks, made of tiles unless another material is named."""
    made = material or TILES
    grid = Grid(len(marks), len(marks[0]), look.small, look.numbered)
    points = {square_name(square, grid.rows): grid.centre(square) for square in grid.squares()}
    squares = []
    for (row, column), (name, at) in zip(grid.squares(), points.items(), strict=True):
        has_won, mark = (row, column) in won, marks[row][column]
        inside = made.square(at, has_won, grid)
        if name in look.last:
            inside += made.last(at)
        if mark != EMPTY:
            inside += made.piece(mark, players, at, grid)
        squares.append(clickable(name, look, inside, at=at, size=made.outline, won=has_won))
    if made.around:
        squares = [element("g", *squares, **made.around)]
    strokes = [grid.strike(line, **(made.strike or {})) for line in lines]
    shapes = (*made.ground(grid), *squares, *strokes, *grid.coordinates())
    return Drawing(*grid.size, shapes, _words(marks, grid), points)


@draw_board.register
def draw_rows(game: KInARow, state: State, look: Look) -> Drawing:
    """Squares with crosses and rings; where stones fall, discs in a rack with holes."""
    material = WOOD if isinstance(game, Gomoku) else DISCS if game.gravity else TILES
    won = (game.win_line(state) or ((), ()))[1]
    lines = straight_lines(won, game.length)  # type: ignore[arg-type] # its actions are squares
    marks = _rows(state.board, game.columns)
    return draw_squares(marks, look, game.players, won, lines, material=material)  # type: ignore[arg-type]


@draw_board.register
def draw_functions(game: FunctionGame, state: State, look: Look) -> Drawing:
    """Squares with marks where the functions' board is rows of marks, else the board as text."""
    marks = [line.split() for line in game.render(state).splitlines()]
    rows = isinstance(state, tuple) and all(isinstance(row, tuple) for row in state)
    if not rows or [len(row) for row in state] != [len(row) for row in marks]:
        return draw_board.dispatch(object)(game, state, look)
    return draw_squares(marks, look, game.players)


@draw_board.register
def draw_musketeers(game: ThreeMusketeers, state: State, look: Look) -> Drawing:
    """The board; the last move is an arrow, and a line goes through musketeers in line."""
    won = (game.win_line(state) or ((), ()))[1]
    lines = [(won[0], won[-1])] if won else []
    marks = _rows(state.board, game.columns)
    drawing = draw_squares(marks, look, game.players, won, lines, material=PIECES)  # type: ignore[arg-type]
    known = [drawing.squares[name] for name in look.last if name in drawing.squares]
    arrows = (_arrow(*leave, *enter) for leave, enter in pairwise(known))
    return drawing._replace(shapes=(*drawing.shapes, *arrows))


def straight_lines(squares: Collection[Square], length: int) -> list[Line]:
    """The first and last square of each straight line of at least `length` of these squares."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in sorted(squares):
            if (row - down, column - right) in squares:
                continue
            steps = 0
            while (row + down * (steps + 1), column + right * (steps + 1)) in squares:
                steps += 1
            if steps + 1 >= length:
                found.append(((row, column), (row + down * steps, column + right * steps)))
    return found


def places_in_words(places: Mapping[str, Sequence[str]]) -> str:
    """Where the marks of each kind stand, such as `X on b2; the rest is empty`."""
    kinds = [f"{mark} on {', '.join(names)}" for mark, names in places.items() if names]
    return "; ".join((*kinds, "the rest is empty" if kinds else "the board is empty"))


# --- the parts -----------------------------------------------------------------------------------


def _rows(board: Sequence[str], columns: int) -> Marks:
    """The rows of a board that is kept as one row."""
    return [board[start : start + columns] for start in range(0, len(board), columns)]


def _words(marks: Marks, grid: Grid) -> str:
    """A board in words: row by row, or where the marks stand if it is large."""
    if grid.rows * grid.columns <= _MOST_READ_OUT:
        return "; ".join(
            f"row {grid.row_name(at)}: {' '.join(row)}" for at, row in enumerate(marks)
        )
    places: dict[str, list[str]] = {}
    for row, column in grid.squares():
        places.setdefault(marks[row][column], []).append(square_name((row, column), grid.rows))
    places.pop(EMPTY, None)
    return places_in_words(dict(sorted(places.items())))


def _tile(at: Point, won: bool, _grid: Grid) -> str:  # noqa: FBT001 - called by position
    return box(*at, SQUARE, SQUARE, fill=WIN if won else PAPER, stroke=LINE)


def _corner(at: Point) -> str:
    """A dark corner in a square."""
    x, y = at
    return element("path", d=f"M{x + _HALF:g} {y - _HALF:g}v13l-13 -13z", fill=LAST)


def _hole(at: Point, won: bool, grid: Grid) -> str:  # noqa: FBT001 - called by position
    """A hole in the rack; the whole square can be clicked, not only the hole in it."""
    area = "" if grid.small else box(*at, SQUARE, SQUARE, fill=RACK, fill_opacity=0)
    return area + circle(*at, SQUARE * 0.44, fill=WIN if won else GROUND, stroke=LINE)


def _crossing(at: Point, won: bool, grid: Grid) -> str:  # noqa: FBT001 - called by position
    """A crossing of lines, which feels a click all around it."""
    path = f"M{at[0] - _HALF:g} {at[1] - _HALF:g}h{SQUARE}v{SQUARE}h-{SQUARE}z"
    area = "" if grid.small else element("path", d=path)
    return area + (circle(*at, _HALF, fill=WIN) if won else "")


def _wood(grid: Grid) -> list[str]:
    """The wood, its lines from the middles of the squares at one edge to the other, its dots.

    By the dots players find their way: the middle, and four around it.
    """
    left, top = grid.centre((0, 0))
    right, bottom = grid.centre((grid.rows - 1, grid.columns - 1))
    across = (f"M{left:g} {grid.centre((row, 0))[1]:g}H{right:g}" for row in range(grid.rows))
    down = (f"M{grid.centre((0, at))[0]:g} {top:g}V{bottom:g}" for at in range(grid.columns))
    lines = element(
        "path", d="".join((*across, *down)), stroke=QUIET, stroke_width=4 if grid.small else 1.2
    )
    shapes = [grid.ground(rx=4, fill=BOARD), lines]
    if grid.small or grid.rows < 9 or grid.rows % 2 == 0:
        return shapes
    middle, last = grid.rows // 2, grid.rows - 4
    dots = [(middle, middle), *((row, column) for row in (3, last) for column in (3, last))]
    return shapes + [circle(*grid.centre(square), 4, fill=QUIET) for square in dots]


def _musketeer_or_guard(mark: str, _players: Sequence[Player], at: Point, grid: Grid) -> str:
    """A musketeer, a diamond, or a guard, a disc, with its letter."""
    (x, y), r = at, SQUARE * (0.42 if grid.small else 0.38)
    if mark == MUSKETEER:
        far = 1.12 * r
        corners = ((x, y - far), (x + far, y), (x, y + far), (x - far, y))
        shape = polygon(corners, fill=FIRST_FILL, stroke=BLUE, stroke_width=4)
    else:
        shape = circle(x, y, r * 0.86, fill=SECOND_FILL, stroke=VERMILION, stroke_width=2.5)
    return shape + text(x, y, mark, font_size=17, font_weight="bold", fill=INK)


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """An arrow between the middles of two squares, so short that it hides no letter."""
    far = max(abs(x2 - x1), abs(y2 - y1), 1)
    right, down = (x2 - x1) / far, (y2 - y1) / far
    tip_x, tip_y = x2 - right * SQUARE * 0.36, y2 - down * SQUARE * 0.36
    back_x, back_y = tip_x - right * 8, tip_y - down * 8
    path = (
        f"M{x1 - right * 4:g} {y1 - down * 4:g}L{tip_x:g} {tip_y:g}"
        f"M{back_x - down * 7:g} {back_y + right * 7:g}L{tip_x:g} {tip_y:g}"
        f"L{back_x + down * 7:g} {back_y - right * 7:g}"
    )
    return stroke(path, LAST, 3, fill="none", stroke_linejoin="round")


TILES = Material(
    square=_tile,
    piece=lambda mark, players, at, _grid: mark_shape(mark, players, *at, SQUARE * 0.4),
    last=_corner,
)
DISCS = Material(
    square=_hole,
    piece=lambda mark, players, at, _grid: stone(mark, players, *at, SQUARE * 0.37),
    ground=lambda grid: [grid.ground(rx=8, fill=RACK, stroke=LINE)],
    last=lambda at: last_ring(*at, SQUARE * 0.44),
    outline=SQUARE * 0.44,
)
WOOD = Material(
    square=_crossing,
    piece=lambda mark, players, at, _grid: stone(mark, players, *at, SQUARE * 0.42),
    ground=_wood,
    last=lambda at: last_ring(*at, SQUARE * 0.46),
    outline=SQUARE * 0.46,
    around={"fill": "none", "pointer_events": "all"},
)
PIECES = Material(  # a broad pale line, for a narrow dark one would run through the letters
    square=_tile, piece=_musketeer_or_guard, strike={"thick": 12, "opacity": 0.3}
)
