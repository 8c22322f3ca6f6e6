"""Students' code in WebAssembly: the same points as in bubblewrap, and the same walls."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from console import course
from grading_class import (
    LESSON,
    RIGHT,
    WRONG,
    answer,
    handed_in,
    notebook_of,
    small_course,
)
from sandboxed import ROOT, SMALL, nowhere, sandbox_of, soon

from autograder_tests import out_of_reach
from course_tools.grader.judge.grading import graded
from course_tools.grader.judge.result import Result, Submission
from course_tools.grader.judge.tasks import graded_lesson, lesson_names
from course_tools.grader.sandbox import NoIsolation, Sandbox, places, portable
from course_tools.grader.sandbox.pipe import PipeStudent

pytestmark = [pytest.mark.needs("deno"), pytest.mark.xdist_group("webassembly")]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of a machine without bubblewrap."""
    with sandbox_of("deno", SMALL) as made:
        yield made


# --- a lesson -------------------------------------------------------------------------------------

MORE = """
import asyncio
!ls
await asyncio.sleep(0.01)
print("after all this")
"""


def test_a_lesson_earns_what_it_earns_everywhere(sandbox: Sandbox, tmp_path: Path) -> None:
    """One right answer, one wrong one and a cell of one's own: points, words and pictures."""
    root = small_course(tmp_path)
    lesson = graded_lesson(LESSON, root)
    answers = {**RIGHT, "winner": WRONG["winner"]}
    submission = handed_in(root, "ada", answers, extra=MORE)
    found = graded(submission, lesson, sandbox)
    assert [one.points for one in found.result.exercises][:2] == [2, 2]
    assert 0 < found.result.points < found.result.most
    assert (found.result.notes, found.result.tampering) == ((), ())
    assert "after all this" in str(found.shown[0].outputs)


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("name", lesson_names(ROOT))
def test_every_lesson_is_graded_alike(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    """With right answers and with wrong ones, both sandboxes give each exercise the same."""
    lesson = graded_lesson(name, ROOT)
    with sandbox_of("bubblewrap", SMALL) as other:
        for right in (True, False):
            answers = {task.name: answer(task.name, right=right) for task in lesson.tasks}
            place = tmp_path / f"{right}.ipynb"
            nbformat.write(notebook_of(ROOT, answers, name), place)
            submission = Submission("ada", name, place)
            inside, outside = (graded(submission, lesson, one).result for one in (sandbox, other))
            assert _judged(inside) == _judged(outside)
            assert (inside.notes, inside.tampering) == (outside.notes, outside.tampering)
            assert not right or inside.points == inside.most


def _judged(result: Result) -> list[Any]:
    """What each exercise has come to; errors are worded by the Python that raised them."""
    return [(one.name, one.points, one.status, one.mistake, one.groups) for one in result.exercises]


# --- what it holds off ----------------------------------------------------------------------------


PROBE = """
const tries = {
  file: () => Deno.readTextFileSync(Deno.args[0]),
  folder: () => [...Deno.readDirSync("/")],
  above: () => Deno.readTextFileSync("../planted.txt"),
  write: () => Deno.writeTextFileSync("written", "x"),
  program: () => new Deno.Command(Deno.execPath()).outputSync(),
  node: () => process.getBuiltinModule("node:child_process").execSync("ls"),
  environment: () => Deno.env.toObject(),
  network: () => fetch("http://127.0.0.1:8765/"),
  listen: () => Deno.listen({ port: 0 }),
  module: () => import("http://127.0.0.1:1/x.mjs"),
  package: () => import("npm:left-pad"),
  library: () => Deno.dlopen("libc.so.6", {}),
  who: () => Deno.hostname(),
  code: () => new Function("return 1")(),
  end: () => Deno.kill(Deno.ppid, "SIGCONT"),
  store: async () => (await caches.open("x")).put("http://x/", new Response("kept")),
  more: async () => {
    const asked = { name: "read" };
    if ((await Deno.permissions.request(asked)).state === "granted") return 1;
    throw new Error("NotCapable");
  },
};
const told = {};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    told[name] = String(await attempt());
  } catch (error) {
    told[name] = ["NotCapable", "EvalError"].includes(error.name) ? "" : `${error}`;
  }
}
console.log(JSON.stringify(told));
"""


@pytest.mark.usefixtures("sandbox")
def test_not_even_javascript_could_reach_anything(tmp_path: Path) -> None:
    """What Deno refuses to a program that is started as ours is; what it does not know is said."""
    (tmp_path / "planted.txt").write_text("planted", "utf-8")
    box = tmp_path / "store" / "box"
    box.mkdir(parents=True)
    (box / "session.mjs").write_text(PROBE, "utf-8")
    words = portable._command(portable._deno(), box.name, {})
    done = subprocess.run(
        [*words[:-1], str(tmp_path / "planted.txt")],
        cwd=box.parent,
        env=portable._environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    refusals = {"module": "import access", "package": "npm", "more": "NotCapable"}
    for name, refusal in (refusals | {"store": "Failed to create cache storage"}).items():
        assert refusal in told.pop(name)
    assert {name: what for name, what in told.items() if what} == {}


# --- what it may take, and its end ----------------------------------------------------------------


def test_a_session_whose_grader_is_gone_ends_itself(sandbox: Sandbox) -> None:
    """Though it hears no clock."""
    deaf = "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass"
    session = sandbox.session()
    cell = {"source": deaf, "name": "cell", "as_it_is": False, "seconds": 9, "wall": 9}
    session.stdin.write(json.dumps([{"run": cell}]).encode() + b"\n")
    session.stdin.flush()
    time.sleep(0.2)
    session.stdin.close()
    assert soon(lambda: session.poll() is not None)
    session.stdout.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing pauses a process here")
def test_a_machine_that_is_busy_with_others_stops_nobody(sandbox: Sandbox) -> None:
    """While its process gets no time, its clock stands still; what it sleeps does count."""
    with PipeStudent(sandbox.session()) as student:
        paused = student.process._look.args[0].pid
        for pause, after in ((signal.SIGSTOP, 0.1), (signal.SIGCONT, 6)):
            threading.Timer(after, _send, (paused, pause)).start()
        ran = student.run("for each in range(3_000_000): pass\nprint(each)", seconds=2, wall=2)
        assert "2999999" in str(ran.outputs)
        assert student.run("import time; time.sleep(9)", seconds=2, wall=0.5).out_of_time


def _send(process: int, what: int) -> None:
    """A signal to this process, if it is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, what)


# --- getting it -----------------------------------------------------------------------------------


def test_files_that_are_not_those_of_the_lock_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is missing or differs by a letter is told, before anything runs."""
    monkeypatch.setattr(places, "bubblewrap", nowhere)
    monkeypatch.setattr(portable, "STORE", tmp_path)
    assert "Pyodide is not here" in course("sandbox", "--check").err
    real = Path(sys.prefix, "sandbox", "pyodide")
    (tmp_path / "pyodide").mkdir()
    for path in real.iterdir():
        (tmp_path / "pyodide" / path.name).write_bytes(path.read_bytes() + b" ")
    said = course("sandbox", "--check").err
    assert "is not the file that pyodide.lock names" in said


def test_a_week_gets_ready_for_its_own_lessons_alone() -> None:
    """Two lessons that keep the same away need one image; all that grading asks for is there."""
    assert out_of_reach.all_kept_away(["02", "03"]) == (out_of_reach.kept_away(["02"]),)
    assert out_of_reach.all_kept_away([]) == out_of_reach.all_kept_away(["00"]) == ()
    every = out_of_reach.all_kept_away(f"{number:02}" for number in range(12))
    assert {*map(out_of_reach.kept_away, ("02", "01", "05", "06", "08"))} <= {*every}


def test_a_python_that_takes_too_long_to_begin_is_told(tmp_path: Path, monkeypatch) -> None:
    """Once for a class, as all that keeps it from being graded."""
    monkeypatch.setattr(portable, "STORE", tmp_path)
    monkeypatch.setattr(portable, "_WALL", 0.01)
    with (
        contextlib.ExitStack() as own,
        pytest.raises(NoIsolation, match="no Python began in it within"),
    ):
        portable._image(ROOT, portable._deno(), own, ())
