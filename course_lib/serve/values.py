"""What each move is worth, for `hint` and `analysis`: exact where it can be had, else a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.search import mcts_search
from course_lib.serve.four_exact import ExactFour
from course_lib.serve.which_game import five_in_a_row, is_connect_four
from course_lib.solvers.small_games import values_by_solving

MOST_STATES = 20_000
"""A game with more positions from here on is not solved while somebody waits."""

SIMULATIONS = 1_000


class Worth(NamedTuple):
    """The value of each action for the player who takes it, and what the numbers mean.

    In Gomoku only moves near a stone have one, in other games every legal action.
    """

    values: Mapping[Action, float]
    best: Action
    exact: bool
    meaning: str

    def verdict(self, action: Action) -> str:
        """What the value of this action means, in a few words."""
        value = self.values[action]
        number = f"{value:+.3g}" if value else "0"
        if not self.exact:
            return number
        return f"{number} {'wins' if value > 0 else 'loses' if value < 0 else 'draws'}"


class Appraiser:
    """Finds what moves are worth in one game: `Appraiser(game, rng)(state)`."""

    def __init__(self, game: Game, rng: Random) -> None:
        """Prepare for this game; nothing is searched yet."""
        self.game, self.rng = game, rng
        self._four = ExactFour(game) if is_connect_four(game) else None
        self._solvable = len(game.players) == 2 and game.zero_sum
        self._values = self._values_in(game)

    def __call__(self, state: State) -> Worth:
        """What the actions of this state are worth."""
        if self._four is not None and (scores := self._four(state)) is not None:
            return Worth(scores, _first_best(scores), exact=True, meaning=_SCORE)
        if five_in_a_row(self.game):
            return self._by_threats(state)
        if self._solvable and (values := self._solved(state)) is not None:
            return Worth(values, _first_best(values), exact=True, meaning=_VALUE)
        return self._searched(state)

    def _solved(self, state: State) -> Mapping[Action, float] | None:
        """The exact values if the game is small from here on, or `None`."""
        try:
            return self._values(state)
        except ValueError:
            return None

    def _values_in(self, game: Game) -> Callable[[State], Mapping[Action, float]]:
        """What gives exact values: of the musketeers from their table, where there is one."""
        if isinstance(game, ThreeMusketeers):
            from course_lib.fast.musketeers_values import values_of  # noqa: PLC0415 - slow to load

            return values_of(game, MOST_STATES)
        return lambda state: values_by_solving(game, state, MOST_STATES)

    def _by_threats(self, state: State) -> Worth:
        """What the search for threats says about the moves worth a thought in Gomoku."""
        from course_lib.fast.gomoku import analysis  # noqa: PLC0415 - slow to load

        found = analysis(self.game, state)
        values = {self.game.action_named(name): value for name, value in found["moves"].items()}
        won = found["forced_win"]
        by_fours = f"; this wins by force: {' '.join(won['line'])}" if won else ""
        return Worth(values, _first_best(values), exact=False, meaning=_THREATS + by_fours)

    def _searched(self, state: State) -> Worth:
        """The mean result of each action in a Monte Carlo search that tries every one of them.

        The best one is the search's choice, the most visited: one tried a single time may look
        perfect by luck.
        """
        game = self.game
        least, greatest = game.utility_range
        simulations = SIMULATIONS + len(game.actions(state))
        found = mcts_search(game, state, simulations=simulations, rng=self.rng)
        means = {
            child.action: least + (greatest - least) * child.value for child in found.tree.children
        }
        values = {action: means.get(action, least) for action in game.actions(state)}
        return Worth(values, found[1], exact=False, meaning=_GUESS)


_SCORE = "exact: how many stones the winner has left; 0 is a draw, a loss is negative"
_VALUE = "exact: 1 is a win, 0 a draw, -1 a loss"
_THREATS = "1 is a proven win, -1 a proven loss, what lies between is an estimate"
_GUESS = "estimates by Monte Carlo search: 1 would be a sure win, -1 a sure loss"


def _first_best(values: Mapping[Action, float]) -> Action:
    """The action of the greatest value, of equal ones the first."""
    return max(values, key=lambda action: values[action])
