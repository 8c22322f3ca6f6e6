"""Connect Four: stones fall to the bottom of their column; four in a row win."""

from __future__ import annotations

from course_lib.games.k_in_a_row import KInARow


class ConnectFour(KInARow):
    """Connect Four on any board, with any length: `ConnectFour(3, 5, 3)` is a Connect Three.

    >>> game = ConnectFour(rows=2, columns=4, length=2)
    >>> print(game.render(game.play("d d a")))
    . . . O
    X . . X
    """

    def __init__(self, rows: int = 6, columns: int = 7, length: int = 4) -> None:
        """Make the game for X and O."""
        super().__init__(rows, columns, length, gravity=True)
