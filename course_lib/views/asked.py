"""What a view is asked to show, where it has to be a game."""

from __future__ import annotations

from typing import Any

from course_lib.game import Game


def check_game_given(thing: Any, asker: str) -> None:
    """Refuse what is no game; a class of games is refused with the brackets that it lacks."""
    refuse_class(thing, asker)
    if not isinstance(thing, Game):
        raise TypeError(
            f"{asker} needs a game; found {thing!r:.80}, and {asker}(TicTacToe()) would be right"
        )


def refuse_class(thing: Any, asker: str) -> None:
    """Refuse a class of games, such as `TicTacToe` without brackets."""
    if isinstance(thing, type) and issubclass(thing, Game):
        raise TypeError(
            f"{asker} was given the class {thing.__name__}; a game of it would be right,"
            f" written with brackets: {thing.__name__}()"
        )
