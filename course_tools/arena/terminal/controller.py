"""The game of `course play`: a board as in notebooks, on which moves can be played again."""

from __future__ import annotations

from collections.abc import Iterable

from course_lib.game import Action
from course_lib.views.playing import PlayController, Seats


class ArenaController(PlayController):
    """A `PlayController` that keeps what was taken back, and can go on with a saved game."""

    _undone: list[Action]

    def _set_up(self) -> None:
        self._undone = []
        super()._set_up()

    def _go_back_to(self, number: int) -> None:
        self._undone = [*self.actions[number:], *self._undone]
        super()._go_back_to(number)

    def _play(self, action: Action, took: float = 0) -> bool:
        undone, played = self._undone, super()._play(action, took)
        if played:
            self._undone = undone[1:] if undone[:1] == [action] else []
        return played

    @property
    def can_redo(self) -> bool:
        """Whether there is something taken back that could be played again."""
        return bool(self._undone) and not self.over

    def redo(self) -> None:
        """Play again what was taken back, up to your next turn."""
        while self.can_redo and self._play(self._undone[0]):
            if not self.game.chance(self.state) and self.your_turn:
                break
        self._answer()

    def replay(self, actions: Iterable[Action], seats: Seats) -> None:
        """Begin with these actions, dice included; then those in the seats go on."""
        for action in actions:
            self._play(action)
        self.seats = dict(seats)
