"""What a search gives back: a pair of a value and an action, which some searches add to."""

from __future__ import annotations

from course_lib.game import Action


class Found(tuple[float, Action]):
    """A value and an action, to be unpacked or asked by name."""

    __slots__ = ()

    @property
    def value(self) -> float:
        """The value for the player to move, on the scale of the game's utilities."""
        return self[0]

    @property
    def action(self) -> Action:
        """The action that was chosen."""
        return self[1]
