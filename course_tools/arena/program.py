"""A program of somebody else's, spoken to line by line: it can't hang whoever asks it."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import IO

from course_lib.play.faults import Forfeit

LONGEST_LINE = 10_000
MOST_LINES = 10_000
"""More than so many lines that nobody has asked for are babble."""

_NAME = 48

_PATIENCE = 1.0
"""Seconds that a program gets to end when it is told to, before it is ended."""


class EngineFault(Forfeit):
    """What an outside program did wrong, in a sentence."""


class Program:
    """A running program: lines go in, and lines come out before a deadline or not at all.

    Threads do the reading and writing, so neither a silent program nor one that never reads can
    stop the caller. What the program writes beside its answers (stderr) is kept for its last words.
    """

    def __init__(self, command: str) -> None:
        """Start the program; one that can't be started is an `EngineFault`."""
        self.command = command
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the program that was asked for
                arguments_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                # A group of its own: Ctrl-C is for us, and it ends with all that it has started.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineFault(f"{short(command)!r} can't be started: {error}") from None
        self._inbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words, self._babbled = "", False
        self._threads = [
            threading.Thread(target=work, daemon=True, name=f"pipe of {command}")
            for work in (self._read, self._write, self._overhear)
        ]
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _kill, self.process)

    @property
    def alive(self) -> bool:
        """Whether the program still runs."""
        return self.process.poll() is None

    def tell(self, line: str) -> None:
        """Send this line; whether the program reads it shows when it should answer."""
        self._outbox.put(f"{line}\n")

    def hear(self, until: float, about: str, seconds: float) -> str:
        """The next line, without blanks around it, if it comes until then (`time.monotonic`).

        `about` is what the program was asked, and `seconds` what it was given, for the sentence.
        """
        try:
            line = self._inbox.get(timeout=max(0.0, until - time.monotonic()))
            late = time.monotonic() >= until  # the clock decides, also where babble never ends
        except queue.Empty:
            line, late = "", True
        if late:
            raise EngineFault(
                f"{short(self.command)!r} gave no answer to {about!r} within {seconds:g} s", "time"
            )
        if line is None:
            self._inbox.put(None)
            raise EngineFault(
                f"{short(self.command)!r} {self._how_it_ended()} instead of an answer to {about!r}"
            )
        if len(line) >= LONGEST_LINE:
            raise EngineFault(
                f"{short(self.command)!r} wrote a line of {LONGEST_LINE:,} characters and more"
                f" as answer to {about!r}"
            )
        return line.strip()

    def unasked(self) -> list[str]:
        """The lines that have come without a question, so far."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                line = self._inbox.get_nowait()
                if line is None:
                    self._inbox.put(None)
                    break
                lines.append(line.strip())
        return lines

    def close(self, goodbye: str = "") -> None:
        """Say goodbye, wait a moment, and end the program with all that it has started."""
        if goodbye and self.alive:
            self.tell(goodbye)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(_PATIENCE)
        self._end()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            # A stream that a thread still uses is left to the thread.
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                with contextlib.suppress(OSError):
                    stream.close()

    def _how_it_ended(self) -> str:
        """That the program is gone, and what it said last."""
        if self._babbled:
            return f"wrote more than {MOST_LINES:,} lines that nobody had asked for"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)
        if self.alive:
            return "closed its output"
        self._threads[2].join(_PATIENCE)
        said = f", saying {self._last_words[:200]!r}," if self._last_words else ""
        return f"ended with exit code {self.process.returncode}{said}"

    def _read(self) -> None:
        """Put aside what the program says, until it ends or babbles."""
        stream = _there(self.process.stdout)
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._inbox.put(line)
                if self._inbox.qsize() > MOST_LINES:
                    self._babbled = True
                    break  # from here on it waits at its own pipe
        self._inbox.put(None)

    def _write(self) -> None:
        """Send what is to be said; a program that does not read makes only this thread wait."""
        stream = _there(self.process.stdin)
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()

    def _overhear(self) -> None:
        """Keep the last line that the program writes to stderr."""
        stream = _there(self.process.stderr)
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._last_words = line.strip() or self._last_words


def short(command: str) -> str:
    """The command, or the end of a long one: sentences about it must not get too long."""
    return command if len(command) <= _NAME else f"...{command[3 - _NAME :]}"


def arguments_of(command: str) -> list[str] | str:
    """The program and its arguments, for `subprocess`; what is nobody's name is a `ValueError`."""
    if not command.strip():
        raise ValueError("an engine needs a command, such as engine: ./pbrain-mine")
    # Windows takes a command as one text, in which a backslash is part of a path.
    words = shlex.split(command, posix=sys.platform != "win32")
    program = words[0].strip('"')
    if shutil.which(program) is None:
        raise ValueError(
            f"there is no program {program!r}; give a name on the PATH, or a path such as"
            f" {os.path.join('.', 'pbrain-mine')}"  # noqa: PTH118 - Path would drop the dot
        )
    return command if sys.platform == "win32" else words


def _kill(process: subprocess.Popen[str]) -> None:
    """End this program, and on systems with groups of processes all that it has started."""
    if process.poll() is not None:
        return  # its number may belong to somebody else by now
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)


def _there(stream: IO[str] | None) -> IO[str]:
    """The stream, which is there because it was asked for."""
    if stream is None:
        raise ValueError("the program was started without pipes")
    return stream
