"""A progress bar of one line on stderr, for terminals and notebooks, without any widget."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

_T = TypeVar("_T")
_WIDTH = 24
_FIRST_SHOWN = 0.5
_BETWEEN = 0.2


def with_progress(items: Iterable[_T], total: int, what: str) -> Iterator[_T]:
    """The same items; how many of `total` there have been is shown while they are used.

    Nothing is shown in the first half second, nor where nobody would see a line change: when
    stderr is neither a terminal nor a notebook's. At the end the line is wiped out.
    """
    stream = sys.stderr
    if not _is_watched(stream):
        yield from items
        return
    began = shown = time.monotonic()
    longest = 0
    try:
        for done, item in enumerate(items, 1):
            yield item
            now = time.monotonic()
            if now - began >= _FIRST_SHOWN and now - shown >= _BETWEEN:
                shown = now
                line = bar(done, total, what, now - began)
                longest = max(longest, len(line))
                stream.write("\r" + line.ljust(longest))
                stream.flush()
    finally:
        if longest:
            stream.write("\r" + " " * longest + "\r")
            stream.flush()


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
