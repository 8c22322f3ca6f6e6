"""The game of `course play`: a board as in notebooks, with what a terminal and a page can do more.

Moves that were taken back can be played again, people can swap sides, two programs can be watched,
and whoever thinks can be stopped from another thread: while a program thinks, a page stays usable.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from course_lib.game import Action
from course_lib.play.clock import OutOfTime
from course_lib.views.playing import Control, PlayController, Seats


class ArenaController(PlayController):
    """A `PlayController` for the arena.

    Without people at the board players move when they are told to: one move by `step`, or one after
    the other by `go`, with a `pace` of so many seconds.
    """

    _undone: list[Action]

    def __init__(self, *seats: Any, pace: float = 1, **options: Any) -> None:
        """Set up the board: the arguments are those of `PlayController`."""
        self.pace = pace
        self._paused = threading.Event()
        self._paused.set()
        self._ticket: list[int] = []
        super().__init__(*seats, **options)

    @property
    def going(self) -> bool:
        """Whether a game without people goes on by itself."""
        return not self._paused.is_set()

    @property
    def controls(self) -> list[Control]:
        """The buttons of this game."""
        waits = not (self.thinking or self.going)
        by_name = {each.name: each._replace(able=each.able and waits) for each in super().controls}
        undo, new, resign = by_name["undo"], by_name["new"], by_name["resign"]
        redo = Control("redo", "Redo", waits and self.can_redo, self.redo)
        swap = Control("swap", "Swap sides", waits, self.swap)
        awaited = not (self.over or self.your_turn)
        words = "Stop" if self.thinking else "Try again" if self.stuck else "Go on"
        go = Control("go", words, awaited, self.stop if self.thinking else self.go)
        if len(self.people) == len(self.game.players):
            return [undo, redo, new, resign]
        if self.people:
            return [go, undo, redo, new, swap, resign]
        words, press = ("Pause", self.stop) if self.going else ("Play", self.go)
        go = Control("go", words, awaited, press)
        step = Control("step", "One move", awaited and waits, self.step)
        return [go, step, undo, redo, new, swap]

    # --- taking back ---------------------------------------------------------------------------

    @property
    def _your_turns(self) -> list[int]:
        """The numbers of the actions that can be taken back: all where only players play."""
        if self.people:
            return super()._your_turns
        movers = map(self.game.to_move, self._states[:-1])
        return [at for at, mover in enumerate(movers) if mover in self.seats]  # never back to dice

    def _set_up(self) -> None:
        self._undone = []
        super()._set_up()

    def _go_back_to(self, number: int) -> None:
        self._undone = [*self.actions[number:], *self._undone]
        super()._go_back_to(number)

    def _play(self, action: Action, took: float = 0) -> bool:
        undone, played = self._undone, super()._play(action, took)
        if played:
            self._undone = undone[1:] if undone[:1] == [action] else []
        return played

    @property
    def can_redo(self) -> bool:
        """Whether there is something taken back that could be played again."""
        return bool(self._undone) and not self.over

    def redo(self) -> None:
        """Play again what was taken back, up to your next turn."""
        while self.can_redo and self._play(self._undone[0]):
            if not self.game.chance(self.state) and (self.your_turn or not self.people):
                break
        self._answer()

    def replay(self, actions: Iterable[Action], seats: Seats) -> None:
        """Begin with these actions, dice included; then those in the seats go on."""
        for action in actions:
            self._play(action)
        self.seats = dict(seats)

    def swap(self) -> None:
        """Let everybody change seats, and go on with the game as it stands."""
        names = self.game.players
        moved = [self.seats[seat] for seat in (*names[1:], names[0])]
        self.seats = dict(zip(names, moved, strict=True))
        self._told.clear()
        self._moved_on()
        self._answer()

    # --- players that think --------------------------------------------------------------------

    def go(self) -> None:
        """Let the players move; where only players play, until the end or until `stop`."""
        if self.people:
            super().go()
            return
        self._paused.clear()
        pause = 0.0
        while not (self._paused.wait(pause) or self.over):
            self.step()
            pause = self.pace
            if self.stuck or self.over:
                break
        self._paused.set()
        self.on_change()

    def step(self) -> None:
        """Let the player whose turn it is make one move."""
        self.note, self.stuck = "", False
        self._roll()
        if not (self.over or self.stuck):
            self._answer_once()
            self._roll()
        self.on_change()

    def _answer(self) -> None:
        if self.people:
            super()._answer()
        else:
            self.on_change()

    def stop(self) -> None:
        """Stop the player that thinks, or a game that goes on by itself; from any thread."""
        self._paused.set()
        self._interrupt(KeyboardInterrupt, self._ticket)

    def _within(self, work: Callable[[], Any]) -> Any:
        """What this gives; in any thread it can be stopped, by us or by the clock."""
        # Who takes the ticket decides whether the work is done or interrupted. `pop` is a single
        # step; a lock could stay locked for ever when an exception is raised beside it.
        ticket = [threading.get_ident()]
        clock = threading.Timer(self.seconds or 0, self._interrupt, [OutOfTime, ticket])
        if self.seconds is not None:
            clock.start()
        try:
            self._ticket = ticket
            value, error = _outcome(work)
            if not _taken(ticket) and not isinstance(error, KeyboardInterrupt | OutOfTime):
                for _ in range(500):  # the interruption is on its way, and arrives here
                    time.sleep(0.01)
            if error is not None:
                raise error
            return value
        finally:
            clock.cancel()

    def _interrupt(self, error: type[BaseException], ticket: list[int]) -> None:
        """Raise this where a player thinks, between two steps of its Python code."""
        if thinker := _taken(ticket):
            thread = ctypes.c_ulong(thinker)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(error))


def _outcome(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    """`(value, error)` of this work."""
    try:
        return work(), None
    except BaseException as error:  # noqa: BLE001 - it is raised again
        return None, error


def _taken(ticket: list[int]) -> int:
    """The thread on the ticket, or 0 if somebody else has taken it before."""
    try:
        return ticket.pop()
    except IndexError:
        return 0
