"""Where nothing can shut students' code in, nobody grades without knowing it."""

import os
from pathlib import Path

import pytest
from sandboxed import ROOT, SMALL, running, soon, tried, works

from course_tools.grade.sandbox import NoIsolation, Sandbox
from course_tools.grade.sandbox.pipe import PipeStudent


def test_without_bubblewrap_nothing_runs_unless_it_is_wanted(monkeypatch):
    """The message says what is missing and how to get it; unsafe, honest work goes on."""
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(NoIsolation, match="bubblewrap is not installed; to get it"), Sandbox(ROOT):
        pass
    with Sandbox(ROOT, unsafe=True) as loose:
        assert loose.isolation.startswith("none: ")
        assert works(loose)


def test_a_system_that_refuses_is_quoted(tmp_path: Path, monkeypatch) -> None:
    """What bubblewrap complains about is handed on, and what that means."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    said = r"(?s)No permissions to create new namespace.*user namespaces"
    with pytest.raises(NoIsolation, match=said), Sandbox(ROOT):
        pass


def test_unsafe_sessions_have_limits_and_end_whole(monkeypatch):
    """A loop, a crash and a child left behind are ended, guarded or not."""
    monkeypatch.setenv("PATH", "/nonexistent")
    marker = f"loose-{os.getpid()}"
    with Sandbox(ROOT, unsafe=True, guarded=True, limits=SMALL) as loose:
        at_home = "import os\nassert os.environ['USERPROFILE'] == os.environ['HOME'] == os.getcwd()"
        assert tried(loose, at_home).error is None
        asks = "from course_lib import TicTacToe, minimax_search\ngame = TicTacToe()\n"
        ran = tried(loose, f"{asks}won = minimax_search(game, game.initial)")
        assert ran.error.type == "ImportError"
        assert tried(loose, f"won = len(bytearray({SMALL.memory}))").error.type == "MemoryError"
        student = PipeStudent(loose.session())
        words = f"[sys.executable, '-c', 'import time; time.sleep(1000)', '{marker}']"
        student.run(f"import subprocess, sys\nsubprocess.Popen({words})")
        assert soon(lambda: bool(running(marker)))
        student.close()
        assert soon(lambda: not running(marker))
        assert works(loose)
