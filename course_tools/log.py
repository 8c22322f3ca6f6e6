"""An append-only log, a line an entry: what somebody was told is in it, whatever ends the process.

`recovered` is the one way from bytes to entries, so a test can cut a log at every byte.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from course_tools.files import CantWriteError, cant_write, write_whole

_SUM = 8
"""So many hexadecimal digits before an entry say whether its line is whole."""


class Recovered(NamedTuple):
    """What the bytes of a log hold."""

    entries: list[Any]
    whole: int
    """So many bytes are whole lines; what comes after them was being written, and nobody told."""
    mark: bytes
    """What has to stand after them before anything else: an end of line, or nothing."""
    damaged: tuple[int, ...]
    """The numbers of lines, from 1, that end but are no entry: somebody has changed them."""


def written(entries: Iterable[Any]) -> bytes:
    r"""The lines of these entries, each of which is plain JSON.

    >>> written([{"a": 1}])
    b'561bacaf {"a":1}\n'
    """
    return b"".join(map(_line, entries))


def recovered(data: bytes) -> Recovered:
    """The entries in these bytes, wherever they end."""
    *lines, rest = data.split(b"\n")
    entries, damaged, whole = [], [], len(data) - len(rest)
    for number, line in enumerate(lines, 1):
        with contextlib.suppress(ValueError):
            entries.append(_entry(line))
            continue
        if line.strip():
            damaged.append(number)
    if rest:  # an editor may have left out the last end of line
        with contextlib.suppress(ValueError):
            entries.append(_entry(rest))
            whole = len(data)
    mark = b"\n" if rest and whole == len(data) else b""
    return Recovered(entries, whole, mark, tuple(damaged))


def _line(entry: Any) -> bytes:
    text = json.dumps(entry, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _entry(line: bytes) -> Any:
    text = line[_SUM + 1 :].rstrip(b"\r")
    if line[: _SUM + 1] != b"%08x " % zlib.crc32(text):
        raise ValueError("this line is not as it was written")
    return json.loads(text)


class Log:
    """A file of entries that one process adds to; `entries` are those that were there before.

    `add` hands a line to the system at once, so that it outlives this process; `settle` comes back
    when all that was added is on the disk. What can't be written waits in memory, in its order.
    Both may be called in any thread.
    """

    def __init__(self, path: Path) -> None:
        """Read the file, or begin it; what was being written when it ended is cut off."""
        self.path = path
        self.added = self.kept = 0
        """How many entries were added here, and how many of those are surely on the disk."""
        self._lock, self._settling = threading.RLock(), threading.Lock()
        self._waiting: list[bytes] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes() if path.exists() else b""
            self.entries, self._end, mark, damaged = recovered(data)
            self._file = _opened(path)
            os.ftruncate(self._file, self._end)
            self._put(mark)
        except OSError as error:
            raise CantWriteError(error.errno, cant_write(path, error)) from error
        self.damaged = [f"{path}: line {number} is damaged and counts for nothing"
                        for number in damaged]  # fmt: skip

    def add(self, entry: Any) -> int:
        """The number of this entry, which is written as soon as that is possible."""
        with self._lock:
            self._waiting.append(_line(entry))
            self.added += 1
            with contextlib.suppress(OSError):  # `settle` tries again, and tells
                self._write()
            return self.added

    def add_now(self, entry: Any) -> int:
        """The number of this entry, which is written, or else it is a `CantWriteError`."""
        with self._lock:
            try:
                self._write()
                self._put(_line(entry))
            except OSError as error:
                raise CantWriteError(error.errno, cant_write(self.path, error)) from error
            self.added += 1
            return self.added

    def settle(self) -> bool:
        """Whether all that was added before this call is on the disk now."""
        with self._lock:
            wanted = self.added
        with self._settling, contextlib.suppress(OSError):
            if self.kept < wanted:
                with self._lock:
                    self._stay()
                    self._write()
                    number = self.added
                os.fsync(self._file)
                self.kept = number
        return self.kept >= wanted

    def close(self) -> None:
        """Write what waits, and let go of the file."""
        self.settle()
        os.close(self._file)

    def _write(self) -> None:
        """Write what waits, in its order."""
        while self._waiting:
            self._put(self._waiting[0])
            del self._waiting[0]

    def _put(self, line: bytes) -> None:
        """Write this at the end, all of it or nothing."""
        done = 0
        try:
            while done < len(line):
                done += os.write(self._file, line[done:])
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise
        self._end += len(line)

    def _stay(self) -> None:
        """Put the file back where it was, if somebody has taken it or its folder away."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            if os.path.samestat(self.path.stat(), os.fstat(self._file)):
                return
        os.lseek(self._file, 0, os.SEEK_SET)
        with os.fdopen(os.dup(self._file), "rb") as file:
            write_whole(self.path, file.read(self._end))
        os.close(self._file)
        self._file = _opened(self.path)


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
