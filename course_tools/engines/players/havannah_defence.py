"""Straight fork or bridge with defence: as the thesis has it, and with what it wished for."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from course_lib.game import Action
from course_lib.games.hexboard import Cell
from course_lib.play import PlayerFunction
from course_lib.play.havannah_example import Sight
from course_tools.engines.players.havannah_blocks import (
    bridge_block,
    fork_block,
    ring_block,
    winning_cells,
)
from course_tools.engines.players.havannah_straight import StraightPlayer


def defence_player(rng: Random) -> PlayerFunction:
    """A player that first blocks at the opponent's last chain, and else plays straight.

    It looks at the chain to which the opponent's last stone belongs, and blocks in this order:

    - a bridge: the chain has a corner, and with other stones across gaps of one cell a second one;
    - a fork: the chain has two sides, and in the same way a third;
    - a ring: two of its stones lie two cells apart, and the cell between them is empty.

    So it can't see a last stone that reaches the corner or side itself, blocks one of two threats
    only, and blocks small cycles that are no rings. Stones set before our first move, or while we
    were passed over, count as last ones too. (T. Rogers, 2004.)
    """
    return DefencePlayer(rng, "defence_player")


def defence_plus_player(rng: Random) -> PlayerFunction:
    """A player like `defence_player`, with two of the improvements that its author wished for.

    It blocks a stone with which the opponent's last chain would win, also one that reaches the last
    side or corner; and it leaves alone cycles that are too small to be rings.
    """
    return DefencePlusPlayer(rng, "defence_plus_player")


class DefencePlayer(StraightPlayer):
    """What `defence_player` makes."""

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """A block if one is called for, else the next stone of our own chain."""
        blocks = (self.block(sight, stone) for stone in fresh)
        needed = next((cell for cell in blocks if cell is not None), None)
        return super().choose(sight, fresh) if needed is None else needed

    def block(self, sight: Sight, stone: Cell) -> Cell | None:
        """Where to stop the chain at this stone: bridges first, then forks, then rings."""
        found = (find(sight, stone) for find in (bridge_block, fork_block, ring_block))
        return next((cell for cell in found if cell is not None), None)


class DefencePlusPlayer(DefencePlayer):
    """What `defence_plus_player` makes."""

    def block(self, sight: Sight, stone: Cell) -> Cell | None:
        """Where the chain at this stone would win at once; else gaps, as before, but no cycles."""
        at_once = next(winning_cells(sight, stone), None)
        if at_once is not None:
            return at_once
        found = (find(sight, stone) for find in (bridge_block, fork_block))
        return next((cell for cell in found if cell is not None), None)
