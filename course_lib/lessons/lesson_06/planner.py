"""`Planner`: a player of Havannah around the reader's plan, which says where to go next."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from course_lib.game import RESIGN, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import STEPS, Cell, hex_board

Plan = Callable[[list[Cell], int, set[Cell], int], Cell | None]
Urgent = Callable[[set[Cell], set[Cell], int], Cell | None]


class Planner:
    """A player that takes a corner and the two cells beside it, and then follows the plan.

    `plan(path, ahead, taken, size)` gives the next cell of a path, or `None` if there is nowhere
    left to go: then another corner is tried, and when none is left the player resigns. What
    `first(own, theirs, size)` finds comes before any plan.
    """

    def __init__(self, plan: Plan, rng: Random, first: Urgent | None = None) -> None:
        self.plan, self.rng, self.first = plan, rng, first
        self.corners: list[int] | None = None  # drawn with the first stone

    def new_game(self, _game: Game, _seat: Player, rng: Random | None) -> None:
        """Take the randomness of the new game, if it brings any."""
        self.rng = rng or self.rng

    def __call__(self, game: Havannah, state: State) -> Any:
        """The next cell, or RESIGN."""
        own, theirs = stones_of(game, state)
        if not own or self.corners is None:
            self.corners, self.path = self.rng.sample(range(6), 6), list[Cell]()
        urgent = _cell(self.first(own, theirs, game.size)) if self.first else None
        while urgent is None and self.corners:
            cell = self._next(self.corners[0], own, theirs, game.size)
            if cell is not None:
                return cell
            del self.corners[0]
            self.path = []
        return urgent or RESIGN

    def _next(self, corner: int, own: set[Cell], theirs: set[Cell], size: int) -> Cell | None:
        """The next cell of the way from this corner, or None."""
        ahead, start = corner + 1, hex_board(size).corners[corner]
        three = [start, *(_step(start, ahead + turn) for turn in (-1, 1))]
        if not self.path:
            if theirs.intersection(three):
                return None
            if not own.issuperset(three):
                return next(cell for cell in three if cell not in own)
            self.path = three
        cell = _cell(self.plan(self.path, ahead, own | theirs, size))
        if cell is not None:
            # A step back: the path goes on from an earlier stone.
            while cell not in {_step(self.path[-1], way) for way in range(6)}:
                self.path.pop()
            self.path.append(cell)
        return cell


def _cell(answer: Cell | None) -> Cell | None:
    """What the reader's function gives, which may be a list of the two numbers."""
    return None if answer is None else (answer[0], answer[1])


def stones_of(game: Havannah, state: Any) -> tuple[set[Cell], set[Cell]]:
    """The stones of the player to move, and those of the other one."""
    mover = game.to_move(state)
    marks = dict(zip(hex_board(game.size).cells, state.board, strict=True))
    own = {cell for cell, mark in marks.items() if mark == mover}
    return own, {cell for cell, mark in marks.items() if mark not in (mover, ".")}


def _step(cell: Cell, way: int) -> Cell:
    """The cell next to this one, on the board or not, in this direction of STEPS."""
    dx, dy = STEPS[way % 6]
    return cell[0] + dx, cell[1] + dy
