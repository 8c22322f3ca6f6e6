"""What `hint` and `analysis` say, in the terminal and on the page: both from the same numbers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from course_lib.game import Action, Game, State
from course_tools.arena.values import Worth

MOST_SHOWN = 12
"""So many moves of an analysis are listed, the best first."""


class Adviser:
    """Knows what the moves of a position are worth; it is worked out once for each position.

    So a hint is always the first move of the analysis, also where both come from a search that
    would not say quite the same a second time.
    """

    def __init__(self, game: Game, appraise: Callable[[State], Worth]) -> None:
        """Ask this appraiser of the game, when somebody wants to know."""
        self.game, self._appraise = game, appraise
        self._known: dict[State, Worth] = {}
        self._lock = threading.Lock()

    def worth(self, state: State) -> Worth:
        """What the moves of this state are worth."""
        with self._lock:
            if state not in self._known:
                self._known[state] = self._appraise(state)
            return self._known[state]

    def values(self, state: State) -> Mapping[Action, float]:
        """The same as numbers alone, for a board that shows them."""
        return self.worth(state).values

    def hint(self, state: State) -> str:
        """A good move, and what it is worth, in a line."""
        worth = self.worth(state)
        kind = "is best" if worth.exact else "looks best"
        name = self.game.action_name(worth.best)
        return f"{name} {kind}: {worth.verdict(worth.best)} ({worth.meaning})"

    def analysis(self, state: State) -> str:
        """What every move is worth, the best ones in a line each."""
        worth = self.worth(state)
        ranked = sorted(worth.values, key=lambda action: -worth.values[action])
        ranked.sort(key=lambda action: action != worth.best)
        names: dict[Action, str] = {one: self.game.action_name(one) for one in ranked}
        width = max(map(len, names.values()))
        lines = [f"  {names[one]:{width}}  {worth.verdict(one)}" for one in ranked[:MOST_SHOWN]]
        if len(ranked) > MOST_SHOWN:
            lines.append(f"  and {len(ranked) - MOST_SHOWN} more")
        return "\n".join([*lines, f"  ({worth.meaning})"])
