"""A zygote in its sandbox, and how the grader asks it for sessions."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from course_tools.grade.sandbox import places, rooms
from course_tools.grade.sandbox.inside.confine import HOME
from course_tools.grade.sandbox.inside.limits import Limits
from course_tools.grade.sandbox.places import COURSE, NoIsolation
from course_tools.grade.sandbox.session import KILLED, Session

_LONGEST = 10_000
_PATIENCE = 120
"""So many seconds the zygote has for an answer, which takes it milliseconds; then it is ended."""

_FAREWELL = 10
_MODULE = "course_tools.grade.sandbox.inside.zygote"


class Gone(Exception):
    """The zygote has ended, and all sessions with it."""


class Nursery:
    """One zygote, from its start to its end. It ends when the grader does, whatever ends that."""

    def __init__(
        self, course: Path, limits: Limits, *, guarded: bool, answers: Collection[str] = ()
    ) -> None:
        self._lock = threading.Lock()
        words = [places.bubblewrap(), *places.namespaces(), *places.system(course)]
        for name, place in rooms.as_they_are(course, guarded=guarded, answers=answers).items():
            words += places.shown(place, Path(COURSE, name))
        made = rooms.changed_files(course, guarded=guarded, answers=answers)
        # From here on nobody can write anywhere, until a session gets a folder of its own.
        last = ["--remount-ro", "/", "--chdir", HOME, sys.executable, "-P", "-m", _MODULE]
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_PATIENCE)
        # It may write at length, and nobody reads before its end.
        with tempfile.TemporaryFile() as complaints, contextlib.ExitStack() as files:
            kept = [files.enter_context(_file(data)).fileno() for data in made.values()]
            for name, descriptor in zip(made, kept, strict=True):
                place = Path(COURSE, name)
                words += [*places.way_to(place), "--file", str(descriptor), str(place)]
            self._process = subprocess.Popen(  # noqa: S603 - bubblewrap and our own Python
                [*words, *last, json.dumps(asdict(limits))],
                stdin=theirs.fileno(),
                stdout=complaints,
                stderr=complaints,
                pass_fds=kept,
                env=places.environment(),
                cwd="/",
                start_new_session=True,
            )
            theirs.close()
            try:
                began = self._ask({})
            except Gone:
                complaints.seek(0)
                raise NoIsolation(_why(complaints.read().decode(errors="replace"))) from None
        if "error" in began:
            self.close()
            raise RuntimeError(f"what lessons need can't be imported: {began['error']}")

    def session(self) -> Session:
        """A fresh session; `Gone` if the zygote has ended."""
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        try:
            answer = self._ask({"begin": True}, [theirs_in, theirs_out])
        except Gone:
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
        number = answer["session"]

        def asked(end: bool) -> int | None:  # noqa: FBT001 - the one thing that can be asked
            """The code with which it ended."""
            try:
                code: int | None = self._ask({"session": number, "end": end})["code"]
            except Gone:
                return KILLED
            return code

        return Session(stdin, stdout, asked, leaves_nothing=True)

    def close(self) -> None:
        """End the zygote and all sessions."""
        with self._lock:
            self._end()

    def _ask(self, request: dict[str, Any], pipes: list[int] | None = None) -> dict[str, Any]:
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
            raise Gone

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


def _file(data: bytes) -> IO[bytes]:
    """A file that holds this and has no name, ready to be read."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - who has asked for it closes it
    file.write(data)
    file.seek(0)
    return file


def _why(complaint: str) -> str:
    """The sentence about what does not work, with what the system says itself."""
    last = complaint.strip().splitlines()[-1:] or ["it gave no reason"]
    return (
        f"Students' code can't be shut in, because this system does not let us: {last[0][:300]}."
        " It takes bubblewrap and user namespaces; some Linuxes switch them off for ordinary"
        " users (kernel.apparmor_restrict_unprivileged_userns, kernel.unprivileged_userns_clone),"
        " and a container has to be started with the right to make namespaces."
    )
