"""Scissors, Paper, Stone in turns: the second player sees the first one's choice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import Action, FewActions, Player, State

CHOICES = ("scissors", "paper", "stone")
"""Each beats the one after it, and the last beats the first."""

_TEXT = re.compile(r"X: (\w+)(?:, O: (\w+))?(?:; .*)?")


class Chosen(NamedTuple):
    """A position: what each player has chosen, `None` before that."""

    x: str | None = None
    o: str | None = None


@dataclass(frozen=True, repr=False)
class ScissorsPaperStone(FewActions):
    """A tree of two levels, small enough to draw: X chooses, O sees it and chooses.

    Scissors beat paper, paper beats stone, stone beats scissors; the same twice is a draw.
    The actions are the three words, in this order. Whoever chooses second can always win.

    >>> game = ScissorsPaperStone()
    >>> game.render(game.play("scissors stone"))
    'X: scissors, O: stone; O has won'
    """

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = Chosen()
    all_actions = CHOICES

    def to_move(self, state: State) -> Player:
        """X at the start, then O."""
        return "X" if state.x is None else "O"

    def actions(self, state: State) -> tuple[Action, ...]:
        """Scissors, paper or stone, until both have chosen."""
        return CHOICES if state.o is None else ()

    def result(self, state: State, action: Action) -> State:
        """The state after the player to move has chosen this."""
        word = self.legal(state, action)
        return Chosen(word) if state.x is None else Chosen(state.x, word)

    def is_terminal(self, state: State) -> bool:
        """Whether both have chosen."""
        return state.o is not None

    def winner(self, state: State) -> Player | None:
        """The player whose choice beats the other's; `None` for a draw or before the end."""
        if not self.is_terminal(state) or state.x == state.o:
            return None
        return "X" if _next(state.x) == state.o else "O"

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The choices as a line such as `X: paper; O to move`."""
        if state.x is None:
            return "X to move"
        if state.o is None:
            return f"X: {state.x}; O to move"
        winner = self.winner(state)
        news = "a draw" if winner is None else f"{winner} has won"
        return f"X: {state.x}, O: {state.o}; {news}"

    def parse(self, text: str) -> State:
        """The state that such a line shows; what comes after the semicolon may be left out."""
        line = text.strip()
        if line == self.render(self.initial):
            return self.initial
        found = _TEXT.fullmatch(line)
        if not found:
            raise ValueError(
                f"{line!r} shows no state: write it like 'X to move', 'X: paper; O to move'"
                " or 'X: paper, O: stone; X has won'"
            )
        state = Chosen(*(str(self.action_named(word)) for word in found.groups() if word))
        if ";" in line and line.lower() != self.render(state).lower():
            raise ValueError(f"{line!r} contradicts itself; it must be {self.render(state)!r}")
        return state


def _next(word: str) -> str:
    """The word that this one beats."""
    return CHOICES[(CHOICES.index(word) + 1) % len(CHOICES)]
