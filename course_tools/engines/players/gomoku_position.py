"""One position of Gomoku with all its searches, on a board in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import Board
from course_tools.engines.players.gomoku_board import GomokuBoard
from course_tools.engines.players.gomoku_forced import Line, OutOfPositionsError
from course_tools.engines.players.gomoku_fours import FourSearch
from course_tools.engines.players.gomoku_search import Found, GomokuSearch
from course_tools.engines.players.gomoku_threes import ThreeSearch


class Position(Protocol):
    """What an expert asks of a position; players are 0 and 1, places count in reading order."""

    def put(self, place: int, player: int) -> None: ...  # noqa: D102 - as `GomokuBoard` has it
    def take_back(self, place: int) -> None: ...  # noqa: D102
    def fives(self, player: int) -> list[int]: ...  # noqa: D102
    def fours(self, player: int) -> dict[int, set[int]]: ...  # noqa: D102
    def candidates(self) -> list[int]: ...  # noqa: D102
    def estimate(self, player: int) -> int: ...  # noqa: D102
    @property
    def stopped(self) -> bool: ...  # noqa: D102
    def stop(self) -> None: ...  # noqa: D102
    def forced_line(  # noqa: D102
        self, player: int, most_fours: float, positions: float, *, threes: bool
    ) -> Line | None: ...
    def best(  # noqa: D102
        self, player: int, places: list[int], depth: float, positions: float
    ) -> Found: ...
    def answers_to_threes(  # noqa: D102
        self, player: int, fours: dict[int, set[int]]
    ) -> list[int] | None: ...


LookAt = Callable[[KInARow, Board], Position]
"""`look_at(game, board)`: the position with these stones."""


class PlainPosition(GomokuBoard):
    """A board in plain Python, and the searches on it, which keep their tables."""

    def __init__(self, game: KInARow, stones: Board) -> None:
        """Look at these stones."""
        super().__init__(game, stones)
        self._by_fours = FourSearch(self)
        self._by_threes = ThreeSearch(self)
        self._alphabeta = GomokuSearch(self)

    @property
    def stopped(self) -> bool:
        """Whether `stop` has been called."""
        return self._alphabeta.stopped

    def stop(self) -> None:
        """End the search that runs, and all later ones, as if no position were left.

        Another thread may say so.
        """
        for search in (self._by_fours, self._by_threes, self._alphabeta):
            search.stopped = True
            search.positions = 0

    def estimate(self, player: int) -> int:
        """How much more this player's live windows are worth than the other's."""
        return self.score[player] - self.score[1 - player]

    def forced_line(
        self, player: int, most_fours: float, positions: float, *, threes: bool
    ) -> Line | None:
        """A shortest line of fours, or of fours and threes, that wins for this player to move.

        `None` if there is none with so few fours, or none was found in so many positions.
        """
        search: Any = self._by_threes if threes else self._by_fours
        search.allow(positions)
        try:
            return search.line(player, most_fours)
        except OutOfPositionsError:
            return None

    def best(self, player: int, places: list[int], depth: float, positions: float) -> Found:
        """The best of these places for this player to move, as far as alpha-beta sees."""
        return self._alphabeta.best(player, places, depth, positions)
