"""Honest work runs in the sandbox as in a notebook, which sees what students see of the course."""

import ast
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sandboxed import ROOT

from autograder_tests import out_of_reach
from course_tools.grader.judge.notebook_run import SKIPPED, NotebookRun
from course_tools.grader.judge.result import Times
from course_tools.grader.judge.slicing import Part, names_in
from course_tools.grader.sandbox import Sandbox, places, rooms
from course_tools.grader.sandbox.inside import seccomp
from course_tools.grader.sandbox.pipe import PipeStudent

needs_bubblewrap = pytest.mark.needs("bubblewrap")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox around this course."""
    with Sandbox(ROOT) as made:
        yield made


# --- honest work ---------------------------------------------------------------------------------


@needs_bubblewrap
def test_pictures_boards_and_widgets_work(sandbox: Sandbox) -> None:
    """What lessons show is made inside as in a notebook."""
    cells = {
        "import matplotlib.pyplot as plt\nplt.plot([1, 2]);": "image/png",
        "from course_lib import TicTacToe\nfrom course_lib.views import play_widget, show\n"
        "game = TicTacToe()\nshow(game, game.initial)": "text/html",
        "play_widget(game)": "application/vnd.jupyter.widget-view+json",
        "import ipywidgets\nipywidgets.IntSlider(3)": "application/vnd.jupyter.widget-view+json",
    }
    with PipeStudent(sandbox.session()) as student:
        for source, form in cells.items():
            ran = student.run(source)
            assert ran.error is None
            assert any(form in output.get("data", {}) for output in ran.outputs), source
        assert student.tampering == []


# --- what is seen of the course ------------------------------------------------------------------


def test_a_session_sees_the_rooms_of_students(tmp_path: Path) -> None:
    """What is packed for them, and nothing else of the course; a folder without it is refused."""
    library = {f"course_lib/{path.name}" for path in (ROOT / "course_lib").iterdir()}
    seen = {*rooms.as_they_are(ROOT)}
    assert seen == {*library, rooms.INSIDE} - {"course_lib/__pycache__"}
    with pytest.raises(ValueError, match=r"course_lib/game\.py is not in it"):
        rooms.as_they_are(tmp_path)


@needs_bubblewrap
def test_a_picture_of_the_librarys_game_costs_no_exercise() -> None:
    """In lesson 01, where its rules are out of reach; the line is told, and the function lives."""
    honest = (
        "from course_lib import TicTacToe\nfrom course_lib.views import show\n"
        "show(TicTacToe(), TicTacToe().initial)\n"
        "game = TicTacToe()\nprint(game.initial)\n\ndef player(state):\n    return 'X'\n"
    )
    until, parts = time.monotonic() + 60, [_part(honest)]
    with (
        Sandbox(ROOT, away=out_of_reach.kept_away(["01"])) as sandbox,
        NotebookRun(sandbox.session, parts, Times(), until) as run,
    ):
        student = run.ready(1)
        assert student is not None
        assert student.run("player(0)").outputs[-1]["data"] == {"text/plain": "'X'"}
    assert run.notes == [SKIPPED.format(1, "3, 4 and 5")]


def _part(source: str) -> Part:
    """A cell of a student's."""
    return Part(0, source, names_in(source), own=True)


FIND = """
from pathlib import Path
places = [place for place in Path(ROOM).rglob('*') if place.is_file()]
text = chr(10).join(place.read_text() for place in places if place.suffix == '.py')
found = [body for body in BODIES if body in text]
compiled = [place for place in places if place.suffix == '.pyc' and place.parts[-3] in SEARCHES]
"""


@needs_bubblewrap
def test_guarded_there_is_no_search_inside() -> None:
    """No function of the searches runs, and no file inside holds a line of one's body."""
    bodies = sorted(set(_bodies(out_of_reach.SEARCHES)))
    names = f"BODIES = {bodies!r}\nSEARCHES = ('search',)\nROOM = "
    outside: dict[str, Any] = {}
    exec(f"{names}{str(ROOT / 'course_lib')!r}\n{FIND}", outside)  # noqa: S102 - it stands above
    assert len(outside["found"]) > 20
    tries = """
from random import Random
from course_lib import TicTacToe, alphabeta_search, mcts_search, minimax_search, solve
from course_lib.checks.cases import exercises
game = TicTacToe()
dice = {'simulations': 9, 'rng': Random(1)}
for search in (alphabeta_search, mcts_search, minimax_search, solve):
    try:
        search(game, game.initial, **dice if search is mcts_search else {})
    except ImportError as error:
        print('refused', error)
len(exercises())
"""
    with (
        Sandbox(ROOT, away=out_of_reach.SEARCHES) as sandbox,
        PipeStudent(sandbox.session()) as student,
    ):
        ran = student.run(tries)
        looked = student.run(f"{names}'/course'\n{FIND}\nprint('found:', found, compiled)")
    assert ran.error is None
    assert str(ran.outputs).count("refused in a check and in grading") == 4
    assert looked.error is None
    assert "found: [] []" in str(looked.outputs)


