"""The buttons Hint and Analysis of the page, and the words below the board that they bring."""

from __future__ import annotations

from typing import Any

from course_lib.game import State
from course_lib.views.playing import PlayController
from course_tools.arena.advice import Adviser

HINT = "hint"
"""The control that says a good move."""

_VALUES = "values"
"""The board's own control, which shows what each move is worth."""


class PageAdvice:
    """What an adviser says on the page of this game, in the same words as in the terminal.

    Without one there are no buttons, and nothing is said.
    """

    def __init__(self, play: PlayController, advise: Adviser | None) -> None:
        """Say nothing at first."""
        self.play, self.advise = play, advise
        self._hinted: tuple[State, str] | None = None

    def hint(self) -> bool:
        """Whether there is a hint for the person to move now; it is worked out meanwhile."""
        state = self.play.state
        if self.advise is None or not self.play.your_turn:
            return False
        self._hinted = state, self.advise.hint(state)
        return True

    def added_to(self, drawn: dict[str, Any]) -> dict[str, Any]:
        """The same board with the buttons, and with what there is to say of this position."""
        view = drawn["view"]
        controls = [
            (name, _words(words), able) if name == _VALUES else (name, words, able)
            for name, words, able in view["controls"]
        ]
        if self.advise is not None:
            at = [name for name, _, _ in controls].index(_VALUES)
            controls.insert(at, (HINT, "Hint", self.play.your_turn))
        return {**drawn, "view": {**view, "controls": controls}, "advice": self._said()}

    def _said(self) -> str:
        """The hint and the analysis of the position on the board, as far as they were asked for."""
        play, said = self.play, []
        if self._hinted is not None and self._hinted[0] is play.state:
            said.append(self._hinted[1])
        if self.advise is not None and play.weighing is not None and play.weighing.of(play.state):
            said.append(self.advise.analysis(play.state))
        return "\n\n".join(said)


def _words(words: str) -> str:
    """The words of the control that shows values, as the terminal calls it."""
    return {"Show values": "Analysis", "Hide values": "Hide analysis"}.get(words, words)
