"""A table of what alpha-beta already found out: never values alone, always bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import NamedTuple

from course_lib.game import Game, State
from course_lib.search.questions import Estimate, Evaluate

Searched = Callable[[State, float, float, float], float]
"""A part of alpha-beta: `searched(state, alpha, beta, depth)` gives a value."""


class Bounds(NamedTuple):
    """What is known of a value: `lower <= value <= upper`, and how far it rests on estimates."""

    lower: float = -math.inf
    upper: float = math.inf
    doubt: int = Estimate.SURE


_UNKNOWN = Bounds()


class Table:
    """What searches of one game found out, for `alphabeta_search(..., table=table)`.

    A search with a window (alpha, beta) often learns only that a value is at most this or at
    least that. Kept as if it were the value, such a bound gives wrong answers later, when the
    same position is met with another window: even in tic-tac-toe. So the table keeps two bounds
    for each position, and a search may use them only where they answer its question. With a
    table every search gives what it gives without one, only sooner.

    What is known belongs to a position, to the player to move, to the number of plies that were
    searched below it and to the player whose view the values are. One table serves one game and
    one `evaluate`; it refuses others.

    Where the game knows its symmetries, mirror images share an entry, unless an `evaluate` takes
    part, which might see a position and its mirror image differently; `symmetric=False` never
    shares.
    At `most` entries the table empties itself, to spare memory.
    `hits` counts the searches that an entry made unnecessary.

    >>> from course_lib import TicTacToe, alphabeta_search
    >>> game, table = TicTacToe(), Table()
    >>> alphabeta_search(game, game.initial, table=table)
    (0, (0, 0))
    >>> len(table)
    404
    """

    def __init__(self, *, symmetric: bool = True) -> None:
        """Make an empty table."""
        self.symmetric = symmetric
        self.most = 500_000
        self.hits = 0
        self._entries: dict[Hashable, Bounds] = {}
        self._game: Game | None = None
        self._evaluate: tuple[Evaluate | None] | None = None

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._entries)

    def __repr__(self) -> str:
        about = "" if self._game is None else f" for {self._game!r}"
        return f"<Table{about}: {len(self)} entries, {self.hits} hits>"

    def remembering(self, estimate: Estimate, depth: float) -> Callable[[Searched], Searched]:
        """What makes a part of alpha-beta look here first, and keep here what it finds.

        `depth` is that of the whole search: one to the end of the game asks for no estimates.
        """
        game, evaluate, player = estimate.game, estimate.evaluate, estimate.player
        self._open_for(game, evaluate, depth)

        def remember(searched: Searched) -> Searched:
            def remembered(state: State, alpha: float, beta: float, depth: float) -> float:
                share = self.symmetric and (evaluate is None or depth == math.inf)
                position = game.canonical(state) if share else state
                key = (position, game.to_move(state), depth, player)
                known = self._entries.get(key, _UNKNOWN)
                if known.lower >= beta or alpha >= known.upper or known.lower == known.upper:
                    self.hits += 1
                    estimate.doubt = max(estimate.doubt, known.doubt)
                    return known.upper if alpha >= known.upper else known.lower
                doubt_before, estimate.doubt = estimate.doubt, Estimate.SURE
                value = searched(state, alpha, beta, depth)
                self._store(key, value, alpha, beta, estimate.doubt)
                estimate.doubt = max(estimate.doubt, doubt_before)
                return value

            return remembered

        return remember

    def _open_for(self, game: Game, evaluate: Evaluate | None, depth: float) -> None:
        """Refuse a game, or an evaluation, that is not the one this table was first used with."""
        if self._game is None:
            self._game = game
        elif self._game is not game and self._game != game:
            raise ValueError(
                f"this table holds what was found out about {self._game!r}; for {game!r}"
                " use a new Table()"
            )
        if depth == math.inf:  # an exact search asks for no estimates
            return
        if self._evaluate is None:
            self._evaluate = (evaluate,)
        elif self._evaluate != (evaluate,):
            raise ValueError(
                f"this table holds values estimated by {_named(self._evaluate[0])}; for those of"
                f" {_named(evaluate)} use a new Table()"
            )

    def _store(self, key: Hashable, value: float, alpha: float, beta: float, doubt: int) -> None:
        """Keep what a search with this window has shown, together with what was known before."""
        # Below the window a value is only an upper bound, above it only a lower one; within it
        # the value is exact and so both.
        known = self._entries.get(key, _UNKNOWN)
        lower = max(known.lower, value) if alpha < value else known.lower
        upper = min(known.upper, value) if value < beta else known.upper
        if known is _UNKNOWN and len(self._entries) >= self.most:
            self._entries.clear()
        self._entries[key] = Bounds(lower, upper, max(doubt, known.doubt))


def without_table(searched: Searched) -> Searched:
    """The same part of alpha-beta, which keeps nothing."""
    return searched


def _named(evaluate: Evaluate | None) -> str:
    """What people call this function."""
    return "no evaluate" if evaluate is None else getattr(evaluate, "__name__", repr(evaluate))
