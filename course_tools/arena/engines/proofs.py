"""The value of a game proven by search, and a best line to its end.

    prove(game, state)                        the value, a best line, and what the search cost
    keeping(game, state, value_of)            a line for a game whose values are known
    values_by_solving(game, state, most)      the value of every move, where the game is small

`prove` is alpha-beta in its textbook form with a table of bounds, in which mirror images share an
entry; moves come first after which the other has fewest; and whoever is to move and has found a win
looks at no other move. Only whoever is to move: the other side's wins end nothing, because they are
not the one who chooses. In a best line of a small game the winner takes the quickest win and the
loser the longest defence, as `solve` finds them; in a large one all moves keep the value.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from course_lib.game import Action, Game, Player, State
from course_lib.games.compact import CompactGame, compact
from course_lib.play.progress import MOMENT, ProgressLine
from course_lib.search.questions import (
    check_all_is_chosen,
    check_count,
    check_not_over,
    check_opponents,
)
from course_lib.search.solve import solve


@dataclass
class Counts:
    """What a search has cost so far."""

    positions: int = 0
    """Positions looked at, those found in the table included."""
    hits: int = 0
    """Positions that the table already answered."""
    cuts: int = 0
    """Positions of which not all moves were looked at."""
    inner: int = 0
    """Positions whose moves were looked at."""
    moves: int = 0
    """Moves that were looked at."""
    depth: int = 0
    """The greatest number of moves below the first position."""
    entries: int = 0
    """Positions kept in the table."""
    bytes_each: float = 0.0
    """Bytes that a kept position costs: its key and its place in the table."""

    @property
    def branching(self) -> float:
        """How many moves of a position were looked at, on average."""
        return self.moves / self.inner if self.inner else 0.0

    def data(self) -> dict[str, float]:
        """The counts by name, as plain data."""
        return {
            "positions": self.positions,
            "cut_offs": self.cuts,
            "table_hits": self.hits,
            "branching": round(self.branching, 2),
            "greatest_depth": self.depth,
            "kept": self.entries,
            "bytes_each": round(self.bytes_each, 1),
        }


class TooManyStatesError(ValueError):
    """The game has more positions from there on than were allowed."""


def values_by_solving(game: Game, state: State, most: int) -> dict[Action, float]:
    """The value of every legal action for the player who takes it, by one search for all of them.

    More positions than `most` are a `TooManyStatesError`.
    """
    search, state = Search.of(game, state, most)
    return search.values(state)


def compact_or_same(game: Game) -> Game:
    """The same game with bitboards, where there is such a one."""
    if isinstance(game, CompactGame):
        return game
    try:
        return compact(game)
    except ValueError:
        return game


SHORTEST, KEPT = "shortest win, longest defence", "keeps the value"

SMALL = 20_000
"""With more states from here on nobody waits until `solve` has counted the moves to the end."""


class Line(NamedTuple):
    """The names of the moves to the end, and what sort of line it is, in words."""

    names: tuple[str, ...]
    kind: str


def keeping(game: Game, state: State, value_of: Callable[[State], float]) -> Line:
    """A line in which each side takes the first move that keeps the value.

    >>> from course_lib.games import TextbookTree
    >>> game = TextbookTree([[1, 2], [3, 4]])
    >>> keeping(game, (), lambda state: {(): 3, (0,): -1, (1,): -3}[state]).names
    ('b', 'a')
    """

    def worth(after: State, player: Player) -> float:
        if game.is_terminal(after):
            return game.utility(after, player)
        return value_of(after) if game.to_move(after) == player else -value_of(after)

    names = []
    while actions := game.actions(state):
        player = game.to_move(state)
        best = max(actions, key=lambda action: worth(game.result(state, action), player))
        names.append(game.action_name(best))
        state = game.result(state, best)
    return Line(tuple(names), KEPT)


def quickest(game: Game, state: State) -> Line | None:
    """A line in which the winner hurries, and the loser holds out; `None` in a larger game."""
    todo, seen, names = [state], {state}, list[str]()
    while todo:
        here = todo.pop()
        after = {game.result(here, action) for action in game.actions(here)} - seen
        seen |= after
        todo += after
        if len(seen) > SMALL:
            return None
    while not game.is_terminal(state):
        action = solve(game, state).action
        names.append(game.action_name(action))
        state = game.result(state, action)
    return Line(tuple(names), SHORTEST)


class Proof(NamedTuple):
    """The value for the player to move, a best line, and what the search cost."""

    value: float
    line: Line
    counts: Counts


def prove(game: Game, state: State, *, most: int = 5_000_000) -> Proof:
    """The value of this state, by a search of at most so many positions, and a best line.

    More positions are a `TooManyStatesError`.

    >>> from course_lib.games import Nim
    >>> prove(Nim((1, 2, 3)), Nim((1, 2, 3)).initial).value
    -1
    """
    check_count(most, "most", "prove")
    check_not_over(game, state, "prove")
    search, packed = Search.of(game, state, most)
    try:
        value = search.whole_value(packed)
    finally:
        counts = replace(search.counted())
    search.limit = math.inf  # the line follows from what is known
    line = quickest(game, state) if value else None
    line = line or keeping(search.game, packed, search.whole_value)
    search.line.close()
    return Proof(value, line, counts)


class Search:
    """One search, with its table and its counts."""

    def __init__(self, game: Game, most: int) -> None:
        """Get ready to search so many positions at most."""
        self.game, self.most = game, most
        self.name = repr(game.game if isinstance(game, CompactGame) else game)
        self.limit: float = most
        self.counts, self.line = Counts(), ProgressLine("positions", MOMENT)
        self.known: dict[Hashable, tuple[float, float]] = {}
        self.greatest = game.utility_range[1]

    @classmethod
    def of(cls, game: Game, state: State, most: int) -> tuple[Self, State]:
        """A search of this game, on bitboards where it has such, and its state there."""
        check_opponents(game, "prove")
        check_all_is_chosen(game, "prove")
        small = compact_or_same(game)
        return cls(small, most), state if small is game else small.pack(state)  # type: ignore[attr-defined]

    def whole_value(self, state: State) -> float:
        """The value for the player to move."""
        try:
            return self.value(state, -math.inf, math.inf, 0)
        except RecursionError:
            raise ValueError(
                f"{self.name} can be too many moves long from here on, or come back to a position"
                " and go on for ever. Play further, or take a smaller board"
            ) from None

    def values(self, state: State) -> dict[Action, float]:
        """The value of every legal action for the player who takes it."""
        game, values = self.game, {}
        player = game.to_move(state)
        try:
            for action in game.actions(state):
                after = game.result(state, action)
                value = self.whole_value(after)
                values[action] = value if game.to_move(after) == player else -value
        finally:
            self.line.close()
        return values

    def value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """The value for the player to move, or a bound of it outside of (alpha, beta)."""
        game, counts = self.game, self.counts
        counts.positions += 1
        counts.depth = max(counts.depth, depth)
        if counts.positions > self.limit:
            raise TooManyStatesError(
                f"{self.name} is too large to be solved from here: it takes more than"
                f" {self.most:,} positions. Play further, take a smaller board, or allow more"
            )
        if counts.positions & 255 == 0:
            self.line.count(counts.positions)
        player = game.to_move(state)
        if game.is_terminal(state):
            return game.utility(state, player)
        key = self.key(state)
        lower, upper = self.known.get(key, (-math.inf, math.inf))
        if lower >= beta or upper <= alpha or lower == upper:
            counts.hits += 1
            return lower if lower >= beta else upper
        counts.inner += 1
        best, begun = -math.inf, alpha
        for action in self.ordered(state):
            counts.moves += 1
            after = game.result(state, action)
            if game.to_move(after) == player:
                value = self.value(after, alpha, beta, depth + 1)
            else:
                value = -self.value(after, -beta, -alpha, depth + 1)
            best, alpha = max(best, value), max(alpha, value)
            if best >= beta or best >= self.greatest:
                counts.cuts += 1
                break
        won = best >= self.greatest
        upper = best if best < beta or won else upper
        lower = best if best > begun or won else lower
        self.known[key] = (lower, upper)
        return best

    def counted(self) -> Counts:
        """The counts, with the size of the table."""
        self.line.close()
        entries = len(self.known)
        self.counts.entries = entries
        if entries:
            keys = [key for key, _ in zip(self.known, range(1000), strict=False)]
            each = sum(map(_size, keys)) / len(keys)
            self.counts.bytes_each = sys.getsizeof(self.known) / entries + each
        return self.counts

    def key(self, state: State) -> Hashable:
        """What the table knows this position and its mirror images by."""
        return self.game.canonical(state), self.game.to_move(state)

    def ordered(self, state: State) -> list[Action]:
        """The legal actions, those first after which there is least to choose."""
        game = self.game
        return sorted(
            game.actions(state), key=lambda action: len(game.actions(game.result(state, action)))
        )


def _size(thing: object) -> int:
    """The bytes of a key and of all that it is made of."""
    inner = sum(map(_size, thing)) if isinstance(thing, tuple) else 0
    return sys.getsizeof(thing) + inner
