"""The student edition has all that students need and nothing else, and runs alone."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
import zipfile
from functools import partial
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
from console import ran
from needed_packages import closure
from rooms import MAY_IMPORT
from toy_course import ROOT

from course_lib.checks.cases import exercises
from course_lib.checks.hints import hints
from course_tools.cli import author, main
from course_tools.notebooks import files_in
from course_tools.studio import build
from course_tools.studio.build import packages
from course_tools.studio.build.edition import (
    FOLDER,
    contents,
    last_change,
    secret_clues,
    write_edition,
)

pytestmark = [
    pytest.mark.xdist_group("student edition"),  # one zip, and one Python for it
    pytest.mark.programs,  # git, where there is one, says how old the course is
]

NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*/*.ipynb"))
QUICK = {"00_start_here.ipynb"}
"""Of the notebooks, those that run in every test; the others are left to `make night`."""

RUN = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
notebook.cells.append(nbformat.v4.new_code_cell(sys.argv[2]))
nbclient.NotebookClient(notebook, timeout=600).execute()
code = [cell for cell in notebook.cells if cell.cell_type == "code"]
assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
print(code[-1].outputs[0].text)
"""
WHERE = """
import course_lib
from importlib.util import find_spec
print(course_lib.__file__, find_spec("course_tools"), find_spec("autograder_tests"), sep="\\n")
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder that a student finds in the zip which the command made.

    Whether the notebooks are up to date, which the command asks first, is a test of its own.
    """
    folder = tmp_path_factory.mktemp("student")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("course_tools.studio.build.differences", lambda *_: iter([]))
        assert main(["author", "student-edition", str(folder / "out.zip")]) == 0
    with zipfile.ZipFile(folder / "out.zip") as archive:
        archive.extractall(folder)
    return folder / FOLDER


@pytest.fixture(scope="module")
def python(unpacked):
    """The Python of a student, who has run `pip install .` in the unpacked folder.

    The other packages are those of this environment, so that nothing has to be fetched: a line in
    a `.pth` file shows them, and hides that the course itself is installed here in place.
    """
    folder = unpacked.parent / "venv"
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    [packages] = [*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages")]
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    alone = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", *alone, unpacked]
    subprocess.run(pip, cwd=unpacked.parent, check=True)
    return python


def printed(python, folder, *words):
    """What this Python prints, started in this folder with nothing of ours in its environment."""
    ours = {"PYTHONPATH", "VIRTUAL_ENV"}
    plain = {name: value for name, value in os.environ.items() if name not in ours}
    done = ran(python, *words, cwd=folder, env=plain)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_library_of_the_zip_installs_by_itself(python, tmp_path):
    """All rooms can be imported, and neither teachers' tools nor hidden checks are found."""
    rooms = [f"import course_lib.{room}\n" for room in MAY_IMPORT if room != "__init__"]
    place, *others = printed(python, tmp_path, "-c", "".join(rooms) + WHERE).splitlines()
    assert Path(place).is_relative_to(python.parents[1])
    assert others == ["None", "None"]


def test_the_handout_counts_no_hints_and_names_each():
    """A few lines, out of order, are the fourth hint of most exercises, and not of all."""
    page = (ROOT / "course_tools/studio/build/handout/README.md").read_text(encoding="utf-8")
    assert {len(hints(name)) for name in exercises()} == {3, 4}
    assert "a question, the idea, the outline of the code, and for most exercises its lines" in page


def test_a_lesson_that_is_left_out_is_not_packed(monkeypatch):
    """Neither its notebook nor what was made of it; what solves it is as secret as before."""
    every, secrets = contents(ROOT), set(secret_clues(ROOT))
    chosen = {"lessons": {"03": {"leave_out": True}}}
    monkeypatch.setattr("course_tools.settings.settings", lambda _: chosen)
    own = files_in(ROOT / "course_lib/lessons/lesson_03")
    made = {path.relative_to(ROOT).as_posix() for path in own}
    made |= {f"notebooks/{of}03_alpha_beta/03_alpha_beta.ipynb" for of in ("", "de/")}
    made.add("course_lib/languages/de/03_alpha_beta.po")
    assert every.keys() - contents(ROOT) == made
    assert set(secret_clues(ROOT)) == secrets


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in NOTEBOOKS],
)
def test_a_notebook_of_the_zip_runs_alone(python, unpacked, name):
    """A student's kernel runs it with the exercises untouched, and finds nothing of a teacher's."""
    [path] = unpacked.glob(f"notebooks/*/{name}")
    place, *others = printed(python, path.parent, "-c", RUN, str(path), WHERE).splitlines()
    assert Path(place).is_relative_to(python.parents[1])
    assert others == ["None", "None"]


