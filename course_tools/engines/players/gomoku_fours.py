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

from course_tools.engines.players.gomoku_forced import ForcedSearch, Line


class FourSearch(ForcedSearch):
    """The search for continuous fours on one board.

    Of equally short lines it finds the first in reading order.
    """

    def _threaten(self, player: int, dangers: list[int], left: float) -> Line | None:
        """A line that begins with a four, and wins with at most `left` of them."""
        board = self.board
        fours = board.fours(player)
        if dangers:
            fours = {place: fours[place] for place in dangers if place in fours}
        if not left:
            self._cut |= bool(fours)
            return None
        for four, fives in fours.items():
            if len(fives) > 1:
                return [four, *sorted(fives)[:2]]
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
