"""The value of a game proven by search, and a best line to its end.

    prove(game, state)                        the value, a best line, and what the search cost
    best_line(game, state, value_of)          a line for a game whose values are known
    values_by_solving(game, state, most)      the value of every move, where the game is small

`prove` is alpha-beta in its textbook form with a table of bounds, in which mirror images share an
entry; moves come first after which the other has fewest; and whoever is to move and has found a win
looks at no other move. Only whoever is to move: the other side's wins end nothing, because they are
not the one who chooses. In a best line, among moves that keep the value, which are all as good to
whoever looks at values only, the winner takes the quickest win and the loser the longest defence,
as far as a search of bounded effort can tell.
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

    After each action so many positions are looked at; more are a `TooManyStatesError`.
    """
    search, state = Search.of(game, state, most)
    small, values = search.game, {}
    player = small.to_move(state)
    try:
        for action in small.actions(state):
            after = small.result(state, action)
            search.limit = search.counts.positions + most
            value = search.whole_value(after)
            values[action] = value if small.to_move(after) == player else -value
    finally:
        search.line.close()
    return values


def compact_or_same(game: Game) -> Game:
    """The same game with bitboards, where there is such a one."""
    if isinstance(game, CompactGame):
        return game
    try:
        return compact(game)
    except ValueError:
        return game


EFFORT = 50_000
"""So many positions are looked at for each move before a quicker win is given up."""

SHORTEST = "shortest win, longest defence"

_DEEPEST = 300
"""Longer wins are not looked for: Python's stack would end."""

ValueOf = Callable[[State], float]
"""`value_of(state)`: the exact value for the player to move there."""

LookUp = Callable[[State], tuple[float, float]]
"""`look_up(state)`: bounds of that value that are known without any search."""


class BestLine(NamedTuple):
    """The names of the moves to the end; the last `quickest` of them are the best there are."""

    names: tuple[str, ...]
    quickest: int

    @property
    def kind(self) -> str:
        """What sort of line it is, in words."""
        if self.names and self.quickest == len(self.names):
            return SHORTEST
        if self.quickest:
            return f"keeps the value; the last {self.quickest} moves: {SHORTEST}"
        return "keeps the value"


def nothing_known(_state: State) -> tuple[float, float]:
    """Any value is possible."""
    return -math.inf, math.inf


def best_line(
    game: Game,
    state: State,
    value_of: ValueOf,
    *,
    look_up: LookUp = nothing_known,
    effort: int = EFFORT,
) -> BestLine:
    """A line to the end in which both sides keep the value; in a decided game also in good time.

    The winner wins as soon as can be, the loser holds out. Where that takes more than `effort`
    positions to find out, the winner takes the first move that is known to win, the loser the one
    that was seen to hold out longest, and it is tried again one move later.

    >>> from course_lib.games import TextbookTree
    >>> game = TextbookTree([[[1], [1]], 1])
    >>> best_line(game, game.initial, lambda state: 1).names
    ('b',)
    """
    worth = value_of(state)
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    chase = _Chase(game, other if worth < 0 else player, abs(worth), value_of, look_up)
    names: list[str] = []
    while not game.is_terminal(state):
        if worth and (rest := chase.quickest(state, effort)):
            return BestLine((*names, *rest), len(rest))
        action, state = chase.some_move(state)
        names.append(game.action_name(action))
    return BestLine(tuple(names), 0)


class _SpentError(Exception):
    """It took more positions than were allowed."""


