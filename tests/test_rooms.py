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


@pytest.mark.parametrize("late", ["", "def f():\n    ", "if TYPE_CHECKING:\n    "])
def test_a_circle_is_found(tmp_path, late):
    """Three modules in a circle are named, wherever the import that closes it stands."""
    plant(tmp_path, "games/a.py", "from course_lib.games.b import x")
    plant(tmp_path, "games/b.py", "from course_lib.games import c")
    plant(tmp_path, "games/c.py", f"{late}import course_lib.games.a")
    found = circle(tmp_path / "course_lib")
    assert sorted(set(found)) == [f"course_lib.games.{name}" for name in "abc"]
    plant(tmp_path, "games/c.py", "import course_lib.game")
    assert circle(tmp_path / "course_lib") == []


@pytest.mark.parametrize(
    ("place", "line", "complaint"),
    [
        ("game.py", "from course_lib.games import Nim", "imports games"),
        ("games/nim.py", "from course_lib.search.minimax import minimax_search", "imports search"),
        ("search/mcts.py", "def f():\n    from course_lib import play", "imports play"),
        ("play/match.py", "import ipywidgets as widgets", "below views, and imports ipywidgets"),
        ("games/nim.py", "from IPython.display import display", "below views"),
        ("search/a.py", "from course_tools.arena.engines import b", "no student has"),
        ("checks/build.py", "import jupytext", "no student has"),
        ("games/nim.py", "from . import squares", "dots"),
        ("games/nim.py", "import course_lib", "face"),
        ("attic/old.py", "from course_lib.game import Game", "does not know"),
        ("games/a.py", "import course_lib.game\nfrom course_lib.games import squares", ""),
        (
            "play/b.py",
            "from course_lib.watching import Watched\nfrom course_lib.plain import x",
            "",
        ),
        ("views/board.py", "import ipywidgets\nfrom course_lib.play import x", ""),
        ("commands/lab.py", "import course_lib", ""),
        ("__init__.py", "from course_lib.games import Nim", ""),
    ],
)
def test_an_arrow_the_wrong_way_is_found(tmp_path, place, line, complaint):
    """A wrong import that is planted in a small tree is named with its file, and no other is."""
    plant(tmp_path, place, line)
    found = wrong_imports(tmp_path / "course_lib")
    assert len(found) == bool(complaint)
    for sentence in found:
        assert sentence.startswith(f"course_lib/{place}:")
        assert complaint in sentence


@pytest.mark.parametrize(
    ("place", "line", "complaint"),
    [
        ("arena/server/a.py", "from course_tools.grader.judge import x", "imports course_tools.gr"),
        ("grader/judge/a.py", "def f():\n    import course_lib.games.nim", "grades any course"),
        ("grader/sandbox/a.py", "from course_tools.arena.engines import x", "grades any course"),
        ("files.py", "from course_tools import cli", "imports course_tools.cli"),
        ("grader/classroom/a.py", "from course_tools.grader.door import x", "is in grader.class"),
        ("attic/a.py", "from course_tools.files import x", "is in attic"),
        ("grader/hand_in/a.py", "from course_tools.grader.judge import x", ""),
        ("cli/a.py", "import course_tools.arena.server.web", ""),
    ],
)
def test_an_arrow_the_wrong_way_is_found_among_the_tools(tmp_path, place, line, complaint):
    """So is an import of a game where any course is graded, and a room that the table lacks."""
    plant(tmp_path, place, line, "course_tools")
    found = wrong_tools(tmp_path / "course_tools")
    assert len(found) == bool(complaint)
    assert all(f"course_tools/{place}:" in one and complaint in one for one in found)


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
