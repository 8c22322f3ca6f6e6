"""Forced wins by fours and threes: every stone of the attacker threatens something.

A three threatens a four that can't be answered. The defender has several ways to meet that, but
few: `answers_to_threes` on the board has all of them, and the search tries them all. So what it
finds is certain, as with fours alone, but there is much more to search.
"""

from __future__ import annotations

import math

from course_lib.players.gomoku_board import GomokuBoard
from course_lib.players.gomoku_fours import Line, OutOfPositionsError


class ThreeSearch:
    """The search for continuous threats on one board, as `FourSearch` is for fours."""

    def __init__(self, board: GomokuBoard) -> None:
        """Make a search of this board, which it leaves as it finds it."""
        self.board = board
        self.searched = 0
        self.positions = math.inf
        self._lost: dict[tuple[int, int, int], float] = {}
        self._cut = False

    def line(self, player: int, most_fours: float = math.inf) -> Line | None:
        """A way in which this player, to move, wins with at most so many fours and threes.

        No other way is sure to win with fewer. The defender's stones in it are those that hold out
        longest, and of equal ones the first.
        """
        threats = 0
        while True:
            self._cut = False
            found = self._attack(player, threats)
            if found is not None or not self._cut or threats >= most_fours:
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
        fours = board.fours(player)
        for four, fives_after in fours.items():
            if left and len(fives_after) > 1 and dangers in ([], [four]):
                return [four, *sorted(fives_after)[:2]]
        if not left:
            self._cut = True
            return None
        key = player, board.bits[0], board.bits[1]
        lost_with = self._lost.get(key, -1)
        if lost_with >= left:
            self._cut |= lost_with < math.inf
            return None
        threes = [place for place in board.threes(player) if place not in fours]
        cut_before, self._cut = self._cut, False
        found = self._try(player, dangers or [*fours, *threes], left)
        if found is None:
            self._lost[key] = left if self._cut else math.inf
        self._cut |= cut_before
        return found

    def _try(self, player: int, places: list[int], left: float) -> Line | None:
        """The same, beginning with one of these places, as far as they threaten something."""
        for place in places:
            self.board.put(place, player)
            try:
                found = self._against_all(player, left)
            finally:
                self.board.take_back(place)
            if found is not None:
                return [place, *found]
        return None

    def _against_all(self, player: int, left: float) -> Line | None:
        """The longest line after any answer to the stone just put, if none of them saves."""
        board = self.board
        answers: list[int] | None = board.fives(player)
        if not answers:
            fours = board.fours(player)
            answers = board.answers_to_threes(player, fours)
            if answers == []:  # nothing helps, so one thing is as good as another
                answers = [four for four, fives in fours.items() if len(fives) > 1][:1]
        if answers is None:
            return None
        longest: Line = []
        for answer in answers:
            board.put(answer, 1 - player)
            try:
                found = self._attack(player, left - 1)
            finally:
                board.take_back(answer)
            if found is None:
                return None
            if len(found) >= len(longest):
                longest = [answer, *found]
        return longest
