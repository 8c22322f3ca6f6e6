"""Sessions where nothing can shut them in: a process and a folder of their own, and limits."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path

from course_tools.grade.sandbox import places
from course_tools.grade.sandbox.inside.limits import Limits
from course_tools.grade.sandbox.rooms import copy_rooms
from course_tools.grade.sandbox.session import Session

_MODULE = "course_tools.grade.sandbox.inside.alone"


class Loose:
    """Makes sessions that only honest code stays in."""

    def __init__(
        self, course: Path, limits: Limits, *, guarded: bool, answers: Collection[str] = ()
    ) -> None:
        self._limits = limits
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._count = 0
        place = Path(self._folder.name) / "course"
        copy_rooms(course, place, guarded=guarded, answers=answers)

    def session(self) -> Session:
        """A fresh session."""
        self._count += 1
        folder = Path(self._folder.name) / f"session{self._count}"
        folder.mkdir()
        return _started(Path(self._folder.name) / "course", folder, self._limits)

    def close(self) -> None:
        """Remove what was written."""
        self._folder.cleanup()


def _started(course: Path, folder: Path, limits: Limits) -> Session:
    (folder / "tmp").mkdir()
    process = subprocess.Popen(  # noqa: S603 - our own Python and our own module
        [sys.executable, "-P", "-m", _MODULE, json.dumps(asdict(limits))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=_environment(course, folder),
        start_new_session=os.name != "nt",
    )

    def asked(end: bool) -> int | None:  # noqa: FBT001 - the one thing that can be asked
        """The code with which it ended."""
        if end:
            _end(process)
            return process.wait()
        return process.poll()

    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process was started with two pipes and has none")
    return Session(process.stdin, process.stdout, asked)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process, and with it those that it has started and that have stayed in its group."""
    process.kill()
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def _environment(course: Path, folder: Path) -> dict[str, str]:
    """The same surroundings as in a sandbox, with the places that there are here."""
    # Windows starts nothing without these.
    needed = ("PATH", "SYSTEMROOT", "TEMP")
    ours = {name: os.environ[name] for name in needed if name in os.environ}
    return {**places.environment(str(course), str(folder)), **ours}
