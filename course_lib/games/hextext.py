r"""The hexagonal board as text: drawn with its connections, and read back.

A picture of size 3 looks like this. `X < |` says that the stone is joined to the one on its upper
right (/), to the one on its lower right (\) and so to both (<); a | joins the two above and below.

           5
       4       .
   3       .       X
       .       X /     O
   2       X < |   .
       O       X       .
   1   |   .       .
       O \     .       .
           O       .
       a       .       e
           b       d
               c

The numbers name the slanted lines that lead from there to the lower right, the letters the columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.letters import letters

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

    def joined(mark: str, other: Cell) -> bool:
        return other in marks and marks[other][-1:] == mark[-1:]

    last = 2 * size - 1
    for number in range(1, last + 1):
        left = max(0, number - size)
        write(str(number), 2 * number - left, left)
        below = max(0, number - size)
        label = letters(number)
        write(label.upper() if capitals else label, 2 * below - number, number)
    for x, y in board.cells:
        mark = marks.get((x, y), ".")
        write(mark, 2 * y - x, x)
        if mark[-1:] == ".":
            continue
        lower, upper = joined(mark, (x + 1, y)), joined(mark, (x + 1, y + 1))
        if lower or upper:
            write(_LINK[lower, upper], 2 * y - x, x, pitch // 2)
        if joined(mark, (x, y - 1)):
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
