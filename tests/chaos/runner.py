"""Runs one command line of the course in a forked child, and says how it ended.

Everything is imported once, so a case costs milliseconds. It takes Linux.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import pkgutil
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path.cwd()
SLOW, SILENT, LARGE, MEMORY = 20.0, 5.0, 1000, 6 << 30
"""Seconds after which a command is ended, and that it may say nothing; megabytes; bytes."""

SERVERS = {"serve"}
"""What rightly goes on in silence until it is ended."""


TROUBLES = {
    "": lambda: None,
    "full disk": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    "few descriptors": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (14, 14)),
    "jumping clock": lambda: setattr(time, "time", _jumping(time.time)),
}
"""What a command may have to live with: here no file gets larger than 50 kB."""
OFTEN = 7, 1, 1, 1


def _jumping(right):
    """A clock that is right, or hours or decades off, at each look."""
    dice = random.Random(1)
    return lambda: right() + dice.choice((-9e8, -1e4, -7, 0, 3, 1e4, 9e8))


class Ran(NamedTuple):
    """How a command ended; without a code it was ended after its time."""

    code: int | None
    text: str
    silent: bool
    """Whether it said nothing for too long, on a computer that has time for it."""
    megabytes: int
    gone: list[str]
    """Files of the folder that it has removed."""
    trouble: str


def load():
    """The program, with all that its commands import already there."""
    sys.path.insert(0, str(ROOT))
    os.environ["PYTHONPATH"] = str(ROOT)
    for package in (
        "course_tools.cli",
        "course_tools.arena",
        "course_tools.grader.league",
        "course_tools.grader.sandbox",
        "course_tools.grader.judge",
        "course_tools.grader.classroom",
        "course_lib.play",
        "course_lib.games",
    ):
        module = importlib.import_module(package)
        for part in pkgutil.iter_modules(module.__path__):
            if not part.name.startswith("__"):
                importlib.import_module(f"{package}.{part.name}")
    return importlib.import_module("course_tools.cli")


def _child(cli, words, folder, streams, trouble):
    os.setsid()
    os.chdir(folder)
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    # They stay open for the rest of this process.
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    TROUBLES[trouble]()
    sys.argv = ["course", *words]
    try:
        code = cli.main() or 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - whatever it is, it is what we look for
        traceback.print_exc()
        code = 1
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:  # noqa: BLE001 - as above
        if getattr(error, "errno", 0) != errno.EFBIG:  # which the command has said
            os.write(2, f"Traceback at the last flush: {error!r}".encode())
    os._exit(code & 0xFF)


def run(cli, words, given, folder, trouble=""):
    """What came of this command line with this input."""
    before = {*folder.iterdir()}
    with contextlib.ExitStack() as stack:
        # No command can remove these: they have no name.
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(given)
        streams[0].seek(0)
        code, silent, megabytes = _watched(cli, words, folder, streams, trouble)
        text = "".join(
            os.pread(stream.fileno(), 60_000, 0).decode(errors="replace") for stream in streams[1:]
        )
    gone = sorted(path.name for path in before if not path.exists())
    return Ran(code, text, silent, megabytes, gone, trouble)


def _watched(cli, words, folder, streams, trouble):
    """The command's exit code, whether it was silent too long, and its megabytes."""
    pid = os.fork()
    if pid == 0:
        _child(cli, words, folder, streams, trouble)
    seconds = 4 if words[0] in SERVERS else SLOW
    began, most, silent = time.monotonic(), 0, False
    heard, size, computed, before = began, 0, 0.0, 0.0
    try:
        while True:
            done, status, used = os.wait4(pid, os.WNOHANG)
            with contextlib.suppress(OSError):  # it has just ended
                peak = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
                most = max(most, int(peak[1]) // 1024 if peak else 0)
                times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
                computed = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
            now = time.monotonic()
            length = sum(os.fstat(stream.fileno()).st_size for stream in streams[1:])
            if length > size:
                heard, size, before = now, length, computed
            silent |= now - heard > SILENT * busy() or computed - before > SILENT
            if done or now - began > seconds * busy() or computed > seconds:
                break
            time.sleep(0.01)
    finally:  # also on Ctrl-C
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)  # and whatever it has started
    if not done:
        _, status, used = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status) if done else None
    return code, silent, max(most, used.ru_maxrss // 1024)


def trouble(rng):
    """Mostly none."""
    return rng.choices([*TROUBLES], OFTEN)[0]


def busy():
    """How many times as long everything takes, because others compute here, too."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Findings:
    """Counts what is wrong, by kind, command, last line of the error and where it arose."""

    def __init__(self):
        self.cases, self.codes, self.bad = 0, Counter(), Counter()
        self.examples = {}

    def add(self, words, ran):
        """Whether this is one more finding. A server may be silent."""
        may_wait = words[0] in SERVERS
        self.cases += 1
        self.codes[ran.code] += 1
        kinds = [
            "traceback" * ("Traceback" in ran.text or "never retrieved" in ran.text),
            "silent too long" * (ran.silent and not may_wait),
            "signal" * (ran.code is not None and ran.code < 0),
            "memory" * (ran.megabytes > LARGE),
            "removed a file" * bool(ran.gone),
        ]
        for kind in filter(None, kinds):
            errors = re.findall(r"^[\w.]*(?:Error|Exception).*", ran.text, re.MULTILINE)
            places = re.findall(r'File "[^"]*/(course_\w+/[^"]+)", line (\d+)', ran.text)
            key = (
                kind,
                ran.trouble,
                words[0] if words else "",
                errors[-1][:90] if errors else "",
                places[-1:],
            )
            key = tuple(map(str, key))
            if key not in self.bad:
                self.examples[key] = words
                sys.stderr.write(f"{self.cases}: {self._line(key)} {ran.gone or ''}\n")
            self.bad[key] += 1
        return any(kinds)

    def lost(self, sentences):
        """Add what was lost by a kill."""
        for sentence in sentences:
            sys.stderr.write(f"lost: {sentence}\n")
            key = ("lost", "", "", sentence[:90], "")
            self.examples[key] = ["killed"]
            self.bad[key] += 1

    def __str__(self):
        lines = [f"{self.cases} cases; exit codes {dict(self.codes)}; {self.bad.total()} bad"]
        lines += [f"{count:4} {self._line(key)}" for key, count in self.bad.most_common()]
        return "\n".join(lines)

    def _line(self, key):
        return (
            f"{' '.join(filter(None, key))} e.g. course {' '.join(map(repr, self.examples[key]))}"
        )


def course(*words):
    """Run the course in a process of its own, for what a test needs first."""
    return subprocess.run(
        [sys.executable, "-m", "course_tools.cli", *words],
        check=False,
        capture_output=True,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
    )


def samples(folder):
    """Files that are right, made by the course itself: what is mutated, or named in a command."""
    folder.mkdir(parents=True, exist_ok=True)
    both = ("--x", "random", "--o", "random")
    for game, name in (
        ("tic-tac-toe", "t.json"),
        ("connect-four", "c.json"),
        ("havannah", "h.json"),
    ):
        course("play", game, *both, "--to", str(folder / name))
    course("play", "--show", str(folder / "h.json"), "--to", str(folder / "h.sgf"))
    (folder / "good.py").write_text(
        "def my_player(game, state, budget):\n    return game.actions(state)[0]\n"
    )
    (folder / "broken.py").write_text("def minimax(game, state:\n    return 1\n")
    (folder / "noise").write_bytes(bytes(range(256)) * 40)
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "empty").write_text("")
    (folder / "folder").mkdir(exist_ok=True)
    return folder
