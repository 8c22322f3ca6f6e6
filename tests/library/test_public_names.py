"""Every public name has an example that runs, which the site's pages about the library show."""

import doctest
import importlib.util
import inspect
import io
import re
import subprocess
import sys
import tomllib
import zipfile

import pytest
from toy_course import ROOT

import course_lib
import course_lib.views
import course_lib.watching.run

ROOMS = ("", "games", "search", "watching", "play", "views", "checks", "questions")


def public(room):
    """The functions and classes that this room gives, by name; constants and forms are neither."""
    module = importlib.import_module(f"course_lib.{room}".rstrip("."))
    things = {name: getattr(module, name) for name in module.__all__}
    ours = (inspect.isfunction, inspect.isclass)
    return {
        name: thing
        for name, thing in things.items()
        if any(ask(thing) for ask in ours) and thing.__module__.startswith("course_lib")
    }


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_an_example_that_runs(room, tmp_path, monkeypatch):
    """As it is printed; doctest itself runs all but those of decorated functions."""
    monkeypatch.chdir(tmp_path)
    without = []
    for name, thing in public(room).items():
        text = inspect.getdoc(thing) or ""
        names = {**vars(inspect.getmodule(thing)), name: thing, "__name__": "__main__"}
        example = doctest.DocTestParser().get_doctest(text, names, name, None, None)
        if not example.examples:
            without.append(name)
        if inspect.isclass(thing) or not hasattr(thing, "__wrapped__"):
            continue  # doctest runs it
        said = io.StringIO()
        doctest.DocTestRunner(verbose=False).run(example, out=said.write)
        assert not said.getvalue()
    assert not without


ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
import course_lib
import course_lib.views
import course_lib.watching.run
from course_lib import TicTacToe, alphabeta_search, play_game, random_player, watch
from course_lib.views import draw_tree, export_html, play_widget, show, step_through
assert course_lib.__file__.startswith(sys.argv[1])
game = TicTacToe()
player = step_through(alphabeta_search, game, game.parse("XOX.O...."))
page = export_html(watch(max, [3, 5]), sys.argv[1] + "/page.html")
board = play_widget(game)
print(draw_tree(lambda tree: tree, [[3, 12], [2, 4]]))
print(*sorted(name for name in sys.modules if name.startswith("course_lib.")))
"""


def test_the_core_is_a_wheel_of_its_own_and_works_alone(tmp_path):
    """Built from `deploy/core`, without checks, questions, lessons and commands."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT / "deploy" / "core", check=True, capture_output=True)
    [wheel] = tmp_path.glob(f"course_core-{course_lib.__version__}-*.whl")
    page = (ROOT / "course_tools/studio/site/pages/further.md").read_text(encoding="utf-8")
    [said] = re.findall(r"a wheel of their own, (\d+) kB", page)
    assert wheel.stat().st_size / 1000 == pytest.approx(int(said), rel=0.05)
    folder = tmp_path / "alone"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        assert sum(one.file_size for one in archive.infolist()) < 1_300_000
    rooms = {path.name for path in (folder / "course_lib").iterdir() if path.is_dir()}
    assert rooms == {"games", "play", "search", "views", "watching"}
    assert not list(folder.glob("*/entry_points.txt"))
    alone = [sys.executable, "-I", "-c", ALONE, str(folder)]
    done = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert "course_lib.watching.run" in done.stdout


def test_watch_is_the_function_however_it_is_reached():
    """No room has its name, or whoever imports that room would have it instead."""
    assert course_lib.watch is course_lib.watching.run.watch
    assert importlib.util.find_spec("course_lib.watch") is None


def test_the_core_asks_for_what_the_whole_asks_for():
    """The same packages, so that nobody has to change two lists and forgets one."""
    whole, core = (
        tomllib.loads((ROOT / place).read_text(encoding="utf-8"))["project"]
        for place in ("pyproject.toml", "deploy/core/pyproject.toml")
    )
    assert core["dependencies"] == whole["dependencies"]
    assert core["requires-python"] == whole["requires-python"]
