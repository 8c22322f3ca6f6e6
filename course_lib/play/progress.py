"""A progress bar of one line on stderr, for terminals and notebooks, without any widget."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Self, TextIO, TypeVar

_T = TypeVar("_T")
_WIDTH = 24
_BETWEEN = 0.2
_SILENCE, _LONGEST_SILENCE = 2.0, 4.0

MOMENT = 0.5
"""Who waits for less than so many seconds need not be told how far it is."""


class ProgressLine:
    """A line on stderr that says how far something is; `close`, or `with`'s end, wipes it out.

    Nothing is shown in so many seconds `after` the beginning, nor where nobody would see a line
    change: when stderr is neither a terminal nor a notebook's.
    """

    spoke = -math.inf
    """When one of these lines was written last, on the monotonic clock."""

    def __init__(self, what: str = "", after: float = 0.0) -> None:
        """Show nothing yet; `what` names the things that are counted."""
        self.what, self.visible, self._stream = what, _is_watched(sys.stderr), sys.stderr
        self._began = self._now = time.monotonic()
        self._next, self._longest = self._began + after, 0

    def show(self, text: str) -> None:
        """Show this in place of what was shown before, a few times a second."""
        if self._due():
            self._write(text)

    def bar(self, done: int, total: int) -> None:
        """Show how much is done, and about how long the rest takes."""
        if self._due():
            self._write(bar(done, max(done, total), self.what, self._now - self._began))

    def count(self, number: int) -> None:
        """Show how many there are so far, and how long that took."""
        if self._due():
            self._write(f"{number:,} {self.what} in {self._now - self._began:.0f} s")

    def close(self) -> None:
        """Wipe the line out."""
        if self._longest:
            self._write("")
            self._stream.write("\r")
            self._stream.flush()
            self._longest = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _due(self) -> bool:
        self._now = time.monotonic()
        return self.visible and self._now >= self._next

    def _write(self, text: str) -> None:
        self._next = self._now + _BETWEEN
        ProgressLine.spoke = self._now
        self._longest = max(self._longest, len(text))
        self._stream.write(f"\r{text:{self._longest}}")
        self._stream.flush()


@contextmanager
def patience(words: Callable[[], str], longest: float = _LONGEST_SILENCE) -> Iterator[None]:
    """While this lasts, stderr says these words after two seconds, after four, and every four.

    Unless a `ProgressLine` has just said more. With another `longest` the silence grows up to so
    many seconds. It needs a thread, so it is for commands only.
    """
    done, began = threading.Event(), time.monotonic()

    def speak() -> None:
        wait = _SILENCE
        while not done.wait(wait):
            now = time.monotonic()
            wait = min(now - began, longest)
            if now - ProgressLine.spoke > _SILENCE:
                sys.stderr.write(f"{words()} ({now - began:.0f} s so far)\n")
                sys.stderr.flush()

    thread = threading.Thread(target=speak, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def with_progress(items: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """The same items; how many of `total` there have been is shown while they are used."""
    with ProgressLine(what, MOMENT) as line:
        for done, item in enumerate(items, 1):
            yield item
            line.bar(done, total)


def bar(done: int, total: int, what: str, seconds: float) -> str:
    """The line to show after so many seconds.

    >>> bar(25, 100, "games", 20.0)
    '[######..................] 25 of 100 games, about 60 s left'
    """
    full = _WIDTH * done // total
    left = seconds * (total - done) / done
    time_left = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
    return f"[{'#' * full}{'.' * (_WIDTH - full)}] {done} of {total} {what}, about {time_left} left"


def _is_watched(stream: TextIO | None) -> bool:
    """Whether somebody sees a line change there: in a terminal, or in a notebook."""
    notebook = type(stream).__module__.startswith(("ipykernel", "pyodide"))
    return stream is not None and (notebook or stream.isatty())