def test_the_commands_that_students_read_of_are_there(python, unpacked, tmp_path):
    """The README and the files for services name commands of students, and no other command."""
    course = python.with_name("course.exe" if os.name == "nt" else "course")
    words = re.findall(r"^  (\w[\w-]*)", printed(course, tmp_path, "--help"), re.MULTILINE)
    assert words == ["check", "doctor", "export", "lab", "update"]
    readme = (unpacked / "README.md").read_text(encoding="utf-8")
    branch = [path for path in (ROOT / "deploy/student-branch").rglob("*") if path.is_file()]
    for text in (readme, *(path.read_text(encoding="utf-8") for path in branch)):
        assert set(re.findall(r"\bcourse ([a-z]+)", text)) <= set(words)
    for place in re.findall(r"`?((?:\.ci|notebooks|course_lib)/[\w.]*)", readme):
        assert (unpacked / place).exists(), place
    [notebook] = unpacked.glob("notebooks/*/00_*.ipynb")
    done = ran(course, "check", notebook, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert re.search(r"^0 of \d+ checks? pass", done.stdout, re.MULTILINE), done.stdout


LIGHT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"{name} is not among what course_lib asks for", name=name)

sys.meta_path.insert(0, Missing())
from random import Random
from course_lib import ConnectFour, Havannah, TicTacToe, alphabeta_search, mcts_search, tournament
from course_lib import minimax_search, random_player
from course_lib.checks import check, hint
from course_lib.views import draw_tree, export_html, play_widget, show, step_through
game = TicTacToe()
state = game.parse("O . X\\n. O .\\nX . .")
assert minimax_search(game, state)[0] == alphabeta_search(game, state)[0] == 1
assert mcts_search(ConnectFour(), ConnectFour().initial, simulations=9, rng=Random(1))
assert "svg" in show(Havannah(3), Havannah(3).initial)._repr_html_()
assert draw_tree(game, state) and step_through(minimax_search, game, state) and play_widget(game)
assert tournament([random_player(Random(1)), random_player(Random(2))], game, games=2, seed=1)
middle_first = lambda game, state: (1, 1)
print(check("middle_first"), hint("middle_first"))
"""


def test_the_library_needs_only_the_packages_it_asks_for(python, tmp_path):
    """Games, searches, checks, boards and steppers work with the three packages and theirs."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = closure(tomllib.loads(text)["project"]["dependencies"])
    missing = {
        top
        for top, names in metadata.packages_distributions().items()
        if not {packages.plain(name) for name in names} & (wanted | {"course-lib"})
    }
    assert {"numpy", "matplotlib", "jupyterlab", "nbgrader", "tornado"} <= missing
    assert printed(python, tmp_path, "-c", LIGHT, *sorted(missing))


