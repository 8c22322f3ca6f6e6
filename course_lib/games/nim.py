"""Nim: take from one heap, as much as you like; who takes the last object wins, or loses."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import OTHER, Action, Game, Player, State, equal_action
from course_lib.plain import letters, number_of

_NEWS = re.compile(r"(\w) (to move|has won)")
_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")


class NimState(NamedTuple):
    """A position: the size of each heap and the player whose turn it is."""

    heaps: tuple[int, ...]
    to_move: Player


@dataclass(frozen=True, repr=False)
class Nim(Game):
    """Nim with heaps of these sizes; with `misere` whoever takes the last object loses.

    An action is `(heap, take)`, heaps counted from 0; actions come heap by heap, small ones first.
    Its name is the heap's letter and the number: `a3` takes three from the first heap.
    Heaps may be empty from the start; if all are, the game is over before anybody has moved.

    >>> game = Nim((3, 4, 5))
    >>> print(game.render(game.play("a2")))
    a | (1)
    b |||| (4)
    c ||||| (5)
    O to move
    """

    heaps: tuple[int, ...] = (3, 4, 5)
    misere: bool = False

    def __post_init__(self) -> None:
        """Freeze a list of heaps to a tuple; refuse what is no size of a heap."""
        if isinstance(self.heaps, str | int) or not tuple(self.heaps):
            raise ValueError(
                f"heaps is {self.heaps!r}; it must list the size of each heap, such as (3, 4, 5)"
            )
        object.__setattr__(self, "heaps", tuple(self.heaps))
        for size in self.heaps:
            if not isinstance(size, int) or size < 0:
                raise ValueError(f"heaps has {size!r}; a heap's size is a whole number, 0 or more")

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")

    @property
    def initial(self) -> State:
        """All heaps full, X to move."""
        return NimState(self.heaps, "X")

    def to_move(self, state: State) -> Player:
        """The player whose turn it is; in a final state, the one who finds nothing to take."""
        return str(state.to_move)

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """What can be taken from full heaps, in the order of `actions`."""
        return self.actions(self.initial)

    def actions(self, state: State) -> tuple[Action, ...]:
        """Every `(heap, take)`: by heap, then by how much is taken."""
        return tuple(
            (heap, take) for heap, size in enumerate(state.heaps) for take in range(1, size + 1)
        )

    def result(self, state: State, action: Action) -> State:
        """The state after so much has been taken from this heap."""
        legal = self.legal(state, action)
        heaps, (heap, take) = state.heaps, legal
        left = (*heaps[:heap], heaps[heap] - take, *heaps[heap + 1 :])
        return NimState(left, OTHER[state.to_move])

    def is_terminal(self, state: State) -> bool:
        """Whether nothing is left to take."""
        return not any(state.heaps)

    def winner(self, state: State) -> Player | None:
        """Who took the last object, or with `misere` the other; `None` before the end."""
        if not self.is_terminal(state):
            return None
        return str(state.to_move) if self.misere else OTHER[state.to_move]

    def has_state(self, state: State) -> bool:
        """Whether this is a `NimState` with as many heaps."""
        return super().has_state(state) and len(state.heaps) == len(self.heaps)

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The heaps one below the other, each with its letter, and whose turn it is."""
        names = [letters(number) for number in range(1, len(state.heaps) + 1)]
        lines = [
            " ".join((name, *(["|" * size] if size else []), f"({size})"))
            for name, size in zip(names, state.heaps, strict=True)
        ]
        winner = self.winner(state)
        lines.append(f"{state.to_move} to move" if winner is None else f"{winner} has won")
        return "\n".join(lines)

    def parse(self, text: str) -> State:
        """The state that such a text shows."""
        *lines, last = [line.strip() for line in text.strip().splitlines()] or [""]
        news = _NEWS.fullmatch(last)
        if not news:
            raise ValueError(
                f"the last line is {last!r}; it must be like 'X to move' or 'X has won'"
            )
        heaps = tuple(int(size) for size in re.findall(r"\((\d{1,9})\)", "\n".join(lines)))
        if not len(lines) == len(heaps) == len(self.heaps):
            raise ValueError(
                f"the text shows {len(lines)} heaps, but this game has {len(self.heaps)};"
                f" it must be like\n{self.render(self.initial)}"
            )
        for size, full in zip(heaps, self.heaps, strict=True):
            if size > full:
                raise ValueError(f"({size}) is more than the {full} this heap starts with")
        if news[1] not in self.players:
            raise self.no_such_player(news[1])
        over = news[2] == "has won"
        state = NimState(heaps, OTHER[news[1]] if over and not self.misere else news[1])
        for line, right in zip([*lines, last], self.render(state).splitlines(), strict=True):
            if line.lower().split() != right.lower().split():
                raise ValueError(f"{line!r} does not fit the rest of the text; write {right!r}")
        return state

    def action_name(self, action: Action) -> str:
        """The heap's letter and how much is taken: `a3`."""
        pair = equal_action(self.all_actions, action)
        if pair is None:
            raise ValueError(
                f"{action!r} is not an action of {self!r}: a pair (heap, take), with a heap from 0"
                f" to {len(self.heaps) - 1}, and from 1 to as many as that heap starts with"
            )
        heap, take = pair
        return f"{letters(heap + 1)}{take}"

    def action_named(self, text: str) -> Action:
        """The `(heap, take)` written like this."""
        found = _NAME.fullmatch(text.strip().lower())
        if not found:
            raise ValueError(
                f"{text!r} is not an action of Nim: write the heap's letter and a number, like a3"
            )
        heap = number_of(found[1]) - 1
        if heap >= len(self.heaps):
            raise ValueError(
                f"{text!r} names a heap that is not there; the last is {letters(len(self.heaps))}"
            )
        return (heap, int(found[2]))

    # --- heaps in any order are the same game ---------------------------------------------------

    def canonical(self, state: State) -> Hashable:
        """The state with its heaps sorted: which heap lies where changes nothing."""
        return NimState(tuple(sorted(state.heaps)), state.to_move)
