"""The strategy *straight fork or bridge*: from a corner straight across the board."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from course_lib.game import RESIGN, Action
from course_lib.games.hexboard import STEPS, Cell, HexBoard
from course_lib.play import PlayerFunction
from course_lib.play.havannah_example import HavannahPlayer, Sight

TURNS = (0, -1, 1, -2, 2, 3)
"""Straight on, one direction to the left or right, two, back; in steps of 60 degrees clockwise."""


def straight_player(rng: Random) -> PlayerFunction:
    """A player that draws a corner, joins its two sides, and then goes straight away from there.

    Three stones, the corner and its neighbours on both sides, make a chain that wins as soon as it
    reaches a third side (a fork) or another corner (a bridge). So from the last of them its *head*
    goes in the direction away from the corner. Where a stone stands in the way, of whichever
    colour, it is deflected by 1, 2 or 3 directions, to the left first; where no way is free it goes
    back to the stone before, and on from there. It takes the next corner when the opponent holds
    one of the three cells, when there is nowhere left to go back to, and when it has come
    back to one of its own two sides; and it resigns when no corner is left.

    It never looks at what the opponent builds. (T. Rogers, 2004.)
    """
    return StraightPlayer(rng, "straight_player")


class StraightPlayer(HavannahPlayer):
    """What `straight_player` makes."""

    def forget(self) -> None:
        """All corners are to be tried again, in an order that is drawn anew."""
        super().forget()
        self.corners: list[int] = []
        self.path: list[Cell] = []
        self._shuffled = False
        self._heading = False

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """The next stone of the chain from this corner, or from the next; or RESIGN."""
        if not self._shuffled:
            self.corners = self.rng.sample(range(6), 6)
            self._shuffled = True
        while self.corners:
            cell = self._next_from(self.corners[0], sight)
            if cell is not None:
                return cell
            del self.corners[0]
            self.path, self._heading = [], False
        return RESIGN

    def _next_from(self, corner: int, sight: Sight) -> Cell | None:
        """The next stone from this corner; `None` if it is better to try another one."""
        first = first_three(sight.hexes, corner)
        if not self._heading:
            if any(cell in sight.theirs for cell in first):
                return None
            missing = [cell for cell in first if cell not in sight.own]
            if missing:
                return missing[0]
            self.path, self._heading = list(first), True
        if len(self.path) > len(first) and on_side(sight.hexes, self.path[-1]):
            return None
        while self.path:
            for turn in TURNS:
                cell = step(self.path[-1], direction_from(corner) + turn)
                if cell in sight.empty:
                    self.path.append(cell)
                    return cell
            self.path.pop()
        return None


def direction_from(corner: int) -> int:
    """The number in STEPS of the direction straight away from this corner of `HexBoard.corners`."""
    return corner + 1


def step(cell: Cell, direction: int) -> Cell:
    """The pair of numbers one step from this cell, which may lie off the board."""
    dx, dy = STEPS[direction % len(STEPS)]
    return cell[0] + dx, cell[1] + dy


def first_three(hexes: HexBoard, corner: int) -> tuple[Cell, Cell, Cell]:
    """The corner, its neighbour on the left side and on the right, as seen going away from it."""
    cell, ahead = hexes.corners[corner], direction_from(corner)
    return cell, step(cell, ahead - 1), step(cell, ahead + 1)


def on_side(hexes: HexBoard, cell: Cell) -> bool:
    """Whether this cell lies on a side; corners do not."""
    return any(cell in side for side in hexes.sides)
