"""The two forms of a student: functions in this process, and functions at the end of a pipe."""

from __future__ import annotations

import json
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Protocol, Self

from course_lib.checks import wire
from course_lib.checks.alarm import Alarm
from course_lib.checks.answer import Answer
from course_lib.checks.calling import SECONDS, perform
from course_lib.checks.guard import without_searches
from course_lib.checks.ran import Ran, ran_in
from course_lib.checks.secret import Secret

Step = Sequence[Any]
"""A function's name and its arguments, as in `("result", board, (0, 0))`."""

_GRACE = 3.0
"""So many seconds after a call should have been stopped from inside, its process is ended."""

_MOST_MESSAGES = 100_000


class Process(Protocol):
    """What reads and writes lines and can be ended: a `Popen`, or a session in a sandbox."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None

    def poll(self) -> int | None:
        """The code with which it ended, or `None`."""

    def kill(self) -> None:
        """End it, whatever it does."""

    def wait(self, timeout: float | None = None) -> int:
        """The code with which it ended, once it has."""


class Student(ABC):
    """Somebody's functions, to be called with plain data, games, states, seeds and secret trees."""

    def call(
        self,
        name: str,
        *arguments: Any,
        budget: int | None = None,
        seconds: float | None = None,
        digest: bool = False,
        **named: Any,
    ) -> Answer:
        """What came of calling this function.

        A game is handed over as a `Game`, a state of it as `Position(game, state)`, randomness
        as `Dice(seed)`, a function as `Use(name)`, a tree with hidden numbers as a `Secret`.
        `budget` counts visits. `seconds` is a safety net only.
        """
        step = self._step(name, arguments, named, budget, seconds, digest=digest)
        return self._asked([step], _secrets((*arguments, *named.values())))[0]

    def script(self, steps: Sequence[Step], *, seconds: float | None = None) -> list[Answer]:
        """What came of these calls one after the other; `Before(0)` is what the first gave back.

        The calls share their boards, so that a board that is changed too late shows: each answer
        also says how its value and its arguments looked `at_end`, after the last call.
        """
        packed = [
            self._step(name, arguments, {}, None, seconds, digest=False)
            for name, *arguments in steps
        ]
        return self._asked(packed, _secrets([part for step in steps for part in step[1:]]))

    @abstractmethod
    def _reply(self, request: dict[str, Any], secret: Secret | None) -> Any:
        """The JSON data that comes back for this request."""

    def _asked(self, steps: list[dict[str, Any]], secret: Secret | None) -> list[Answer]:
        replies = self._reply({"steps": steps}, secret)
        leaves = tuple(secret.asked) if secret else ()
        if isinstance(replies, Answer):
            return [replies] * len(steps)
        if not isinstance(replies, list) or len(replies) != len(steps):
            return [wire.broken("the answer has not as many parts as the question")] * len(steps)
        return [wire.answer_in(reply, leaves) for reply in replies]

    def _step(
        self,
        name: str,
        arguments: Sequence[Any],
        named: Mapping[str, Any],
        budget: int | None,
        seconds: float | None,
        *,
        digest: bool,
    ) -> dict[str, Any]:
        return {
            "call": name,
            "args": [wire.packed(argument) for argument in arguments],
            "named": {key: wire.packed(argument) for key, argument in named.items()},
            "budget": budget,
            "seconds": seconds or SECONDS,
            "digest": digest,
        }


class NotebookStudent(Student):
    """The functions of a notebook, called in this process.

    With `guarded`, the library's own searches are out of reach while a function runs.
    """

    def __init__(self, namespace: Mapping[str, Any], *, guarded: bool = False) -> None:
        self.namespace = namespace
        self.guarded = guarded

    def _reply(self, request: dict[str, Any], secret: Secret | None) -> Any:
        ask = secret.answer if secret else _no_secret
        # Through text and back, like over the pipe: nothing but plain data comes out of it.
        with without_searches(active=self.guarded):
            text = json.dumps(perform(self.namespace, json.loads(json.dumps(request)), ask))
        return json.loads(text)


