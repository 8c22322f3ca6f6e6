"""Forced wins by fours and threes: every stone of the attacker threatens something.

A three threatens a four that can't be answered. The defender has several ways to meet that, but
few: `answers_to_threes` on the board has all of them, and the search tries them all. So what it
finds is certain, as with fours alone, but there is much more to search.
"""

from __future__ import annotations

from course_tools.engines.players.gomoku_forced import ForcedSearch, Line


class ThreeSearch(ForcedSearch):
    """The search for continuous fours and threes on one board.

    The defender's stones in a line are those that hold out longest, and of equal ones the first.
    """

    def _threaten(self, player: int, dangers: list[int], left: float) -> Line | None:
        """A line that begins with a four or a three, and wins with at most `left` of them."""
        if not left:
            self._cut = True
            return None
        board = self.board
        fours = board.fours(player)
        for four, fives in fours.items():
            if len(fives) > 1 and dangers in ([], [four]):
                return [four, *sorted(fives)[:2]]
        threes = [place for place in board.threes(player) if place not in fours]
        for place in dangers or [*fours, *threes]:
            board.put(place, player)
            try:
                found = self._against_all(player, left)
            finally:
                board.take_back(place)
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
