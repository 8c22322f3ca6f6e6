"""Counting what a search asks of its game: visits, edges and pruned branches."""

from __future__ import annotations

import sys
from collections.abc import Collection
from random import Random
from typing import Any

from course_lib.game import Action, Chances, Game, Player, Playout, State, passed_on

_FIRST_ROOM = 1_000
_DONE: tuple[Collection[Action], list[Action]] = ((), [])
"""Of a state from which all has been tried: there is nothing to count any more."""


class OutOfBudget(BaseException):
    """A search asked about more states than its budget of visits allows.

    It is no `Exception` on purpose: a search that says `except Exception` must still stop.

    >>> from course_lib import TicTacToe, minimax_search
    >>> game = Watched(TicTacToe(), budget=100)
    >>> try:
    ...     minimax_search(game, game.initial)
    ... except OutOfBudget:
    ...     print(game.visits)
    100
    """


def held_only_by(table: dict[int, Any]) -> list[int]:
    """The keys of the values that nothing but this table refers to any more.

    A search that has let go of a state cannot ask about it again, so it may be forgotten:
    this keeps the memory of counting as small as the memory of the search itself.
    """

    def shown(values: dict[int, Any]) -> list[int]:
        return [sys.getrefcount(value) for value in values.values()]

    # How many references a lone value shows differs between versions of Python: measure it.
    [lone] = shown({0: object()})
    return [key for key, count in zip(table, shown(table), strict=True) if count <= lone]


class Watched(Game):
    """The same game, with a count of what a search asks it.

    - `visits`: how many states were searched. A state given back by `result` counts once,
      when the search first asks anything about it (`is_terminal`, `actions`, `to_move`,
      `utility`, `winner`, or a `result` of its own); the root counts once too. A state that is
      given back and then found in a table, so that nothing is asked about it, is an edge but
      no visit. Equal states reached on two ways are two visits; one state that is looked into
      again, without another `result`, stays one visit.
    - `edges`: how many times `result` gave back a state.
    - `cut`: how many actions were listed by `actions` and never applied: the pruned branches.
      A search that makes all children with `result` before it looks into the first has applied
      every action, so it cuts nothing; a state nobody asks about might come from a table.

    With `budget=n`, the question that would begin visit n + 1 raises `OutOfBudget`.
    A state is known by identity, not by equality. Where states are small numbers, which Python
    keeps once, two equal children that are both made before one of them is looked into are one
    visit.

    >>> from course_lib import TextbookTree, alphabeta_search
    >>> game = Watched(TextbookTree([[3, 12, 8], [2, 4, 6]]))
    >>> alphabeta_search(game, game.initial)
    (3, 0)
    >>> game.visits, game.cut
    (7, 2)
    """

    def __init__(self, game: Game, *, budget: int | None = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(
                f"Watched counts the calls of a Game; found {game!r}; write for "
                "example Watched(TicTacToe()) (for functions on boards there is "
                "watch(function, board))"
            )
        self.game = game
        self.restart(budget)

    def restart(self, budget: int | None) -> None:
        """Count from nothing, with this budget."""
        self.budget = budget
        self.visits = self.edges = 0
        # Asked states are held, so that no other object can get their `id`.
        self._asked: dict[int, State] = {}
        self._open: dict[int, tuple[Collection[Action], list[Action]]] = {}
        self._cut_before = self._untried_before = 0
        self._room = _FIRST_ROOM

    @property
    def cut(self) -> int:
        """How many listed actions have not been applied: the pruned branches."""
        return self._cut_before + sum(
            max(0, len(listed) - len(done)) for listed, done in self._open.values()
        )

    @property
    def untried(self) -> int:
        """How many actions were listed in states from which `result` was never asked."""
        still_open = self._open.values()
        return self._untried_before + sum(len(listed) for listed, done in still_open if not done)

    def count_visits(self, more: int) -> None:
        """Add visits, or stop the search where the budget ends."""
        if self.budget is not None and self.visits + more > self.budget:
            self.visits = self.budget
            raise OutOfBudget(
                f"the search wanted to visit another state after {self.budget:,} visits, "
                "and that was its whole budget"
            )
        self.visits += more

    def asked(self, state: State) -> None:
        """Note a question about this state: the first one is a visit."""
        if id(state) not in self._asked:
            self._visit(state)

    def _visit(self, state: State) -> None:
        self.count_visits(1)
        self._asked[id(state)] = state
        if len(self._asked) > self._room:
            for key in held_only_by(self._asked):
                self._forget(key)
            self._room = 2 * len(self._asked) + _FIRST_ROOM

    def _forget(self, key: int) -> None:
        """Close the books on this state: it is gone, or it has been given back afresh."""
        del self._asked[key]
        listed, done = self._open.pop(key, _DONE)
        self._cut_before += max(0, len(listed) - len(done))
        self._untried_before += 0 if done else len(listed)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        if id(state) not in self._asked:
            self._visit(state)
        return self.game.to_move(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        if id(state) not in self._asked:
            self._visit(state)
        listed = self.game.actions(state)
        if listed and id(state) not in self._open:
            self._open[id(state)] = (listed, [])
        return listed

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        if id(state) not in self._asked:
            self._visit(state)
        after = self.game.result(state, action)
        self.edges += 1
        listed, done = self._open.get(id(state), _DONE)
        if len(done) < len(listed) and action not in done:
            done.append(action)
            if len(done) == len(listed):
                self._open[id(state)] = _DONE
        if id(after) in self._asked:
            self._forget(id(after))
        return after

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        if id(state) not in self._asked:
            self._visit(state)
        return self.game.is_terminal(state)

    def chance(self, state: State) -> Chances:
        """What may happen if nobody chooses, with probabilities."""
        if id(state) not in self._asked:
            self._visit(state)
        return self.game.chance(state)

    def utility(self, state: State, player: Player) -> float:
        """What a final state is worth to this player."""
        if id(state) not in self._asked:
            self._visit(state)
        return self.game.utility(state, player)

    def winner(self, state: State) -> Player | None:
        """The player who has won, or `None`."""
        if id(state) not in self._asked:
            self._visit(state)
        return self.game.winner(state)

    def playout(self, state: State, rng: Random) -> Playout:
        """The game's own random game from here; each of its states is one edge and one visit."""
        if id(state) not in self._asked:
            self._visit(state)
        played = self.game.playout(state, rng)
        self.edges += len(played.actions)
        self.count_visits(len(played.actions))
        return played

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game that is watched, as for the games themselves."""
        return isinstance(other, Watched) and self.game == other.game

    def __hash__(self) -> int:
        """The game's own."""
        return hash(self.game)

    # --- what is no question of a search is only passed on ----------------------------------

    players, initial, has_state, play, all_actions = passed_on(5)
    render, parse, canonical, symmetries = passed_on(4)
    action_name, action_named, action_in = passed_on(3)
    win_line, utility_range, zero_sum, view = passed_on(4)

    def __getattr__(self, name: str) -> Any:
        """What else the game has, such as `rows` or `size`."""
        # A half-made copy has no game yet: looking for it here again would never end.
        if name == "game" or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.game, name)


class Limited(Watched):
    """The same game, where only states that `result` gives back are counted, against the budget.

    It is for many calls whose values alone are asked for: keeping the books costs them a third.
    """

    def __init__(self, game: Game, *, budget: int | None = None) -> None:
        super().__init__(game, budget=budget)
        vars(self).update(
            to_move=game.to_move,
            actions=game.actions,
            is_terminal=game.is_terminal,
            utility=game.utility,
        )

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        self.count_visits(1)
        return self.game.result(state, action)
