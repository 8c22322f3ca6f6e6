"""`Sandbox`: makes sessions for students' notebooks, each in a sandbox of its own.

On Linux with bubblewrap a *zygote* runs in a sandbox: one process that has everything imported and
forks a session whenever it is asked for one (`inside/zygote.py`). Elsewhere a session runs in
WebAssembly (`portable.py`).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self

from course_tools.grader.sandbox import places, rooms
from course_tools.grader.sandbox.inside.confine import HOME, Limits
from course_tools.grader.sandbox.places import COURSE, PYTHON, NoIsolation
from course_tools.grader.sandbox.portable import GET_IT, WEBASSEMBLY, Portable
from course_tools.grader.sandbox.session import KILLED, Session

FULL = (
    "full: each notebook runs in namespaces of its own (files, processes, network, users), made"
    " with bubblewrap, with no way out of its folder and with limits on all it takes"
)
_LONGEST = 10_000
_PATIENCE = 120
"""So many seconds the zygote has for an answer, which takes it milliseconds; then it is ended."""

_FAREWELL = 10
_ZYGOTE = "course_tools.grader.sandbox.inside.zygote"


class Source(Protocol):
    """What makes sessions."""

    def session(self) -> Session:
        """A fresh session."""

    def close(self) -> None:
        """End all of them."""


class Sandbox:
    """Makes a fresh session for each notebook, from one process that has all imports done.

    A session sees the system, Python and the students' rooms of `course_lib`, and nothing else;
    it can write to a folder of its own, has no network, and nothing of it outlives its end.
    What is kept `away` is empty in there, such as the library's own searches (`rooms.kept_away`).
    Where that can't be had, `NoIsolation` says what is missing and how to get it; `isolation` tells
    what sessions have.
    """

    def __init__(
        self,
        course: Path,
        *,
        limits: Limits | None = None,
        away: Sequence[str] = (),
    ) -> None:
        self.course = course.resolve()
        self.limits = limits or Limits()
        self.away = tuple(away)
        self._lock = threading.Lock()
        self._source: Source | None = None
        self._stricter: dict[tuple[str, ...], Sandbox] = {}

    def without(self, more: tuple[str, ...]) -> Sandbox:
        """The same in which more is away; it ends with this one."""
        if not more:
            return self
        if more not in self._stricter:
            away = (*self.away, *more)
            made = type(self)(self.course, limits=self.limits, away=away)
            self._stricter[more] = made.__enter__()
        return self._stricter[more]

    @property
    def isolation(self) -> str:
        """How sessions are kept away from everything else."""
        return WEBASSEMBLY if isinstance(self._source, Portable) else FULL

    def session(self) -> Session:
        """A fresh session; when something has ended the process they come from, of a new one."""
        with self._lock:
            if self._source is None:
                raise ValueError("a Sandbox is used in a `with` statement")
            try:
                return self._source.session()
            except GoneError:
                self._source = self._begun()
                return self._source.session()

    def __enter__(self) -> Self:
        self._source = self._begun()
        return self

    def __exit__(self, *exception: object) -> None:
        while self._stricter:
            self._stricter.popitem()[1].__exit__()
        with self._lock:  # a thread may just now be asking for a session
            if self._source is not None:
                self._source.close()
            self._source = None

    def _begun(self) -> Source:
        """What makes sessions here: bubblewrap, else WebAssembly."""
        try:
            zygote = Zygote(self)
            try:
                zygote.session().close()  # it may be sandboxed, and yet unable to sandbox others
            except NoIsolation:
                zygote.close()
                raise
        except NoIsolation as without_bubblewrap:
            try:
                return Portable(self.course, self.limits, self.away)
            except NoIsolation as error:
                raise NoIsolation(
                    f"{without_bubblewrap} To get one that works on every system, once (50 MB):"
                    f" {GET_IT}. Now {error}."
                ) from None
        return zygote


# --- sandboxed -----------------------------------------------------------------------------------


class GoneError(Exception):
    """The zygote has ended, and all sessions with it."""


class Zygote:
    """One zygote, from its start to its end. It ends when the grader does, whatever ends that."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._lock = threading.Lock()
        course, away = sandbox.course, sandbox.away
        words = [places.bubblewrap(), *places.namespaces(), *places.system(course)]
        for name, place in rooms.as_they_are(course, away).items():
            words += places.shown(place, Path(COURSE, name))
        descriptors: list[int] = []
        changed = rooms.changed_files(course, away)
        # From here on nobody can write anywhere, until a session gets a folder of its own.
        last = ["--remount-ro", "/", "--chdir", HOME, PYTHON, "-P", "-m", _ZYGOTE]
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_PATIENCE)
        # It may write at length, and nobody reads before its end.
        with tempfile.TemporaryFile() as errors, contextlib.ExitStack() as files:
            for name, data in changed.items():
                file = files.enter_context(tempfile.TemporaryFile())
                file.write(data)
                file.seek(0)
                descriptors.append(file.fileno())
                place = Path(COURSE, name)
                words += [*places.way_to(place), "--file", str(file.fileno()), str(place)]
            self._process = subprocess.Popen(  # noqa: S603 - bubblewrap and our own Python
                [*words, *last, json.dumps(asdict(sandbox.limits))],
                stdin=theirs.fileno(),
                stdout=errors,
                stderr=errors,
                pass_fds=descriptors,
                env=places.environment(),
                cwd="/",
                start_new_session=True,
            )
            theirs.close()
            try:
                began = self.ask({})
            except GoneError:
                errors.seek(0)
                raise NoIsolation(_why(errors.read().decode(errors="replace"))) from None
        if "error" in began:
            self.close()
            raise RuntimeError(f"what lessons need can't be imported: {began['error']}")

    def session(self) -> Session:
        """A fresh session; `GoneError` if the zygote has ended."""
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        try:
            answer = self.ask({"begin": True}, [theirs_in, theirs_out])
        except GoneError:
            os.close(ours_in)
            os.close(ours_out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        stdin, stdout = os.fdopen(ours_in, "wb"), os.fdopen(ours_out, "rb")
        if "error" in answer:
            stdin.close()
            stdout.close()
            raise NoIsolation(_why(answer["error"]))
        return Session(stdin, stdout, partial(self._code, answer["session"]), leaves_nothing=True)

    def _code(self, number: int, end: bool) -> int | None:  # noqa: FBT001 - as Session calls it
        """The code with which this session has ended, which only the zygote can see."""
        try:
            code: int | None = self.ask({"session": number, "end": end})["code"]
        except GoneError:
            return KILLED
        return code

    def close(self) -> None:
        """End the zygote and all sessions."""
        with self._lock:
            self._end()

    def ask(self, request: dict[str, Any], pipes: list[int] | None = None) -> dict[str, Any]:
        """The zygote's answer; nothing is asked before it says by itself that it is ready."""
        with self._lock:
            try:
                if request:
                    socket.send_fds(self._control, [json.dumps(request).encode()], pipes or [])
                message = self._control.recv(_LONGEST)
                if message:
                    answer: dict[str, Any] = json.loads(message)
                    return answer
            except (OSError, ValueError):
                pass  # whatever has gone wrong with it, it can't be used any more
            self._end()
            raise GoneError

    def _end(self) -> None:
        """Let the zygote see that nobody is there any more; all that it has made ends with it."""
        self._control.close()
        try:
            self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            # Its group is bubblewrap and the zygote, the first processes in there.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _why(complaint: str) -> str:
    """The sentence about what does not work, with what the system says itself."""
    last = complaint.strip().splitlines()[-1:] or ["it gave no reason"]
    return (
        f"There is no sandbox for students' code, as this system forbids it: {last[0][:300]}."
        " It takes bubblewrap and user namespaces; some Linuxes switch them off for ordinary"
        " users (kernel.apparmor_restrict_unprivileged_userns, kernel.unprivileged_userns_clone),"
        " and a container has to be started with the right to make namespaces."
    )
