"""Boards of squares: where each square lies, its coordinates, and straight lines over them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from course_lib.games.squares import Square, letters, square_name
from course_lib.views.boards.drawing import Look, Point
from course_lib.views.boards.marks import box, highlight_box, win_stroke
from course_lib.views.svg import element, text
from course_lib.views.theme import LAST, LINE, PAPER, QUIET, SQUARE, WIN, legible

_MOST_READ_OUT = 49
"""A board with more squares is told by where its marks stand, not row by row."""


@dataclass(frozen=True)
class Grid:
    """The geometry of a board with so many rows and columns, row 0 on top."""

    rows: int
    columns: int
    small: bool = False

    @property
    def left(self) -> float:
        """What is kept free at the left and below, for coordinates."""
        return 6 if self.small else 30

    @property
    def top(self) -> float:
        """What is kept free above and at the right."""
        return 6 if self.small else 10

    @property
    def width(self) -> float:
        """The width of the whole drawing."""
        return self.left + SQUARE * self.columns + self.top

    @property
    def height(self) -> float:
        """The height of the whole drawing."""
        return self.top + SQUARE * self.rows + (self.top if self.small else self.left - 2)

    def centre(self, square: Square) -> Point:
        """The middle of this square."""
        row, column = square
        return self.left + SQUARE * (column + 0.5), self.top + SQUARE * (row + 0.5)

    def name(self, square: Square) -> str:
        """The square's name, such as `b2`."""
        return square_name(square, self.rows)

    def squares(self) -> Iterator[Square]:
        """All squares in reading order."""
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def points(self) -> dict[str, Point]:
        """The middle of each square, by name."""
        return {self.name(square): self.centre(square) for square in self.squares()}

    def coordinates(self) -> list[str]:
        """Letters below the columns and numbers left of the rows; none on a thumbnail."""
        if self.small:
            return []
        below, font = self.top + SQUARE * self.rows + 14, legible(self.width)
        look = {"font_size": font, "fill": QUIET}
        across = [
            text(self.centre((0, column))[0], below, letters(column + 1), **look)
            for column in range(self.columns)
        ]
        return across + [
            text(self.left - 14, self.centre((row, 0))[1], self.rows - row, **look)
            for row in range(self.rows)
        ]

    def tile(self, square: Square, look: Look, *, won: bool = False) -> str:
        """An empty square, with what marks it: filled if it has won, a dark corner if it was last.

        What a lesson points at has a broken outline.
        """
        x, y = self.centre(square)
        half, name = SQUARE / 2, self.name(square)
        shapes = box(x, y, SQUARE, SQUARE, fill=WIN if won else PAPER, stroke=LINE)
        if name in look.last:
            shapes += element("path", d=f"M{x + half:g} {y - half:g}v13l-13 -13z", fill=LAST)
        if name in look.highlight:
            shapes += highlight_box(x, y, SQUARE, SQUARE)
        return shapes

    def strike(self, first: Square, last: Square, **look: float) -> str:
        """The line through squares that have won, from the first to the last of them."""
        (x1, y1), (x2, y2) = self.centre(first), self.centre(last)
        reach = SQUARE / 3 / max(abs(x2 - x1), abs(y2 - y1), 1)
        right, down = (x2 - x1) * reach, (y2 - y1) * reach
        return win_stroke(x1 - right, y1 - down, x2 + right, y2 + down, **look)


def straight_lines(squares: Collection[Square], length: int) -> list[tuple[Square, Square]]:
    """The first and last square of each straight line of at least `length` of these squares."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in sorted(squares):
            if (row - down, column - right) in squares:
                continue
            steps = 0
            while (row + down * steps, column + right * steps) in squares:
                steps += 1
            if steps >= length:
                last = (row + down * (steps - 1), column + right * (steps - 1))
                found.append(((row, column), last))
    return found


def board_words(marks: Sequence[Sequence[str]], empty: str = ".") -> str:
    """A board in words: row by row, or where the marks stand if it is large."""
    rows, columns = len(marks), len(marks[0])
    if rows * columns <= _MOST_READ_OUT:
        return "; ".join(f"row {rows - row}: {' '.join(line)}" for row, line in enumerate(marks))
    grid = Grid(rows, columns)
    places: dict[str, list[str]] = {}
    for row, column in grid.squares():
        places.setdefault(marks[row][column], []).append(grid.name((row, column)))
    places.pop(empty, None)
    return places_in_words(dict(sorted(places.items())))


def places_in_words(places: Mapping[str, Sequence[str]]) -> str:
    """Where the marks of each kind stand, such as `X on b2; the rest is empty`."""
    kinds = [f"{mark} on {', '.join(names)}" for mark, names in places.items() if names]
    return "; ".join((*kinds, "the rest is empty" if kinds else "the board is empty"))
