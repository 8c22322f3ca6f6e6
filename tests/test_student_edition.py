"""The student edition has all that students need and nothing else, and runs alone."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from rooms import MAY_IMPORT, imports
from toy_course import ROOT

from course_tools.build import packages
from course_tools.build.edition import FOLDER, write_edition
from course_tools.build.running import run
from course_tools.cli import main

NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*/*.ipynb"))

ALONE = f"""
import sys
# The course is installed here in place: leave that folder out, as it is on a student's machine.
sys.path = [place for place in sys.path if place != {str(ROOT)!r}]
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> Path:
    """The folder that a student finds in the zip which the command made."""
    folder = tmp_path_factory.mktemp("student")
    assert main(["student-edition", str(folder / "out.zip")]) == 0
    with zipfile.ZipFile(folder / "out.zip") as archive:
        archive.extractall(folder)
    return folder / FOLDER


@pytest.fixture
def alone(unpacked: Path, tmp_path: Path, monkeypatch) -> None:
    """Python finds what was unpacked, and nothing of the course's own folder."""
    (tmp_path / "sitecustomize.py").write_text(ALONE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(unpacked), str(tmp_path)]))


def python(folder: Path, code: str) -> str:
    """What this code prints, run in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.usefixtures("alone")
def test_the_library_of_the_zip_is_found_alone(unpacked: Path, tmp_path: Path) -> None:
    """All rooms can be imported from the unpacked folder, where no hidden check is found."""
    rooms = [f"course_lib.{room}" for room in MAY_IMPORT if room != "__init__"]
    code = f"import course_lib, {', '.join(rooms)}; print(course_lib.__file__)"
    assert Path(python(tmp_path, code)) == unpacked / "course_lib" / "__init__.py"
    missing = "from importlib.util import find_spec; print(find_spec('autograder_tests'))"
    assert python(tmp_path, missing) == "None"


def test_every_notebook_is_in_the_zip(unpacked: Path) -> None:
    """No lesson is left out, and none is there twice."""
    assert sorted(path.name for path in unpacked.glob("notebooks/*/*.ipynb")) == NOTEBOOKS


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_of_the_zip_runs_alone(unpacked: Path, name: str) -> None:
    """A real kernel runs it from top to bottom, with what is in the zip, exercises untouched."""
    [path] = unpacked.glob(f"notebooks/*/{name}")
    notebook = nbformat.read(path, as_version=4)
    where = nbformat.v4.new_code_cell("import course_lib\nprint(course_lib.__file__)")
    notebook.cells.append(where)
    ran, stopped = run(notebook, unpacked)
    assert stopped is None
    code = [cell for cell in ran.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert code[-1].outputs[0].text.startswith(str(unpacked))


@pytest.mark.usefixtures("alone")
def test_the_commands_of_the_readme_are_there(unpacked: Path, tmp_path: Path) -> None:
    """`course lab` and `course doctor`, and none of those for teachers."""
    code = "from course_lib.commands import commands; print(*commands())"
    assert python(tmp_path, code).split() == ["doctor", "lab"]
    readme = (unpacked / "README.md").read_text(encoding="utf-8")
    for place in re.findall(r"`?((?:\.ci|notebooks|course_lib)/[\w.]*)", readme):
        assert (unpacked / place).exists(), place


def test_no_room_of_the_zip_needs_one_that_is_not_there(unpacked: Path) -> None:
    """Every import of the course's own modules, wherever it stands, finds its file in the zip."""
    library = unpacked / "course_lib"
    lost = [
        f"{path.relative_to(unpacked).as_posix()}:{line} imports {module}"
        for path in sorted(library.rglob("*.py"))
        for line, module in imports(path)
        if (names := module.split("."))[0] == "course_lib" and len(names) > 1
        if not {*names[1:2], f"{names[1]}.py"} & {one.name for one in library.iterdir()}
        # `from course_lib import watch` may name what a room gives rather than a room.
        and names[1] not in exported(library)
    ]
    assert lost == []


def exported(library: Path) -> list[str]:
    """The names that `from course_lib import ...` can bring."""
    tree = ast.parse((library / "__init__.py").read_text(encoding="utf-8"))
    [names] = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return [*ast.literal_eval(names), "__version__"]


def test_nothing_in_the_zip_is_for_teachers_only(unpacked: Path) -> None:
    """No solutions, no hidden checks, no tests, no room for teachers; no file of a cache."""
    names = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    for word in ("solutions", "autograder_tests", "tests", "grading", "__pycache__", ".git"):
        assert not any(word in name.split("/") for name in names), word
    assert not (unpacked / "course_tools").exists()
    assert not list(unpacked.rglob("havannah_straight.py"))  # an exercise's answer
    everything = b"".join(path.read_bytes() for path in unpacked.rglob("*") if path.is_file())
    for secret in (b"import autograder_tests", b"from autograder_tests", b"HIDDEN TESTS"):
        assert secret not in everything


def test_the_same_course_gives_the_same_bytes(tmp_path: Path) -> None:
    """No clock and no order of a folder is in the zip; all is below one folder."""
    write_edition(tmp_path / "one.zip", ROOT)
    write_edition(tmp_path / "two.zip", ROOT)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        names = archive.namelist()
    assert names == sorted(names)
    assert all(name.startswith(f"{FOLDER}/") for name in names)


def test_the_lists_of_packages_agree_and_are_complete(unpacked: Path) -> None:
    """Whatever a package in the student's lock needs here is in that lock, in the same version."""
    project = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    assert "optional-dependencies" not in project["project"]
    assert set(project) == {"build-system", "project", "tool"}
    lock = (unpacked / "requirements.lock").read_text(encoding="utf-8")
    pins = {
        packages.plain(name): pin
        for name, pin in re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE)
    }
    everything = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert all(block in everything for block in re.split(r"^(?=\S)", lock, flags=re.MULTILINE))
    assert "flit-core" in pins
    assert not {"mypy", "pytest", "playwright", "ruff"} & set(pins)
    installed = {packages.plain(one.metadata["Name"]) for one in metadata.distributions()}
    for name in set(pins) & installed:
        for line in metadata.requires(name) or []:
            needed = packages.plain(re.match(r"[\w.-]+", line)[0])
            assert ";" in line or needed in pins, f"{name} needs {needed}"
    conda = (unpacked / "environment.yml").read_text(encoding="utf-8")
    for line in project["project"]["dependencies"]:
        assert line in conda or f"python-{line}" in conda
    assert "pytest" not in conda


def test_a_wrong_name_and_an_old_notebook_are_refused(tmp_path: Path, capsys, monkeypatch) -> None:
    """A sentence says what is wrong, the exit code is 1, and no zip is left behind."""
    assert main(["student-edition", str(tmp_path / "out.tar")]) == 1
    assert "should be a file name that ends in .zip" in capsys.readouterr().err
    monkeypatch.setattr("course_tools.build.differences", lambda *_: iter(["one is old"]))
    assert main(["student-edition", str(tmp_path / "out.zip")]) == 1
    assert "one is old. To mend it: course build" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
