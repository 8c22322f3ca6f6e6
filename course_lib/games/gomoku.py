"""Gomoku: five in a row on a large board."""

from __future__ import annotations

from course_lib.games.k_in_a_row import KInARow


class Gomoku(KInARow):
    """Gomoku on `size` by `size` squares: five or more in a row win, or exactly five.

    >>> Gomoku(exact=True).action_name((7, 7))
    'h8'
    """

    def __init__(self, size: int = 15, exact: bool = False) -> None:  # noqa: FBT001, FBT002 - a fixed name
        """Make the game for X and O; with `exact` six in a row do not win."""
        super().__init__(size, size, 5, exact=exact)

    @property
    def size(self) -> int:
        """The number of rows and of columns."""
        return self.rows
