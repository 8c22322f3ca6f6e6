"""What every action is worth, worked out in a thread when a board is to show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from course_lib.game import Action, State
from course_lib.play.match import raised
from course_lib.views.playing.worker import Answer, Thinking

Values = Callable[[State], Mapping[Action, float]]
"""A function that gives the value of each legal action, such as `Solver(game).scores`."""


class Weighing:
    """The values of one position at a time; `shown` says whether anybody wants to see them.

    `deliver(job, answer)` is called in the thread that has worked something out. Whoever has made
    sure then that nothing else changes hands both to `hear`.
    """

    def __init__(self, values: Values, deliver: Callable[[Thinking, Answer], None]) -> None:
        """Show nothing at first."""
        self.shown, self.fault = False, ""
        self._function, self._deliver = values, deliver
        self._state: State = None
        self._values: Mapping[Action, float] = {}
        self._job: Thinking | None = None

    @property
    def busy(self) -> bool:
        """Whether values are being worked out."""
        return self._job is not None

    def look(self, state: State) -> None:
        """Begin to work out the values of this state, if they are to be shown; `None` is none."""
        if self._job is not None:
            self._job.stop()
        self._job, self._values, self._state, self.fault = None, {}, state, ""
        if self.shown and state is not None:
            self._job = Thinking(lambda: dict(self._function(state)), self._deliver)
            self._job.start()

    def hear(self, job: Thinking, answer: Answer) -> None:
        """Keep what was worked out, or what went wrong, unless the position has changed since."""
        if job is not self._job:
            return
        if answer.error is not None:
            self.fault = f"The values could not be worked out: {raised(answer.error)}"
        else:
            self._values = answer.value
        self._job = None  # last: whoever waits in another thread looks at the values then

    def of(self, state: State) -> Mapping[Action, float]:
        """The values of this state, as far as they are known and to be shown."""
        return self._values if self.shown and state is self._state else {}
