"""Boards of squares: marks on tiles, Connect Four's rack, Gomoku's wood, and the musketeers."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, pairwise, takewhile
from typing import ClassVar

from course_lib.game import Player, State
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import Gomoku, KInARow
from course_lib.games.squares import EMPTY, Square, square_name
from course_lib.games.three_musketeers import MUSKETEER, ThreeMusketeers
from course_lib.plain import letters
from course_lib.views import theme
from course_lib.views.boards import drawing as shape
from course_lib.views.boards.drawing import Drawing, Look, Point, draw_board
from course_lib.views.svg import box, circle, element, legible, text
from course_lib.views.theme import SQUARE
from course_lib.words import Say, told

Marks = Sequence[Sequence[str]]
"""The rows of a board, each a row of marks."""

Segment = tuple[Square, Square]
"""The first and the last square of a line that has won."""

_HALF = SQUARE / 2
_MOST_READ_OUT = 49
"""A board with more squares is told by where its marks stand, not row by row."""


class Tiles:
    """A board of tiles with marks on them, row 0 on top; other boards differ in their material."""

    outline: ClassVar[Point | float] = (SQUARE, SQUARE)
    """What a lesson points at has this outline: a box, or a ring of this radius."""
    falls: ClassVar[bool] = False
    """Whether what is played comes from above."""
    around: ClassVar[Mapping[str, str]] = {}
    """Paint of all squares, said once by a group around them."""
    strike: ClassVar[Mapping[str, float]] = {}
    """How the line through squares that have won is drawn."""

    def __init__(
        self, marks: Marks, look: Look, players: Sequence[Player], *, numbered: bool = False
    ) -> None:
        """Prepare to draw; at its rim a `numbered` board has the indices of a list of lists."""
        self.marks, self.look, self.players = marks, look, players
        self.rows, self.columns, self.small = len(marks), len(marks[0]), look.small
        self.row_names = range(self.rows) if numbered else range(self.rows, 0, -1)
        every = range(self.columns)
        self.column_names = every if numbered else [letters(at + 1) for at in every]
        # What is kept free at the left and below, for coordinates; and above and at the right.
        self.left, self.top = (6, 6) if self.small else (30, 10)

    def square(self, at: Point, *, won: bool) -> str:
        """An empty square around this point."""
        fill = theme.WIN if won else theme.PAPER
        return box(*at, SQUARE, SQUARE, fill=fill, stroke=theme.LINE)

    def piece(self, mark: str, at: Point) -> str:
        """What stands on a square."""
        return shape.mark_shape(mark, self.players, *at, SQUARE * 0.4)

    def standing(self, mark: str, at: Point) -> str:
        """The same, as something that a page can move."""
        return shape.standing(mark, self.piece(mark, at), self.look, falls=self.falls)

    def ground(self) -> list[str]:
        """What lies under all squares."""
        return []

    def last(self, at: Point) -> str:
        """What marks the last action's square: a dark corner."""
        path = f"M{at[0] + _HALF:g} {at[1] - _HALF:g}v13l-13 -13z"
        return element("path", d=path, fill=theme.LAST)

    def drawn(self, won: Collection[Square] = (), lines: Sequence[Segment] = ()) -> Drawing:
        """The whole board, with what has won."""
        points = {square_name(each, self.rows): self.centre(each) for each in self.squares()}
        squares = []
        for (row, column), (name, at) in zip(self.squares(), points.items(), strict=True):
            has_won, mark = (row, column) in won, self.marks[row][column]
            inside = self.square(at, won=has_won)
            inside += self.last(at) if name in self.look.last else ""
            inside += self.standing(mark, at) if mark != EMPTY else ""
            squares.append(
                shape.clickable(name, self.look, inside, at=at, size=self.outline, won=has_won)
            )
        if self.around:
            squares = [element("g", *squares, **self.around)]
        strokes = []
        for (x1, y1), (x2, y2) in (map(self.centre, line) for line in lines):
            reach = SQUARE / 3 / max(abs(x2 - x1), abs(y2 - y1), 1)
            right, down = (x2 - x1) * reach, (y2 - y1) * reach
            start, end = (x1 - right, y1 - down), (x2 + right, y2 + down)
            strokes.append(shape.win_stroke(start, end, **self.strike))
        shapes = (*self.ground(), *squares, *strokes, *self._coordinates())
        width = self.left + SQUARE * self.columns + self.top
        height = self.top + SQUARE * self.rows + (self.top if self.small else self.left - 2)
        return Drawing(width, height, shapes, self._words(), points)

    def centre(self, square: Square) -> Point:
        """The middle of this square."""
        row, column = square
        return self.left + SQUARE * (column + 0.5), self.top + SQUARE * (row + 0.5)

    def squares(self) -> Iterator[Square]:
        """All squares in reading order."""
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def plate(self, **paint: object) -> str:
        """One plate under all squares."""
        size = {"width": SQUARE * self.columns, "height": SQUARE * self.rows}
        return element("rect", x=self.left, y=self.top, **size, **paint)

    def _coordinates(self) -> list[str]:
        """Names below the columns and left of the rows; none on a thumbnail."""
        below = self.top + SQUARE * self.rows + 14
        font = legible(self.left + SQUARE * self.columns + self.top)
        look = {"font_size": font, "fill": theme.QUIET}
        words = [
            text(self.centre((0, at))[0], below, name, **look)
            for at, name in enumerate(self.column_names)
        ]
        words += [
            text(self.left - 14, self.centre((at, 0))[1], name, **look)
            for at, name in enumerate(self.row_names)
        ]
        return [] if self.small else words

    def _words(self) -> str:
        """The board in words: row by row, or where the marks stand if it is large."""
        if self.rows * self.columns <= _MOST_READ_OUT:
            rows = zip(self.row_names, self.marks, strict=True)
            said = (
                Say("row {name}: {marks}", name=name, marks=" ".join(row)) for name, row in rows
            )
            return "; ".join(map(told, said))
        places: dict[str, list[str]] = {}
        for row, column in self.squares():
            name = square_name((row, column), self.rows)
            places.setdefault(self.marks[row][column], []).append(name)
        places.pop(EMPTY, None)
        return places_in_words(dict(sorted(places.items())))


