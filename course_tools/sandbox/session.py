"""One notebook's process, as the grader holds it: two pipes, and ways to see and bring its end."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from subprocess import Popen, TimeoutExpired
from typing import IO, Self

KILLED = -9
_LOOK_AGAIN = 0.005


Look = Callable[[bool], int | None]
"""The code with which a process has ended, or `None`; if so asked, it is ended first."""


class Session:
    """A student's program in a sandbox; it can be used wherever a `Popen` with two pipes can."""

    stderr: IO[bytes] | None = None

    def __init__(
        self, stdin: IO[bytes], stdout: IO[bytes], look: Look, *, leaves_nothing: bool = False
    ) -> None:
        """Hold these pipes; `leaves_nothing` says that all it has started ends with it."""
        self.stdin: IO[bytes] | None = stdin
        self.stdout: IO[bytes] | None = stdout
        self._look = look
        self._leaves_nothing = leaves_nothing
        self._code: int | None = None

    @classmethod
    def of(cls, process: Popen[bytes], *, leaves_nothing: bool = False) -> Self:
        """The session in this process, which was started with both pipes."""
        assert process.stdin is not None  # noqa: S101 - as it says above
        assert process.stdout is not None  # noqa: S101 - the same
        look = partial(_code_of, process)
        return cls(process.stdin, process.stdout, look, leaves_nothing=leaves_nothing)

    def poll(self) -> int | None:
        """The code with which it ended, or `None`."""
        surely_there = self._leaves_nothing and _held_open(self.stdout)
        if self._code is None and not surely_there:
            self._code = self._look(False)
        return self._code

    def kill(self) -> None:
        """End it, and all that it has started; when this comes back, nothing of it is left."""
        if self._code is None:
            self._code = self._look(True)

    def wait(self, timeout: float | None = None) -> int:
        """The code with which it ended, once it has."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and timeout is not None and time.monotonic() > end:
                raise TimeoutExpired("a session in the sandbox", timeout)
            time.sleep(_LOOK_AGAIN)
        return code

    def close(self) -> None:
        """End it and close its pipes."""
        self.kill()
        for pipe in (self.stdin, self.stdout):
            if pipe is not None:
                # What was not yet written has no reader any more.
                with contextlib.suppress(OSError):
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _code_of(process: Popen[bytes], end: bool) -> int | None:  # noqa: FBT001 - as Session calls it
    """The code with which it has ended; those that it has started end with it, in its group."""
    if not end:
        return process.poll()
    process.kill()
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def _held_open(pipe: IO[bytes] | None) -> bool:
    """Whether surely somebody can still write to this pipe.

    Seeing that costs far less than asking for the code with which a process has ended.
    """
    if pipe is None or pipe.closed or not hasattr(select, "poll"):
        return False  # Windows can't look into a pipe
    look = select.poll()
    look.register(pipe, 0)
    return not look.poll(0)
