"""What tests of the sandbox share: something to try in it, and a look at what is running."""

import json
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import pytest

from course_tools.grader.sandbox import Limits, NoIsolation, Sandbox, places
from course_tools.grader.sandbox.pipe import PipeStudent, Ran
from course_tools.grader.sandbox.session import Session

ROOT = Path(__file__).resolve().parent.parent
MB = 1024 * 1024
SMALL = Limits(memory=1024 * MB, file=2 * MB, folder=8 * MB, processes=12, cpu=60)


NOWHERE = """
import shutil
found = shutil.which
shutil.which = lambda name, *more, **options: (
    None if name in ("bwrap", "deno") else found(name, *more, **options)
)
"""


def without_sandboxes(folder: Path) -> dict[str, str]:
    """The surroundings of a Python that finds neither bubblewrap nor Deno."""
    (folder / "sitecustomize.py").write_text(NOWHERE, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


@contextmanager
def sandbox_of(program: str, limits: Limits, course: Path = ROOT) -> Iterator[Sandbox]:
    """The sandbox of a machine that has this program, and no better one."""
    with pytest.MonkeyPatch.context() as patch:
        if program == "deno":
            patch.setattr(places, "bubblewrap", nowhere)
        with Sandbox(course, limits=limits) as made:
            assert ("WebAssembly" in made.isolation) == (program == "deno")
            yield made


def nowhere() -> str:
    """What a machine without bubblewrap says."""
    raise NoIsolation("There is none.")


def tried(sandbox: Sandbox, code: str, given: dict[str, Any] | None = None) -> Ran:
    """What came of running this in a fresh session; what it won is its last line."""
    with PipeStudent(sandbox.session()) as student:
        return student.run(f"GIVEN = {given!r}\nwon = None\n{code}\nprint('won:', won)")


def won(ran: Ran) -> str:
    """What the code has got in the end; nothing if it was stopped."""
    text = "".join(output.get("text", "") for output in ran.outputs)
    found = text.rpartition("won: ")[2].strip() if ran.error is None else ""
    return "" if found in ("None", "False", "[]", "0", "b''") else found


def running(marker: str) -> list[int]:
    """The processes on this machine in whose command this word stands."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:
            continue  # it has just ended
    return found


def soon(what: Callable[[], bool]) -> bool:
    """Whether this comes true within a minute."""
    end = time.monotonic() + 60
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def works(sandbox: Sandbox) -> bool:
    """Whether a fresh session answers."""
    return won(tried(sandbox, "won = 6 * 7")) == "42"


def greet(server: socket.socket, visitors: list[str]) -> None:
    """Send everybody who comes a word, and write down who it was; until the server is closed."""
    with suppress(OSError):
        while True:
            connection, who = server.accept()
            visitors.append(str(who))
            with connection, suppress(OSError):
                connection.sendall(b"hello")


class Unconfined:
    """Makes sessions without any walls: a process and a folder each, so that attacks win there."""

    def __init__(self, course: Path, limits: Limits) -> None:
        """For this course."""
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._count = 0
        self._course = str(course.resolve())
        zygote = "course_tools.grader.sandbox.inside.zygote"
        self._command = [places.PYTHON, "-P", "-m", zygote, json.dumps(asdict(limits)), "alone"]

    def session(self) -> Session:
        """A fresh session."""
        self._count += 1
        folder = Path(self._folder.name) / f"session{self._count}"
        (folder / "tmp").mkdir(parents=True)
        # Windows starts nothing without these.
        needed = ("PATH", "SYSTEMROOT", "TEMP")
        ours = {name: os.environ[name] for name in needed if name in os.environ}
        environment = places.environment(self._course, str(folder)) | ours
        return Session.begin(self._command, cwd=folder, env=environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._folder.cleanup()