class Discs(Tiles):
    """Connect Four's rack with holes, in which discs fall."""

    outline = SQUARE * 0.44
    falls = True

    def square(self, at: Point, *, won: bool) -> str:
        """A hole in the rack; the whole square can be clicked, not only the hole in it."""
        area = "" if self.small else box(*at, SQUARE, SQUARE, fill=theme.RACK, fill_opacity=0)
        fill = theme.WIN if won else theme.GROUND
        return area + circle(*at, SQUARE * 0.44, fill=fill, stroke=theme.LINE)

    def piece(self, mark: str, at: Point) -> str:
        """A disc."""
        return shape.stone(mark, self.players, *at, SQUARE * 0.37)

    def ground(self) -> list[str]:
        """The rack."""
        return [self.plate(rx=8, fill=theme.RACK, stroke=theme.LINE)]

    def last(self, at: Point) -> str:
        """A ring around the last disc."""
        return shape.last_ring(*at, SQUARE * 0.44)


class Wood(Tiles):
    """Gomoku's board, with stones on the crossings of its lines."""

    outline = SQUARE * 0.46
    around: ClassVar = {"fill": "none", "pointer_events": "all"}

    def square(self, at: Point, *, won: bool) -> str:
        """A crossing of lines, which feels a click all around it."""
        path = f"M{at[0] - _HALF:g} {at[1] - _HALF:g}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        area = "" if self.small else element("path", d=path, data_area="")
        return area + (circle(*at, _HALF, fill=theme.WIN) if won else "")

    def piece(self, mark: str, at: Point) -> str:
        """A stone."""
        return shape.stone(mark, self.players, *at, SQUARE * 0.42)

    def last(self, at: Point) -> str:
        """A ring around the last stone."""
        return shape.last_ring(*at, SQUARE * 0.46)

    def ground(self) -> list[str]:
        """The wood, its lines from the middles of the squares at one edge to the other, its dots.

        By the dots players find their way: the middle, and four around it.
        """
        (left, top), (right, bottom) = map(self.centre, ((0, 0), (self.rows - 1, self.columns - 1)))
        across = (f"M{left:g} {self.centre((row, 0))[1]:g}H{right:g}" for row in range(self.rows))
        down = (f"M{self.centre((0, at))[0]:g} {top:g}V{bottom:g}" for at in range(self.columns))
        thick, path = 4 if self.small else 1.2, "".join((*across, *down))
        lines = element("path", d=path, stroke=theme.QUIET, stroke_width=thick)
        shapes = [self.plate(rx=4, fill=theme.BOARD), lines]
        if self.small or self.rows < 9 or self.rows % 2 == 0:
            return shapes
        middle, far = self.rows // 2, self.rows - 4
        dots = [(middle, middle), *((row, column) for row in (3, far) for column in (3, far))]
        return shapes + [circle(*self.centre(dot), 4, fill=theme.QUIET) for dot in dots]


