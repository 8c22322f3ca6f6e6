"""A player thinking about one move in a thread of its own, which can be stopped."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Stopped(BaseException):
    """Raised inside a player when nobody waits for its answer any more.

    It is no `Exception` on purpose: a player that says `except Exception` must still stop.
    """


class Reply(NamedTuple):
    """What came of it: an answer, or the error that was raised, or too much time."""

    value: Any = None
    error: BaseException | None = None
    late: bool = False
    took: float = 0.0


class Thinking:
    """One call of `think` in a thread; `deliver(self, answer)` is called there when it is done.

    `stop` raises `Stopped` in that thread, between two steps of its Python code. A budget of visits
    would be kinder, but a loop that never asks the game anything would not notice it. Two kinds of
    player can't be ended so: one inside a long call of somebody's C code (`time.sleep`), which
    notices afterwards, and one that catches everything again and again. They are left behind:
    whatever they answer is thrown away, and the game goes on.
    """

    def __init__(
        self,
        think: Callable[[], Any],
        deliver: Callable[[Thinking, Reply], None],
        *,
        before: Callable[[], Any] = lambda: None,
        seconds: float | None = None,
        pause: float = 0.0,
    ) -> None:
        """Prepare it: `start` begins, after a `pause`; `seconds` is the longest it may take.

        What `before` does is not on the clock.
        """
        self._before, self._think, self._deliver, self._pause = before, think, deliver, pause
        self._ready, self._woken = threading.Event(), threading.Event()
        # Whoever takes the one ticket decides what becomes of the answer. `pop` is a single step;
        # a lock could stay locked for ever when `Stopped` is raised beside it.
        self._ticket = [True]
        self._thread = threading.Thread(target=self._run, daemon=True, name="a player thinks")
        self._clock = None if seconds is None else threading.Timer(seconds, self._time_up)
        if self._clock is not None:
            self._clock.daemon = True

    def start(self) -> None:
        """Begin to think."""
        try:
            self._thread.start()
        except RuntimeError:  # Python in a browser has no threads: think at once, without a clock
            self._pause, self._clock = 0.0, None
            self._run()

    def stop(self) -> None:
        """Throw the answer away, and end the thinking if that can be done."""
        if self._take_ticket():
            self._interrupt()

    def _time_up(self) -> None:
        """End the thinking because the clock has run out."""
        if self._take_ticket():
            self._interrupt()
            self._deliver(self, Reply(late=True))

    def _run(self) -> None:
        """Think and deliver, unless somebody has stopped it."""
        try:
            self._ready.set()
            self._woken.wait(self._pause)
            answer = self._answer()
            if self._take_ticket():
                if self._clock is not None:
                    self._clock.cancel()
                self._deliver(self, answer)
                return
            # We were stopped a moment ago: take the exception here, where it does no harm.
            for _ in range(100):
                time.sleep(0.01)
        except Stopped:
            pass

    def _answer(self) -> Reply:
        """What the player answers, or what it raises."""
        began = time.perf_counter()
        try:
            self._before()
            if self._clock is not None:
                self._clock.start()
            began = time.perf_counter()
            value = self._think()
        except Stopped:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a student's code raises is shown
            return Reply(error=error, took=time.perf_counter() - began)
        return Reply(value, took=time.perf_counter() - began)

    def _take_ticket(self) -> bool:
        """Whether nobody has decided before us."""
        try:
            return self._ticket.pop()
        except IndexError:
            return False

    def _interrupt(self) -> None:
        """Raise `Stopped` in the player's thread."""
        if self._clock is not None:
            self._clock.cancel()
        self._ready.wait(1)  # not before it can be caught there
        self._woken.set()
        if self._thread.is_alive() and self._thread.ident is not None:
            thread = ctypes.c_ulong(self._thread.ident)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))
