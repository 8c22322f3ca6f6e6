"""The rooms of course_lib import only what the drawing in CONTRIBUTING.md lets them."""

import os
import sys
from pathlib import Path

import pytest
from console import ran
from rooms import GRADERS, WIDGETS, circle, wrong_imports, wrong_tools

import course_lib
from course_lib.game import Game

ROOT = Path(__file__).resolve().parent.parent


def test_no_arrow_runs_the_wrong_way():
    """Every import in course_lib goes to a room that its own room may know."""
    assert wrong_imports(ROOT / "course_lib") == []


@pytest.mark.parametrize("package", ["course_tools", "autograder_tests"])
def test_the_tools_know_each_other_in_one_direction(package):
    """Every import of a room of course_tools is one that the table has; the exercises have none."""
    assert wrong_tools(ROOT / package) == []


def test_no_modules_import_each_other_in_a_circle():
    """Not even by an import inside a function, or for the types alone."""
    packages = ("course_lib", "course_tools", "autograder_tests", "benchmarks")
    assert circle(*(ROOT / package for package in packages)) == []


def test_a_circle_is_found(tmp_path):
    """Three modules in a circle are named, wherever the import that closes it stands."""
    plant(tmp_path, "games/a.py", "from course_lib.games.b import x")
    plant(tmp_path, "games/b.py", "from course_lib.games import c")
    plant(tmp_path, "games/c.py", "def f():\n    import course_lib.games.a")
    found = circle(tmp_path / "course_lib")
    assert sorted(set(found)) == [f"course_lib.games.{name}" for name in "abc"]


@pytest.mark.parametrize(
    ("package", "place", "line", "complaint"),
    [
        ("lib", "game.py", "from course_lib.games import Nim", "imports games"),
        ("lib", "search/mcts.py", "def f():\n    from course_lib import play", "imports play"),
        ("lib", "play/match.py", "import ipywidgets as widgets", "below views, and imports ipyw"),
        ("lib", "search/a.py", "from course_tools.arena.engines import b", "no student has"),
        ("lib", "games/nim.py", "from . import squares", "dots"),
        ("lib", "games/nim.py", "import course_lib", "face"),
        ("lib", "attic/old.py", "from course_lib.game import Game", "does not know"),
        ("tools", "arena/server/a.py", "from course_tools.grader.judge import x", "imports cour"),
        ("tools", "grader/judge/a.py", "def f():\n    import course_lib.games.nim", "any course"),
        ("tools", "attic/a.py", "from course_tools.files import x", "is in attic"),
    ],
)
def test_an_arrow_the_wrong_way_is_found(tmp_path, package, place, line, complaint):
    """A wrong import that is planted in a small tree is named with its file."""
    name = f"course_{package}"
    plant(tmp_path, place, line, name)
    [found] = {"lib": wrong_imports, "tools": wrong_tools}[package](tmp_path / name)
    assert found.startswith(f"{name}/{place}:")
    assert complaint in found


def test_importing_the_library_is_cheap():
    """`import course_lib` loads few files of the first rooms, and no widget library.

    They are 44: one for each of the eight games, and 36 others. A new game may bring its own.
    """
    code = "import sys, course_lib; print(*sys.modules)"
    alone = {name: word for name, word in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}
    done = ran(sys.executable, "-c", code, check=True, env=alone)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint(WIDGETS | GRADERS | {"numpy", "socket", "multiprocessing"})
    ours = {name for name in loaded if name.partition(".")[0] == "course_lib"}
    rooms = {name.split(".")[1] for name in ours if "." in name}
    first = {"closed", "displays", "game", "games", "plain", "play", "search", "watching", "words"}
    assert rooms == first
    games = {kind.__module__ for kind in vars(course_lib).values() if is_game(kind)}
    assert len(games) >= 8
    assert len(ours - games) <= 36, sorted(ours - games)
    assert not any(name.startswith(("course_tools", "autograder_tests")) for name in loaded)


def is_game(thing):
    """Whether this is one of the games that the library shows on its face."""
    return isinstance(thing, type) and issubclass(thing, Game) and thing is not Game


def plant(folder, place, text, package="course_lib"):
    """Write a file with this text into a small package."""
    path = folder / package / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
