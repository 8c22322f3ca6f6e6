"""On a host that has Jupyter and not the course, the first cell of a lesson gets it."""

import json
import os
import re
import shutil
import sys
import tomllib
from importlib import util

import nbformat
import pytest
from console import ran
from harness import served
from needed_packages import closure
from submissions import ROOT

from course_lib.checks import keeping
from course_tools.grader.judge.repair import repaired
from course_tools.grader.judge.slicing import names_in, parts_to_run
from course_tools.studio.build import lessons, packages
from course_tools.studio.build.building import places
from course_tools.studio.build.first_cell import WITH_IT, first_source
from course_tools.studio.build.wheel import write_wheel

SITE = "https://courses.example.edu/search"
WHEEL = "course_lib-1.2.3-py3-none-any.whl"


@pytest.mark.parametrize("lesson", lessons(ROOT), ids=lambda lesson: lesson.name)
def test_one_first_cell_gets_the_course_and_brings_the_names_of_the_lesson(lesson):
    """It is the first of code, nbgrader keeps it from being deleted, and no other cell imports."""
    for path in places(lesson.name, ROOT):
        cells = nbformat.read(path, as_version=4).cells
        assert cells[0].source.startswith("# ")
        first, *others = [cell for cell in cells if cell.cell_type == "code"]
        assert first.id == first.metadata.nbgrader.grade_id == "names_of_the_lesson"
        assert first.metadata.nbgrader.locked
        assert "@title" in first.source
        assert not any("@title" in cell.source for cell in others)
        hidden = r"### BEGIN HIDDEN(?s:.*?)### END HIDDEN"
        shown = [re.sub(hidden, "", cell.source) for cell in others]
        assert not [text for text in shown if re.search(r"(?m)^(from|import) ", text)]
        used = set().union(*(names_in(text).uses for text in shown))
        if path == places(lesson.name, ROOT)[0]:
            assert names_in(first.source).binds <= used


@pytest.mark.parametrize("site", [SITE, ""])
def test_where_the_course_is_installed_the_cell_does_nothing(site, capsys):
    """It is plain Python, binds no name, asks no `get_ipython`, and prints nothing."""
    source = first_source(site, WHEEL)
    assert names_in(source).binds == frozenset()
    names = {}
    exec(compile(source, "<cell>", "exec"), names)  # noqa: S102 - our own cell
    assert names.keys() == {"__builtins__"}
    assert capsys.readouterr().out == ""


def test_where_it_is_missing_the_cell_asks_pip_or_says_whom_to_ask(monkeypatch, capsys):
    """With an address pip is told to replace nothing; without one nothing is asked of pip."""
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    asked = []

    class Shell:
        def run_line_magic(self, *words):
            asked.append(words)

    for site in (SITE, ""):
        exec(first_source(site, WHEEL), {"get_ipython": Shell})  # noqa: S102 - our own cell
    [(magic, words)] = asked
    assert magic == "pip"
    assert words.split()[:3] == ["install", "--quiet", "--no-deps"]
    assert words.split()[3:] == [f"{SITE}/{WHEEL}", *WITH_IT]
    said = capsys.readouterr().out
    assert f"{SITE}/hosts.html" in said
    assert f"Ask your teacher for {WHEEL}" in said


def test_all_that_the_library_needs_and_a_kernel_lacks_is_asked_for():
    """Whatever the three packages bring is there with a kernel, or is in the list.

    The front end's halves of ipywidgets are the host's own affair.
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = closure(tomllib.loads(text)["project"]["dependencies"])
    theirs = closure(["ipykernel"]) | {"jupyterlab-widgets", "widgetsnbextension"}
    named = {packages.plain(name) for name in WITH_IT}
    assert wanted - theirs <= named <= wanted


def test_a_notebook_without_the_cell_is_graded_with_it():
    """Students who took the cell out lose nothing by it, and are told."""
    released = nbformat.read(ROOT / "notebooks/02_minimax/02_minimax.ipynb", as_version=4)
    older = nbformat.from_dict(released)
    [at] = [n for n, cell in enumerate(older.cells) if cell.id == "names_of_the_lesson"]
    del older.cells[at]
    done = repaired(nbformat.writes(older).encode(), released)
    assert [repair.sentence[:36] for repair in done.repairs] == [
        "Cells were missing, and were put bac"
    ]
    assert [cell.source for cell in done.notebook.cells] == [one.source for one in released.cells]
    # Of the cell grading runs the imports, and nothing that gets the course.
    [first] = [part for part in parts_to_run(released, released) if part.index == at]
    assert first.source.lstrip().startswith("from ")
    assert "pip" not in first.source


def test_my_work_lies_where_it_lasts(tmp_path, monkeypatch):
    """In the folder that is named, in Colab's drive if it is mounted, else beside the notebook."""
    monkeypatch.delenv("COURSE_WORK", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keeping, "COLABS_DRIVE", tmp_path / "drive")
    assert keeping.work_folder() == tmp_path / "my_work"
    (tmp_path / "drive").mkdir()
    assert keeping.work_folder() == tmp_path / "my_work"
    monkeypatch.setitem(sys.modules, "google.colab", sys)
    assert keeping.work_folder() == tmp_path / "drive" / "my_work"
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "other"))
    assert keeping.work_folder() == tmp_path / "other"


# --- a computer that is set up as Colab's are -----------------------------------------------------

COLAB = "ipykernel==6.17.1 ipython==7.34.0 ipywidgets==7.7.1 notebook==6.5.7 typing_extensions"
"""What Colab runs notebooks with, on Python 3.12."""