def test_the_same_commit_gives_the_same_bytes(tmp_path, monkeypatch):
    """No clock and no order of a folder is in the zip; all is below one folder.

    Its date is one that was named, else that of the last commit; without either it is today.
    """
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    first, second = tmp_path / "one.zip", tmp_path / "two.zip"
    for path in (first, second):
        write_edition(path, ROOT)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(second) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 9, 21, 14, 13, 20)}
        names = archive.namelist()
    with monkeypatch.context() as stopped:

        def interrupted(*_):
            raise KeyboardInterrupt

        stopped.setattr(zipfile.ZipFile, "writestr", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_edition(first, ROOT)
    assert first.read_bytes() == second.read_bytes()  # the zip of before is still whole
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert time.time() - last_change(tmp_path) < 60
    if (ROOT / ".git").exists() and shutil.which("git"):
        said = ran("git", "log", "-1", "--format=%ct", cwd=ROOT, check=True).stdout
        assert last_change(ROOT) == int(said)
    assert names == sorted(names)
    assert all(name.startswith(f"{FOLDER}/") for name in names)


def test_the_lists_of_packages_agree_and_are_complete(unpacked):
    """Whatever a package in the student's lock needs here is in that lock, in the same version."""
    project = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(project) == {"build-system", "project", "tool"}
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # JupyterLab is an extra, so that nothing is replaced in an environment that somebody has.
    asked = project["project"]["dependencies"]
    assert asked == ours["dependencies"]
    extras = project["project"]["optional-dependencies"]
    assert extras == {name: ours["optional-dependencies"][name] for name in ("lab", "plots")}
    asked = [*asked, *extras["lab"], *extras["plots"]]
    lock = (unpacked / "requirements.lock").read_text(encoding="utf-8")
    pins = packages.pinned(lock)
    assert closure([*asked, *project["build-system"]["requires"]]) <= pins
    assert not {"numba", "mypy", "pytest", "playwright", "ruff", "uv"} & pins
    conda = (unpacked / "environment.yml").read_text(encoding="utf-8")
    for line in asked:
        assert line in conda or f"python-{line}" in conda
    assert "pytest" not in conda


def test_what_a_reader_starts_can_be_started(unpacked):
    """The zip says that the start files are programs, and the names of system files stay hidden.

    `extractall` has dropped that, as some unpackers do: then `sh start.sh` starts it still.
    """
    with zipfile.ZipFile(unpacked.parent / "out.zip") as archive:
        rights = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    programs = {name for name, mode in rights.items() if mode == 0o100755}
    assert programs == {f"{FOLDER}/{name}" for name in ("start.sh", "start.command", ".ci/setup")}
    assert {*rights.values()} == {0o100755, 0o100644}
    assert (unpacked / "start.bat").read_bytes().count(b"\r\n") > 5
    tops = {path.name for path in unpacked.iterdir() if not path.name.startswith(".")}
    assert {"README.md", "start.sh", "start.command", "start.bat"} <= tops
    readme = (unpacked / "README.md").read_text(encoding="utf-8")
    assert not re.search(r"\bpython \.ci", readme)
    assert all(f"`{words}`" in readme for words in ("start.bat", "start.command", "sh start.sh"))


@pytest.mark.skipif(sys.platform == "win32", reason="it is a shell script")
@pytest.mark.parametrize("name", ["start.sh", "start.command"])
def test_a_start_file_sets_up_and_opens_the_notebooks(unpacked, tmp_path, name):
    """From any folder, with python3 and no python; without a Python it says what to install."""
    course = tmp_path / "My Course ü"
    (course / ".ci").mkdir(parents=True)
    for one in ("start.sh", "start.command", ".ci/setup"):
        shutil.copy(unpacked / one, course / one)
    (course / ".ci" / "setup.py").write_text(
        "import pathlib\n"
        "program = pathlib.Path('.venv/bin/course')\n"
        "program.parent.mkdir(parents=True)\n"
        "program.write_text('#!/bin/sh\\necho opens \"$@\"\\n')\n"
        "program.chmod(0o755)\n"
    )
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "dirname"):
        (tools / tool).symlink_to(shutil.which(tool))
    start = partial(ran, "sh", course / name, cwd=tmp_path, env={"PATH": str(tools)})
    done = start()
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed, but python3 is not there")
    assert done.stderr.endswith("PYTHON=/path/to/python sh start.sh\n")
    (tools / "python3").symlink_to(sys.executable)
    done = start()
    assert (done.returncode, done.stdout, done.stderr) == (0, "opens lab\n", "")


