"""Which squares are clicked for which action: found by names, so that a new game needs nothing."""

from __future__ import annotations

from collections.abc import Iterable

from course_lib.game import Action, Game, State
from course_lib.games.compact import CompactGame
from course_lib.views.boards import board_drawing

Way = tuple[str, ...]
"""The squares to click one after the other."""


class Clicks:
    """What can be clicked in one position, for these legal actions.

    An action that is called like a square is that square (`b2`); one whose name joins squares with
    a dash is one click after the other (`a5-b5`): `ways` has the action of each such way. The
    others, such as PASS, are left to `buttons`. In a game with gravity `falls` has, for each square
    of a column, the one where a stone would land.
    """

    def __init__(self, game: Game, state: State, legal: Iterable[Action]) -> None:
        """Find the way to each action; if there is none to take, the board needs no drawing."""
        legal = tuple(legal)
        squares = board_drawing(game, state).squares if legal else {}
        self.ways: dict[Way, Action] = {}
        self.buttons: list[Action] = []
        for action in legal:
            way = tuple(game.action_name(action).lower().split("-"))
            if all(square in squares for square in way):
                self.ways[way] = action
            else:
                self.buttons.append(action)
        while isinstance(game, CompactGame):
            game = game.game
        self.falls: dict[str, str] = {}
        if getattr(game, "gravity", False):
            lands = {_column(way[0]): way[0] for way in self.ways}
            self.falls = {at: lands[_column(at)] for at in squares if _column(at) in lands}

    def next_squares(self, chosen: Way) -> tuple[str, ...]:
        """The squares that lead on from those chosen, each once."""
        done = len(chosen)
        further = (way[done] for way in self.ways if len(way) > done and way[:done] == chosen)
        return tuple(dict.fromkeys(further))

    def after(self, chosen: Way, name: str) -> Way | None:
        """The squares that are chosen after one more click; `None` if it leads to no action.

        A way in `ways` is complete. A second click on a square takes the first one back, and a
        click on another square that something begins with starts anew.
        """
        name = self.falls.get(name, name)
        if name in self.next_squares(chosen):
            return (*chosen, name)
        if chosen == (name,):
            return ()
        return (name,) if name in self.next_squares(()) else None


def _column(square: str) -> str:
    """The letters of a square's name."""
    return square.rstrip("0123456789")