STARTUP = "import google.colab.output\n"
OUTPUT = """
from pathlib import Path
from types import SimpleNamespace

_widgets = SimpleNamespace(_installed_url="https://colab.invalid/widgets")

def enable_custom_widget_manager():
    Path("widgets_enabled").touch()
"""


@pytest.fixture(scope="module")
def colab(tmp_path_factory):
    """A Python with Colab's versions of what a kernel needs, and nothing of ours."""
    if os.name == "nt":
        pytest.skip("a script of a Unix shell looks for Python 3.12, which Colab has")
    here = ran("sh", ROOT / ".ci" / "pythons", check=True).stdout.splitlines()
    base = dict(line.split(" ", 1) for line in here).get("3.12")
    if base is None:
        pytest.skip("Colab has Python 3.12, which is not here")
    folder = tmp_path_factory.mktemp("colab")
    ran(base, "-m", "venv", folder / "venv", check=True)
    python = folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    uv = shutil.which("uv")
    installer = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip"]
    done = ran(*installer, *(() if uv else ("install",)), "--quiet", *COLAB.split())
    if done.returncode:
        pytest.skip(f"no registry gave Colab's packages: {done.stderr.strip()[-200:]}")
    return python


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a server on this computer that has the students' wheel."""
    folder = tmp_path_factory.mktemp("site")
    wheel = write_wheel(folder, ROOT)
    with served(folder) as address:
        yield address, wheel


RUN = """
import json, os, sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
client = nbclient.NotebookClient(notebook, timeout=600, kernel_name="colab")
client.execute(cwd=os.getcwd())
nbformat.write(notebook, sys.argv[1])
"""


def host(colab, folder):
    """The environment of a notebook that Colab's Python runs, with its module `google.colab`."""
    kernel = folder / "share" / "kernels" / "colab" / "kernel.json"
    words = [str(colab), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    files = {
        kernel: json.dumps({"argv": words, "display_name": "Colab", "language": "python"}),
        folder / "modules/google/__init__.py": "",
        folder / "modules/google/colab/__init__.py": "",
        folder / "modules/google/colab/output.py": OUTPUT,
        folder / "ipython/profile_default/startup/00.py": STARTUP,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return kept | {
        "JUPYTER_PATH": str(folder / "share"),
        "IPYTHONDIR": str(folder / "ipython"),
        "PYTHONPATH": str(folder / "modules"),
        "COURSE_WORK": str(folder / "drive" / "my_work"),
    }


def frozen(python):
    """What is installed there: each package with its version."""
    return set(ran(python, "-m", "pip", "freeze", "--all", check=True).stdout.splitlines())


def ours(lines):
    """Whether a line of `pip freeze` is of the course or of what the cell asks for."""
    return {packages.plain(line.split("==")[0].split(" @ ")[0]) for line in lines}


def notebook_of(name, *, solved, site):
    """The student's notebook of this lesson for a course that has a site; untouched, or solved."""
    lesson = next(one for one in lessons(ROOT) if one.name.startswith(name))
    source, student = (nbformat.read(path, 4) for path in places(lesson.name, ROOT))
    for mine, theirs in zip(student.cells, source.cells, strict=True):
        if solved and mine.metadata.get("nbgrader", {}).get("solution"):
            mine.source = theirs.source
        mine.metadata.pop("keep_output", None)
        if mine.cell_type == "code":
            mine.outputs = []
    if site:
        first = next(cell for cell in student.cells if cell.id == "names_of_the_lesson")
        first.source = f"{first_source(*site)}\n\n{first.source[first.source.index('from ') :]}"
    return student


@pytest.mark.slow
@pytest.mark.parametrize("name", ["00", "02", "03"])
def test_a_lesson_runs_on_colabs_versions_and_replaces_nothing(colab, site, name, tmp_path):
    """Untouched on a machine that has not seen the course, then solved: every check is passed."""
    address, wheel = site
    before = {line for line in frozen(colab) if ours([line]) - NEW == ours([line])}
    ran(colab, "-m", "pip", "uninstall", "--yes", "--quiet", *NEW, check=True)
    environment = host(colab, tmp_path)
    (tmp_path / "drive").mkdir()
    for solved in (False, True):
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(notebook_of(name, solved=solved, site=(address, wheel.name)), path)
        done = ran(sys.executable, "-c", RUN, path, cwd=tmp_path, env=environment)
        assert done.returncode == 0, done.stderr[-3000:]
        notebook = nbformat.read(path, as_version=4)
        first, *others = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert ("Getting the course." in str(first.outputs)) is not solved
        wrong = [one for cell in others for one in cell.outputs if one.output_type == "error"]
        assert wrong == []
        assert name != "00" or "Everything is installed." in str(others[0].outputs)
        shown = [
            str(cell.outputs)
            for cell in notebook.cells
            if cell.metadata.get("nbgrader", {}).get("grade")
        ]
        assert shown
        status = "correct" if solved else "not attempted"
        assert all(f'data-status="{status}"' in text for text in shown), shown
    assert (tmp_path / "widgets_enabled").exists()
    assert (tmp_path / "drive" / "my_work" / f"{name}.py").is_file()
    after = frozen(colab)
    assert before <= after
    assert ours(after - before) == NEW


NEW = {"course-lib", "anywidget", "comm", "graphviz", "psygnal"}
"""What Colab has not: all that the cell may have installed there."""
