"""A safety net against calls that never end: `within` stops what computes for too long.

What counts is the processor's time, so that no right answer is called slow on a busy machine. Where
the system sends signals, a timer does it. Elsewhere (on Windows, in a browser, in a thread that is
not the main one) Python from 3.12 on reports loops and calls; before that it is up to the button
that interrupts a cell.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

WAITING = 4
"""With its waiting, a call may take so many times its seconds: what only sleeps has to end, too."""

_AGAIN = 0.5
"""After so many seconds the exception is raised once more, if the call goes on."""

_LEAST = 0.001
"""No timer is set to less: 0 would stop it."""

waited = time.monotonic
"""Tells how long a call takes with its waiting; the sandbox in WebAssembly has a better one."""

_WEAK = ("weakref", "_weakrefset")

_EVENTS = 1_000
"""Every so many loops and calls somebody looks at the clock."""


class OutOfTime(BaseException):
    """A call took longer than it may.

    It is no `Exception` on purpose: a function that says `except Exception` must still stop.
    """


def within(seconds: float, function: Callable[[], Any], *, wall: float | None = None) -> Any:
    """What the function gives back; `OutOfTime` is raised in it when it has computed for too long.

    It works on every system, in threads from Python 3.12 on. One long call into C can't be
    interrupted; only ending the whole process does that. `wall` is how long it may take together
    with its waiting.
    """
    limits = (seconds, WAITING * seconds if wall is None else wall)
    main = threading.current_thread() is threading.main_thread()
    if main and hasattr(signal, "setitimer"):
        return _with_signals(limits, function)
    return _with_events(limits, function) if hasattr(sys, "monitoring") else function()


def _with_signals(limits: tuple[float, float], function: Callable[[], Any]) -> Any:
    """The value; a timer of the system rings when the time may be over, and stops the call."""
    left, running = _time_left(limits), True

    def look(_: int, frame: FrameType | None) -> None:
        if not running:
            return
        if (more := left()) > 0:  # it has waited, or others have computed
            signal.setitimer(signal.ITIMER_REAL, max(more, _LEAST), _AGAIN)
        elif not _is_lost(frame):
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, look)
    began = time.monotonic()
    rest, again = signal.setitimer(signal.ITIMER_REAL, min(limits), _AGAIN)
    try:
        return function()
    finally:
        running = False
        # In a call within another, the outer one's clock has stood still.
        rest = rest and max(rest - (time.monotonic() - began), _LEAST)
        signal.setitimer(signal.ITIMER_REAL, rest, again)
        signal.signal(signal.SIGALRM, handler)


def _is_lost(frame: FrameType | None) -> bool:
    """Whether an exception here would be printed and lost: in a callback of Python's own memory.

    Those are the callbacks of the garbage collector and of weak references, and what a thing of
    Python's own library does when nobody needs it any more.
    """
    callbacks = {getattr(each, "__code__", None) for each in gc.callbacks}
    while frame:
        room = frame.f_globals.get("__name__")
        if frame.f_code in callbacks or room in _WEAK:
            return True
        if frame.f_code.co_name == "__del__" and room in sys.stdlib_module_names:
            return True
        frame = frame.f_back
    return False


def _with_events(limits: tuple[float, float], function: Callable[[], Any]) -> Any:
    """The value; each time that Python has reported enough loops and calls, the clock is read."""
    monitoring: Any = vars(sys)["monitoring"]
    tool = next((number for number in (3, 4) if monitoring.get_tool(number) is None), None)
    if tool is None:
        return function()  # a call within a call within a call: the outer ones are watched
    left, thread, events_left = _time_left(limits), threading.get_ident(), _EVENTS

    def look(*_: Any) -> None:
        nonlocal events_left
        events_left -= 1
        if events_left <= 0 and threading.get_ident() == thread:
            events_left = _EVENTS
            if left() <= 0:
                raise OutOfTime

    monitoring.use_tool_id(tool, "course_lib")
    try:
        events = monitoring.events
        for event in (events.JUMP, events.PY_START):
            monitoring.register_callback(tool, event, look)
        monitoring.set_events(tool, events.JUMP | events.PY_START)
        return function()
    finally:
        events_left = sys.maxsize
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)


def _time_left(limits: tuple[float, float]) -> Callable[[], float]:
    """Tells how many seconds there are until one of the two limits, counted from now, is passed."""
    ends = (time.process_time() + limits[0], waited() + limits[1])
    return lambda: min(ends[0] - time.process_time(), ends[1] - waited())
