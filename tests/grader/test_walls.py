"""Students' code gets out of no sandbox, whichever there is: one bank of attacks for all of them.

A new wall is an entry of `WALLS`. `test_hand_in.py` tries the same bank in a container without
namespaces, and `test_grading_hostile.py` many more attacks on a whole grader.
"""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from attacks import EASY, ENDINGS, HARD, IN_WEBASSEMBLY, ITS_OWN, OF_WEBASSEMBLY
from sandboxed import ROOT, SMALL, Unconfined, greet, sandbox_of, tried, won, works

from course_tools.grader.sandbox import Limits, Sandbox
from course_tools.grader.sandbox.pipe import PipeStudent


class Wall(NamedTuple):
    """What a kind of sandbox has to stop, and what ends a process there."""

    attacks: dict[str, str]
    endings: dict[str, str]


HERE = {name: code for name, code in (EASY | HARD).items() if name not in ITS_OWN}
WALLS = {
    "bubblewrap": Wall(EASY | HARD, ENDINGS),
    "deno": Wall(HERE | OF_WEBASSEMBLY, IN_WEBASSEMBLY),
}
"""By the program that each takes."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.needs(name)) for name in WALLS],
)
def wall(request: pytest.FixtureRequest) -> Iterator[tuple[Sandbox, Wall]]:
    """A sandbox of this kind, which all tests share, since they can't harm it."""
    with sandbox_of(request.param, SMALL) as made:
        yield made, WALLS[request.param]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What is there to be found: a file, two servers that answer, and a process."""
    folder = tmp_path_factory.mktemp("planted")
    (folder / "planted.txt").write_text("planted", "utf-8")
    sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1]
    with ExitStack() as stack:
        here = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        named = stack.enter_context(socket.socket(socket.AF_UNIX))
        named.bind(str(folder / "socket"))
        named.listen()
        for server in (here, named):
            threading.Thread(target=greet, args=(server, []), daemon=True).start()
        process = stack.enter_context(subprocess.Popen(sleeping))
        yield {
            "file": str(folder / "planted.txt"),
            "folder": str(folder),
            "root": str(ROOT),
            "port": here.getsockname()[1],
            "socket": str(folder / "socket"),
            "process": process.pid,
            "sibling": number,
        }
        process.kill()


def gained(student: PipeStudent, attacks: dict[str, str], given: dict[str, Any]) -> set[str]:
    """The attacks that get something; after each of them the session answers, or another one."""
    found = set()
    for name, code in attacks.items():
        ran = student.run(f"GIVEN = {given!r}\nwon = None\n{code}\nprint('won:', won)", seconds=60)
        assert ran.error is None or ran.error.type not in {"NameError", "SyntaxError"}, name
        if won(ran) or ran.ended:
            found.add(name)
        assert "42" in str(student.run("6 * 7").outputs), name
    return found


SIBLING = """
import tempfile
from pathlib import Path
kept = 'mine'
for place in {'.', tempfile.gettempdir(), '/dev/shm'}:
    if Path(place).is_dir():
        Path(place, 'planted.txt').write_text(kept)
"""
SERVERS = """
import socket
servers = [socket.create_server(('127.0.0.1', {0})), socket.socket(socket.AF_UNIX)]
servers[1].bind('\\0{0}')
servers[1].listen()
"""


def test_an_attack_gets_nothing(wall: tuple[Sandbox, Wall], planted: dict[str, Any]) -> None:
    """Files, programs, network, settings, rights and what is around it are out of reach.

    So is a session beside it, with files, servers and a process of its own; in WebAssembly there
    are no servers.
    """
    sandbox, kind = wall
    with (
        PipeStudent(sandbox.session()) as sibling,
        PipeStudent(sandbox.session(), again=sandbox.session) as student,
    ):
        serves = "" if "WebAssembly" in sandbox.isolation else SERVERS
        assert sibling.run(SIBLING + serves.format(planted["sibling"])).error is None
        assert gained(student, kind.attacks, planted) == set()
        assert "mine" in str(sibling.run("kept").outputs)


def test_the_same_attack_works_where_nothing_shuts_it_in(planted: dict[str, Any]) -> None:
    """So that it is the sandbox that stops it, and not a mistake in the attack."""
    with (
        Unconfined(ROOT, Limits()) as nothing,
        PipeStudent(nothing.session()) as sibling,
        PipeStudent(nothing.session()) as student,
    ):
        assert sibling.run(SERVERS.format(planted["sibling"])).error is None
        assert gained(student, EASY, planted) == set(EASY)


def test_what_ends_the_process_gets_nothing(wall: tuple[Sandbox, Wall]) -> None:
    """It is an end like any other: nobody else notices."""
    sandbox, kind = wall
    with PipeStudent(sandbox.session()) as other:
        other.run("kept = 5")
        for name, code in kind.endings.items():
            with PipeStudent(sandbox.session()) as student:
                ran = student.run(f"won = None\n{code}\nprint('won:', won)", seconds=5)
                assert won(ran) == "", name
                assert student.call("len([1])").error is not None, name
        assert "5" in str(other.run("kept").outputs)


def test_sessions_differ_in_chance_and_share_nothing(wall: tuple[Sandbox, Wall]) -> None:
    """They start from one memory, draw other numbers, and find nothing of each other."""
    sandbox, _ = wall
    drawn = [won(tried(sandbox, "import random; won = random.random()")) for _ in range(2)]
    assert drawn[0] != drawn[1]
    tried(sandbox, "open('note', 'w').write('x'); import sys; sys.note = 1")
    look = "import os, sys; won = os.path.exists('note') or hasattr(sys, 'note')"
    assert won(tried(sandbox, look)) == ""


FILLS = (
    "for number in range(10 ** 6): open(f'{number}', 'wb').write(bytes(10 ** 6))",
    "for number in range(10 ** 6): open(f'{number}', 'wb').close()",
    "open('large', 'wb').truncate(10 ** 9)",
    "file = open('large', 'wb'); file.seek(10 ** 9); file.write(b'x'); file.flush()",
)


def test_time_memory_output_and_files_have_an_end(wall: tuple[Sandbox, Wall]) -> None:
    """Loops, naps, sums, memory, floods and files: each is stopped, and the session goes on."""
    sandbox, _ = wall
    with PipeStudent(sandbox.session()) as student:
        student.run("kept = 7")
        for endless in (
            "while True:\n    try:\n        pass\n    except Exception:\n        pass",
            "import time; time.sleep(1000)",
            "10 ** 10 ** 7 % 7",
        ):
            ran = student.run(endless, seconds=0.2)
            assert (ran.out_of_time, ran.ended) == (True, False), endless
        error = student.run(f"len(bytearray({SMALL.memory}))").error
        assert error is not None
        assert error.type == "MemoryError"
        assert len(str(student.run("print('x' * 20_000_000)").outputs)) < 300_000
        assert "7" in str(student.run("kept").outputs)
        assert student.tampering == []
    for fills in FILLS:
        error = tried(sandbox, fills).error
        assert error is not None, fills
        assert error.type == "OSError", fills
    assert works(sandbox)


def test_deaf_code_is_ended_from_outside(wall: tuple[Sandbox, Wall]) -> None:
    """What hears no clock costs its own session."""
    deaf = (
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "getattr(signal, 'pthread_sigmask', print)(0, signal.valid_signals())"
    )
    sandbox, _ = wall
    with PipeStudent(sandbox.session()) as student:
        ran = student.run(f"{deaf}\nwhile True: pass", seconds=0.1)
        assert (ran.out_of_time, ran.ended) == (True, True)
