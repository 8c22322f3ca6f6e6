"""How long a player has computed, measured from outside its process: `Stopwatch`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from course_lib.checks.students import Process

_PROC = Path("/proc")
_TIMES = slice(11, 15)
"""Behind the name in a process's `stat`: its own time, the system's for it, and its children's."""


class Stopwatch:
    """Tells how many seconds a process, and all that it has started, have computed since now.

    The system's own books are read, which a player can't write in. They are there on Linux only;
    elsewhere, and when the process has ended before it was asked once, it tells `None`.
    """

    def __init__(self, process: Process) -> None:
        """Find the process at the other end of the pipe, and begin to count."""
        self._number = _writes_to(process.stdout)
        self._before = _computed(self._number)
        self.seconds = None if self._before is None else 0.0
        """What was found when it was looked at last."""

    def look(self) -> None:
        """Read how much it is by now; who has ended leaves what was read before."""
        now = _computed(self._number)
        if now is not None and self._before is not None:
            self.seconds = max(self.seconds or 0.0, now - self._before)


def _writes_to(pipe: IO[bytes] | None) -> int | None:
    """The number of the process that this one has started, or a child of it, to write there."""
    try:
        if pipe is None:
            return None
        name = f"pipe:[{os.fstat(pipe.fileno()).st_ino}]"
        found = _family(os.getpid())
        next(found)  # we ourselves, who read there
        return next((number for number in found if _holds(number, name)), None)
    except (OSError, ValueError):
        return None  # there are no such books here


def _holds(number: int, name: str) -> bool:
    """Whether this process has such a pipe open."""
    with suppress(OSError):  # it has ended, or is not ours to look at
        for one in (_PROC / str(number) / "fd").iterdir():
            with suppress(OSError):  # this file has just been closed
                if str(one.readlink()) == name:
                    return True
    return False


def _family(number: int) -> Iterator[int]:
    """This process and all that descend from it, the nearest first."""
    waiting = [number]
    for one in waiting:
        yield one
        try:
            for task in (_PROC / str(one) / "task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except OSError:
            continue  # it has ended in the meantime


def _computed(number: int | None) -> float | None:
    """The seconds that this process and its family have computed so far, if anybody knows."""
    if number is None:
        return None
    ticks = [found for one in _family(number) if (found := _ticks(one)) is not None]
    return sum(ticks) / os.sysconf("SC_CLK_TCK") if ticks else None


def _ticks(number: int) -> int | None:
    """The same for one process, in the system's ticks."""
    try:
        stat = (_PROC / str(number) / "stat").read_text(errors="replace")
    except OSError:
        return None
    return sum(map(int, stat.rpartition(")")[2].split()[_TIMES]))
