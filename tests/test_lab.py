"""JupyterLab itself starts with `course lab`, opens the first notebook and runs its Python."""

import asyncio
import json
import sys
import urllib.request
from pathlib import Path

import nbformat
import psutil
import pytest
from console import course
from harness import TOKEN
from harness import started as jupyter_started
from ipykernel.ipkernel import IPythonKernel

import course_lib
from course_lib.commands._opening import Opening

ROOT = Path(__file__).resolve().parent.parent
FIRST = "00_start_here/00_start_here.ipynb"


def test_jupyterlab_opens_the_first_notebook_runs_python_and_ends_with_its_command(tmp_path):
    """The server answers, serves page and notebook, starts a kernel, and leaves none behind.

    As a service on a server does, whoever ends `course lab` ends all of it.
    """
    command = [sys.executable, "-m", "course_tools.cli", "lab", "--no-browser"]
    command += ["--ServerApp.port=0", "--ServerApp.ip=127.0.0.1"]
    with jupyter_started(command, tmp_path, tmp_path, JUPYTER_TOKEN=TOKEN) as lab:
        assert "started" in lab.ask("api/status")
        notebook = lab.ask(f"api/contents/{FIRST}")
        assert notebook["type"] == "notebook"
        assert notebook["content"]["cells"]
        first = f"{lab.address}lab/tree/{FIRST}?token={TOKEN}"
        with urllib.request.urlopen(first, timeout=20) as page:  # noqa: S310
            assert b"JupyterLab" in page.read()
        settings = "lab/api/settings/@jupyterlab/apputils-extension:"
        news = lab.ask(f"{settings}notification")
        assert news["schema"]["properties"]["fetchNews"]["default"] == "false", "it would ask"
        themes = lab.ask(f"{settings}themes")
        assert themes["schema"]["properties"]["adaptive-theme"]["default"] is True
        with urllib.request.urlopen(f"{lab.address}?token={TOKEN}", timeout=20) as page:  # noqa: S310
            assert page.url.partition("?")[0].endswith(f"/lab/tree/{FIRST}"), "where it begins"
        kernel = lab.ask("api/kernels", "POST", {"name": "python3", "path": FIRST})
        assert [one["id"] for one in lab.ask("api/kernels")] == [kernel["id"]]
        if sys.platform == "win32":
            return  # there a terminal ends both
        [told] = (tmp_path / "runtime").glob("jpserver-*.json")
        jupyter = psutil.Process(json.loads(told.read_text("utf-8"))["pid"])
        ended = [jupyter, *jupyter.children(recursive=True)]
        assert len(ended) > 1
        jupyter.parent().terminate()
        assert psutil.wait_procs(ended, timeout=60)[1] == []


def test_a_notebook_opens_as_jupyterlab_would_write_it(tmp_path):
    """With all that the kernel says of its language, or it would be unsaved at once.

    The file stays as it is, as does what another kernel has said, and what is no notebook.
    """
    bare = {
        "kernelspec": {"name": "python3", "display_name": "Python"},
        "language_info": {"name": "python"},
    }
    other = {"kernelspec": {"name": "ir", "display_name": "R"}, "language_info": {"name": "R"}}
    for name, metadata in (("bare", bare), ("other", other)):
        book = nbformat.v4.new_notebook(metadata=metadata)
        nbformat.write(book, tmp_path / f"{name}.ipynb")
    (tmp_path / "notes.txt").write_text("some")
    written = (tmp_path / "bare.ipynb").read_bytes()
    files = Opening(root_dir=str(tmp_path))
    asked = {
        name: asyncio.run(files.get(name))["content"]
        for name in ("bare.ipynb", "other.ipynb", "notes.txt")
    }
    assert asyncio.run(files.get("bare.ipynb", content=False))["content"] is None
    told = asked["bare.ipynb"]["metadata"]
    assert told == bare | {"language_info": IPythonKernel.language_info}
    assert asked["other.ipynb"]["metadata"] == other
    assert asked["notes.txt"] == "some"
    assert (tmp_path / "bare.ipynb").read_bytes() == written


@pytest.fixture
def started(tmp_path, monkeypatch):
    """What JupyterLab would have been started with, in a folder that has nothing yet."""
    calls = []

    def run(command, **options):
        calls.append((command, options))
        return 0

    monkeypatch.setattr("course_lib.commands.lab.until_closed", run)
    monkeypatch.chdir(tmp_path)
    return calls


def test_notebooks_are_looked_for_where_one_is_then_beside_the_package(
    started, tmp_path, monkeypatch
):
    """A package installed from a copy finds the unpacked folder; without one it says what to do."""
    assert course("lab").code == 0
    (tmp_path / "notebooks").mkdir()
    assert course("lab").code == 0
    assert [options["cwd"] for _, options in started] == [ROOT, tmp_path]
    monkeypatch.setattr(course_lib, "__file__", str(tmp_path / "site-packages/course_lib/a.py"))
    monkeypatch.chdir("/")
    done = course("lab")
    assert done.code == 1
    assert "Go to the folder that you unpacked" in done.err


def test_the_first_start_opens_the_first_notebook(started, tmp_path):
    """Once there is work of one's own, JupyterLab comes back as it was left."""
    first = tmp_path / "notebooks" / FIRST
    first.parent.mkdir(parents=True)
    first.touch()
    assert course("lab").code == 0
    (tmp_path / "my_work").mkdir()
    assert course("lab").code == 0
    opens = f"--LabApp.default_url=/lab/tree/{FIRST}"
    assert [opens in command for command, _ in started] == [True, False]


def test_students_meet_no_menus_for_teachers(started, tmp_path, monkeypatch):
    """Without the teachers' part, nbgrader is switched off; with it, it is there."""
    (tmp_path / "notebooks").mkdir()
    assert course("lab").code == 0
    monkeypatch.setattr("course_lib.commands.lab.find_spec", lambda _name: None)
    assert course("lab").code == 0
    paths = [options["env"]["JUPYTER_CONFIG_PATH"] for _, options in started]
    assert ["jupyter_students" in path for path in paths] == [False, True]
