"""Two Dice: each player picks one of some odd dice, both roll, and the higher number wins."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import CHANCE, Action, Chances, FewActions, Player, State
from course_lib.plain import letters

ODD_DICE = ((2, 4, 9), (1, 6, 8), (3, 5, 7))
"""Each of these beats another one five times in nine, in a circle; each face is there twice."""

_TEXT = re.compile(r"(?:X: ([a-z])(?: (\d+))?(?:, O: ([a-z])(?: (\d+))?)?; )?(.+)")


class Picked(NamedTuple):
    """A position: the dice that were picked, by their letters, and what they have shown so far."""

    dice: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, repr=False)
class TwoDice(FewActions):
    """X picks a die, O one of the others; then X's die rolls, and O's. The higher number wins.

    `dice` are the faces of each die, all faces of a die equally likely; the same number twice is a
    draw. The dice are called `"a"`, `"b"`, `"c"`..., and so are the actions that pick them; where a
    die rolls, the actions are its faces, from the least to the greatest.

    >>> game = TwoDice()
    >>> state = game.play("a b 4")
    >>> game.render(state), game.chance(state)[0]
    ('X: a 4, O: b; O rolls', (1, 0.3333333333333333))
    """

    dice: tuple[tuple[int, ...], ...] = ODD_DICE

    def __post_init__(self) -> None:
        """Freeze the lists to tuples; refuse what are no dice."""
        sound = isinstance(self.dice, list | tuple) and 2 <= len(self.dice) <= 26
        for die in self.dice if sound else ():
            whole = isinstance(die, list | tuple) and all(isinstance(face, int) for face in die)
            sound = sound and whole and min(die, default=0) > 0
        if not sound:
            raise ValueError(
                f"dice is {self.dice!r:.60}; it must be two dice or more, each a tuple of whole"
                " numbers from 1 up"
            )
        object.__setattr__(self, "dice", tuple(map(tuple, self.dice)))

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = Picked()

    @property
    def names(self) -> tuple[str, ...]:
        """What the dice are called."""
        return tuple(letters(number) for number in range(1, len(self.dice) + 1))

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """The dice by their letters, then every number that is on any of them."""
        return (*self.names, *sorted({face for die in self.dice for face in die}))

    def to_move(self, state: State) -> Player:
        """X, then O, then nobody, while the dice roll."""
        picked = len(state.dice)
        over = len(state.faces) == len(self.players)
        return self.players[picked] if picked < 2 else self.players[0] if over else CHANCE

    def actions(self, state: State) -> tuple[Action, ...]:
        """The dice that are still there, or the faces of the one that rolls."""
        if len(state.dice) < len(self.players):
            return tuple(name for name in self.names if name not in state.dice)
        return tuple(face for face, _ in self.chance(state))

    def chance(self, state: State) -> Chances:
        """The faces of the die that rolls, with the share of its sides that show them."""
        if len(state.dice) < len(self.players) or len(state.faces) == len(self.players):
            return ()
        die = self.dice[self.names.index(state.dice[len(state.faces)])]
        return tuple((face, count / len(die)) for face, count in sorted(Counter(die).items()))

    def result(self, state: State, action: Action) -> State:
        """The state after this die has been picked, or after this face has come up."""
        dice, faces = state
        legal = self.legal(state, action)
        if len(dice) < len(self.players):
            return Picked((*dice, legal), faces)
        return Picked(dice, (*faces, legal))

    def is_terminal(self, state: State) -> bool:
        """Whether both dice have been rolled."""
        return len(state.faces) == len(self.players)

    def winner(self, state: State) -> Player | None:
        """The player with the higher number; `None` for a draw or before the end."""
        if not self.is_terminal(state) or state.faces[0] == state.faces[1]:
            return None
        return self.players[0 if state.faces[0] > state.faces[1] else 1]

    def has_state(self, state: State) -> bool:
        """Whether these are dice of this game."""
        return super().has_state(state) and set(state.dice) <= set(self.names)

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """A line such as `X: a 4, O: b; O rolls`."""
        shown = [
            " ".join((f"{player}: {die}", *map(str, state.faces[seat : seat + 1])))
            for seat, (player, die) in enumerate(zip(self.players, state.dice, strict=False))
        ]
        winner = self.winner(state)
        if self.is_terminal(state):
            news = "a draw" if winner is None else f"{winner} has won"
        elif self.chance(state):
            news = f"{self.players[len(state.faces)]} rolls"
        else:
            news = f"{self.to_move(state)} to move"
        return "; ".join((*filter(None, [", ".join(shown)]), news))

    def parse(self, text: str) -> State:
        """The state that such a line shows."""
        line = text.strip()
        found = _TEXT.fullmatch(line)
        state = self.initial
        try:
            for action in (found[1], found[3], found[2], found[4]) if found else ():
                state = self.result(state, self.action_named(action)) if action else state
        except ValueError as error:
            raise ValueError(f"{line!r} shows no state: {error}") from None
        if self.render(state) != line:
            raise ValueError(
                f"{line!r} shows no state, or contradicts itself: write it like"
                f" {self.render(state)!r}"
            )
        return state
