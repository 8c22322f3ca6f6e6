"""A best line of a game whose values are known: `best_line`, with haste and with delay.

Every move that keeps the value is as good as any other to whoever looks at values only, and a line
of such moves can look as if both sides blundered. So among them the winner takes the quickest win
and the loser the longest defence, as far as a search of bounded effort can tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from course_lib.game import Action, Game, Player, State

EFFORT = 50_000
"""So many positions are looked at for each move before a quicker win is given up."""

SHORTEST = "shortest win, longest defence"

_DEEPEST = 300
"""Longer wins are not looked for: Python's stack would end."""

ValueOf = Callable[[State], float]
"""`value_of(state)`: the exact value for the player to move there."""

LookUp = Callable[[State], tuple[float, float]]
"""`look_up(state)`: bounds of that value that are known without any search."""


class Line(NamedTuple):
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
) -> Line:
    """A line to the end in which both sides keep the value; in a decided game also in good time.

    The winner wins as soon as can be, the loser holds out. Where that takes more than `effort`
    positions to find out, the winner takes the first move that is known to win, the loser the one
    that was seen to hold out longest, and it is tried again one move later.

    >>> from course_lib.games import TextbookTree
    >>> game = TextbookTree([[[1], [1]], 1])
    >>> best_line(game, game.initial, lambda state: 1).names
    ('1',)
    """
    worth = value_of(state)
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    chase = _Chase(game, other if worth < 0 else player, abs(worth), value_of, look_up)
    names: list[str] = []
    while not game.is_terminal(state):
        if worth and (rest := chase.quickest(state, effort)):
            return Line((*names, *rest), len(rest))
        action, state = chase.some_move(state)
        names.append(game.action_name(action))
    return Line(tuple(names), 0)


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
