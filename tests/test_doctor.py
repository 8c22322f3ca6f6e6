"""`course` and `course doctor`: what is missing is found, named, and comes with what mends it."""

import json
import os
import sys
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from console import course, ran

from course_lib.commands import doctor

pytestmark = pytest.mark.programs


@pytest.fixture
def healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that has everything; a test takes one thing away from it."""
    monkeypatch.setattr(doctor, "find", lambda name: f"/bin/{name}")
    monkeypatch.setattr(doctor, "output_of", answers)


def answers(*words: str) -> str:
    """What the questions to Jupyter and to a kernel give on a healthy computer."""
    if "jupyterlab.labextensions" in words:
        return "".join(f"  {name} v5.0 enabled OK\n" for name in doctor.LAB_EXTENSIONS)
    if "-c" in words:
        return sys.prefix + "\n"
    if "sandbox" in words:
        return "full: in a sandbox\n"
    return f"{doctor.SERVER_EXTENSION} enabled\n"


def examined(*options: str) -> tuple[int, dict[str, Any]]:
    """The exit code of `course doctor --json`, and its findings by name."""
    done = course("doctor", "--json", *options)
    return done.code, {one["name"]: one for one in json.loads(done.out)["findings"]}


@pytest.mark.usefixtures("healthy")
def test_a_healthy_computer_gets_0() -> None:
    """Nothing is missing: exit code 0, and a line that says so."""
    done = course("doctor")
    assert (done.code, "Everything is there." in done.out) == (0, True)


@pytest.mark.usefixtures("healthy")
@pytest.mark.parametrize("name", ["dot", "chromium", "firefox"])
def test_a_program_that_no_lesson_needs_is_listed_and_does_not_count(monkeypatch, name):
    """Without dot the doctor shows it with its command, and still says 0."""
    monkeypatch.setattr(doctor, "find", lambda asked: None if asked == name else "/bin/x")
    code, findings = examined()
    assert code == 0
    assert not findings[name]["ok"]
    assert findings[name]["mend"]


@pytest.mark.skipif(sys.platform == "win32", reason="winget has them all")
def test_make_system_is_named_for_what_it_installs(monkeypatch):
    """What is too large for it, or for few, has the command of the system's own package."""
    monkeypatch.setattr(doctor.shutil, "which", lambda shop: shop == "apt-get" or None)
    for name, command in (
        *((name, "make system") for name in ("dot", "chromium", "firefox")),
        ("ffmpeg", "sudo apt-get install ffmpeg"),
        ("latex", "sudo apt-get install texlive-pictures"),
    ):
        assert doctor.how_to_get(name) == command


@pytest.mark.usefixtures("healthy")
def test_a_student_is_told_what_a_student_has(monkeypatch, tmp_path):
    """No make there, no browser to test with and no sandbox to grade in; a file to start."""
    monkeypatch.setattr(doctor, "HOME", tmp_path)
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    monkeypatch.setattr(doctor, "find", lambda _: None)
    monkeypatch.setattr(doctor.sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setattr(doctor.shutil, "which", lambda name: name == "apt-get" or None)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    (tmp_path / "start.sh").touch()
    _, findings = examined()
    assert "dot" in findings
    assert not {"chromium", "sandbox"} & findings.keys()
    if os.name == "nt":
        assert findings["dot"]["mend"] == "winget install Graphviz.Graphviz"
        assert doctor.set_up_again() == "start.bat"
    else:
        assert findings["dot"]["mend"] == "sudo apt-get install graphviz"
        assert doctor.set_up_again() == "sh start.sh"
    (tmp_path / "start.sh").unlink()  # a teacher, who has no make
    assert doctor.set_up_again() in {"sh .ci/setup", r"py .ci\setup.py"}
    monkeypatch.setattr(doctor.sys, "prefix", str(tmp_path / "own"))
    assert doctor.set_up_again().endswith('pip install ".[lab,plots]", in the course\'s folder')


@pytest.mark.usefixtures("healthy")
def test_the_library_alone_needs_no_jupyterlab(monkeypatch, tmp_path):
    """Without JupyterLab elsewhere than in the course's own set-up, nothing of it is missing."""
    pretend(monkeypatch, {"jupyterlab": None, "nbgrader": None, "ipykernel": None})
    monkeypatch.setattr(doctor, "output_of", lambda *_: "")  # there is no Jupyter to ask
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    monkeypatch.setattr(doctor.sys, "prefix", str(tmp_path / "own"))
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    code, findings = examined()
    assert (code, findings["library"]["ok"]) == (0, True)
    assert all(one["ok"] for one in findings.values())
    assert {"anywidget", "graphviz", "ipywidgets", "dot"} <= findings.keys()
    assert not {"jupyterlab", "kernel", "sandbox", "matplotlib"} & findings.keys()
    monkeypatch.setattr(doctor, "HOME", tmp_path)
    monkeypatch.setattr(doctor.sys, "prefix", str(tmp_path / ".venv"))
    code, findings = examined()
    assert (code, findings["jupyterlab"]["ok"]) == (1, False)


@pytest.mark.usefixtures("healthy")
def test_who_only_grades_is_asked_for_packages_and_a_sandbox_alone(monkeypatch):
    """A week's grader has neither the studio nor anything that it takes, and opens no notebook."""
    absent = {"course_tools.studio"}
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name in absent else name)
    _, findings = examined()
    assert {"Python", "course_lib", "sandbox"} <= findings.keys()
    strange = {"chromium", "firefox", "ffmpeg", "latex", "pandoc", "dot", "kernel", "library"}
    assert not [name for name in findings if name in strange or name.startswith("@")]
    monkeypatch.setattr(doctor, "output_of", lambda *_: "course sandbox: Deno is not installed")
    code, findings = examined()
    assert (code, findings["sandbox"]["mend"]) == (1, "course sandbox")


