"""`SecretTree`: a textbook tree whose numbers stay outside, and are asked for one by one."""

from __future__ import annotations

from dataclasses import dataclass, field

from course_lib.checks.secret import Ask
from course_lib.game import Player, State
from course_lib.games.textbook_tree import TextbookTree


@dataclass(frozen=True, repr=False)
class SecretTree(TextbookTree):
    """The game of a tree whose shape is known (every leaf a 0) and whose numbers are asked for."""

    __eq__ = object.__eq__  # what is not known of two trees may differ
    __hash__ = object.__hash__

    bound: float = 99
    ask: Ask = field(default=len, compare=False)
    told: dict[State, float] = field(default_factory=dict, compare=False)
    """What was asked already; it is asked once."""

    def utility(self, state: State, player: Player) -> float:
        """The leaf's number for MAX, minus the number for MIN; the first look at it is noticed."""
        super().utility(state, player)  # refuses what is no leaf, and who is no player
        leaf = tuple(state)
        value = self.told[leaf] = self.told[leaf] if leaf in self.told else self.ask(leaf)
        return value if player == "MAX" else -value

    @property
    def utility_range(self) -> tuple[float, float]:
        """The range that was announced; it says nothing about this tree's numbers."""
        return (-self.bound, self.bound)

    def render(self, state: State) -> str:
        """The path, without the number where it is a leaf."""
        return super().render(state).replace("leaf 0", "leaf ?")
