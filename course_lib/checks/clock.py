"""A safety net against calls that never end: the clock, which stops the thread that is calling."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

_AGAIN = 0.5
"""After so many seconds the exception is raised once more, if the call has swallowed it."""


class OutOfTime(BaseException):
    """A call took longer than it may.

    It is no `Exception` on purpose: a function that says `except Exception` must still stop.
    """


def within(seconds: float, function: Callable[[], Any]) -> Any:
    """What the function gives back; `OutOfTime` is raised in it when the time is over.

    It works in any thread and on every system. One long call into C, such as `time.sleep(100)`,
    can't be interrupted; only ending the whole process does that.
    """
    watchdog = _Watchdog(seconds)
    try:
        try:
            return function()
        finally:
            watchdog.call_off()
    except OutOfTime:
        watchdog.call_off()  # it may have struck just before it was called off
        raise


class _Watchdog:
    """A thread that waits, and then raises `OutOfTime` in the thread that made it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._struck = False
        self._thread = threading.get_ident()
        try:
            threading.Thread(target=self._watch, daemon=True).start()
        except RuntimeError:
            # Python in a browser has no threads; there the budget of visits has to be enough.
            self._over.set()

    def call_off(self) -> None:
        """Raise nothing from now on; what was raised and has not arrived arrives here."""
        with self._lock:
            self._over.set()
        if self._struck:
            # Taking the exception back with `PyThreadState_SetAsyncExc(thread, None)` would leave
            # a flag behind on which Python 3.11 hangs for ever as soon as a call is watched.
            try:
                for _ in range(1000):
                    pass  # Python looks for such exceptions whenever a loop goes round
            except OutOfTime:
                self._struck = False

    def _watch(self) -> None:
        """Wait, and raise; again and again, as long as the call goes on."""
        wait = self._seconds
        while not self._over.wait(wait):
            with self._lock:
                if not self._over.is_set():
                    self._struck = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._thread), ctypes.py_object(OutOfTime)
                    )
            wait = _AGAIN