def test_a_wrong_name_and_an_old_notebook_are_refused(tmp_path, capsys, monkeypatch):
    """A sentence says what is wrong, the exit code is 2, and no zip is left behind."""
    assert main(["author", "student-edition", str(tmp_path / "out.tar")]) == 2
    assert "should be a file name that ends in .zip" in capsys.readouterr().err
    monkeypatch.setattr(build, "differences", lambda *_: iter(["one is old"]))
    monkeypatch.setattr(author, "_fingerprint", lambda *_: "never compared before")
    assert main(["author", "student-edition", str(tmp_path / "out.zip")]) == 2
    assert "one is old. To fix it: course build" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_only_what_has_changed_is_compared_again(tmp_path, monkeypatch):
    """One changed byte anywhere among the sources or the notebooks, and they are; a fault stays."""
    compared, faults = [], []
    monkeypatch.setattr(build, "lessons", lambda _: [SimpleNamespace(name="01_first")])
    monkeypatch.setattr(build, "differences", lambda one, _: compared.append(one.name) or faults)
    files = [tmp_path / room / "file.py" for room in ("course_lib", "course_tools", "solutions")]
    files += [tmp_path / room / "file.py" for room in ("autograder_tests", "notebooks")]
    for file in (*files, tmp_path / "pyproject.toml"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("before")
        author.check_built(tmp_path)
        author.check_built(tmp_path)
    assert len(compared) == 6
    for file in (*files, tmp_path / "pyproject.toml"):
        file.write_text("after")
        author.check_built(tmp_path)
    assert len(compared) == 12
    files[0].write_text("wrong")
    faults.append("The notebook is old")
    for _ in range(2):
        with pytest.raises(ValueError, match="The notebook is old"):
            author.check_built(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_branch_holds_the_zip_and_more(unpacked, tmp_path, capsys, monkeypatch):
    """A commit on top of the last one where something is new; nothing checked out changes."""
    monkeypatch.setattr("course_tools.studio.build.differences", lambda *_: iter([]))

    def git(*words):
        return ran("git", *words, cwd=clone, check=True).stdout.strip()

    clone = tmp_path / "clone"
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = ran(*asked, cwd=ROOT, check=True)
    for name in filter(lambda name: (ROOT / name).is_file(), listed.stdout.splitlines()):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes((ROOT / name).read_bytes())
    git("init", "-q", "--initial-branch=main")
    git("config", "user.name", "A teacher")
    git("config", "user.email", "teacher@example.org")
    git("add", "--all")
    git("commit", "-qm", "The course")
    monkeypatch.setattr("course_tools.cli._common.COURSE", clone)
    before = git("status", "--porcelain")
    command = ["author", "student-edition", "--branch", "student"]
    assert main(command) == 0
    assert "Committed to student. To publish it: git push origin student" in capsys.readouterr().out
    assert git("status", "--porcelain") == before
    names = set(git("ls-tree", "-r", "--name-only", "student").splitlines())
    modes = git("ls-tree", "student", "start.sh", "start.command", "start.bat", "README.md")
    programs = [line.split()[-1] for line in modes.splitlines() if line.startswith("100755")]
    assert programs == ["start.command", "start.sh"]
    zipped = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    assert not {name for name in names if name.startswith(("solutions", "course_tools"))}
    assert names - zipped == {
        ".binder/postBuild",
        ".devcontainer/Dockerfile",
        ".devcontainer/devcontainer.json",
        ".github/workflows/checks.yml",
        ".vscode/extensions.json",
    }
    assert main(command) == 0
    assert "student is up to date." in capsys.readouterr().out
    (clone / "LICENSE").write_text("Another one.\n", encoding="utf-8")
    assert main(command) == 0
    assert git("rev-list", "--count", "student") == "2"
    git("branch", "old")
    for branch, sentence in (("old", "holds what students don't get"), ("main", "is checked out")):
        assert main([*command[:-1], branch]) == 2
        assert sentence in capsys.readouterr().err


def test_a_zip_in_the_courses_folder_is_no_reason_to_compare_again(tmp_path):
    """What was packed lies there; the notebooks are what they were."""
    (tmp_path / "pyproject.toml").write_text("")
    before = author._fingerprint(tmp_path, ())
    (tmp_path / "out.zip").write_bytes(b"packed")
    assert author._fingerprint(tmp_path, ()) == before
    (tmp_path / "course.toml").write_text('leave_out = ["remembering"]')
    assert author._fingerprint(tmp_path, ()) != before
