"""What the Go Text Protocol says of a game, for every game that can be spoken about in it."""

from __future__ import annotations

from course_lib.game import PASS, RESIGN, Action, Game
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.meet.gtp_names import COLOURS, LETTERS, check_width, square_at, vertex

HAVANNAH_COLOURS = ("white", "black")
"""In Havannah white moves first, as its inventor and most programs have it."""

LARGEST = 13
"""The largest board of Havannah that has a single letter for each of its columns."""


def check_speakable(game: Game) -> Game:
    """The game, if programs can be asked for its moves: Havannah, or one of rows for two."""
    if isinstance(game, Havannah):
        if game.size > LARGEST:
            raise ValueError(
                f"{game!r} has {2 * game.size - 1} columns, and GTP a letter for 26 of them;"
                f" a size up to {LARGEST} would be right"
            )
        return game
    if isinstance(game, KInARow) and len(game.players) == 2:
        check_width(game)
        return game
    raise ValueError(
        f"GTP is for Havannah and for two players who put stones on squares, as in gomoku,"
        f" connect-four and tic-tac-toe; this is {game!r}"
    )


def colours_of(game: Game) -> tuple[str, str]:
    """What the protocol calls the players, in the order in which they move."""
    return HAVANNAH_COLOURS if isinstance(game, Havannah) else COLOURS


def size_of(game: Game) -> str:
    """The command that makes a board of this size."""
    if isinstance(game, KInARow):
        if game.rows != game.columns:
            return f"rectangular_boardsize {game.columns} {game.rows}"
        return f"boardsize {game.rows}"
    return f"boardsize {game.options['size']}"


def resized(game: Game, columns: int, rows: int) -> Game:
    """The same game on a board of this size; where there is no such board it is a `ValueError`.

    Havannah's one size stands for both numbers.
    """
    # Looked at first: a game with a line of a million squares would take long to be made.
    if max(columns, rows) > len(LETTERS):
        raise ValueError(f"{columns} columns and {rows} rows are more than GTP has letters for")
    options = dict(game.options)
    if "rows" in options:
        options.update(rows=rows, columns=columns)
    elif rows == columns:
        options.update(size=rows)
    else:
        raise ValueError(f"{game!r} has one size only, and not {columns} columns and {rows} rows")
    return check_speakable(type(game)(**options))


def word_of(game: Game, action: Action) -> str:
    """How the protocol writes this action.

    >>> word_of(Havannah(10), (12, 3)), word_of(KInARow(3, 3, 3), (0, 0))
    ('L3', 'A3')
    """
    if action is PASS:
        return "pass"
    return vertex(game, action) if isinstance(game, KInARow) else game.action_name(action)


def action_of(game: Game, text: str) -> Action:
    """The action, PASS or RESIGN, that is written so; what is no such word is a `ValueError`.

    >>> action_of(Havannah(10), "l3")
    (12, 3)
    """
    word = text.strip()
    if word.lower() == "resign":
        return RESIGN
    if word.lower() == "pass":
        return PASS
    if isinstance(game, KInARow):
        return square_at(game, word)
    return game.action_named(word)
