"""Which games our special players know: two questions about the rules."""

from __future__ import annotations

from course_lib.game import Game
from course_lib.games.k_in_a_row import KInARow


def is_connect_four(game: Game) -> bool:
    """Whether the solver knows this game: stones that fall, four in a row, two players."""
    return (
        isinstance(game, KInARow)
        and game.gravity
        and game.length == 4
        and len(game.players) == 2
        and not game.exact
    )


def five_in_a_row(game: Game) -> bool:
    """Whether this is Gomoku on some board, for two."""
    return (
        isinstance(game, KInARow)
        and not game.gravity
        and (game.length, len(game.players)) == (5, 2)
    )
