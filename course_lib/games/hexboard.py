"""The hexagonal board: its cells, neighbours, corners, sides, names and mirror images.

A board of size b has b cells along each side. A cell is `(x, y)`: column x, counted from the left,
and place y on the slanted line that bears this number; both from 1 to 2b - 1. The board is cut
from the square of all pairs by |x - y| < b. For size 3:

                .              height 2y - x = 7:  (3, 5)
            .       .                      6:  (2, 4) (4, 5)
        .       .       .                  5:  (1, 3) (3, 4) (5, 5)
            .       .                      4:  (2, 3) (4, 4)
        .       .       .                  3:  (1, 2) (3, 3) (5, 4)
            .       .                      2:  (2, 2) (4, 3)
        .       .       .                  1:  (1, 1) (3, 2) (5, 3)
            .       .                      0:  (2, 1) (4, 2)
                .                         -1:  (3, 1)

    x = 1   2   3   4   5

Above (x, y) lies (x, y + 1), to its upper right (x + 1, y + 1), to its lower right (x + 1, y), and
so round. People write a letter for x and a number for y: A1 is (1, 1), the lower left corner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter

from course_lib.plain import letters, number_of

Cell = tuple[int, int]
"""A cell of the board: (x, y), both counted from 1."""

STEPS: tuple[Cell, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The six ways from a cell to its neighbours, clockwise from the one above."""