class _Chase:
    """How soon one player can end a game that is worth `goal` to this player."""

    def __init__(
        self, game: Game, winner: Player, goal: float, value_of: ValueOf, look_up: LookUp
    ) -> None:
        self.game, self.winner, self.goal = game, winner, goal
        self.value_of, self.look_up = value_of, look_up
        # What is worth most to one side can't be got by the other: all its moves are alike.
        self.all_lose = goal >= game.utility_range[1]
        self.left = 0
        self.wins: dict[State, int] = {}
        self.fails: dict[State, int] = {}
        self.tries: dict[State, list[State]] = {}

    def quickest(self, state: State, effort: int) -> tuple[str, ...] | None:
        """The names of the moves to the end, or `None` if that takes too long to find out."""
        self.left, plies = effort, 1
        try:
            while not self.within(state, plies):
                plies += 1
            names = []
            for left in range(plies - 1, -1, -1):
                hurries = self.game.to_move(state) == self.winner
                action, state = next(
                    (action, after)
                    for action, after in self.options(state)
                    if (self.within(after, left) if hurries else not self.within(after, left - 1))
                )
                names.append(self.game.action_name(action))
        except _SpentError:
            return None
        return tuple(names)

    def within(self, state: State, plies: int) -> bool:
        """Whether the winner can end the game with this value in so many plies at most."""
        if plies < 0:
            return False
        if self.game.is_terminal(state):
            return self.game.utility(state, self.winner) >= self.goal
        if plies == 0 or self.fails.get(state, 0) >= plies:
            return False
        if self.wins.get(state, _DEEPEST) <= plies:
            return True
        self.left -= 1
        if self.left < 0 or plies > _DEEPEST:
            raise _SpentError
        wanted = self.game.to_move(state) == self.winner
        tries = self.tries.get(state) or self._in_order(state)
        for at, after in enumerate(tries):
            if self.within(after, plies - 1) == wanted:
                tries.insert(0, tries.pop(at))  # what settled it is tried first next time
                break
        else:
            wanted = not wanted
        (self.wins if wanted else self.fails)[state] = plies
        return wanted

    def options(self, state: State) -> list[tuple[Action, State]]:
        """The actions that may keep the value and where they lead, in the game's order."""
        game = self.game
        found = [(action, game.result(state, action)) for action in game.actions(state)]
        if self.all_lose:
            if game.to_move(state) != self.winner:
                return found
            return [one for one in found if self._at_most(one[1]) >= self.goal]
        kept = [one for one in found if self.worth(one[1]) == self.goal]
        if not kept:
            raise self._none_keeps()
        return kept

    def some_move(self, state: State) -> tuple[Action, State]:
        """A move that keeps the value: the winner's first, the loser's that held out longest."""
        options = self.options(state)
        if self.all_lose and self.game.to_move(state) != self.winner:
            return max(options, key=lambda option: self.fails.get(option[1], 0))
        # Those that need no search come first.
        options.sort(key=lambda option: not self._surely(option[1]))
        for option in options:
            if self._surely(option[1]) or self.worth(option[1]) == self.goal:
                return option
        raise self._none_keeps()

    def worth(self, state: State) -> float:
        """The value for the winner."""
        if self.game.is_terminal(state):
            return self.game.utility(state, self.winner)
        value = self.value_of(state)
        return value if self.game.to_move(state) == self.winner else -value

    def _none_keeps(self) -> RuntimeError:
        """The error for values that contradict each other."""
        return RuntimeError(f"no move of {self.game!r} keeps the value {self.goal}")

    def _at_most(self, state: State) -> float:
        """An upper bound of the value for the winner, without a search."""
        lower, upper = self.look_up(state)
        return upper if self.game.to_move(state) == self.winner else -lower

    def _surely(self, state: State) -> bool:
        """Whether the value is known to be kept there, without a search."""
        lower, upper = self.look_up(state)
        least = lower if self.game.to_move(state) == self.winner else -upper
        return least == self.goal == self._at_most(state)

    def _in_order(self, state: State) -> list[State]:
        """Where the moves lead, the positions first in which there is least to choose."""
        game = self.game
        found = [after for _, after in self.options(state)]
        found.sort(key=lambda after: len(game.actions(after)))
        self.tries[state] = found
        return found


class Proof(NamedTuple):
    """The value for the player to move, a best line, and what the search cost."""

    value: float
    line: BestLine
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
    search, state = Search.of(game, state, most)
    try:
        value = search.whole_value(state)
    finally:
        counts = replace(search.counted())
    search.limit = math.inf  # the line follows from what is known
    line = best_line(search.game, state, search.whole_value, look_up=search.look_up)
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

    def look_up(self, state: State) -> tuple[float, float]:
        """Bounds of the value that are known already."""
        return self.known.get(self.key(state), nothing_known(state))

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
