"""Boards of Connect Four as whole numbers: one bit for each square, and one to spare above.

The columns stand side by side, each with `rows + 1` bits, counted from the bottom left:

     6 13 20 27 34 41 48     always empty, so that no line runs from one column into the next
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     a step to the right is 7 bits, one upwards is 1,
     3 10 17 24 31 38 45     so the diagonals are steps of 8 and of 6
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A position is two such numbers: `mine`, the stones of the player to move, and `taken`, all stones.
Then `taken ^ mine` are the other's stones, and `taken + bottom` has, in each column, the lowest
empty square, because the addition carries.
"""

from __future__ import annotations

from dataclasses import dataclass, field

LENGTH = 4


@dataclass(frozen=True)
class FourBoard:
    """What there is to know about an empty board of this size."""

    rows: int
    columns: int

    step: int = field(init=False)
    """How many bits further the next column is."""
    squares: int = field(init=False)
    """How many squares there are."""
    full: int = field(init=False)
    """All squares."""
    bottom: int = field(init=False)
    """The lowest square of each column."""
    odd_rows: int = field(init=False)
    """The squares of the first, third, fifth row from the bottom."""
    files: tuple[int, ...] = field(init=False)
    """The columns, each as its squares, from the middle outwards."""

    def __post_init__(self) -> None:
        """Work everything out from the size."""
        step, column = self.rows + 1, (1 << self.rows) - 1
        bottom = sum(1 << step * number for number in range(self.columns))
        outwards = sorted(range(self.columns), key=lambda at: (abs(2 * at + 1 - self.columns), at))
        self._set("step", step)
        self._set("squares", self.rows * self.columns)
        self._set("full", bottom * column)
        self._set("bottom", bottom)
        self._set("odd_rows", bottom * sum(1 << row for row in range(0, self.rows, 2)))
        self._set("files", tuple(column << step * number for number in outwards))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def winning_squares(self, stones: int, taken: int) -> int:
        """The empty squares that would finish a four for these stones, within reach or not."""
        found = stones << 1 & stones << 2 & stones << 3
        for step in (self.step - 1, self.step, self.step + 1):
            # Of the four squares in a line one is empty: an end, or one of the two in the middle.
            pair = stones << step & stones << 2 * step
            found |= pair & stones << 3 * step | pair & stones >> step
            pair = stones >> step & stones >> 2 * step
            found |= pair & stones >> 3 * step | pair & stones << step
        return found & (self.full ^ taken)

    def has_four(self, stones: int) -> bool:
        """Whether four of these stones lie in a line."""
        for step in (1, self.step - 1, self.step, self.step + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def mirrored(self, stones: int) -> int:
        """The same stones with left and right swapped."""
        column, image = (1 << self.step) - 1, 0
        for _ in range(self.columns):
            image = image << self.step | stones & column
            stones >>= self.step
        return image

    def winning_score(self, stones: int) -> int:
        """What it is worth to win now, with so many stones on the board before the winning one.

        That is how many stones the winner still has at hand, the winning one counted, when all
        stones that the board has room for are dealt out to the players in turn. On 6 rows and
        7 columns it is 22 minus the stones that the winner has placed, the winning one included.
        """
        return (self.squares + 1 - stones) // 2
