"""Functions in another process, at the other end of a pipe: `PipeStudent`, and cells that ran."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Protocol, Self

from course_lib.checks import wire
from course_lib.checks.answer import Answer, Fault
from course_lib.checks.calling import SECONDS
from course_lib.checks.clock import WAITING
from course_lib.checks.secret import Secret
from course_lib.checks.students import Student
from course_tools.grade.sandbox.inside.serving import MOST_OUTPUTS

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

    def run(
        self,
        source: str,
        *,
        name: str = "cell",
        seconds: float = SECONDS,
        wall: float | None = None,
    ) -> Ran:
        """What came of running this cell of a notebook, where a session listens.

        It may compute for so many seconds, and take `wall` with all its waiting.
        """
        wall = WAITING * seconds if wall is None else wall
        request = {"run": {"source": source, "name": name, "seconds": seconds, "wall": wall}}
        reply = self._told(request, wall, None)
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
        return self._told(request, sum(step["wall"] for step in request["steps"]), secret)

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


class Alarm:
    """Does something when the time is over, unless it is called off before.

    Its thread waits for the time that was set first and looks then whether there is a later one,
    so that setting it again costs nothing; it ends when it finds that nothing is set.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self.rang = False
        """Whether the time was over since it was last set."""
        self._ring = ring
        self._changed = threading.Condition()
        self._due: float | None = None
        self._looks_at = 0.0
        self._thread: threading.Thread | None = None

    def set(self, seconds: float) -> None:
        """Ring after so many seconds from now; what was set before is forgotten."""
        with self._changed:
            self.rang = False
            self._due = time.monotonic() + seconds
            if self._thread is None:
                self._looks_at = self._due
                self._thread = threading.Thread(target=self._wait, daemon=True)
                self._thread.start()
            elif self._due < self._looks_at:
                self._changed.notify()

    def call_off(self) -> None:
        """Ring no more; when this comes back, it does not ring any more either."""
        with self._changed:
            self._due = None

    def end(self) -> None:
        """The same, and let the thread go at once."""
        with self._changed:
            self._due = None
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while self._due is not None:
                left = self._due - time.monotonic()
                if left <= 0:
                    self._due = None
                    self.rang = True
                    self._ring()
                    break
                self._looks_at = self._due
                self._changed.wait(left)
            self._thread = None


_MIME = re.compile(r"[a-z]+/[\w.+-]{1,80}")
_STREAMS = ("stdout", "stderr")


@dataclass(frozen=True)
class Ran:
    """What a cell showed, and how it ended."""

    outputs: tuple[dict[str, Any], ...] = ()
    """As a notebook file has them: stream, display_data, execute_result and error."""
    error: Fault | None = None
    out_of_time: bool = False
    ended: bool = False
    """Whether the process is no more, and with it all that earlier cells have made."""


def ran_in(data: Any) -> Ran:
    """The result that came back as JSON data; what is no output of a notebook is left out."""
    if not isinstance(data, dict) or not isinstance(data.get("outputs"), list):
        return Ran(error=Fault("NoAnswer", "the answer does not say what the cell showed"))
    outputs = [_output_in(one) for one in data["outputs"][: MOST_OUTPUTS + 1]]
    error = data.get("error")
    return Ran(
        tuple(output for output in outputs if output),
        wire.answer_in({"error": error}).error,
        data.get("out_of_time") is True,
    )


def _output_in(data: Any) -> dict[str, Any] | None:
    """One output with the keys that it has in a notebook and no others, or `None`."""
    if not isinstance(data, dict):
        return None
    kind = data.get("output_type")
    if kind == "stream" and data.get("name") in _STREAMS and isinstance(data.get("text"), str):
        return {"output_type": kind, "name": data["name"], "text": data["text"]}
    if kind == "error":
        lines = data.get("traceback")
        return {
            "output_type": kind,
            "ename": str(data.get("ename")),
            "evalue": str(data.get("evalue")),
            "traceback": [str(line) for line in lines] if isinstance(lines, list) else [],
        }
    if kind not in ("display_data", "execute_result") or not isinstance(data.get("data"), dict):
        return None
    forms = {mime: form for mime, form in data["data"].items() if _fits(mime, form)}
    output: dict[str, Any] = {"output_type": kind, "data": forms, "metadata": {}}
    if kind == "execute_result":
        count = data.get("execution_count")
        output["execution_count"] = count if type(count) is int else None
    return output


def _fits(mime: str, form: Any) -> bool:
    """Whether a notebook may hold this form of an output: text, or data where it says JSON."""
    as_data = isinstance(form, dict | list) and mime.endswith("json")
    return _MIME.fullmatch(mime) is not None and (isinstance(form, str) or as_data)