MANAGER = "  @jupyter-widgets/jupyterlab-manager v5.0 enabled OK\n"
TAKEN = [
    *((name, {name: None}, "not installed") for name in ("nbgrader", "ipywidgets", "graphviz")),
    ("course_lib", {"course_lib": None}, "not installed"),
    ("nbgrader", {"nbgrader": "0.8.5"}, "0.8.5, but 0.9.5 or newer"),
    ("@jupyter/nbgrader", {"jupyterlab.labextensions": MANAGER}, "not installed"),
    (
        "@jupyter/nbgrader",
        {"jupyterlab.labextensions": f"{MANAGER}  @jupyter/nbgrader v0.9 disabled OK\n"},
        "not enabled",
    ),
    ("kernel", {"-c": ""}, "it said nothing"),
    ("kernel", {"-c": "RuntimeError: died"}, "does not start: RuntimeError: died"),
    ("kernel", {"-c": str(Path.home())}, "starts another Python"),
]


@pytest.mark.usefixtures("healthy")
@pytest.mark.parametrize(("name", "taken", "found"), TAKEN)
def test_what_is_missing_old_or_wrong_is_named(monkeypatch, name, taken, found):
    """It makes a 1, it is the only thing that is bad, and a command is there that mends it."""
    pretend(monkeypatch, taken)
    monkeypatch.setattr(
        doctor,
        "output_of",
        lambda *words: next((taken[word] for word in words if word in taken), answers(*words)),
    )
    code, findings = examined()
    assert code == 1
    assert found in findings[name]["found"]
    by_itself = "enable" in found or "another" in found
    assert (findings[name]["mend"] == doctor.set_up_again()) != by_itself
    bad = {one for one in findings if not findings[one]["ok"]}
    assert bad <= {name, "extensions and kernel"}


@pytest.mark.usefixtures("healthy")
def test_the_report_says_in_words_what_to_do(monkeypatch):
    """The text for people marks each line, puts the command below it, and sums up."""
    pretend(monkeypatch, {"nbgrader": None})
    monkeypatch.setattr(doctor, "find", lambda _: None)
    done = course("doctor")
    lines = done.out.splitlines()
    assert done.code == 1
    at = next(number for number, line in enumerate(lines) if line.startswith("[!!] nbgrader"))
    assert lines[at + 1].strip() == f"-> {doctor.set_up_again()}"
    assert any(line.startswith("[--] dot") for line in lines)
    assert lines[-1].startswith("To fix: nbgrader")


@pytest.mark.slow  # it asks Jupyter, in four processes
def test_this_computer_is_healthy_and_a_path_without_programs_shows() -> None:
    """The real doctor, asked with an empty PATH: lessons work, and no dot is found."""
    code = (
        "import os, sys; os.environ['PATH'] = ''; from course_tools.cli import main;"
        "sys.exit(main(['doctor', '--json']))"
    )
    done = ran(sys.executable, "-c", code)
    findings = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    bad = [one for one in findings.values() if one["needed"] and not one["ok"]]
    assert bad == []
    assert done.returncode == 0
    assert not findings["dot"]["ok"]


def test_course_help_loads_nothing_slow() -> None:
    """`course --help` answers without loading Jupyter, nbgrader or anything of theirs."""
    code = (
        "import sys\nfrom course_tools.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "slow = {'jupyterlab', 'nbgrader', 'jupyter_client', 'traitlets', 'numpy', 'IPython'}\n"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = ran(sys.executable, "-c", code, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def pretend(monkeypatch: pytest.MonkeyPatch, versions: dict[str, str | None]) -> None:
    """Let these packages look as if these versions, or none, were installed."""
    real = {"version": metadata.version, "requires": metadata.requires}

    def pretended(question: str, name: str) -> Any:
        if name in versions and versions[name] is None:
            raise metadata.PackageNotFoundError(name)
        return versions.get(name) or real[question](name)

    for question in real:
        monkeypatch.setattr(metadata, question, partial(pretended, question))
