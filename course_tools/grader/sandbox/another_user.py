"""`AsAnotherUser`: sessions as users of their own, where root may make no namespaces.

So it is in most containers. A session may read what everybody on the machine may read, so whatever
is secret has to be root's alone; it has no network, and nothing of it outlives its end.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
from dataclasses import asdict
from functools import partial
from pathlib import Path

from course_tools.grader.sandbox import places, rooms
from course_tools.grader.sandbox.places import PYTHON, NoIsolation
from course_tools.grader.sandbox.sandbox import Sandbox, Source
from course_tools.grader.sandbox.session import Session

ANOTHER_USER = (
    "as another user: each notebook runs as a user of its own, who can read nothing of root's, with"
    " no network and with limits on all it takes"
)
_USERS = range(30_000, 60_000)
"""The numbers of users whom nobody knows; containers often have no higher ones."""

_END_ALL = "import os, signal; os.kill(-1, signal.SIGKILL)"


class AsAnotherUser(Sandbox):
    """A sandbox whose sessions are kept away from root's files by the system's own rights."""

    @property
    def isolation(self) -> str:
        """How sessions are kept away from everything else."""
        return ANOTHER_USER

    def _begun(self) -> Source:
        """What makes sessions here."""
        if sys.platform != "linux" or os.geteuid() != 0:
            raise NoIsolation("Only root on Linux can run students' code as another user.")
        return Users(self)


class Users:
    """Makes sessions, each of them with another user and a folder of that user's."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._count = 0
        self._course = Path(self._folder.name) / "course"
        rooms.copy_rooms(sandbox.course, self._course, sandbox.away)
        # With `-S` no path file, such as that of an installation in place, leads to the course.
        there = filter(Path.is_dir, places.packages())
        self._path = os.pathsep.join(map(str, (self._course, *there)))
        Path(self._folder.name).chmod(0o755)
        for folder, _, files in os.walk(self._course):
            Path(folder).chmod(0o755)
            for name in files:
                Path(folder, name).chmod(0o644)
        self._limits = json.dumps(asdict(sandbox.limits))

    def session(self) -> Session:
        """A fresh session."""
        self._count += 1
        user = _unused()
        folder = Path(self._folder.name) / f"session{self._count}"
        for made in (folder, folder / "tmp"):
            made.mkdir(mode=0o700)
            os.chown(made, user, user)
        module = "course_tools.grader.sandbox.inside.zygote"
        return Session.begin(
            [PYTHON, "-S", "-P", "-m", module, self._limits, "user"],
            look=partial(_code_of, user),
            cwd=folder,
            env=places.environment(self._path, str(folder)),
            user=user,
            group=user,
            extra_groups=[],
            umask=0o077,
        )

    def close(self) -> None:
        """Remove what was written."""
        self._folder.cleanup()


def _unused() -> int:
    """The number of a user who has no process."""
    taken = {one.stat().st_uid for one in _processes()}
    free = [number for number in _USERS if number not in taken]
    return secrets.choice(free)


def _processes() -> list[Path]:
    return [one for one in Path("/proc").iterdir() if one.name.isdigit() and one.exists()]


def _code_of(user: int, process: subprocess.Popen[bytes], end: bool) -> int | None:  # noqa: FBT001 - as Session calls it
    """The code with which it has ended; all that this user has started ends with it."""
    if not end:
        return process.poll()
    process.kill()
    code = process.wait()
    # The system ends all processes of a user at once, so that none can start another one before.
    subprocess.run(  # noqa: S603 - our own Python
        [PYTHON, "-I", "-S", "-c", _END_ALL],
        user=user,
        group=user,
        extra_groups=[],
        stderr=subprocess.DEVNULL,
        check=False,  # it complains where nobody is left
    )
    return code
