"""Alpha-beta for Gomoku: few moves, forced ones first, and a table, on a board that knows patterns.

Values are whole numbers for the player to move. `WIN` minus the number of moves until then is a
forced win, minus that a forced loss; all others say how much more one's live windows are worth.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from course_tools.engines.players.gomoku_board import GomokuBoard
from course_tools.engines.players.gomoku_forced import OutOfPositionsError

WIN = 1_000_000
SURE = WIN - 1_000
"""Values from here on are forced wins."""

WIDTH = 14
"""How many moves are tried where nothing is forced: those that change most."""


class Found(NamedTuple):
    """The best place, its value, how deep the last search was that was finished, and its cost."""

    value: int
    place: int
    depth: int
    searched: int


class GomokuSearch:
    """Alpha-beta on one board, with a table that lasts as long as this object."""

    stopped = False

    def __init__(self, board: GomokuBoard) -> None:
        """Make a search of this board, which it leaves as it finds it."""
        self.board = board
        self.searched = 0
        self.positions = math.inf
        self._table: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def best(self, player: int, places: list[int], depth: float, positions: float) -> Found:
        """The best of these places for this player, who has the move.

        It searches one move deep, then two, then three, up to `depth`, and until `positions` have
        been searched or the outcome is sure. The places that are best so far are tried first. With
        too few positions for even one move the first place is taken, unseen.
        """
        self.searched, self.positions = 0, positions
        if self.stopped:  # asked last, so that a stop from another thread is never overwritten
            self.positions = 0
        places = self._ordered(places)
        best = Found(self._estimate(player), places[0], 0, 0)
        try:
            while best.depth < depth and abs(best.value) < SURE:
                best = self._best_at(player, places, best.depth + 1)
                places.remove(best.place)
                places.insert(0, best.place)
        except OutOfPositionsError:
            pass  # the last search that was finished counts
        return best._replace(searched=self.searched)

    def _best_at(self, player: int, places: list[int], depth: int) -> Found:
        """The best place by a search so many moves deep; of equal ones the first."""
        value, choice = -WIN, places[0]
        for place in places:
            found = -self._value_after(place, player, depth - 1, -WIN, -value)
            if found > value:
                value, choice = found, place
        return Found(value, choice, depth, self.searched)

    def _value_after(self, place: int, player: int, depth: int, alpha: int, beta: int) -> int:
        """The value for the other player when this one has put a stone on this place."""
        self.board.put(place, player)
        try:
            # A win is worth one less with every move before it.
            value = self._value(1 - player, depth, _further(alpha), _further(beta))
        finally:
            self.board.take_back(place)
        return _nearer(value)

    def _value(self, player: int, depth: int, alpha: int, beta: int) -> int:
        """The value for this player, who is to move, if it lies between alpha and beta.

        From beta on the true value may be greater, up to alpha it may be less.
        """
        if self.searched >= self.positions:
            raise OutOfPositionsError
        self.searched += 1
        board = self.board
        if board.live[1 - player][5]:
            return -WIN
        if board.fives(player):
            return WIN - 1
        dangers = board.fives(1 - player)
        if len(dangers) > 1:
            return 2 - WIN
        if dangers:
            return -self._value_after(dangers[0], player, depth, -beta, -alpha)
        fours = board.fours(player)
        if any(len(fives) > 1 for fives in fours.values()):
            return WIN - 3
        if depth <= 0:
            return self._estimate(player)
        key = player, depth, board.bits[0], board.bits[1]
        least, most = self._table.get(key, (-WIN, WIN))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        value = self._best_value(player, depth, alpha, beta)
        if value > alpha:
            least = value
        if value < beta:
            most = value
        self._table[key] = (least, most)
        return value

    def _best_value(self, player: int, depth: int, alpha: int, beta: int) -> int:
        """The same, by trying the moves."""
        board = self.board
        places = board.answers_to_threes(1 - player, board.fours(1 - player))
        if places == []:
            return 4 - WIN  # whatever this move is, then comes a four that can't be answered
        if places is None:
            places = board.candidates()
        if not places:
            return 0  # the board is full
        best = -WIN
        for place in self._ordered(places)[:WIDTH]:
            value = -self._value_after(place, player, depth - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _ordered(self, places: list[int]) -> list[int]:
        """The same places, those that change most first; of equal ones the first stays first."""
        return sorted(places, key=self.board.promise, reverse=True)

    def _estimate(self, player: int) -> int:
        """How much more this player's live windows are worth than the other's."""
        return self.board.score[player] - self.board.score[1 - player]


def _nearer(value: int) -> int:
    """The value of a win or loss that is one move further away."""
    return value - 1 if value >= SURE else value + 1 if value <= -SURE else value


def _further(value: int) -> int:
    """The value that `_nearer` makes this one of."""
    return value + 1 if value >= SURE else value - 1 if value <= -SURE else value
