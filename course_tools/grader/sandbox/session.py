"""One notebook's process, as the grader holds it: two pipes, and ways to see and bring its end."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Any, Self

KILLED = -9


Look = Callable[[bool], int | None]
"""The code with which a process has ended, or `None`; if so asked, it is ended first."""


class Session:
    """A student's program at the other end of two pipes, in whichever sandbox."""

    def __init__(
        self,
        stdin: IO[bytes],
        stdout: IO[bytes],
        look: Look,
        *,
        leaves_nothing: bool = False,
        patience: float = 1,
    ) -> None:
        """Hold these pipes; `leaves_nothing` says that all it has started ends with it.

        With `patience` it is ended from outside only after so many times the time it was given:
        its own clock stands still while a busy machine computes for others.
        """
        self.patience = patience
        self.stdin, self.stdout = stdin, stdout
        self._look = look
        self._leaves_nothing = leaves_nothing
        self._code: int | None = None

    @classmethod
    def begin(
        cls,
        words: Sequence[str],
        *,
        look: Callable[[Popen[bytes], bool], int | None] | None = None,
        leaves_nothing: bool = False,
        patience: float = 1,
        **settings: Any,
    ) -> Self:
        """The session in a new process, which leads a group of its own; with `Popen`'s settings."""
        process = Popen(  # noqa: S603 - our own Python or Deno, with our own program
            words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=os.name != "nt",
            **settings,
        )
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("a process was started with two pipes and has none")
        end = partial(look or _code_of, process)
        pipes = process.stdin, process.stdout
        return cls(*pipes, end, leaves_nothing=leaves_nothing, patience=patience)

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

    def close(self) -> None:
        """End it and close its pipes."""
        self.kill()
        for pipe in (self.stdin, self.stdout):
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


def _held_open(pipe: IO[bytes]) -> bool:
    """Whether surely somebody can still write to this pipe.

    Seeing that costs far less than asking for the code with which a process has ended.
    """
    if pipe.closed or not hasattr(select, "poll"):
        return False  # Windows can't look into a pipe
    look = select.poll()
    look.register(pipe, 0)
    return not look.poll(0)
