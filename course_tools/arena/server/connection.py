"""A program at the other end of a TCP connection, spoken to line by line: it can harm nobody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from itertools import dropwhile

from tornado.iostream import IOStream, StreamBufferFullError, StreamClosedError

from course_lib.play.match import Forfeit
from course_tools.arena.gtp import GRACE

LONGEST = 4_096
"""No line of an answer is longer than so many bytes."""

MOST_LINES = 200
"""No program sends more lines at a time; the answer to list_commands has most."""

_CHUNK = 32_768
_GONE = "has gone away"
_SHOWN = 200
_DRAINING = 2.0
"""Seconds in which what a program still sends is thrown away, so that it can read why it lost."""


class Connection:
    """Asks one program in GTP; every fault of the program is a `Forfeit` with a sentence.

    A task reads all the time, a bounded number of bytes and lines: so a program that goes away or
    talks without being asked is noticed at once. `on_trouble` is called then, where it is set.
    """

    def __init__(self, stream: IOStream) -> None:
        """Begin to read."""
        # A program that never reads must not fill the memory with what is written to it.
        stream.max_write_buffer_size = 1 << 16
        self._stream = stream
        self._lines: deque[str] = deque()
        self._fault, self._leaving = "", False
        self._news = asyncio.Event()
        self.on_trouble: Callable[[], None] | None = None
        self._reading = asyncio.create_task(self._read())

    @property
    def trouble(self) -> str:
        """What is wrong with a program that nobody has asked anything just now, or `""`."""
        if not self._fault and (words := next((line for line in self._lines if line), "")):
            return f"said {shortened(words)!r} when nobody had asked it anything"
        return self._fault

    @property
    def gone(self) -> bool:
        """Whether the line is broken."""
        return self._stream.closed() or self._fault == _GONE

    def is_on(self, stream: IOStream) -> bool:
        """Whether this is the line."""
        return stream is self._stream

    async def ask(self, command: str, seconds: float) -> str:
        """The answer to this command; `?` instead of `=` is a fault, and so is too much time."""
        sign, text = await self.answer(command, seconds)
        if sign == "?":
            raise Forfeit(f"refused {command!r}: {shortened(text) or 'without a reason'}")
        return text

    async def answer(self, command: str, seconds: float) -> tuple[str, str]:
        """The sign of the answer, `=` or `?`, and its text.

        The grace begins when the time is over. So where this process stood still meanwhile, as with
        Ctrl-Z, what had come in time is read in it.
        """
        if self.trouble:
            raise Forfeit(self.trouble)
        self._lines.clear()
        try:
            self._stream.write(f"{command}\n".encode())  # if it can't be sent, `_read` finds out
        except (StreamClosedError, StreamBufferFullError):
            raise Forfeit(self._fault or _GONE) from None
        for patience in (max(0.0, seconds), GRACE):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    return await self._whole_answer(command)
        raise Forfeit(f"did not answer {command!r} in {seconds:g} s", "time")

    def replaced(self) -> None:
        """Take this line for broken, though nobody has heard of that: a newer one has come."""
        self._fault = _GONE
        self._tell()

    async def farewell(self, *messages: str) -> None:
        """Tell how it has ended, as comments, say `quit`, and hang up; without a word, at once."""
        self.on_trouble = None
        if not messages:
            self._stream.close()
            return
        text = "".join(f"# {' '.join(message.split())}\n" for message in messages)
        self._leaving = True
        with contextlib.suppress(StreamClosedError, TimeoutError):
            async with asyncio.timeout(_DRAINING):
                await self._stream.write(f"{text}quit\n".encode())
                await self._reading  # until the program has hung up, or has made a mistake before
                while True:
                    await self._came()
        self._stream.close()

    async def _whole_answer(self, command: str) -> tuple[str, str]:
        """The sign and text of the answer, which is taken when its last, empty line is there.

        So whoever stops waiting may wait for it again.
        """
        while True:
            lines = [*dropwhile(lambda line: not line, self._lines)]
            if lines and lines[0][0] not in "=?":
                what = f"answered {shortened(lines[0])!r} to {command!r}"
                raise Forfeit(f"{what}; = or ? should come first")
            if "" in lines:
                end = lines.index("")
                self._lines = deque(lines[end + 1 :])
                return lines[0][0], "\n".join([lines[0][1:].strip(), *lines[1:end]]).strip()
            if self._fault:
                raise Forfeit(self._fault)
            self._news.clear()
            await self._news.wait()

    async def _read(self) -> None:
        """Keep what comes until it is too much or nothing more can come."""
        rest = b""
        try:
            while not self._fault:
                came = await self._came()
                if self._leaving:
                    continue
                *lines, rest = (rest + came).split(b"\n")
                if max(map(len, [*lines, rest])) > LONGEST:
                    self._fault = f"sent a line of more than {LONGEST:,} bytes"
                elif len(self._lines) + len(lines) > MOST_LINES:
                    self._fault = f"sent more than {MOST_LINES} lines that nobody had asked for"
                else:
                    self._lines.extend(map(_readable, lines))
                self._tell()
        except StreamClosedError:
            self._fault = _GONE
            self._tell()

    async def _came(self) -> bytes:
        """What comes next; where it comes without a break, others have turns in between."""
        await asyncio.sleep(0)
        return await self._stream.read_bytes(_CHUNK, partial=True)

    def _tell(self) -> None:
        self._news.set()
        if self.on_trouble is not None and self.trouble:
            self.on_trouble()


def shortened(text: str) -> str:
    """What a program has said, for a sentence about it: the beginning, if it is long."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _readable(line: bytes) -> str:
    """A line as text: no signs that control anything, whatever bytes came."""
    text = line.decode("utf-8", "replace").replace("\t", " ")
    return "".join(sign for sign in text if sign.isprintable()).strip()
