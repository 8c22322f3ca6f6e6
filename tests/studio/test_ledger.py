"""The ledger knows every file, what it weighs, and every promise of a page."""

from pathlib import Path

import pytest

from course_tools.studio import ledger

ROOT = Path(__file__).resolve().parents[2]
ENTRY = """\
[[capability]]
name = "nim"
title = "Play Nim"
audience = ["student"]
files = ["course_lib"]
tests = ["tests"]
lines = 2
test_lines = 1
page = "README.md"
tried = "2026-11-28"
how = "played"
"""


def test_the_ledger_and_the_project_agree():
    """No capability has grown in silence, each file has an owner, each promise a line."""
    assert ledger.faults(ROOT) == []


@pytest.fixture
def project(tmp_path):
    """A tiny project whose ledger is right."""
    for name, text in {
        ledger.FILE: ENTRY,
        "README.md": "Play Nim. <!-- capability: nim -->\n",
        "course_lib/nim.py": '"""Rules\n\nof Nim."""\n\n# a comment\nHEAPS = (3,\n 5)\n',
        "tests/test_nim.py": "assert True\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert ledger.faults(tmp_path) == []
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("course_lib/more.py", "x = 1\n", "nim has grown to 3 lines, beyond the 2"),
        ("course_lib/more.js", "let x = 1;\n// comment\n", "nim has grown to 3 lines"),
        ("tests/test_more.py", "x = 1\n", "nim has grown to 2 test_lines"),
        ("course_tools/new.py", "", "course_tools/new.py belongs to no capability"),
        (".ci/new.py", "", ".ci/new.py belongs to no capability"),
        ("deploy/new.py", "", "deploy/new.py belongs to no capability"),
        (ledger.FILE, ENTRY.replace("2026-11-28", "often"), "tried on 'often', which is no day"),
        ("README.md", "Play Nim.\n", "README.md has no mark"),
        ("SECURITY.md", "<!-- capability: chess -->", "SECURITY.md promises chess"),
        (ledger.FILE, ENTRY + ENTRY, "two capabilities are called nim"),
        (ledger.FILE, ENTRY + ENTRY.replace("nim", "go"), "course_lib belongs to several"),
        (ledger.FILE, ENTRY.replace('["tests"]', '["tests", "gone"]'), "gone of nim is not there"),
    ],
)
def test_what_does_not_agree_is_named(project, name, text, complaint):
    """Growth, a file without an owner, a promise without a line: each is one sentence."""
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(text, encoding="utf-8")
    assert any(complaint in sentence for sentence in ledger.faults(project))


def test_counting_writes_the_numbers_and_says_what_rose(project):
    """What has grown is told; what has shrunk is written without a word."""
    (project / "course_lib" / "more.py").write_text("x = 1\n", encoding="utf-8")
    (project / "tests" / "test_nim.py").write_text("", encoding="utf-8")
    assert ledger.count(project) == ["nim: lines rise from 2 to 3"]
    assert ledger.faults(project) == []
    assert "test_lines = 0" in (project / ledger.FILE).read_text(encoding="utf-8")


def test_an_entry_that_cannot_be_read_is_named(project):
    """A missing field and an unknown audience are told with the entry's name."""
    file = project / ledger.FILE
    file.write_text(ENTRY.replace('page = "README.md"\n', ""), encoding="utf-8")
    with pytest.raises(ValueError, match=r"nim: .*'page'"):
        ledger.faults(project)
    file.write_text(ENTRY.replace("student", "king"), encoding="utf-8")
    with pytest.raises(ValueError, match="no audience is called king"):
        ledger.faults(project)


def test_the_table_is_by_audience(project):
    """A line for each capability, and the sum."""
    lines = ledger.table(project).splitlines()
    assert lines[0].startswith("For the student:")
    assert "Play Nim" in lines[1]
    assert lines[-1].split()[-2:] == ["2", "1"]
