"""Games by name and size, and which of them our special players know."""

from __future__ import annotations

from course_lib.game import Game
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.games_by_name import game_called, refuse_too_large


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


def sized_game(name: str, size: int | None = None) -> Game:
    """The game that people call so, on a board of this size; without a size the name says it all.

    >>> sized_game("havannah", 3), sized_game("connect-four:rows=5")
    (Havannah(size=3), ConnectFour(rows=5))
    """
    game = game_called(name)
    if size is None:
        return game
    plain, _, options = name.partition(":")
    if "size" in options:
        raise ValueError(f"{name} has a size already, and {size} was asked for too; give one")
    if "size" not in game.options:
        known = ", ".join(game.options)
        instead = f"its options are {known}, as in {plain}:{known.partition(',')[0]}=..."
        raise ValueError(
            f"{plain} has no size, and {size} was asked for; {instead if known else 'leave it out'}"
        )
    refuse_too_large({"size": size})
    return type(game)(**{**game.options, "size": size})
