"""`make everywhere`: its cells, its boxes, its verdicts, and the page that it writes."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests import everywhere
from tests.everywhere import CELLS, CORE, PAGE, PYTHONS, ROOT, Box, Cell, NotHere, Row, page, rows

PLAIN = Cell("3.13", "locked")


def test_the_cells_are_every_python_with_all_packages_and_every_surrounding():
    """Twenty of them, no two alike; the Pythons are those that the package says it works on."""
    assert len(set(CELLS)) == len(CELLS) == 20
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = re.findall(r":: (3\.\d+)", "\n".join(project["classifiers"]))
    assert supported == PYTHONS
    for python in PYTHONS:
        kinds = {each.packages for each in CELLS if each.python == python}
        assert kinds == {"locked", "lowest", "newest"}
    assert {each.surroundings for each in CELLS} == everywhere.SURROUNDINGS.keys()


def test_the_core_tests_are_there():
    """Each file that a cell runs exists, and none is named twice."""
    names = CORE.split()
    assert len(set(names)) == len(names)
    assert [name for name in names if not (ROOT / "tests" / f"test_{name}.py").exists()] == []
    assert (ROOT / everywhere.LESSON).exists()


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (["3.15", "all", "--list"], 0, "3.15-newest-all\n"),
        (["3.12", "plain", "lowest", "--list"], 0, "3.12-lowest-plain\n"),
        (["3.1", "--list"], 2, ""),
        (["3.11", "all"], 2, ""),
    ],
)
def test_words_choose_cells(capsys, words, code, out):
    """All words have to be parts of a cell's name; where none has them, nothing runs."""
    assert everywhere.main(words) == code
    assert capsys.readouterr().out == out


@pytest.mark.parametrize(
    ("code", "printed", "expected"),
    [
        (0, "..\n2228 passed, 3 skipped in 9.1s", "2,228 passed, 3 left out"),
        (0, "..\n12 passed in 9.1s", "12 passed"),
        (5, "no tests ran in 0.1s", "no verdict: no tests ran in 0.1s"),
        (0, "3 skipped in 0.1s", "no verdict: 3 skipped in 0.1s"),
        (1, "..\n12 passed in 9.1s", "no verdict: 12 passed in 9.1s"),
        (
            1,
            "FAILED tests/test_a.py::test_b[x y] - oh\nERROR tests/test_c.py - no\n2 failed",
            "2 failed: `test_b`, `test_c.py`",
        ),
        (-9, "", "no verdict: nothing was printed"),
    ],
)
def test_a_verdict_is_what_pytest_found(code, printed, expected):
    """Only an exit code of 0 with tests that passed is a success."""
    done = subprocess.CompletedProcess([], code, printed, "")
    assert everywhere.verdict(done) == expected
    assert Row(PLAIN, expected).failed == (not re.match(r"[\d,]+ passed", expected))


def test_a_page_is_read_as_it_was_written():
    """A new measurement replaces its cell's old one, and leaves the text and other rows alone."""
    text = f"before\n{everywhere.BEGIN}\n{everywhere.END}\nafter\n"
    old = Row(CELLS[0], "7 passed", "2026-01-01", "Debian", "3.11.2", 60)
    worse = Row(CELLS[1], "1 failed: `test_x`", "2026-02-01", "Debian", "3.11.2", 90)
    gone = Row(CELLS[2], "not run: bwrap is not installed", "2026-02-01")
    text = page(text, [old, worse, gone])
    assert rows(text)[:3] == [old, worse, gone]
    assert {row.result for row in rows(text)[3:]} == {"not run yet"}
    assert "passed in 1, some failed in 1, and 18 were not run" in text
    assert "2026-01-01 to 2026-02-01" in text
    better = Row(CELLS[1], "8 passed", "2026-03-01", "Debian", "3.11.2", 90)
    again = page(text, [*rows(text), better])
    assert rows(again)[:3] == [old, better, gone]
    assert page(again, rows(again)) == again
    assert (again[:7], again[-6:]) == ("before\n", "after\n")


def test_the_page_of_the_site_is_what_the_command_writes():
    """Nobody has changed a result by hand, and every cell has its row."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, rows(text)) == text
    assert [row.cell for row in rows(text)] == CELLS


def test_what_is_missing_here_gets_a_row(monkeypatch, tmp_path):
    """Without bubblewrap, or a Python, a cell isn't run, and says why; it has not failed."""
    monkeypatch.setattr(everywhere, "WORK", tmp_path)
    monkeypatch.setattr(everywhere, "which", lambda program: None)
    row = everywhere.measured(PLAIN)
    assert row.result == "not run: bwrap is not installed"
    assert not row.failed
    monkeypatch.setattr(everywhere, "which", lambda program: program)
    monkeypatch.setattr(everywhere, "python_of", lambda version: None)
    with pytest.raises(NotHere, match=r"no Python 3\.12 here"):
        Box.of(Cell("3.12", "locked"))


PROBE = """
import locale, os, pathlib, shutil, socket
home = pathlib.Path.home()
def tried(action):
    try:
        action()
    except OSError:
        return "no"
    return "yes"
print(os.getuid(), end=" ")
print(*(name for name in ("git", "bwrap", "dot") if shutil.which(name)), end=" ")
print(tried(lambda: socket.create_connection(("192.0.2.1", 80), 1)), end=" ")
print(tried((home / "x").touch), tried(pathlib.Path("x").touch), end=" ")
print(oct(pathlib.Path("x").stat().st_mode & 0o777), os.environ["LANG"], os.environ.get("PIP_X"))
print(pathlib.Path.cwd().name)
"""


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(
    ("surroundings", "expected"),
    [
        ("plain", "1000  no yes yes 0o644 C.UTF-8 None\ncourse\n"),
        ("all", "1000  no no yes 0o600 C None\ncourse ü\n"),
    ],
)
def test_a_box_is_as_bare_as_its_row_says(monkeypatch, tmp_path, surroundings, expected):
    """No network, no programs, an ordinary user; home, umask, locale and folder are the cell's."""
    monkeypatch.setattr(everywhere, "WORK", tmp_path)
    monkeypatch.setenv("PIP_X", "for the set-up alone")
    cell = Cell("3.13", "locked", surroundings)
    box = Box(cell, everywhere.Path("/"), sys.executable, "here")
    box.course.mkdir(parents=True)
    done = box.run(f"{sys.base_prefix}/bin/python3", "-c", PROBE)
    assert (done.stdout, done.stderr) == (expected, "")
    assert box.seconds < 60
