"""Nothing that is published holds a solution, an answer or a hidden case: all are opened."""

import ast
import inspect
import runpy
import subprocess
import sys
import tarfile
import zipfile
from functools import cache

import pytest
from toy_course import ROOT

import course_lib
from course_tools.cli import main
from course_tools.notebooks import SOURCES
from course_tools.studio.build import lessons
from course_tools.studio.build.edition import READABLE, _text_of, secret_clues, write_edition
from course_tools.studio.build.leaks import found, telling
from course_tools.studio.build.lesson import TESTS, solutions
from course_tools.studio.build.wheel import write_wheel

pytestmark = [pytest.mark.xdist_group("student edition"), pytest.mark.programs]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """The files in each archive, by the archive's name."""
    folder = tmp_path_factory.mktemp("published")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder / "all")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [sdist] = (folder / "all").glob("*.tar.gz")
    [wheel] = (folder / "all").glob("*.whl")
    write_edition(folder / "edition.zip", ROOT)
    zips = {
        "wheel": wheel,
        "student wheel": write_wheel(folder / "students", ROOT),
        "student zip": folder / "edition.zip",
    }
    runpy.run_path(str(ROOT / ".ci" / "release.py"))["wheels"](folder / "alone")
    zips |= {path.name.partition("-")[0]: path for path in (folder / "alone").iterdir()}
    files = {}
    for name, path in zips.items():
        with zipfile.ZipFile(path) as archive:
            files[name] = {one: archive.read(one) for one in archive.namelist()}
    with tarfile.open(sdist) as archive:
        members = [one for one in archive.getmembers() if one.isfile()]
        files["sdist"] = {one.name: archive.extractfile(one).read() for one in members}
    return files


ARCHIVES = ("sdist", "wheel", "student wheel", "student zip", "course_core", "course_grader")


def secrets():
    """Runs of lines that nobody should read, each with what it is.

    Solutions of the lessons, answers of the bank, and of each exercise the code that makes its
    hidden cases.
    """
    for lesson in lessons(ROOT):
        for cell in lesson.cells:
            for region in solutions(cell.part.source):
                yield f"the solution of {cell.exercise}", tuple(telling(region))
    for path in sorted((ROOT / TESTS).glob("[0-9][0-9]_*/*.py")):
        text = path.read_text(encoding="utf-8")
        if path.stem.endswith("_answers"):
            for number, answer in enumerate(text.split("# %% ")[1:], 1):
                if answer.startswith("all"):  # what the notebook itself hands out
                    continue
                lines = inspect.cleandoc(answer.partition("\n")[2]).splitlines()
                yield f"answer {number} of {path.stem}", tuple(telling(lines))
        for part in ast.parse(text).body:
            if isinstance(part, ast.FunctionDef) and part.name == "hidden":
                lines = ast.get_source_segment(text, part).splitlines()
                yield f"the hidden cases of {path.stem}", tuple(telling(lines))


LEAST = 24
"""A secret of fewer signs, such as `return max(values)`, may well stand elsewhere."""

SECRETS = {what: lines for what, lines in secrets() if len("".join(lines)) >= LEAST}


CLUES = secret_clues(ROOT)
"""What gives a secret away in prose, where a part of it is enough."""


def given_away(files):
    """What can be read in these files: their secrets, each with the file that has it."""
    for name, data in files.items():
        if {TESTS, SOURCES, "tests"} & set(name.split("/")):
            yield name, "is not for everybody"
        own = name[max(name.find("course_lib/"), 0) :]  # without the archive's own folder
        yield from ((name, what) for what in told_by(own, data))


@cache
def told_by(name, data):
    """The secrets that a file with this name and content tells; most are in several archives."""
    rows, told = [*telling(_text_of(name, data).splitlines())], []
    there, text = {*rows}, "\n".join(["", *rows, ""])
    for what, lines in SECRETS.items():
        if lines[0] in there and "\n".join(["", *lines, ""]) in text:
            told.append(what)
    if name.endswith(READABLE):
        told += [" / ".join(clue) for clue in found(CLUES, text)]
    return told


@pytest.mark.parametrize("archive", ARCHIVES)
def test_no_secret_is_published(published, archive):
    """No folder of solutions or hidden checks, and no text of theirs in any other file."""
    files = published[archive]
    assert any(name.endswith("course_lib/__init__.py") for name in files)
    assert list(given_away(files)) == []


@pytest.mark.parametrize("what", ["the solution of minimax", "the hidden cases of nim_sum"])
def test_a_secret_that_is_published_would_be_found(what):
    """A text of each kind, laid into a file with another name, or its folder alone."""
    lines = "\n".join(f"    {line}" for line in SECRETS[what])
    assert list(given_away({"course_lib/x.py": f"def f():\n{lines}\n".encode()})) == [
        ("course_lib/x.py", what)
    ]
    assert list(given_away({f"x/{TESTS}/a.py": b""})) == [
        (f"x/{TESTS}/a.py", "is not for everybody")
    ]


def test_every_exercise_has_its_secrets():
    """Of each its solution is looked for, and its hidden cases if it draws any."""
    named = {cell.exercise for lesson in lessons(ROOT) for cell in lesson.cells if cell.exercise}
    assert {f"the solution of {name}" for name in named} <= SECRETS.keys()
    drawn = {what for what, _ in secrets() if what.startswith("the hidden cases")}
    assert len(drawn) > 40
    assert drawn <= SECRETS.keys()


def test_the_students_wheel_is_the_library_alone(published, tmp_path, capsys, monkeypatch):
    """One package, its licence and the command `course`; the command that makes it repeats it."""
    files = published["student wheel"]
    info = f"course_lib-{course_lib.__version__}.dist-info"
    assert {name.split("/")[0] for name in files} == {"course_lib", info}
    entry = files[f"{info}/entry_points.txt"].decode()
    assert "course = course_lib.commands:main" in entry
    metadata = files[f"{info}/METADATA"].decode()
    assert "Provides-Extra" not in metadata
    packed = {
        name: data for name, data in published["student zip"].items() if "/course_lib/" in name
    }
    assert {name.split("/", 1)[1]: data for name, data in packed.items()} == {
        name: data for name, data in files.items() if name.startswith("course_lib/")
    }
    monkeypatch.setattr("course_tools.studio.build.differences", lambda *_: iter([]))
    made = []
    for folder in ("one", "two"):
        assert main(["author", "student-wheel", str(tmp_path / folder)]) == 0
        [wheel] = (tmp_path / folder).iterdir()
        made.append(wheel.read_bytes())
        assert f"Written: {wheel}" in capsys.readouterr().out
    assert made[0] == made[1]
