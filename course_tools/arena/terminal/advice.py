"""What each move is worth: hints and analysis in the terminal."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import NamedTuple, TypeVar

from course_lib.game import Action, Game, State, hides
from course_lib.games.k_in_a_row import KInARow
from course_lib.search.mcts import Node, mcts_search
from course_tools.arena.experts import LuckExpert, expert

MOST_SHOWN = 12
"""So many moves of an analysis are listed, the best first."""

MOST_STATES = 20_000
"""A game with more positions from here on is not solved while somebody waits."""

SIMULATIONS, OF_ROWS = 1_000, 10_000
"""So many take about a second, and so many in games of rows."""


Name = TypeVar("Name", bound=Hashable)


def in_rank(values: Mapping[Name, float]) -> list[Name]:
    """The best first."""
    return sorted(values, key=lambda one: -values[one])


class MoveValues(NamedTuple):
    """The value of each action for the player who takes it, and what the numbers mean.

    Every legal action has one.
    """

    values: Mapping[Action, float]
    best: Action
    exact: bool
    meaning: str

    def verdict(self, action: Action) -> str:
        """What the value of this action means, in a few words."""
        value = self.values[action]
        if not self.exact:
            return f"{round(value, 2) + 0:+.2f}"  # the sum makes a zero of a minus zero
        number = f"{value:+.3g}" if value else "0"
        if self.meaning == LuckExpert.meaning:
            return number
        return f"{number} ({'a win' if value > 0 else 'a loss' if value < 0 else 'a draw'})"


class Adviser:
    """Knows what the moves of a position are worth, and says so.

    It is worked out once for each position: so a hint is always the first move of the analysis,
    also where both come from a search that would not say quite the same a second time.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        """Prepare for this game; nothing is searched yet."""
        self.game, self.rng = game, rng
        self._known: dict[State, MoveValues] = {}
        solvable = len(game.players) == 2 and game.zero_sum and not hides(game)
        self._expert = expert(game, MOST_STATES) if solvable else None

    def worth(self, state: State) -> MoveValues:
        """What the moves of this state are worth."""
        if state not in self._known:
            self._known[state] = self._appraised(state)
        return self._known[state]

    def hint(self, state: State) -> str:
        """A good move, and what it is worth, in a line."""
        if hides(self.game):
            return _HIDDEN
        worth = self.worth(state)
        kind = "is best" if worth.exact else "looks best"
        name = self.game.action_name(worth.best)
        return f"{name} {kind}: {worth.verdict(worth.best)} ({worth.meaning})"

    def analysis(self, state: State) -> str:
        """What every move is worth, the best ones in a line each."""
        if hides(self.game):
            return _HIDDEN
        worth = self.worth(state)
        ranked = in_rank(worth.values)
        ranked.sort(key=lambda action: action != worth.best)
        names: dict[Action, str] = {one: self.game.action_name(one) for one in ranked}
        width = max(map(len, names.values()))
        lines = [f"  {names[one]:{width}}  {worth.verdict(one)}" for one in ranked[:MOST_SHOWN]]
        if len(ranked) > MOST_SHOWN:
            lines.append(f"  and {len(ranked) - MOST_SHOWN} more")
        return "\n".join([*lines, f"  ({worth.meaning})"])

    # --- how it is found ---------------------------------------------------------------------

    def _appraised(self, state: State) -> MoveValues:
        if self._expert is not None and (values := self._expert.hints(state)) is not None:
            return MoveValues(values, _first_best(values), exact=True, meaning=self._expert.meaning)
        return self._searched(state)

    def _searched(self, state: State) -> MoveValues:
        """The mean result of each action in a Monte Carlo search that tries every one of them.

        The best one is the search's choice, the most visited: one tried a single time may look
        perfect by luck.
        """
        game = self.game
        least, greatest = game.utility_range
        usual = OF_ROWS if isinstance(game, KInARow) else SIMULATIONS
        simulations = usual + len(game.actions(state))
        found = mcts_search(game, state, simulations=simulations, rng=self.rng)
        means = {
            child.action: least + (greatest - least) * _reward(child)
            for child in found.tree.children
        }
        values = {action: means.get(action, least) for action in game.actions(state)}
        return MoveValues(values, found[1], exact=False, meaning=_GUESS)


_GUESS = "estimates by Monte Carlo search: 1 would be a sure win, -1 a sure loss"


_HIDDEN = (
    "With hidden cards no move has a value of its own: it depends on how the other one bluffs."
)


def _reward(node: Node) -> float:
    """What who moved into this node gets, from 0 to 1: proven, or the mean of the simulations."""
    return node.value if node.proven is None else node.proven[node.seat]


def _first_best(values: Mapping[Action, float]) -> Action:
    """The action of the greatest value, of equal ones the first."""
    return max(values, key=lambda action: values[action])
