"""What the searches for forced wins share: one threat more each time, and a table of what is lost.

A search says which threats there are and what answers them; how often it may threaten, what it has
found out before and when it has searched enough is here.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from course_tools.engines.players.gomoku_board import GomokuBoard

Line = list[int]
"""Places taken in turn: attacker, defender, attacker..., the last one makes the five."""


class OutOfPositionsError(Exception):
    """As many positions have been searched as were allowed."""


class ForcedSearch(ABC):
    """A search for continuous threats on one board; what can't be won is kept for the next time.

    `searched` counts the positions, and must not exceed `positions`.
    """

    stopped = False

    def __init__(self, board: GomokuBoard) -> None:
        """Make a search of this board, which it leaves as it finds it."""
        self.board = board
        self.searched = 0
        self.positions = math.inf
        self._lost: dict[tuple[int, int, int], float] = {}
        self._cut = False

    def allow(self, positions: float) -> None:
        """Let the next search look at so many positions, or at none once it was stopped."""
        self.searched, self.positions = 0, positions
        if self.stopped:  # asked last, so that a stop from another thread is never overwritten
            self.positions = 0

    def line(self, player: int, most: float = math.inf) -> Line | None:
        """A way in which this player, to move, wins with at most so many threats.

        No other way is sure to win with fewer: it looks for a win without a threat, then with one,
        then with two, until nothing more is cut off, or too much is asked.
        """
        threats = 0
        while True:
            self._cut = False
            found = self._attack(player, threats)
            if found is not None or not self._cut or threats >= most:
                return found
            threats += 1

    def _attack(self, player: int, left: float) -> Line | None:
        """A line that wins with at most `left` threats; `_cut` tells if more might have helped."""
        if self.searched >= self.positions:
            raise OutOfPositionsError
        self.searched += 1
        board = self.board
        if fives := board.fives(player):
            return fives[:1]
        dangers = board.fives(1 - player)
        if len(dangers) > 1:
            return None
        key = player, board.bits[0], board.bits[1]
        lost_with = self._lost.get(key, -1)
        if lost_with >= left:
            self._cut |= lost_with < math.inf
            return None
        cut_before, self._cut = self._cut, False
        found = self._threaten(player, dangers, left)
        if found is None:
            self._lost[key] = left if self._cut else math.inf
        self._cut |= cut_before
        return found

    @abstractmethod
    def _threaten(self, player: int, dangers: list[int], left: float) -> Line | None:
        """The same where nobody has won: a place of `dangers`, if there is one, must be taken."""
