"""A small game solved by one search with everything switched on, or some of it: `prove`.

It is alpha-beta with a table, in the plainest form that has all improvements side by side, each of
which can be switched off to see what it saves. The value never depends on them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable
from dataclasses import replace
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.search.questions import check_count, check_not_over, check_opponents
from course_tools.engines.solvers.counting import Counts, Ticker
from course_tools.engines.solvers.proving_lines import best_line, nothing_known
from course_tools.engines.solvers.small_games import TooManyStatesError, compact_or_same


class Switches(NamedTuple):
    """What the search makes use of.

    `table`: what was found out of a position is kept as a lower and an upper bound.
    `symmetry`: mirror images share an entry of the table.
    `ordering`: moves are tried first after which the other has fewest.
    `killer`: a move that cut off at the same depth is tried before all others.
    `stop_at_win`: whoever is to move and has found a win looks at no other move. Only whoever is to
    move: the other side's wins end nothing, because they are not the one who chooses.
    """

    table: bool = True
    symmetry: bool = True
    ordering: bool = True
    killer: bool = True
    stop_at_win: bool = True


class Proof(NamedTuple):
    """The value for the player to move, the names of a best line, and what the search cost.

    `line_kind` says what sort of line it is: in a decided game, where that can be found out, the
    shortest win against the longest defence.
    """

    value: float
    line: tuple[str, ...]
    counts: Counts
    line_kind: str


EVERYTHING = Switches()


def prove(
    game: Game, state: State, *, switches: Switches = EVERYTHING, most: int = 5_000_000
) -> Proof:
    """The value of this state, by a search of at most so many positions, and a best line.

    More positions are a `TooManyStatesError`.

    >>> from course_lib.games import Nim
    >>> prove(Nim((1, 2, 3)), Nim((1, 2, 3)).initial).value
    -1
    """
    check_opponents(game, "prove")
    check_count(most, "most", "prove")
    check_not_over(game, state, "prove")
    small = compact_or_same(game)
    if small is not game:
        state = small.pack(state)  # type: ignore[attr-defined]
    search = _Search(small, switches, most)
    try:
        value = search.whole_value(state)
    except TooManyStatesError:
        raise TooManyStatesError(
            f"{game!r} is too large to be solved so: it takes more than {most:,} positions. Take a"
            " smaller one, or allow more"
        ) from None
    finally:
        counts = replace(search.counted())
    search.most = math.inf  # the line follows from what is known
    line = best_line(small, state, search.whole_value, look_up=search.look_up)
    search.ticker.end()
    return Proof(value, line.names, counts, line.kind)


class _Search:
    """One search, with its table and its counts."""

    def __init__(self, game: Game, switches: Switches, most: int) -> None:
        self.game, self.switches = game, switches
        self.most: float = most
        self.counts, self.ticker = Counts(), Ticker("positions")
        self.known: dict[Hashable, tuple[float, float]] = {}
        self.killers: dict[int, Action] = {}
        self.greatest = game.utility_range[1]

    def whole_value(self, state: State) -> float:
        """The value for the player to move."""
        return self.value(state, -math.inf, math.inf, 0)

    def value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """The value for the player to move, or a bound of it outside of (alpha, beta)."""
        game, counts, on = self.game, self.counts, self.switches
        counts.positions += 1
        counts.depth = max(counts.depth, depth)
        if counts.positions > self.most:
            raise TooManyStatesError
        if counts.positions & 255 == 0:
            self.ticker(counts.positions)
        player = game.to_move(state)
        if game.is_terminal(state):
            return game.utility(state, player)
        key = self._key(state)
        lower, upper = self.known.get(key, (-math.inf, math.inf))
        if lower >= beta or upper <= alpha or lower == upper:
            counts.hits += 1
            return lower if lower >= beta else upper
        counts.inner += 1
        best, begun = -math.inf, alpha
        for action in self._ordered(state, depth):
            counts.moves += 1
            after = game.result(state, action)
            if game.to_move(after) == player:
                value = self.value(after, alpha, beta, depth + 1)
            else:
                value = -self.value(after, -beta, -alpha, depth + 1)
            best, alpha = max(best, value), max(alpha, value)
            if best >= beta or (on.stop_at_win and best >= self.greatest):
                counts.cuts += 1
                self.killers[depth] = action
                break
        if on.table:
            won = best >= self.greatest
            upper = best if best < beta or won else upper
            lower = best if best > begun or won else lower
            self.known[key] = (lower, upper)
        return best

    def look_up(self, state: State) -> tuple[float, float]:
        """Bounds of the value that are known already."""
        return self.known.get(self._key(state), nothing_known(state))

    def counted(self) -> Counts:
        """The counts, with the size of the table."""
        self.ticker.end()
        entries = len(self.known)
        self.counts.entries = entries
        if entries:
            keys = [key for key, _ in zip(self.known, range(1000), strict=False)]
            each = sum(map(_size, keys)) / len(keys)
            self.counts.bytes_each = sys.getsizeof(self.known) / entries + each
        return self.counts

    def _key(self, state: State) -> Hashable:
        """What the table knows this position and its mirror images by; `None` without a table."""
        if not self.switches.table:
            return None
        player = self.game.to_move(state)
        return (self.game.canonical(state) if self.switches.symmetry else state), player

    def _ordered(self, state: State, depth: int) -> list[Action]:
        """The legal actions, the promising ones first."""
        game, actions = self.game, list(self.game.actions(state))
        if self.switches.ordering:
            actions.sort(key=lambda action: len(game.actions(game.result(state, action))))
        if self.switches.killer and (killer := self.killers.get(depth)) in actions:
            actions.remove(killer)
            actions.insert(0, killer)
        return actions


def _size(thing: object) -> int:
    """The bytes of a key and of all that it is made of."""
    inner = sum(map(_size, thing)) if isinstance(thing, tuple) else 0
    return sys.getsizeof(thing) + inner
