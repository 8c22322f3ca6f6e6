"""A game that passes every call on and counts: visits, edges and pruned branches."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, Playout, State, Symmetry
from course_lib.watch.counts import Counts


class Watched(Counts, Game):
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
    """

    def __init__(self, game: Game, *, budget: int | None = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(
                f"Watched counts the calls of a Game; found {game!r}, and for example "
                "Watched(TicTacToe()) would be right (for functions on boards there is "
                "watch(function, board=...))"
            )
        Counts.__init__(self, budget)
        self.game = game
        # Found once here rather than at each of the many calls.
        self._to_move, self._actions = game.to_move, game.actions
        self._result, self._is_terminal = game.result, game.is_terminal

    @property
    def players(self) -> tuple[Player, ...]:
        """The players' names; the first of them moves first."""
        return self.game.players

    @property
    def initial(self) -> State:
        """The state before anybody has moved."""
        return self.game.initial

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        if id(state) not in self._asked:
            self._visit(state)
        return self._to_move(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        if id(state) not in self._asked:
            self._visit(state)
        listed = self._actions(state)
        if listed and id(state) not in self._open:
            self._open[id(state)] = (listed, set())
        return listed

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        # As in `Counts.applied`, without a call more: this is the most frequent question.
        key = id(state)
        if key not in self._asked:
            self._visit(state)
        after = self._result(state, action)
        self.edges += 1
        if key in self._open:
            self._open[key][1].add(action)
        if id(after) in self._asked:
            self._forget(id(after))
        return after

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        if id(state) not in self._asked:
            self._visit(state)
        return self._is_terminal(state)

    def utility(self, state: State, player: Player) -> float:
        """What a final state is worth to this player."""
        self.asked(state)
        return self.game.utility(state, player)

    def winner(self, state: State) -> Player | None:
        """The player who has won, or `None`."""
        self.asked(state)
        return self.game.winner(state)

    def playout(self, state: State, rng: Random) -> Playout:
        """The game's own random game from here; each of its states is one edge and one visit."""
        self.asked(state)
        played = self.game.playout(state, rng)
        self.edges += len(played.actions)
        self.count_visits(len(played.actions))
        return played

    # --- what is no question of a search is only passed on ----------------------------------

    def has_state(self, state: State) -> bool:
        """Whether this is a state of the game."""
        return self.game.has_state(state)

    def render(self, state: State) -> str:
        """The state as text."""
        return self.game.render(state)

    def parse(self, text: str) -> State:
        """The state that this text shows."""
        return self.game.parse(text)

    def action_name(self, action: Action) -> str:
        """How people write this action."""
        return self.game.action_name(action)

    def action_named(self, text: str) -> Action:
        """The action that people write like this."""
        return self.game.action_named(text)

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name in this state."""
        return self.game.action_in(state, text)

    def play(self, names: str | Iterable[str]) -> State:
        """The state after these moves from the start, given by name."""
        return self.game.play(names)

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(kinds, squares)` of what has won, or `None`."""
        return self.game.win_line(state)

    def canonical(self, state: State) -> Hashable:
        """One value for this state and all its mirror images."""
        return self.game.canonical(state)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The maps of the game onto itself."""
        return self.game.symmetries

    @property
    def utility_range(self) -> tuple[float, float]:
        """The least and the greatest utility the game can give."""
        return self.game.utility_range

    @property
    def zero_sum(self) -> bool:
        """Whether one player's gain is always the other's loss."""
        return self.game.zero_sum

    def __getattr__(self, name: str) -> Any:
        """What else the game has, such as `rows` or `size`."""
        # A half-made copy has no game yet: looking for it here again would never end.
        if name == "game" or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.game, name)
