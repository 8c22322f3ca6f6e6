"""Functions in another process, at the other end of a pipe: `PipeStudent`, and cells that ran."""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path
from typing import IO, Any, Self

from course_lib.checks.calling import NO_ANSWER, SECONDS, Answer, Fault, Request, Student, broken
from course_lib.checks.mending import SECONDS as MENDING
from course_lib.checks.mending import Place
from course_lib.checks.secret import Outside
from course_lib.play.clock import WAITING
from course_tools.grader.sandbox.inside import wire
from course_tools.grader.sandbox.inside.serving import MOST_OUTPUTS
from course_tools.grader.sandbox.referee import Referee, refereed
from course_tools.grader.sandbox.session import Session

_GRACE = 3.0
"""So many seconds after a call should have been stopped from inside, its process is ended."""

LEAST = 0.05
"""Less time than this is no time."""

_MOST_MESSAGES = 100_000
_MOST_CPU = 100_000.0
_MOST_NOTES = 50
_MOST_TOGETHER = 500
_MOMENT, _IDLE = 0.2, 5


class _Alarms:
    """One thread that watches all clocks: one for each question would cost more than the answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._set: dict[object, tuple[float, Callable[[], None]]] = {}
        self._watching = False

    @contextlib.contextmanager
    def set(self, seconds: float, ring: Callable[[], None]) -> Iterator[None]:
        """Call `ring` if what stands below takes longer, at most a moment later."""
        key = object()
        with self._lock:
            self._set[key] = time.monotonic() + seconds, ring
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._set.pop(key, None)

    def _watch(self) -> None:
        idle = 0
        while True:
            time.sleep(_MOMENT)
            with self._lock:
                idle = 0 if self._set else idle + 1
                if idle > _IDLE:
                    self._watching = False
                    return
                late = [key for key, (end, _) in self._set.items() if end < time.monotonic()]
                rings = [self._set.pop(key)[1] for key in late]
            for ring in rings:
                ring()


_ALARMS = _Alarms()


def serving(file: Path) -> Session:
    """A new process that has loaded this file and waits for requests; nothing confines it."""
    module = "course_tools.grader.sandbox.inside.serving"
    return Session.begin([sys.executable, "-m", module, str(file)])


SECRET = "secret trees"


class Spent:
    """Where computing goes, ours and that of sessions by their own word: CPU seconds by phase."""

    def __init__(self) -> None:
        self.phases: defaultdict[str, float] = defaultdict(float)
        self.students: list[PipeStudent] = []
        self._open = [""]
        self._until_now = self._total()

    @contextlib.contextmanager
    def on(self, phase: str) -> Iterator[None]:
        """What is computed below belongs to this phase, and not to the one around it."""
        self._close()
        self._open.append(phase)
        try:
            yield
        finally:
            self._close()
            self._open.pop()

    def _close(self) -> None:
        now = self._total()
        self.phases[self._open[-1]] += now - self._until_now
        self._until_now = now

    def _total(self) -> float:
        return time.process_time() + sum(student.cpu for student in self.students)


class PipeStudent(Student):
    """Functions in another process, which answers lines of JSON with lines of JSON.

    `again` starts a new process when one has ended or had to be ended; without it, all later
    calls are answered by an error. Nothing that the process says is trusted: each reply has to
    repeat the random number of its request, and every other line is written down in `tampering`.
    """

    until: float = math.inf
    """When the time for all calls is over, by the clock that only goes forward."""

    def __init__(
        self,
        process: Session,
        *,
        again: Callable[[], Session] | None = None,
        counts: bool = False,
        spent: Spent | None = None,
    ) -> None:
        """Hold the process; if it `counts`, the rules of games stay out here (`referee.py`)."""
        self.process = process
        self.cpu = 0.0
        """How many seconds the process has computed, by its own word."""
        self.spent = spent or Spent()
        self.spent.students.append(self)
        self.again = again
        self._referees: dict[str, Referee] | None = {} if counts else None
        self.tampering: list[str] = []
        self._in_step = True

    def run(
        self,
        source: str,
        *,
        name: str = "cell",
        seconds: float = SECONDS,
        wall: float | None = None,
        as_it_is: bool = False,
    ) -> Ran:
        """What came of running this cell of a notebook, where a session listens.

        It may compute for so many seconds, and take `wall` with all its waiting. A cell of ours is
        run `as_it_is`: nobody looks for lines in it that only IPython knows.
        """
        wall = WAITING * seconds if wall is None else wall
        cell = {"source": source, "name": name, "as_it_is": as_it_is}
        request = {"run": {**cell, "seconds": seconds, "wall": wall}}
        [reply] = self._told([(request, wall, None)])
        if not isinstance(reply, Answer):
            return ran_in(reply)
        return Ran(error=reply.error, out_of_time=reply.out_of_time, ended=True)

    def mended(self, name: str) -> Place | None:
        """Where the function of this exercise is wrong, where a session listens and can tell."""
        [reply] = self._told([({"mend": name}, WAITING * MENDING, None)])
        return None if isinstance(reply, Answer) else wire.place_in(reply)

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        if self._in_step and _left_over(self.process.stdout):
            self._note("it wrote more lines than it was asked for")
        self.process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request.

        They are asked together, twice as many each time: few are asked in vain where the reader
        of the answers stops at a wrong one, and few messages cross the pipe where there is none.
        """
        if self._referees is not None:
            return refereed(requests, self._together, self._referees)
        return self._together(requests)

    def _together(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        waiting, together = iter(requests), 1
        while batch := list(islice(waiting, together)):
            replies = self._asked(batch)
            yield from replies
            waiting, together = (
                chain(batch[len(replies) :], waiting),
                min(2 * together, _MOST_TOGETHER),
            )

    @contextlib.contextmanager
    def alone(self, name: str) -> Iterator[Student]:
        """The function with all it needs, made anew in its process."""
        yield _Alone(self, name)

    def _asked(self, requests: Sequence[Request]) -> list[Sequence[Answer]]:
        """The answers to each request, as far as the first that had to be stopped."""
        left = self.until - time.monotonic()
        if left < LEAST:
            return [[Answer(out_of_time=True)]]
        sent = []
        for request in requests:
            wall = WAITING * request.seconds if request.wall is None else request.wall
            wall = min(wall, left)
            data = wire.request_out(request, min(request.seconds, left), wall)
            sent.append((data, len(request.lines) * wall, request.secret))
        came: list[Sequence[Answer]] = []
        for request, reply in zip(requests, self._told(sent, self.until), strict=False):
            came.append(_answers(request, reply))
            if any(answer.stopped for answer in came[-1]):
                break
        return came

    def _told(
        self, requests: Sequence[tuple[dict[str, Any], float, Any]], until: float = math.inf
    ) -> Iterator[Any]:
        """The replies to these requests, or an `Answer` that says why there are no more.

        They go out together. Each has so many seconds, and a secret that it may ask about.
        """
        if self.process.poll() is not None:
            if self.again is None:
                yield broken("the process with the functions has ended")
                return
            self.close()
            self.process = self.again()
            self._in_step = True
        rang = threading.Event()

        def ring() -> None:
            """End a process that its own safety net has not stopped."""
            rang.set()
            self.process.kill()

        numbers = [secrets.token_hex(8) for _ in requests]
        try:
            for at, (_, seconds, secret) in enumerate(requests):
                left = max(0, min(self.process.patience * seconds, until - time.monotonic()))
                with _ALARMS.set(left + _GRACE, ring):
                    if at == 0:
                        every = zip(numbers, requests, strict=True)
                        self._send([{"id": number, **data} for number, (data, *_) in every])
                    with contextlib.nullcontext() if secret is None else self.spent.on(SECRET):
                        reply = self._reply_to(numbers[at], secret)
                yield reply
        except (OSError, ValueError, RecursionError) as error:
            self._in_step = False  # what it was about to say is no tampering
            self.process.kill()
            if rang.is_set():
                yield Answer(out_of_time=True)
            else:
                yield broken(f"the process with the functions gave no answer: {error}")

    def _reply_to(self, number: str, secret: Outside | None) -> Any:
        """The reply to the request with this number; questions about leaves are answered."""
        for _ in range(_MOST_MESSAGES if secret is None else secret.most):
            message = self._read()
            if message.get("id") != number:
                self._note("it wrote a line that answers none of the requests")
            elif "reply" in message:
                self._took(message.get("cpu"))
                return message["reply"]
            elif secret is None:
                self._note("it asked for a leaf where there is no secret tree")
                raise ValueError("it asked what it should not ask")
            else:
                self._send({"value": secret.answer(message.get("leaf"))})
        raise ValueError("it wrote too many lines")

    def _took(self, cpu: Any) -> None:
        """Keep what the process says that it has computed, in seconds: it decides nothing."""
        if isinstance(cpu, float) and self.cpu <= cpu < _MOST_CPU:
            self.cpu = cpu

    def _note(self, what: str) -> None:
        """Write down, once, what no honest program does."""
        if len(self.tampering) < _MOST_NOTES and what not in self.tampering:
            self.tampering.append(what)

    def _send(self, message: Any) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        line = self.process.stdout.readline(wire.LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise ValueError("its line was too long" if line else "it ended")
        with contextlib.suppress(ValueError):
            message = json.loads(line.decode())
            if isinstance(message, dict):
                return message
        self._note("it wrote a line that is no message")
        raise ValueError("its line was no message")


def _answers(request: Request, reply: Any) -> list[Answer]:
    """What came of each line."""
    if isinstance(reply, Answer):
        return [reply]
    if not isinstance(reply, list) or len(reply) != len(request.lines):
        return [broken("there are not as many answers as calls")]
    leaves = () if request.secret is None else tuple(request.secret.asked)
    return [wire.answer_in(one, leaves) for one in reply]


def _left_over(pipe: IO[bytes]) -> bool:
    """Whether something lies in the pipe that nobody has asked for."""
    if pipe.closed:
        return False
    try:
        os.set_blocking(pipe.fileno(), False)
        return bool(pipe.read(1))
    except (AttributeError, OSError, ValueError):
        return False  # not every system can look into a pipe without waiting


@dataclass(frozen=True)
class Ran:
    """What a cell showed, and how it ended."""

    outputs: tuple[dict[str, Any], ...] = ()
    """As a notebook file should have them; whatever came is in there until it is shown."""
    error: Fault | None = None
    out_of_time: bool = False
    ended: bool = False
    """Whether the process is no more, and with it all that earlier cells have made."""
    skipped: tuple[int, ...] = ()
    """The lines that asked for what is out of reach while the lesson is graded."""


def ran_in(data: Any) -> Ran:
    """The result that came back as JSON data."""
    if not isinstance(data, dict) or not isinstance(data.get("outputs"), list):
        return Ran(error=Fault(NO_ANSWER, "the answer does not say what the cell showed"))
    outputs = [one for one in data["outputs"][: MOST_OUTPUTS + 1] if isinstance(one, dict)]
    error = wire.fault_in(data.get("error"))
    found = data.get("skipped")
    lines = found if isinstance(found, list) else []
    skipped = tuple(one for one in lines[:_MOST_NOTES] if type(one) is int and 0 < one < 1_000_000)
    return Ran(tuple(outputs), error, data.get("out_of_time") is True, skipped=skipped)


class _Alone(Student):
    """A copy of somebody's function that was called by nobody else."""

    copies = count()

    def __init__(self, student: PipeStudent, name: str) -> None:
        self.student, self.copy = student, (name, next(self.copies))

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request, asked of the copy."""
        return self.student.answers(replace(request, alone=self.copy) for request in requests)
