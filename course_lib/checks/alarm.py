"""An alarm that is set again and again, and costs a thread only once: `Alarm`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Alarm:
    """Does something when the time is over, unless it is called off before.

    Its thread waits for the time that was set first and looks then whether there is a later one,
    so that setting it again costs nothing; it ends when it finds that nothing is set.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self.rang = False
        """Whether the time was over since it was last set."""
        self._ring = ring
        self._changed = threading.Condition()
        self._due: float | None = None
        self._looks_at = 0.0
        self._thread: threading.Thread | None = None

    def set(self, seconds: float) -> None:
        """Ring after so many seconds from now; what was set before is forgotten."""
        with self._changed:
            self.rang = False
            self._due = time.monotonic() + seconds
            if self._thread is None:
                self._looks_at = self._due
                self._thread = threading.Thread(target=self._wait, daemon=True)
                self._thread.start()
            elif self._due < self._looks_at:
                self._changed.notify()

    def call_off(self) -> None:
        """Ring no more; when this comes back, it does not ring any more either."""
        with self._changed:
            self._due = None

    def end(self) -> None:
        """The same, and let the thread go at once."""
        with self._changed:
            self._due = None
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while self._due is not None:
                left = self._due - time.monotonic()
                if left <= 0:
                    self._due = None
                    self.rang = True
                    self._ring()
                    break
                self._looks_at = self._due
                self._changed.wait(left)
            self._thread = None
