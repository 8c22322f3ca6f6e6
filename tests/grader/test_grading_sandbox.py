"""Students' code runs shut in: it reaches nothing but its own folder, and nothing outlives it.

Where nothing can shut it in, nobody grades without knowing it.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import course as course_command
from console import ran
from ordinary_user import as_nobody
from sandboxed import ROOT, SMALL, running, soon, tried, won, works

from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_tools.grader.sandbox import Limits, NoIsolation, Sandbox, portable, rooms
from course_tools.grader.sandbox.inside.confine import NOBODY
from course_tools.grader.sandbox.pipe import PipeStudent
from course_tools.grader.sandbox.sandbox import Zygote

needs_bubblewrap = pytest.mark.needs("bubblewrap")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose library is ours."""
    folder = tmp_path_factory.mktemp("course")
    rooms.copy_rooms(ROOT, folder)
    return folder


@pytest.fixture(scope="module")
def sandbox(course: Path) -> Iterator[Sandbox]:
    """The sandbox that most tests share, since they can't harm it."""
    with Sandbox(course, limits=SMALL) as made:
        yield made


@needs_bubblewrap
def test_a_python_with_dots_in_its_path_is_found_inside(course: Path) -> None:
    """Folders on the way through `..` need not be there in the sandbox."""
    python = os.path.relpath(sys.executable, ROOT)
    code = (
        "import sys; from pathlib import Path; from course_tools.grader.sandbox import Sandbox\n"
        "from course_tools.grader.sandbox.pipe import PipeStudent\n"
        "with Sandbox(Path(sys.argv[1])) as made, PipeStudent(made.session()) as student:\n"
        "    print(student.run('1').error)"
    )
    done = ran(f"{ROOT}/tests/../{python}", "-c", code, str(course), cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "None\n"), done.stderr


@needs_bubblewrap
def test_processes_have_an_end(sandbox: Sandbox) -> None:
    """Others notice nothing; files and memory have theirs in `test_walls.py`."""
    bomb = """
import os, time
children = 0
try:
    while children < 500:
        if os.fork() == 0:
            time.sleep(100)
            os._exit(0)
        children += 1
except OSError:
    pass
won = children
"""
    assert 0 < int(won(tried(sandbox, bomb))) < SMALL.processes
    assert works(sandbox)


@needs_bubblewrap
def test_computing_ends_with_its_seconds(course: Path) -> None:
    """Whoever computes longer is ended from outside of Python, whatever it catches."""
    with Sandbox(course, limits=Limits(cpu=1)) as strict:
        ran = tried(strict, "while True:\n    try:\n        pass\n    except BaseException: pass")
        assert ran.ended or ran.out_of_time
        endless = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'while 1: pass'])"
        assert tried(strict, f"{endless}\nwon = 'back'").ended is False


@needs_bubblewrap
def test_a_new_zygote_takes_the_place_of_a_dead_one(course: Path) -> None:
    """Sessions of the dead one have ended, and say so; the next session works."""
    with Sandbox(course) as fragile:
        session = fragile.session()
        zygote = fragile._source
        assert isinstance(zygote, Zygote)
        os.killpg(zygote._process.pid, signal.SIGKILL)
        assert works(fragile)
        assert session.poll() is not None
        session.close()


@needs_bubblewrap
def test_everything_ends_with_the_grader(course: Path) -> None:
    """A grader that is killed leaves no process behind."""
    marker = f"orphan-{os.getpid()}"
    script = """
import sys, time
from pathlib import Path
from course_tools.grader.sandbox.pipe import PipeStudent
from course_tools.grader.sandbox import Sandbox
with Sandbox(Path(sys.argv[1])) as sandbox:
    student = PipeStudent(sandbox.session())
    words = ["import subprocess, sys", f"marker = {sys.argv[2]!r}",
             "code = 'import time; time.sleep(1000)'",
             "subprocess.Popen([sys.executable, '-c', code, marker], start_new_session=True)"]
    student.run(chr(10).join(words))
    print("here", flush=True)
    time.sleep(1000)
"""
    words = [sys.executable, "-c", script, str(course), marker]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment) as grader:
        try:
            assert grader.stdout.readline() == b"here\n"
            assert soon(lambda: len(running(marker)) == 2)
        finally:
            grader.kill()
    assert soon(lambda: not running(marker))


# --- without bubblewrap --------------------------------------------------------------------------


def test_where_nothing_can_sandbox_it_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what is missing, and how to get it here and everywhere."""
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(NoIsolation, match="bubblewrap is not installed; to get it"), Sandbox(ROOT):
        pass
    done = course_command("sandbox", "--check")
    assert (done.code, done.out) == (2, "")
    assert "course sandbox. Now Deno is not installed." in done.err


def test_a_system_that_refuses_is_quoted(tmp_path: Path, monkeypatch) -> None:
    """What bubblewrap complains about is handed on, and what that means."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(portable, "STORE", tmp_path)
    said = r"(?s)No permissions to create new namespace.*user namespaces"
    with pytest.raises(NoIsolation, match=said), Sandbox(ROOT):
        pass


@pytest.mark.slow
@needs_bubblewrap
def test_all_this_holds_for_an_ordinary_user() -> None:
    """Root starts these tests once more as nobody; nobody else has to."""
    if os.geteuid() != 0:
        return  # they have just run as one
    names = ("test_walls.py", Path(__file__).name, "test_grading_inside.py")
    files = [Path(__file__).with_name(name) for name in names]
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    words += ["-k", "not deno"]
    words += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), *map(str, files)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chown(folder, NOBODY, NOBODY)
        environment = {**os.environ, "HOME": folder, "TMPDIR": folder, "CI": "1"}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = as_nobody(words, ROOT)
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()[-3000:] + done.stderr.decode()[-1000:]


# --- what is kept between calls -------------------------------------------------------------------


def test_what_is_kept_from_call_to_call_is_told_in_the_grade_as_in_the_notebook(
    sandbox: Sandbox,
) -> None:
    """A case that is right when a fresh copy is asked alone, with the two lines that show it."""
    source = (
        "KNOWN = {}\n\n\ndef nim_sum(heaps):\n    if len(heaps) not in KNOWN:\n"
        "        total = 0\n        for heap in heaps:\n            total ^= heap\n"
        "        KNOWN[len(heaps)] = total\n    return KNOWN[len(heaps)]\n"
    )
    with PipeStudent(sandbox.session()) as student:
        assert student.run(source).error is None
        verdict = judge(exercise_named("nim_sum"), student)
        assert student.tampering == []
    notebook = judge(exercise_named("nim_sum"), NotebookStudent(loaded(source)))
    assert verdict.kept
    assert "is right when asked alone, and wrong after nim_sum(" in str(verdict.message)
    assert (verdict.message, verdict.call) == (notebook.message, notebook.call)
