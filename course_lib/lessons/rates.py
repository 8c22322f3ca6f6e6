"""How often each result comes; for lessons 03, 04 and 08."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from course_lib.game import Action, Game, Player, State
from course_lib.play.tournament import wilson

Choices = Callable[[Game, State], Sequence[Action]]
"""Gives the actions among which the player to move draws, each as likely as the others."""


@dataclass(frozen=True, repr=False)
class Rates:
    """The share of each result; `None` stands for a draw.

    `games` is how many games were played to find them; it is `None` where they are exact.
    """

    shares: Mapping[Player | None, Fraction]
    games: int | None = None

    def __repr__(self) -> str:
        parts = [f"{winner or 'draw'} {self._in_percent(winner)}" for winner in self.shares]
        return "   ".join(parts)

    def __getitem__(self, winner: Player | None) -> Fraction:
        """The share of the games that this player wins, or with `None` that are drawn."""
        return self.shares[winner]

    def _in_percent(self, winner: Player | None) -> str:
        """One share in per cent, and its 95 % interval where it was found by playing."""
        share = float(self.shares[winner])
        if self.games is None:
            return f"{100 * share:6.2f} %"
        low, high = wilson(share, self.games)
        return f"{100 * share:3.0f} % ({100 * low:3.0f} to {100 * high:3.0f})"


def exact_rates(game: Game, choices: Choices) -> Rates:
    """The share of each result over all games, with each chance multiplied out and added up.

    Both players draw among `choices(game, state)`. No game is played and nothing is left to luck:
    all states that can come about after so many moves are looked at together, each with the
    chance that it does. The game has to end, however it is played.

    >>> from course_lib.games.count import Count
    >>> print(exact_rates(Count(3, 2), lambda game, state: game.actions(state)))
    draw   0.00 %   X  25.00 %   O  75.00 %
    """
    shares: dict[Player | None, Fraction] = dict.fromkeys((None, *game.players), Fraction(0))
    chances: Mapping[State, Fraction] = {game.initial: Fraction(1)}
    while chances:
        after: dict[State, Fraction] = {}
        for state, chance in chances.items():
            if game.is_terminal(state):
                shares[game.winner(state)] += chance
                continue
            actions = choices(game, state)
            for action in actions:
                next_state = game.result(state, action)
                after[next_state] = after.get(next_state, Fraction(0)) + chance / len(actions)
        chances = after
    return Rates(shares)
