"""A conversation by lines: what comes in on one side goes to a program, its answers go out."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TextIO


class Talker(Protocol):
    """Somebody who answers lines; `over` says that the conversation has ended."""

    over: bool

    def answer(self, line: str) -> Iterable[str]:
        """The lines to answer to this one."""


def converse(talker: Talker, source: Iterable[str], send: Callable[[str], None]) -> None:
    """Answer line after line until the talker has had enough or nothing more comes."""
    for line in source:
        for answer in talker.answer(line):
            send(answer)
        if talker.over:
            return


@contextlib.contextmanager
def only_answers() -> Iterator[Callable[[str], None]]:
    """A function that writes to standard output, which is kept for it alone.

    Whatever a player prints goes to standard error: one stray line would end a protocol.
    """
    output: TextIO = sys.stdout

    def send(line: str) -> None:
        output.write(f"{line}\n")
        output.flush()

    with contextlib.redirect_stdout(sys.stderr):
        yield send