@dataclass(frozen=True)
class HexBoard:
    """The geometry of the board with this many cells along each side."""

    size: int

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, by x and then by y: A1, A2, ... B1, B2, ..."""
        width = 2 * self.size
        return tuple((x, y) for x in range(1, width) for y in range(1, width) if self.has((x, y)))

    @cached_property
    def index(self) -> dict[Cell, int]:
        """The place of each cell in `cells`."""
        return {cell: place for place, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells next to each cell, clockwise; six inside, four on a side, three in a corner."""
        around = {(x, y): [(x + dx, y + dy) for dx, dy in STEPS] for x, y in self.cells}
        return {cell: tuple(filter(self.has, near)) for cell, near in around.items()}

    @property
    def corners(self) -> tuple[Cell, ...]:
        """The six corners, clockwise from A1, the lower left one."""
        near, far = self.size, 2 * self.size - 1
        return ((1, 1), (1, near), (near, far), (far, far), (far, near), (near, 1))

    @cached_property
    def sides(self) -> tuple[tuple[Cell, ...], ...]:
        """The six sides without their corners, clockwise; the first leads up from A1."""
        inner = range(1, self.size - 1)
        return tuple(
            tuple(sorted((x + dx * far, y + dy * far) for far in inner))
            for (x, y), (dx, dy) in zip(self.corners, STEPS, strict=True)
        )

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each height 2y - x, from the top of the picture down, left to right."""
        rows: dict[int, list[Cell]] = {}
        for x, y in self.cells:
            rows.setdefault(2 * y - x, []).append((x, y))
        return tuple(tuple(rows[height]) for height in sorted(rows, reverse=True))

    def has(self, cell: Cell) -> bool:
        """Whether this pair of numbers is a cell of the board."""
        x, y = cell
        last = 2 * self.size - 1
        return 1 <= x <= last and 1 <= y <= last and abs(x - y) < self.size

    def cell_named(self, text: str) -> Cell:
        """The cell that people write like this, in capitals or not.

        >>> HexBoard(10).cell_named("l3")
        (12, 3)
        """
        written = re.fullmatch(r"\s*([A-Za-z]+)\s*([0-9]+)\s*", text)
        last = letters(2 * self.size - 1).upper()
        if written is None:
            raise ValueError(
                f"{text!r} is not a name of a cell: a cell is written as the letter of its column"
                f" (A to {last}) and a number (1 to {2 * self.size - 1}), such as B2"
            )
        # Names longer than any column's are cut: what follows could not make them a column.
        column, digits = written[1].upper()[:8], written[2].lstrip("0")[:8] or "0"
        x, y = number_of(column.lower()), int(digits)
        if self.has((x, y)):
            return (x, y)
        if x > 2 * self.size - 1:
            reason = f"its columns are A to {last}"
        else:
            low, high = max(1, x - self.size + 1), min(2 * self.size - 1, x + self.size - 1)
            reason = f"column {column} runs from {column}{low} to {column}{high}"
        raise ValueError(f"{text.strip()!r} lies off the board of size {self.size}: {reason}")

    @cached_property
    def images(self) -> dict[str, tuple[Cell, ...]]:
        """For each of the twelve symmetries, by name, where it takes each of `cells`.

        Seen from the centre, a turn by 60 degrees clockwise takes the step up to the step to the
        upper right, and that one to the lower right: (u, v) becomes (v, v - u). The mirror keeps
        the heights and turns the columns round: (u, v) becomes (-u, v - u).
        """
        images = {}
        middle = self.size
        for mirrored in (False, True):
            seen = [(x - middle, y - middle) for x, y in self.cells]
            if mirrored:
                seen = [(-u, v - u) for u, v in seen]
            for turn in range(0, 360, 60):
                name = f"turned by {turn} degrees" if turn else "as it is"
                if mirrored:
                    name = f"mirrored, {name}" if turn else "mirrored left to right"
                images[name] = tuple((u + middle, v + middle) for u, v in seen)
                seen = [(v, v - u) for u, v in seen]
        return images

    @cached_property
    def pulls(self) -> dict[str, Callable[[str], tuple[str, ...]]]:
        """For each symmetry, what takes the text of a board to the signs of its image."""
        return {
            name: itemgetter(*sorted(range(len(image)), key=image.__getitem__))
            for name, image in self.images.items()
        }


@cache
def hex_board(size: int) -> HexBoard:
    """The board of this size, made once."""
    return HexBoard(size)


def cell_name(cell: Cell) -> str:
    """How people write this cell.

    >>> cell_name((12, 3))
    'L3'
    """
    x, y = cell
    return f"{letters(x).upper()}{y}"


# --- the board as text -------------------------------------------------------------------------

_LINK = {(False, True): "/", (True, False): "\\", (True, True): "<"}
"""The sign after a stone, by whether it is joined to its lower and to its upper right."""


def board_text(size: int, marks: Mapping[Cell, str], *, capitals: bool = False) -> str:
    """A picture of the board with these marks on its cells; cells without a mark show a dot.

    A mark ends in its owner's letter (`X`, or `85:X` in the record of a game): neighbours whose
    marks end alike are joined by a line. Labels are lower-case letters, so that a reader can tell
    the label o from the stone O, unless `capitals` asks for the look of a printed record.
    """
    board = hex_board(size)
    pitch = max(4, 1 + max(map(len, marks.values()), default=1))
    lines: dict[int, dict[int, str]] = {}  # by height, then by text column

    def write(text: str, height: int, x: int, shift: int = 0) -> None:
        end = x * pitch + shift
        for place, sign in enumerate(text, start=end - len(text) + 1):
            lines.setdefault(height, {})[place] = sign

    def label(number: int) -> str:
        return letters(number).upper() if capitals else letters(number)

    for number in range(1, 2 * size):
        shift = max(0, number - size)
        write(str(number), 2 * number - shift, shift)
        write(label(number), 2 * shift - number, number)
    for x, y in board.cells:
        mark = marks.get((x, y), ".")
        write(mark, 2 * y - x, x)
        if mark[-1] == ".":
            continue
        below, lower, upper = (
            marks.get(other, ".")[-1] == mark[-1]
            for other in ((x, y - 1), (x + 1, y), (x + 1, y + 1))
        )
        if lower or upper:
            write(_LINK[lower, upper], 2 * y - x, x, pitch // 2)
        if below:
            write("|", 2 * y - x - 1, x)

    start = min(min(line) for line in lines.values())
    return "\n".join(
        "".join(line.get(place, " ") for place in range(start, max(line) + 1))
        for _, line in sorted(lines.items(), reverse=True)
    )


def read_board(size: int, text: str) -> str:
    """What stands on each cell (`X`, `O` or `.`), in the order of `HexBoard.cells`.

    Only the signs of the cells and their order count: lines between stones, labels and blanks may
    be missing or moved. `12:X` is read as `X`.
    """
    strange = re.search(r"[^XO.\s|/\\<a-z0-9:]", text)
    if strange:
        raise ValueError(
            f"a picture of the board holds X, O and dots, lines | / \\ < and labels in small"
            f" letters and numbers; this one holds {strange[0]!r}"
        )
    found = [signs for line in text.splitlines() if (signs := re.findall(r"[XO.]", line))]
    rows = hex_board(size).rows
    if len(found) != len(rows):
        raise ValueError(
            f"a board of size {size} has {len(rows)} rows of cells; this text has {len(found)}"
        )
    stones: dict[Cell, str] = {}
    for number, (row, signs) in enumerate(zip(rows, found, strict=True), 1):
        if len(row) != len(signs):
            raise ValueError(
                f"row {number} of a board of size {size}, counted from the top, has {len(row)}"
                f" cells; in this text it has {len(signs)}: {' '.join(signs)}"
            )
        stones.update(zip(row, signs, strict=True))
    return "".join(stones[cell] for cell in hex_board(size).cells)
