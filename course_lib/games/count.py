"""Count: two players add to one number, and whoever brings it to the goal wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import OTHER, Action, FewActions, Player, State, must_be_whole

_TEXT = re.compile(r"(\d+) of (\d+), (\w) (to move|has won)")


class CountState(NamedTuple):
    """A position: the total so far and the player whose turn it is."""

    total: int
    to_move: Player


@dataclass(frozen=True, repr=False)
class Count(FewActions):
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
        must_be_whole(1, goal=self.goal, most=self.most)

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = CountState(0, "X")

    def to_move(self, state: State) -> Player:
        """The player whose turn it is; in a final state, the one who came too late."""
        return str(state.to_move)

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """The numbers from 1 to `most`."""
        return tuple(range(1, self.most + 1))

    def actions(self, state: State) -> tuple[Action, ...]:
        """The numbers that may be added: always 1 to `most` until the goal is reached."""
        return () if state.total >= self.goal else tuple(range(1, self.most + 1))

    def result(self, state: State, action: Action) -> State:
        """The state after this number has been added."""
        added = self.legal(state, action)
        return CountState(state.total + added, OTHER[state.to_move])

    def is_terminal(self, state: State) -> bool:
        """Whether the goal has been reached or passed."""
        return bool(state.total >= self.goal)

    def winner(self, state: State) -> Player | None:
        """The player who reached or passed the goal, or `None` while it is ahead."""
        return OTHER[state.to_move] if self.is_terminal(state) else None

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The state as a line such as `3 of 5, X to move` or `6 of 5, O has won`."""
        winner = self.winner(state)
        news = f"{state.to_move} to move" if winner is None else f"{winner} has won"
        return f"{state.total} of {self.goal}, {news}"

    def parse(self, text: str) -> State:
        """The state that such a line shows."""
        line = text.strip()
        found = _TEXT.fullmatch(line)
        if not found:
            raise ValueError(
                f"{line!r} shows no state of Count: write it like '3 of {self.goal}, X to move'"
                f" or '{self.goal} of {self.goal}, O has won'"
            )
        total, goal, player, over = int(found[1]), int(found[2]), found[3], found[4] == "has won"
        if goal != self.goal:
            raise ValueError(f"{line!r} counts to {goal}, but this game counts to {self.goal}")
        if player not in self.players:
            raise self.no_such_player(player)
        state = CountState(total, OTHER[player] if over else player)
        if self.render(state) != line:
            raise ValueError(f"{line!r} contradicts itself; it must be {self.render(state)!r}")
        return state
