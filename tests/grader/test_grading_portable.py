"""Students' code in WebAssembly: the same points as in bubblewrap, and the same walls."""

import contextlib
import json
import os
import signal
import socket
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
from sandboxed import ROOT, SMALL, greet, soon, tried, won, works

from course_tools.grader.judge.grading import graded
from course_tools.grader.judge.result import Result, Submission
from course_tools.grader.judge.tasks import graded_lesson, lesson_names
from course_tools.grader.sandbox import NoIsolation, Sandbox, places, portable
from course_tools.grader.sandbox.pipe import PipeStudent

BUBBLEWRAP = places.bubblewrap

pytestmark = [pytest.mark.needs("deno"), pytest.mark.xdist_group("webassembly")]


def nowhere() -> str:
    """What a machine without bubblewrap says."""
    raise NoIsolation("There is none.")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of a machine without bubblewrap."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "bubblewrap", nowhere)
        with Sandbox(ROOT, limits=SMALL) as made:
            assert "WebAssembly" in made.isolation
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
def test_every_lesson_is_graded_alike(
    name: str, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With right answers and with wrong ones, both sandboxes give each exercise the same."""
    lesson = graded_lesson(name, ROOT)
    monkeypatch.setattr(places, "bubblewrap", BUBBLEWRAP)
    with Sandbox(ROOT, limits=SMALL) as other:
        assert "bubblewrap" in other.isolation
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

PUT_BACK = """
import sys
for name in [name for name, module in sys.modules.items() if module is None]:
    del sys.modules[name]
"""

ATTACKS = {
    "reads a file": "won = open(GIVEN['file']).read()",
    "reads a folder": "import os; won = os.listdir(GIVEN['folder'])",
    "walks over the disk": """
import os
won = [name for _, _, names in os.walk('/') for name in names if name == 'planted.txt']
""",
    "reads what its process has open": "won = open('/proc/self/maps').read()",
    "finds settings": "import os; won = [one for one in os.environ.values() if '/tmp' in one]",
    "knows where it lies": "import sys; won = [one for one in sys.path if GIVEN['root'] in one]",
    "starts a program": """
import subprocess
won = subprocess.run(['/bin/ls'], stdout=subprocess.PIPE).stdout
""",
    "forks": "import os; won = os.fork() or 1",
    "connects": """
import socket
with socket.create_connection(('127.0.0.1', GIVEN['port']), 2) as one:
    won = one.recv(5)
""",
    "asks for a page": "import urllib.request as ask; won = ask.urlopen('http://127.0.0.1:1').read()",
    "imports hidden checks": "import autograder_tests as won",
    "imports the grader": "import course_tools.grader.judge.grading as won",
    "imports JavaScript": "import js as won",
    "imports Pyodide": "import pyodide_js as won",
    "puts Pyodide back": PUT_BACK + "import pyodide_js as won",
    "runs JavaScript by Pyodide": PUT_BACK + "import pyodide.code; won = pyodide.code.run_js('1')",
    "finds an object of JavaScript": """
import gc
gc.unfreeze()
kinds = lambda one: [kind.__name__ for kind in type(one).__mro__]
won = [one for one in gc.get_objects() if 'JsProxy' in kinds(one)]
""",
}

FILLS = (
    "for number in range(10 ** 6): open(f'{number}', 'wb').write(bytes(10 ** 6))",
    "for number in range(10 ** 6): open(f'{number}', 'wb').close()",
    "open('large', 'wb').truncate(10 ** 9)",
    "file = open('large', 'wb'); file.seek(10 ** 9); file.write(b'x'); file.flush()",
)

ENDING = {
    "runs JavaScript by C": """
import ctypes
run = ctypes.CDLL(None).emscripten_run_script_string
run.restype = ctypes.c_char_p
won = run(b'typeof Deno')
""",
    "starts a shell": "import os; won = os.system('true') == 0",
    "leaves": "import os; os._exit(0)",
}
"""What ends the whole process."""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A file and a server to be found."""
    place = tmp_path_factory.mktemp("planted") / "planted.txt"
    place.write_text("planted", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=greet, args=(server, []), daemon=True).start()
        yield {
            "file": str(place),
            "folder": str(place.parent),
            "root": str(ROOT),
            "port": server.getsockname()[1],
        }


def test_nothing_outside_is_reached(sandbox: Sandbox, given: dict[str, Any]) -> None:
    """Files, programs, network, settings and the JavaScript around it are out of reach."""
    got = {}
    with PipeStudent(sandbox.session(), again=sandbox.session) as student:
        for name, code in ATTACKS.items():
            ran = student.run(f"GIVEN = {given!r}\nwon = None\n{code}\nprint('won:', won)")
            got |= {name: found} if (found := won(ran)) or ran.ended else {}
    assert got == {}


@pytest.mark.parametrize("name", ENDING)
def test_what_ends_the_process_gets_nothing(name: str, sandbox: Sandbox) -> None:
    """It is an end like any other: nobody else notices."""
    assert tried(sandbox, ENDING[name]).ended


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
def test_not_even_javascript_could_reach_anything(tmp_path: Path, given: dict[str, Any]) -> None:
    """What Deno refuses to a program that is started as ours is; what it does not know is said."""
    (tmp_path / "planted.txt").write_text("planted", "utf-8")
    box = tmp_path / "store" / "box"
    box.mkdir(parents=True)
    (box / "session.mjs").write_text(PROBE, "utf-8")
    words = portable._command(portable._deno(), box.name, {})
    done = subprocess.run(
        [*words[:-1], given["file"]],
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


def test_time_memory_and_output_have_an_end(sandbox: Sandbox) -> None:
    """Loops, naps, sums, memory, floods and files: each is stopped, and the session goes on."""
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
        assert "No space left" in str(tried(sandbox, fills).error), fills


def test_deaf_code_is_ended_from_outside_and_nothing_outlives_the_grader(sandbox: Sandbox) -> None:
    """A loop that hears no clock costs its own session; one whose grader is gone ends itself."""
    deaf = "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass"
    with PipeStudent(sandbox.session()) as student:
        ran = student.run(deaf, seconds=0.1)
        assert (ran.out_of_time, ran.ended) == (True, True)
    session = sandbox.session()
    session.stdin.write(json.dumps([{"run": _cell(deaf)}]).encode() + b"\n")
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


def _cell(source: str) -> dict[str, Any]:
    return {"source": source, "name": "cell", "as_it_is": False, "seconds": 9, "wall": 9}


def test_sessions_differ_in_chance_and_share_nothing(sandbox: Sandbox) -> None:
    """They start from one memory, draw other numbers, and see nothing of each other."""
    drawn = [won(tried(sandbox, "import random; won = random.random()")) for _ in range(2)]
    assert drawn[0] != drawn[1]
    tried(sandbox, "open('note', 'w').write('x'); import sys; sys.note = 1")
    assert won(tried(sandbox, "import os, sys; won = os.listdir() or hasattr(sys, 'note')")) == ""
    assert works(sandbox)


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


def test_a_python_that_takes_too_long_to_begin_is_told(tmp_path: Path, monkeypatch) -> None:
    """Once for a class, as all that keeps it from being graded."""
    monkeypatch.setattr(portable, "STORE", tmp_path)
    monkeypatch.setattr(portable, "_WALL", 0.01)
    with (
        contextlib.ExitStack() as own,
        pytest.raises(NoIsolation, match="no Python began in it within"),
    ):
        portable._image(ROOT, portable._deno(), own, ())
