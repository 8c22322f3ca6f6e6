"""Count: two players add to one number, and whoever brings it to the goal wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from course_lib.game import Action, Game, Player, State, is_whole

_UNDER_WAY = re.compile(r"(\d+) of (\d+), (\w) to move")
_OVER = re.compile(r"(\d+) of (\d+), (\w) has won")


class CountState(NamedTuple):
    """A position: the total so far and the player whose turn it is."""

    total: int
    to_move: Player


@dataclass(frozen=True, repr=False)
class Count(Game):
    """The players add 1, 2... up to `most`; who reaches or passes `goal` wins.

    All numbers from 1 to `most` stay allowed close to the goal, so it may be passed.
    Actions come from the least number to the greatest.

    >>> game = Count(goal=6, most=3)
    >>> game.render(game.play("2 3"))
    '5 of 6, X to move'
    >>> game.winner(game.play("2 3 3"))
    'X'
    """

    goal: int = 5
    most: int = 2

    def __post_init__(self) -> None:
        """Refuse a goal that is reached before anybody moves, and moves that lead nowhere."""
        for what in ("goal", "most"):
            number = getattr(self, what)
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                raise ValueError(f"{what} is {number!r}; it must be a whole number from 1 up")

    # --- the rules ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Player, ...]:
        """X, who moves first, and O."""
        return ("X", "O")

    @property
    def initial(self) -> State:
        """A total of 0, X to move."""
        return CountState(0, "X")

    def to_move(self, state: State) -> Player:
        """The player whose turn it is; in a final state, the one who came too late."""
        player: Player = state.to_move
        return player

    def actions(self, state: State) -> tuple[Action, ...]:
        """The numbers that may be added: always 1 to `most` until the goal is reached."""
        return () if state.total >= self.goal else tuple(range(1, self.most + 1))

    def result(self, state: State, action: Action) -> State:
        """The state after this number has been added."""
        if state.total >= self.goal or not is_whole(action, 1, self.most):
            raise self.illegal(state, action)
        added = int(action)  # type: ignore[call-overload]
        return CountState(state.total + added, _other(state.to_move))

    def is_terminal(self, state: State) -> bool:
        """Whether the goal has been reached or passed."""
        return bool(state.total >= self.goal)

    def utility(self, state: State, player: Player) -> float:
        """+1 for the player who reached or passed the goal, -1 for the other."""
        return self.by_winner(state, player)

    def winner(self, state: State) -> Player | None:
        """The player who reached or passed the goal, or `None` while it is ahead."""
        return _other(state.to_move) if self.is_terminal(state) else None

    def has_state(self, state: State) -> bool:
        """Whether this is a `CountState`."""
        return self.of_kind(state, CountState)

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The state as a line such as `3 of 5, X to move` or `6 of 5, O has won`."""
        winner = self.winner(state)
        news = f"{state.to_move} to move" if winner is None else f"{winner} has won"
        return f"{state.total} of {self.goal}, {news}"

    def parse(self, text: str) -> State:
        """The state that such a line shows."""
        line = text.strip()
        under_way, over = _UNDER_WAY.fullmatch(line), _OVER.fullmatch(line)
        found = under_way or over
        if not found:
            raise ValueError(
                f"{line!r} shows no state of Count: write it like '3 of {self.goal}, X to move'"
                f" or '{self.goal} of {self.goal}, O has won'"
            )
        total, goal, player = int(found[1]), int(found[2]), found[3]
        if goal != self.goal:
            raise ValueError(f"{line!r} counts to {goal}, but this game counts to {self.goal}")
        if player not in self.players:
            raise self.no_such_player(player)
        state = CountState(total, player if under_way else _other(player))
        if self.is_terminal(state) != bool(over):
            raise ValueError(
                f"{line!r} contradicts itself: a game is won when the total is {self.goal} or more,"
                " and goes on before that"
            )
        if not self._can_arise(state):
            raise ValueError(
                f"{line!r} can't come about: no sequence of numbers from 1 to {self.most}, added"
                " in turns by X and O, leads there"
            )
        return state

    def action_name(self, action: Action) -> str:
        """The number that is added, in digits."""
        if not is_whole(action, 1, self.most):
            raise ValueError(
                f"{action!r} is no action of {self!r}, which are the whole numbers from 1 to"
                f" {self.most}"
            )
        return str(action)

    def action_named(self, text: str) -> Action:
        """The number written like this."""
        if not text.strip().isdecimal():
            raise ValueError(
                f"{text!r} is no action of Count: write a number from 1 to {self.most}"
            )
        return int(text)

    # --- helpers -----------------------------------------------------------------------------

    def _can_arise(self, state: CountState) -> bool:
        """Whether play can lead to this state."""
        if state.total < self.goal:
            return self._can_count_to(state.total, state.to_move)
        before = range(max(0, state.total - self.most), self.goal)
        return any(self._can_count_to(total, _other(state.to_move)) for total in before)

    def _can_count_to(self, total: int, to_move: Player) -> bool:
        """Whether this total, below the goal, can come about with this player to move."""
        fewest, longest = -(-total // self.most), total
        wanted = 0 if to_move == "X" else 1
        return fewest % 2 == wanted or fewest < longest


def _other(player: Player) -> Player:
    """The opponent."""
    return "O" if player == "X" else "X"