class Pieces(Tiles):
    """The board of the musketeers."""

    # A broad pale line, for a narrow dark one would run through the letters.
    strike: ClassVar = {"thick": 12, "opacity": 0.3}

    def piece(self, mark: str, at: Point) -> str:
        """A musketeer, a diamond, or a guard, a disc, with its letter."""
        (x, y), r = at, SQUARE * (0.42 if self.small else 0.38)
        if mark == MUSKETEER:
            far, paint = 1.12 * r, {"fill": theme.FIRST_FILL, "stroke": theme.BLUE}
            corners = ((x, y - far), (x + far, y), (x, y + far), (x - far, y))
            around = shape.polygon(corners, **paint, stroke_width=4)
        else:
            paint = {"fill": theme.SECOND_FILL, "stroke": theme.VERMILION}
            around = circle(x, y, r * 0.86, **paint, stroke_width=2.5)
        return around + text(x, y, mark, font_size=17, font_weight="bold", fill=theme.INK)

    def last(self, at: Point) -> str:
        """No mark: the last move is an arrow."""
        return ""


@draw_board.register
def draw_rows(game: KInARow, state: State, look: Look) -> Drawing:
    """Squares with crosses and rings; where stones fall, discs in a rack with holes."""
    kind = Wood if isinstance(game, Gomoku) else Discs if game.gravity else Tiles
    won: tuple[Square, ...] = (game.win_line(state) or ((), ()))[1]  # type: ignore[assignment]
    marks = _rows(state.board, game.columns)
    return kind(marks, look, game.players).drawn(won, straight_lines(won, game.length))


@draw_board.register
def draw_functions(game: FunctionGame, state: State, look: Look) -> Drawing:
    """Squares with marks where the functions' board is rows of marks, else the board as text."""
    marks = [line.split() for line in game.render(state).splitlines()]
    rows = isinstance(state, tuple) and all(isinstance(row, tuple) for row in state)
    if not rows or [len(row) for row in state] != [len(row) for row in marks]:
        return draw_board.dispatch(object)(game, state, look)
    return Tiles(marks, look, game.players).drawn()


@draw_board.register
def draw_musketeers(game: ThreeMusketeers, state: State, look: Look) -> Drawing:
    """The board; the last move is an arrow, and a line goes through musketeers in line."""
    won: tuple[Square, ...] = (game.win_line(state) or ((), ()))[1]  # type: ignore[assignment]
    board = Pieces(_rows(state.board, game.columns), look, game.players)
    drawing = board.drawn(won, [(won[0], won[-1])] if won else [])
    known = [drawing.squares[name] for name in look.last if name in drawing.squares]
    arrows = (_arrow(*leave, *enter) for leave, enter in pairwise(known))
    return drawing._replace(shapes=(*drawing.shapes, *arrows))


def straight_lines(squares: Collection[Square], length: int) -> list[Segment]:
    """The first and last square of each straight line of at least `length` of these squares."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in sorted(squares):
            way = ((row + down * step, column + right * step) for step in count())
            line = list(takewhile(squares.__contains__, way))
            if len(line) >= length and (row - down, column - right) not in squares:
                found.append((line[0], line[-1]))
    return found


def places_in_words(places: Mapping[str, Sequence[str]]) -> str:
    """Where the marks of each kind stand, such as `X on b2; the rest is empty`."""
    kinds = [f"{mark} on {', '.join(names)}" for mark, names in places.items() if names]
    return "; ".join((*kinds, "the rest is empty" if kinds else "the board is empty"))


def _rows(board: Sequence[str], columns: int) -> Marks:
    """The rows of a board that is kept as one row."""
    return [board[start : start + columns] for start in range(0, len(board), columns)]


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """An arrow between the middles of two squares, so short that it hides no letter."""
    far = math.hypot(x2 - x1, y2 - y1) - SQUARE * 0.36
    turned = f"translate({x1:g} {y1:g}) rotate({math.degrees(math.atan2(y2 - y1, x2 - x1)):g})"
    look = {"fill": "none", "stroke_linejoin": "round", "transform": turned}
    return shape.stroke(f"M4 0H{far:g}m-8 -7l8 7l-8 7", theme.LAST, 3, **look)