class PipeStudent(Student):
    """Functions in another process, which answers lines of JSON with lines of JSON.

    `again` starts a new process when one has ended or had to be ended; without it, all later
    calls are answered by an error. Nothing that the process says is trusted: each reply has to
    repeat the random number of its request, and every other line is written down in `tampering`.
    """

    def __init__(self, process: Process, *, again: Callable[[], Process] | None = None) -> None:
        self.process = process
        self.again = again
        self.tampering: list[str] = []
        self._in_step = True
        # It ends a process that its own safety net has not stopped.
        self._alarm = Alarm(lambda: self.process.kill())  # noqa: PLW0108 - it may be another by then

    def run(self, source: str, *, name: str = "cell", seconds: float = SECONDS) -> Ran:
        """What came of running this cell of a notebook, where a session listens."""
        request = {"run": {"source": source, "name": name, "seconds": seconds}}
        reply = self._told(request, seconds, None)
        if not isinstance(reply, Answer):
            return ran_in(reply)
        return Ran(error=reply.error, out_of_time=reply.out_of_time, ended=True)

    def close(self) -> None:
        """End the process."""
        self._alarm.end()
        self.process.kill()
        self.process.wait()
        if self._in_step and _left_over(self.process.stdout):
            self._note("it wrote more lines than it was asked for")
        _end(self.process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _reply(self, request: dict[str, Any], secret: Secret | None) -> Any:
        return self._told(request, sum(step["seconds"] for step in request["steps"]), secret)

    def _told(self, request: dict[str, Any], seconds: float, secret: Secret | None) -> Any:
        """The reply, or an `Answer` that says why there is none."""
        if self.process.poll() is not None:
            if self.again is None:
                return wire.broken("the process with the functions has ended")
            self.close()
            self.process = self.again()
            self._in_step = True
        self._alarm.set(seconds + _GRACE)
        try:
            return self._conversation(request, secret)
        except (OSError, ValueError, RecursionError) as error:
            self._in_step = False  # what it was about to say is no tampering
            self.process.kill()
            self.process.wait()
            if self._alarm.rang:
                return Answer(out_of_time=True)
            return wire.broken(f"the process with the functions gave no answer: {error}")
        finally:
            self._alarm.call_off()

    def _kill(self) -> None:
        """End a process that its own safety net has not stopped."""
        self.process.kill()

    def _conversation(self, request: dict[str, Any], secret: Secret | None) -> Any:
        """Send the request, answer questions about leaves, and give back the reply."""
        number = secrets.token_hex(8)
        self._send({"id": number, **request})
        for _ in range(_MOST_MESSAGES):
            message = self._read()
            if message.get("id") != number:
                self._note("it wrote a line that answers none of the requests")
            elif "reply" in message:
                return message["reply"]
            elif secret is None:
                self._note("it asked for a leaf where there is no secret tree")
                raise ValueError("it asked what it should not ask")
            else:
                self._send({"value": secret.answer(message.get("leaf"))})
        raise ValueError("it wrote too many lines")

    def _note(self, what: str) -> None:
        """Write down, once, what no honest program does."""
        if what not in self.tampering:
            self.tampering.append(what)

    def _send(self, message: dict[str, Any]) -> None:
        pipe = self.process.stdin
        if pipe is None:
            raise ValueError("it was started without a pipe to write to")
        pipe.write(json.dumps(message).encode() + b"\n")
        pipe.flush()

    def _read(self) -> dict[str, Any]:
        pipe = self.process.stdout
        if pipe is None:
            raise ValueError("it was started without a pipe to read from")
        line = pipe.readline(wire.LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise ValueError("its line was too long" if line else "it ended")
        try:
            message = json.loads(line)
        except ValueError:
            self._note("it wrote a line that is no message")
            raise
        if not isinstance(message, dict):
            self._note("it wrote a line that is no message")
            raise ValueError("its line was no message")
        return message


def _secrets(arguments: Sequence[Any]) -> Secret | None:
    """The one secret tree among the arguments, if there is one, for this request alone."""
    found = [argument for argument in arguments if isinstance(argument, Secret)]
    if len({id(secret) for secret in found}) > 1:
        raise ValueError("one secret tree at a time, so that it is clear whose leaf is asked for")
    return found[0].fresh() if found else None


def _no_secret(path: tuple[int, ...]) -> float:
    raise LookupError(f"there is no secret tree, so nothing is at {path}")


def _end(process: Process) -> None:
    """End a process and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue  # what was not yet written has no reader any more


def _left_over(pipe: IO[bytes] | None) -> bool:
    """Whether something lies in the pipe that nobody has asked for."""
    if pipe is None or pipe.closed:
        return False
    try:
        os.set_blocking(pipe.fileno(), False)
        return bool(pipe.read(1))
    except (AttributeError, OSError, ValueError):
        return False  # not every system can look into a pipe without waiting
