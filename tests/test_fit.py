"""`make test` runs again what a change may have turned red, and `make night` all, in the end."""

import re
import sys
from collections import Counter
from pathlib import Path

import fit
import pytest
import reads

TESTS = {
    "imports": "import sys; sys.path.insert(0, 'code')\nimport thing\ndef test(): assert thing.ONE",
    "reads": "def test(): assert open('data/one.txt').read()",
    "child": "import os, subprocess, sys\n"
    "READ = \"print(open('data/two.txt').read())\"\n"
    "def test(): subprocess.run([sys.executable, '-I', '-c', READ], check=True)",
    "lists": "import os\ndef test(): assert len(os.listdir('code')) < 9",
    "asks": "def test():\n    try: open('not/here.txt')\n    except OSError: pass",
    "looks": "from pathlib import Path\ndef test(): assert not Path('not/here.txt').exists()",
    "may": "import os\ndef test(): assert not os.access('not/here.txt', os.R_OK)",
    "finds": "from pathlib import Path\ndef test(): assert Path('data/one.txt').is_file()",
    "weighs": "import os\ndef test(): assert os.stat('data/two.txt').st_size < 9",
    "links": "import os\ndef test(tmp_path):\n    link = tmp_path / 'link'\n"
    "    link.symlink_to(os.path.abspath('data'))\n    assert (link / 'two.txt').read_text()",
    "program": "import subprocess\ndef test(): subprocess.run(['cat', 'data/two.txt'])",
    "told": "import subprocess\nfrom pathlib import Path\n"
    "def test(): subprocess.run(['ls', Path('code').resolve()], cwd='/', check=True)",
    "nothing": "def test(): pass",
}
PROGRAMS = {"program", "told"}
CHANGES = {
    "no change": ("", None, set()),
    "what is imported": ("code/thing.py", "ONE = 2", {"imports"}),
    "data": ("data/one.txt", "3", {"reads", "links"}),
    "data that are gone": ("data/one.txt", None, {*["reads", "finds", "child", "links", "weighs"]}),
    "data beside what was read": ("data/three.txt", "4", {"reads", "child", "links", "weighs"}),
    "what a program read that a test started": ("data/two.txt", "5", {"child", "links", "weighs"}),
    "a name in a folder": ("code/another.py", "", {"lists"}),
    "a file that was missing": ("not/here.txt", "", {"asks", "looks", "may"}),
    "a test": ("tests/test_nothing.py", "def test(): assert True", {"nothing"}),
    "what nobody reads": ("other/page.html", "6", set()),
    "what all stand on": ("Makefile", "", set(TESTS)),
    "letters": ("course_lib/views/letters/bold.ttf", "", set(TESTS)),
}


@pytest.fixture(scope="module", autouse=True)
def plain_pytest():
    """Leave plugins out of the small projects: to load ours would take most of their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        yield


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A small project and its results: each of its tests was green once."""
    root = tmp_path_factory.mktemp("project")
    files = {f"tests/test_{name}.py": text for name, text in TESTS.items()}
    files |= {"code/thing.py": "ONE = 1", "data/one.txt": "1", "data/two.txt": "2"}
    files["course_lib/views/letters/bold.ttf"] = "7"
    # No change makes a folder: who imports late may have looked at the names at the top.
    files |= {"not/there.txt": "", "other/there.txt": ""}
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    assert fit.main([], root) == 0
    return root


@pytest.mark.parametrize(("name", "text", "reached"), CHANGES.values(), ids=CHANGES)
def test_a_change_reaches_the_tests_that_read_what_it_changed(project, name, text, reached):
    """And, whatever it is, those of programs of which we know nothing."""
    file = project / name
    before = file.read_text(encoding="utf-8") if file.is_file() else None
    if name:
        file.parent.mkdir(exist_ok=True)
        file.unlink() if text is None else file.write_text(text, encoding="utf-8")
    tree, store = fit.Tree(project), fit.Store(project / ".venv/tests")
    again = {unit.name for unit in fit.units(tree) if not store.held(unit, tree)}
    if name:
        file.unlink() if before is None else file.write_text(before, encoding="utf-8")
    expected = reached | PROGRAMS if name else set()
    assert {re.findall(r"test_(\w+)", one)[0] for one in again} == expected


