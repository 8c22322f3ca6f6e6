"""Forced wins by continuous fours: every stone of the attacker threatens a five.

A four leaves the defender no choice: he has to take the place where the five would be. If there are
two such places he is lost. So the search hardly branches, and sees very far:

    1. Can the attacker make a five? Then he wins.
    2. Can the defender? Then the attacker must stop that, with a four, or this way is over.
    3. Try every four. With two places for the five it wins. With one, the defender takes
       that place, and we begin again at 1.

Nothing else the defender could do has to be looked at: whatever it is, a five answers it.
"""

from __future__ import annotations

import math

from course_lib.players.gomoku_board import GomokuBoard

Line = list[int]
"""Places taken in turn: attacker, defender, attacker..., the last one makes the five."""


class OutOfPositionsError(Exception):
    """As many positions have been searched as were allowed."""


class FourSearch:
    """The search for continuous fours on one board; what can't be won is kept for the next time.

    `searched` counts the positions, and must not exceed `positions`.
    """

    def __init__(self, board: GomokuBoard) -> None:
        """Make a search of this board, which it leaves as it finds it."""
        self.board = board
        self.searched = 0
        self.positions = math.inf
        self._lost: dict[tuple[int, int, int], float] = {}
        self._cut = False

    def line(self, player: int, most_fours: float = math.inf) -> Line | None:
        """The shortest way in which this player, to move, wins with at most so many fours.

        Of equally short ones the first in reading order. It looks for a win without a four, then
        with one four, then with two: until nothing more is cut off, or too much is asked.
        """
        fours = 0
        while True:
            self._cut = False
            found = self._attack(player, fours)
            if found is not None or not self._cut or fours >= most_fours:
                return found
            fours += 1

    def _attack(self, player: int, left: float) -> Line | None:
        """A line that wins with at most `left` fours; `_cut` tells if more might have helped."""
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
        fours = board.fours(player)
        if dangers:
            fours = {place: fours[place] for place in dangers if place in fours}
        cut_before, self._cut = self._cut, False
        found = self._try(player, fours, left)
        if found is None:
            self._lost[key] = left if self._cut else math.inf
        self._cut |= cut_before
        return found

    def _try(self, player: int, fours: dict[int, set[int]], left: float) -> Line | None:
        """The same, beginning with one of these fours, after which the fives are as they say."""
        if not left:
            self._cut |= bool(fours)
            return None
        for four, fives in fours.items():
            if len(fives) > 1:
                return [four, *sorted(fives)[:2]]
        board = self.board
        for four, (answer,) in fours.items():
            board.put(four, player)
            board.put(answer, 1 - player)
            try:
                found = self._attack(player, left - 1)
            finally:
                board.take_back(answer)
                board.take_back(four)
            if found is not None:
                return [four, answer, *found]
        return None
