"""The two forms of a student: functions in this process, and functions at the end of a pipe."""

from __future__ import annotations

import json
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from course_lib.checks import wire
from course_lib.checks.answer import Answer
from course_lib.checks.calling import SECONDS, perform
from course_lib.checks.guard import without_searches
from course_lib.checks.secret import Secret

Step = Sequence[Any]
"""A function's name and its arguments, as in `("result", board, (0, 0))`."""

Process = subprocess.Popen[bytes]
"""A running program that reads and writes lines, such as `python -m course_lib.checks.remote`."""

_GRACE = 3.0
"""So many seconds after a call should have been stopped from inside, its process is ended."""


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
        before = len(secret.asked) if secret else 0
        replies = self._reply({"steps": steps}, secret)
        leaves = tuple(secret.asked[before:]) if secret else ()
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
    calls are answered by an error.
    """

    def __init__(self, process: Process, *, again: Callable[[], Process] | None = None) -> None:
        self.process = process
        self.again = again

    def close(self) -> None:
        """End the process."""
        _end(self.process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _reply(self, request: dict[str, Any], secret: Secret | None) -> Any:
        if self.process.poll() is not None:
            if self.again is None:
                return wire.broken("the process with the functions has ended")
            self.close()
            self.process = self.again()
        seconds = sum(step["seconds"] for step in request["steps"]) + _GRACE
        ended = threading.Event()

        def end() -> None:
            """End a process that its own safety net has not stopped."""
            ended.set()
            self.process.kill()

        clock = threading.Timer(seconds, end)
        clock.daemon = True
        clock.start()
        try:
            return self._conversation(request, secret)
        except (OSError, ValueError, RecursionError) as error:
            self.process.kill()
            self.process.wait()
            if ended.is_set():
                return Answer(out_of_time=True)
            return wire.broken(f"the process with the functions gave no answer: {error}")
        finally:
            clock.cancel()

    def _conversation(self, request: dict[str, Any], secret: Secret | None) -> Any:
        """Send the request, answer questions about leaves, and give back the reply."""
        self._send(request)
        questions = 0
        while True:
            message = self._read()
            if "reply" in message:
                return message["reply"]
            questions += 1
            if secret is None or questions > 100_000:
                raise ValueError("it asked what it should not ask")
            self._send({"value": secret.answer(message.get("leaf"))})

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
        message = json.loads(line)
        if not isinstance(message, dict):
            raise ValueError("its line was no message")
        return message


def _secrets(arguments: Sequence[Any]) -> Secret | None:
    """The one secret tree among the arguments, if there is one."""
    found = [argument for argument in arguments if isinstance(argument, Secret)]
    if len({id(secret) for secret in found}) > 1:
        raise ValueError("one secret tree at a time, so that it is clear whose leaf is asked for")
    return found[0] if found else None


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