def test_a_sandbox_stands_for_all_that_it_may_show():
    """Those inside can't tell what they read."""
    assert fit.everything_noted(["!bwrap"]) == {f"{each}**" for each in fit.SHOWN}
    assert fit.everything_noted(["!dot", "!git log", "!git ls-files"]) == {fit.NAMES}
    assert fit.everything_noted(["!git show"]) == {fit.EVERYTHING}


@pytest.mark.parametrize(
    ("words", "folder", "noted"),
    [
        (["git", "-c", "a=b", "show", "HEAD"], "/project", "!git show"),
        (["cat", "a.txt"], "/elsewhere", ""),
        (["cat", "/project/a.txt"], "/elsewhere", "!cat"),
        (["ffmpeg", "-version", "x"], "/project", "!ffmpeg"),
        (["pandoc", "--version"], "/project", ""),
        ([sys.executable, "-I", "a.py"], "/project", ""),
        ([sys.executable, "-IS", "a.py"], "/project", f"!{Path(sys.executable).name}"),
        ([sys.executable, "-m", "mypy"], "/project", f"!{Path(sys.executable).name}"),
        (["/usr/bin/python3", "a.py"], "/project", "!python3"),
        (["sh", "-c", 'ulimit -n 9 && exec "$@"', "sh", sys.executable], "/project", ""),
        (["sh", "-c", "cat a.txt"], "/project", "!sh"),
    ],
)
def test_a_program_of_which_nothing_is_known_is_noted(words, folder, noted, monkeypatch):
    """If it begins in the project or is told of a path there; a Python notes what it reads."""
    monkeypatch.setenv(reads.VARIABLE, "")
    assert reads.unknown_program("/project/", words[0], words, folder, None) == noted
    if not noted and sys.executable in words:  # without the variable it can't
        assert reads.unknown_program("/project/", words[0], words, "/elsewhere", {}) != ""


def test_a_night_tries_three_times_and_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    """What is red says since when, and what is green by luck is named."""
    luck = (
        "from pathlib import Path\n\ndef test():\n"
        f"    log = Path({str(tmp_path / 'luck')!r})\n"
        "    log.write_text((log.read_text() if log.exists() else '') + '.')\n"
        "    assert len(log.read_text()) == 2"
    )
    long = "import pytest\n\n@pytest.mark.slow\ndef test(): pass\n\ndef test_short(): pass"
    root = tmp_path / "project"
    (root / "tests").mkdir(parents=True)
    (root / "pytest.ini").write_text("[pytest]\nmarkers = slow", encoding="utf-8")
    for name, text in {"luck": luck, "long": long, "red": "def test():\n    assert 0"}.items():
        (root / f"tests/test_{name}.py").write_text(text, encoding="utf-8")
    today = ["Monday"]
    monkeypatch.setattr(fit.time, "strftime", lambda *_: today[0])
    runs, run = [], fit.run
    monkeypatch.setattr(fit, "run", lambda unit, *more: runs.append(unit) or run(unit, *more))

    def night():
        runs.clear()
        code = fit.main(["--night"], root)
        page = (root / "dist/night.html").read_text(encoding="utf-8")
        rows = [re.findall("<td>(.*?)</td>", row) for row in page.splitlines() if "<td>" in row]
        return code, {row[0]: (row[1], row[4]) for row in rows}

    assert fit.main([], root) == 1  # a day before: nothing is tried again, or long
    assert sorted(Counter(unit.name for unit in runs).values()) == [1, 1, 1]
    (tmp_path / "luck").unlink()
    today[0] = "Tuesday"
    code, rows = night()
    assert code == 1
    assert Counter(unit.name for unit in runs) == {
        "tests/test_luck.py": 2,
        "tests/test_long.py": 1,  # what is short there is green since yesterday
        "tests/test_red.py": 3,
    }
    assert rows["tests/test_luck.py"] == ("green when tried 2 times", "Tuesday")
    assert rows["tests/test_long.py, the long ones"] == ("green", "Tuesday")
    assert rows["tests/test_red.py"] == ("red", "Monday")
    today[0] = "Wednesday"
    (root / "tests/test_long.py").write_text(long + "\n", encoding="utf-8")
    (root / "tests/test_red.py").write_text("def test(): pass", encoding="utf-8")
    code, rows = night()
    assert code == 0
    assert Counter(unit.name for unit in runs) == {"tests/test_long.py": 2, "tests/test_red.py": 1}
    assert rows["tests/test_red.py"] == ("green", "Wednesday")
    assert night() == (0, rows)
    assert not runs
