"""What all compact games share: they are a readable game with another kind of state."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from course_lib.game import Action, Game, Player, State, Symmetry

AnyGame = TypeVar("AnyGame", bound=Game)


@dataclass(frozen=True, repr=False)
class CompactGame(Game, Generic[AnyGame]):
    """The same game as `game`, with small states made of whole numbers.

    Actions, their order and names, `render` and `parse` are those of the readable game;
    `pack` and `unpack` go from its states to ours and back.
    """

    game: AnyGame

    @abstractmethod
    def pack(self, state: State) -> State:
        """The compact state for a state of the readable game."""

    @abstractmethod
    def unpack(self, state: State) -> State:
        """The readable game's state for a compact one."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players' names."""
        return self.game.players

    @cached_property
    def initial(self) -> State:
        """The state before anybody has moved."""
        return self.pack(self.game.initial)

    @property
    def utility_range(self) -> tuple[float, float]:
        """The least and the greatest utility."""
        return self.game.utility_range

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(kinds, squares)` of what has won, or `None`."""
        return self.game.win_line(self.unpack(state))

    @property
    @abstractmethod
    def full(self) -> int:
        """The bits of all squares."""

    def has_state(self, state: State) -> bool:
        """Whether these are three whole numbers, the bits of the first two on this board."""
        kinds = [type(number) for number in state] if type(state) is tuple else []
        return kinds == [int] * 3 and 0 <= state[0] | state[1] <= self.full

    def __repr__(self) -> str:
        return f"compact({self.game!r})"

    def render(self, state: State) -> str:
        """The text that the readable game shows."""
        return self.game.render(self.unpack(state))

    def parse(self, text: str) -> State:
        """The state that the readable game reads."""
        return self.pack(self.game.parse(text))

    def action_name(self, action: Action) -> str:
        """The action's name in the readable game."""
        return self.game.action_name(action)

    def action_named(self, text: str) -> Action:
        """The action with this name in the readable game."""
        return self.game.action_named(text)

    def play(self, names: str | Iterable[str]) -> State:
        """The state after these moves, written as the readable game reads them."""
        return self.pack(self.game.play(names))

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name, where a shorter name may be enough in this state."""
        return self.game.action_in(self.unpack(state), text)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The readable game's maps onto itself, for compact states."""
        return tuple(self._packed(symmetry) for symmetry in self.game.symmetries)

    def canonical(self, state: State) -> Hashable:
        """The readable game's canonical value."""
        return self.game.canonical(self.unpack(state))

    def _packed(self, symmetry: Symmetry) -> Symmetry:
        def image(state: Any) -> Any:
            return self.pack(symmetry.state(self.unpack(state)))

        return Symmetry(symmetry.name, image, symmetry.action)