def _bodies(modules: tuple[str, ...]) -> Iterator[str]:
    """The longer statements inside of functions of these modules, as one line each."""
    for module in modules:
        place = ROOT / module.replace(".", "/")
        for path in [*place.rglob("*.py"), *filter(Path.exists, [place.with_suffix(".py")])]:
            if path == ROOT / rooms._HARMLESS:
                continue  # what the searches are asked, and no search
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    for part in ast.walk(node):
                        if isinstance(part, ast.Assign | ast.Return | ast.AugAssign):
                            line = ast.unparse(part)
                            if len(line) > 50:
                                yield line


def test_a_function_without_its_body_keeps_its_name() -> None:
    """Classes, constants and docstrings stay; every body, also of a lambda, is gone."""
    source = """
LIMIT = 3
class Table:
    "What was found."
    slots: int = 2
    def look(self, key, most=LIMIT):
        "Look it up."
        return secret_trick(key)
async def wait():
    return secret_trick(1)
by_value = lambda one: secret_trick(one)
"""
    emptied = rooms.without_bodies(source)
    assert "secret_trick" not in emptied
    assert "Look it up." in emptied
    namespace: dict[str, Any] = {}
    exec(compile(emptied, "emptied", "exec"), namespace)  # noqa: S102 - it is made above
    assert (namespace["LIMIT"], namespace["Table"].slots) == (3, 2)
    with pytest.raises(ImportError, match="out of reach"):
        namespace["Table"]().look(1)


def test_a_course_among_the_systems_programs_is_hidden(tmp_path: Path) -> None:
    """A folder that is shown for its programs does not show the course that lies in it."""
    words = places.system(Path("/usr/local/course"))
    hidden = words.index("/usr/local/course")
    assert words[hidden - 1] == "--tmpfs"
    assert hidden > words.index("/usr")
    assert str(tmp_path) not in places.system(tmp_path)


@needs_bubblewrap
def test_a_python_among_temporary_files_works(tmp_path, monkeypatch):
    """It is seen where it lies, and the session has a place for its own temporary files."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "note").write_text("a part of Python", encoding="utf-8")
    found = places.python_places()
    monkeypatch.setattr(places, "_WRITTEN_TO", (str(tmp_path),))
    monkeypatch.setattr(places, "python_places", lambda: [*found, tmp_path / "lib"])
    tries = f"""
import tempfile
print(open({str(tmp_path / "lib" / "note")!r}).read())
print('room:', tempfile.TemporaryFile().write(b'something'))
"""
    with Sandbox(ROOT) as sandbox, PipeStudent(sandbox.session()) as student:
        ran = student.run(tries)
    assert ran.error is None
    assert "a part of Python" in str(ran.outputs)
    assert "room: 9" in str(ran.outputs)


# --- the filter of calls -------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_refuses_what_it_should(machine: str) -> None:
    """Run step by step: calls of another machine, new users and odd sockets are refused."""
    numbers = (seccomp._NAMES, seccomp._CLONE, seccomp._SOCKET)
    name, clone, sockets = (known[machine] for known in numbers)
    allowed = seccomp._ALLOW
    assert filtered(machine, name, 0, 0) == allowed
    assert filtered(machine, name + 1, 0, 0) != allowed
    assert filtered(machine, name, 0x40000000, 0) != allowed
    assert filtered(machine, name, clone, 17) == allowed
    assert filtered(machine, name, clone, 17 | 0x10000000) != allowed
    assert filtered(machine, name, 435, 0) != allowed
    kinds = [kind for kind in range(64) if filtered(machine, name, sockets, kind) == allowed]
    assert kinds == [socket.AF_UNIX, socket.AF_INET, socket.AF_INET6]
    refused = [number for number in range(600) if filtered(machine, name, number, 1) != allowed]
    assert refused == sorted([*seccomp.refused(machine), 435])
    mount, unshare, ptrace = {"x86_64": (165, 272, 101), "aarch64": (40, 97, 117)}[machine]
    assert {mount, unshare, ptrace} < set(refused)


def filtered(machine: str, name: int, number: int, argument: int) -> int:
    """What the kernel would answer to this call, worked out slowly."""
    data = {0: number, 4: name, 16: argument}
    code = seccomp.program(machine)
    place = value = 0
    while True:
        what, if_so, if_not, constant = code[place]
        place += 1
        if what == seccomp._RETURN:
            return constant
        if what == seccomp._LOAD:
            value = data[constant]
            continue
        found = {
            seccomp._EQUAL: value == constant,
            seccomp._AT_LEAST: value >= constant,
            seccomp._ANY_BIT: bool(value & constant),
        }[what]
        place += if_so if found else if_not
