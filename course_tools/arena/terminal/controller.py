"""The game of `course play`: a board as in notebooks, on which a saved game can go on."""

from __future__ import annotations

from collections.abc import Iterable

from course_lib.game import Action
from course_lib.views.playing import PlayController, Seats


class ArenaController(PlayController):
    """A `PlayController` that can go on with a saved game."""

    def replay(self, actions: Iterable[Action], seats: Seats) -> None:
        """Begin with these actions, dice included; then those in the seats go on."""
        for action in actions:
            self._play(action)
        self.seats = dict(seats)
