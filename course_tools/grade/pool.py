"""Several submissions at once, each in a process with a sandbox of its own: `all_graded`."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from course_tools.grade.quick import import_nbformat
from course_tools.grade.records import Submission
from course_tools.grade.times import Times

_TRIES = 2
"""So often a submission is tried whose worker came to an early end."""

_GRACE = 60.0
"""So many seconds more than a submission may take, and its worker is taken to hang."""


class Failed(NamedTuple):
    """A submission that could not be graded, and why."""

    why: str


@dataclass(frozen=True)
class Workplace:
    """Where all workers work, and how."""

    root: Path
    """The course's folder with `notebooks`."""
    course: Path
    """The folder with `course_lib` and `autograder_tests`."""
    unsafe: bool = False
    times: Times = field(default_factory=Times)


Outcome = Any
"""A `Graded`, or a `Failed`."""


def all_graded(
    submissions: Sequence[Submission], workplace: Workplace, workers: int
) -> Generator[tuple[Submission, Outcome]]:
    """What comes of each submission, in the order in which they get done.

    A worker that dies takes nothing with it: its submission is tried once more in another one.
    Closing the iterator, or an exception such as Ctrl-C, ends all workers and sandboxes at once.
    """
    waiting = deque((submission, 1) for submission in submissions)
    crew: list[_Worker] = []
    try:
        while waiting or any(one.task for one in crew):
            while waiting and len(crew) < min(workers, len(waiting) + len(crew)):
                crew.append(_Worker(workplace))
            for one in crew:
                if one.task is None and waiting:
                    one.begin(*waiting.popleft())
            ready = wait([one.pipe for one in crew if one.task], timeout=1.0)
            for one in [one for one in crew if one.task]:
                submission, tries = one.task or (None, 0)
                if submission is None or (one.pipe not in ready and not one.hangs):
                    continue
                outcome = one.outcome()
                if outcome is not None:
                    if waiting:  # it need not wait until this outcome is kept
                        one.begin(*waiting.popleft())
                    yield submission, outcome
                    continue
                crew.remove(one)
                one.end()
                if tries < _TRIES:
                    waiting.appendleft((submission, tries + 1))
                else:
                    yield submission, Failed("the process that graded it came to its end twice")
    finally:
        for one in crew:
            one.end()


class _Worker:
    """A process that grades one submission after the other."""

    def __init__(self, workplace: Workplace) -> None:
        # "spawn" works alike on every system, and hands nothing on that a sandbox might see.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, workplace), daemon=True)
        with _same_hashes():
            self.process.start()
        theirs.close()
        self.task: tuple[Submission, int] | None = None
        self._patience = workplace.times.submission + _GRACE
        self._until = 0.0

    @property
    def hangs(self) -> bool:
        """Whether it has not been heard of for longer than any submission takes."""
        return time.monotonic() > self._until

    def begin(self, submission: Submission, tries: int) -> None:
        """Hand it this submission."""
        self.task = (submission, tries)
        self._until = time.monotonic() + self._patience
        try:
            self.pipe.send(submission)
        except OSError:
            return  # it has died; reading from it will tell

    def outcome(self) -> Outcome | None:
        """What it has made of its submission, or `None` if it has died or hangs."""
        if self.hangs and not self.pipe.poll():
            return None
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.task = None
        if isinstance(found, BaseException):
            raise found
        return found

    def end(self) -> None:
        """End it, and everything that it has begun."""
        self.pipe.close()
        self.process.join(0.5 if self.task is None else 0)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@contextmanager
def _same_hashes() -> Iterator[None]:
    """While this lasts, a Python that starts shows sets in the same order each time."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _work(pipe: Connection, workplace: Workplace) -> None:
    """In a worker: grade what comes in, until nothing more does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    import_nbformat()
    from course_tools.grade.bench import Bench  # noqa: PLC0415 - only a worker needs it

    with Bench(workplace) as bench:
        while True:
            try:
                submission = pipe.recv()
            except (EOFError, OSError):
                return
            pipe.send(bench.outcome(submission))


def _end_with_parent() -> None:
    """End when the grader has ended, even if it was ended by force."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
