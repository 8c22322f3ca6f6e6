"""A player that completes its frames: who has one that is certain has won, and need only go on."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from course_lib.game import Action
from course_lib.games.hexboard import Cell
from course_lib.play import PlayerFunction
from course_lib.play.havannah_example import Sight, cells_beside
from course_tools.engines.players.havannah_defence import DefencePlusPlayer
from course_tools.engines.players.havannah_frames import frames_among


def frame_player(rng: Random) -> PlayerFunction:
    """A player like `defence_plus_player` that takes a win, and completes a certain frame.

    From then on it answers in the pair where the opponent has taken a cell, and takes a cell of any
    other pair when the opponent plays elsewhere. It does not look for frames of the opponent's.
    """
    return FramePlayer(rng, "frame_player")


class FramePlayer(DefencePlusPlayer):
    """What `frame_player` makes."""

    def forget(self) -> None:
        """There is no frame yet."""
        super().forget()
        self.pairs: list[tuple[Cell, Cell]] = []

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """A win, the next cell of the frame, or what `defence_plus_player` plays."""
        for cell in cells_beside(sight, sight.own):
            if sight.kinds_made(sight.own_chains, cell):
                return cell
        if not self.pairs:
            self.pairs = _certain_pairs(sight)
        return self._next_of_frame(sight) or super().choose(sight, fresh)

    def _next_of_frame(self, sight: Sight) -> Cell | None:
        """The other cell of a pair that the opponent has cut, or else one of any pair."""
        self.pairs = [pair for pair in self.pairs if sight.own.isdisjoint(pair)]
        self.pairs.sort(key=sight.empty.issuperset)  # those that were cut come first
        for pair in self.pairs:
            for cell in pair:
                if cell in sight.empty:
                    return cell
        return None


def _certain_pairs(sight: Sight) -> list[tuple[Cell, Cell]]:
    """The pairs of a certain frame with the fewest pairs, if there is one."""
    hexes = sight.chains
    theirs, empty = (hexes.bits_of(tuple(cells)) for cells in (sight.theirs, sight.empty))
    found = frames_among(hexes, sight.own_chains, theirs=theirs, empty=empty, to_move=True)
    return list(next((frame.pairs for frame in found if frame.certain), ()))
