"""`make setup` makes everything ready, says one sentence when it cannot, and recovers.

The real installation is `make test` itself. Here a copy of the set-up runs with locks that ask
for nothing, so that each case takes a second.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path, PureWindowsPath

import pytest
from console import ran

ROOT = Path(__file__).resolve().parent.parent

FAKE_PIP = """
import pathlib, sys, sysconfig
if "config" in sys.argv:
    sys.exit(print("global.index-url='https://mirror.example/simple'"))
if "--target" in sys.argv:
    sys.exit("there is no uv")
with open("pip calls", "a") as log:
    log.write(f"{sys.argv[1:]}\\n")
pathlib.Path(sysconfig.get_path("purelib"), "demo-1.0.dist-info").mkdir(exist_ok=True)
"""

FAKE_UV = """#!/bin/sh
echo "uv $UV_DEFAULT_INDEX $*" >>"pip calls"
mkdir -p .venv/lib/python3/site-packages/demo-1.0.dist-info
"""

FAKE_VENV = """
import sys
sys.path = [place for place in sys.path if not place.endswith("fake")]
del sys.modules["venv"]
import venv
venv.main(["--without-pip", *sys.argv[1:]])
"""


pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("make") is None, reason="make is not installed"
)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course that has the real set-up, and an empty lock and package."""
    folder = tmp_path / "the course"  # a space, as people's folders have
    folder.mkdir()
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    shutil.copy(ROOT / "Makefile", folder)
    only_tools(folder / "tools")
    for lock in ("requirements.lock", ".ci/lessons.lock", "benchmarks/requirements.lock"):
        (folder / lock).parent.mkdir(exist_ok=True)
        (folder / lock).write_text("")
    (folder / "pyproject.toml").write_text("# nothing yet\n")
    return folder


@pytest.fixture
def pip_calls(course: Path) -> Path:
    """A file with one line for each call of pip in this course, which installs an empty package.

    Modules called pip and venv in a folder of PYTHONPATH stand in for the real ones; that venv
    is the real one told to leave pip out, which takes most of its time.
    """
    log = course / "pip calls"
    log.write_text("")
    for name, code in {"pip": FAKE_PIP, "venv": FAKE_VENV}.items():
        (course / "fake" / name).mkdir(parents=True)
        (course / "fake" / name / "__init__.py").write_text("")
        (course / "fake" / name / "__main__.py").write_text(code)
    return log


def setup(course: Path, path: str | None = None, target: str = "setup", **variables: str):
    """What `make setup` says and how it ends; `variables` stand behind it on the command line."""
    environment = surroundings(course)
    if path is not None:
        environment["PATH"] = path
    chosen = {} if path is not None else {"PYTHON": sys.executable}
    words = [f"{name}={value}" for name, value in {**chosen, **variables}.items()]
    return ran("make", target, *words, cwd=course, env=environment, timeout=100)


def made(course: Path, path: str | None = None, target: str = "setup") -> str:
    """What `make setup` says, which has to end well."""
    done = setup(course, path, target)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(course: Path, path: str | None = None, **variables: str) -> list[str]:
    """The sentences with which `make setup` ends, which has to fail without a stack trace."""
    done = setup(course, path, **variables)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return sentences(done)


def count(pip_calls: Path) -> int:
    """How often pip was called."""
    return len(pip_calls.read_text().splitlines())


def surroundings(course: Path) -> dict[str, str]:
    """The variables of a reader's shell, with the modules that stand in for pip and venv.

    Of a `make test` that runs these tests, nothing is left over, and no uv is found.
    """
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHON"}
    kept = {name: value for name, value in os.environ.items() if name not in outer}
    return {**kept, "PYTHONPATH": str(course / "fake"), "PATH": str(course / "tools")}


def interpreter(folder: Path, name: str, version: str) -> Path:
    """A program with this name that answers like a Python too old for the course."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Python {version}"\n')
    path.chmod(0o755)
    return path


def sentences(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines a reader sees, without make's own last word that a target failed."""
    lines = (done.stdout + done.stderr).splitlines()
    return [line for line in lines if not re.match(r"make(\[\d+\])?: ", line)]


def only_tools(folder: Path) -> str:
    """A PATH that has what a shell script needs and no Python."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("sh", "make", "dirname", "env", "mkdir", "awk"):
        place = shutil.which(name)
        assert place
        (folder / name).symlink_to(place)
    return str(folder)


def test_setup_makes_an_environment_and_installs_the_lock_and_the_package(course, pip_calls):
    """It asks for the locked packages by their hashes, then for this folder; then for no more."""
    made(course)
    locked, itself = pip_calls.read_text().splitlines()
    assert "--require-hashes" in locked
    assert ".ci/lessons.lock" in locked
    assert all(word in itself for word in ("--no-deps", "--no-build-isolation", "--editable"))
    again = setup(course)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert count(pip_calls) == 2
    after_a_change(course, pip_calls)
    after_a_damage(course, pip_calls)


def after_a_change(course: Path, pip_calls: Path) -> None:
    """A changed list, or a package that was removed, is noticed, and the environment is kept."""
    kept = course / ".venv" / "kept"
    kept.write_text("")
    for name in (".ci/lessons.lock", "pyproject.toml", ".venv/lib"):
        installed = count(pip_calls)
        if name == ".venv/lib":
            [place] = (course / name).glob("python*/site-packages/demo-*.dist-info")
            shutil.rmtree(place)
        else:
            (course / name).write_text("# changed\n")
        made(course)
        assert (count(pip_calls), kept.exists()) == (installed + 2, True)


def after_a_damage(course: Path, pip_calls: Path) -> None:
    """An environment whose Python does not start, or names an old place, is made anew."""
    for damage in ("no python", "gone", "empty", "moved"):
        installed, python = count(pip_calls), course / ".venv" / "bin" / "python"
        if damage == "no python":
            for path in python.parent.glob("python*"):
                path.unlink()
        elif damage == "gone":
            python.unlink()
            python.symlink_to(course / "gone")
        elif damage == "empty":
            shutil.rmtree(course / ".venv")
            (course / ".venv").mkdir()
        else:
            course = course.rename(course.with_name("moved"))
            pip_calls = course / pip_calls.name
        assert "Setting up again" in made(course), damage
        assert count(pip_calls) == installed + 2
        python = course / ".venv" / "bin" / "python"
        assert subprocess.run([python, "-c", ""], cwd=course, check=False).returncode == 0
        assert setup(course).stdout == ""


def test_lessons_come_first_and_the_rest_is_added(course: Path, pip_calls: Path) -> None:
    """`make lab` installs what lessons need, `make test` the rest; after that both find it all."""
    made(course)
    assert made(course, target="setup-all")
    locks = re.findall(r"-r', '.*?/the course/(\S+)'", pip_calls.read_text())
    assert locks == [".ci/lessons.lock", "requirements.lock"]
    assert made(course) == made(course, target="setup-all") == ""
    # Who once had everything is not left with the half of a new version.
    (course / "requirements.lock").write_text("# changed\n")
    made(course)
    assert made(course, target="setup-all") == ""
    assert count(pip_calls) == 6


def test_the_student_edition_has_one_lock(course: Path, pip_calls: Path) -> None:
    """It has no list of what teachers need; modules are compiled when they are first used."""
    (course / ".ci" / "lessons.lock").unlink()
    made(course)
    locked, _ = pip_calls.read_text().splitlines()
    assert "/the course/requirements.lock" in locked
    assert "--no-compile" in locked
    assert made(course) == ""


@pytest.mark.parametrize("where", ["on PATH", "fetched"])
def test_uv_installs_where_it_can_be_had(course: Path, pip_calls: Path, where: str) -> None:
    """With the same lock and hashes, from where pip was told to look; a fetched one is not kept."""
    if where == "on PATH":
        program(course / "tools" / "uv", FAKE_UV)
    else:
        fake = course / "fake" / "pip" / "__main__.py"
        fetch = (
            "import os, pathlib; assert '--require-hashes' in sys.argv; "
            "place = pathlib.Path(sys.argv[sys.argv.index('--target') + 1], 'bin', 'uv'); "
            f"place.parent.mkdir(); place.write_text({FAKE_UV!r}); os.chmod(place, 0o755); "
            "sys.exit()"
        )
        fake.write_text(FAKE_PIP.replace('sys.exit("there is no uv")', fetch))
    before = {*(course / "tools").iterdir()}
    assert "with uv" in made(course)
    locked, itself = pip_calls.read_text().splitlines()
    assert locked.startswith("uv https://mirror.example/simple pip install --python ")
    assert re.search(r"--require-hashes -r \S.*/the course/\.ci/lessons\.lock$", locked)
    assert re.search(r"--no-deps --no-build-isolation --editable \S.*/the course$", itself)
    assert "--compile-bytecode" not in locked
    assert not [*(course / ".venv").rglob("uv")]
    assert {*(course / "tools").iterdir()} == before
    assert made(course) == ""
    made(course, target="setup-all")
    assert "--compile-bytecode" in pip_calls.read_text().splitlines()[2]


@pytest.mark.parametrize("code", ["#!/bin/sh\nexit 1\n", "#!/nowhere/sh\n"])
def test_where_uv_fails_pip_installs(course: Path, pip_calls: Path, code: str) -> None:
    """It can't do it, or does not even start; a sentence says that pip tries."""
    program(course / "tools" / "uv", code)
    said = made(course)
    assert "uv could not install them, so pip tries." in said
    assert said.count(" does not start: ") == (0 if "exit" in code else 1)
    assert count(pip_calls) == 2


def program(path: Path, code: str) -> None:
    """Put a program there that is this script."""
    path.write_text(code)
    path.chmod(0o755)


def test_a_folder_too_deep_for_windows_is_known_before_pip_fails(tmp_path, capsys) -> None:
    """No file below `.venv` has a longer name than the set-up counts with; the rest is adding."""
    names = runpy.run_path(str(ROOT / ".ci" / "setup.py"))
    make = names["make"]
    make.__globals__["has_long_paths"] = lambda: False
    deep = tmp_path / ("x" * 90)
    assert make(deep / ".venv", deep / ".venv" / "ready", [".ci/lessons.lock"]) == 1
    said = capsys.readouterr().err
    assert f"{deep} has {len(str(deep))} letters, and 92 is the most." in said
    packages = Path(sysconfig.get_path("purelib"))
    below = (path.relative_to(packages) for path in packages.rglob("*"))
    longest = max(len(str(Path("Lib", "site-packages", path))) for path in below)
    assert longest <= names["LONGEST"] < longest + 20
    for letters, too_many in ((10, False), (89, False), (90, True)):
        venv = PureWindowsPath("C:\\", "x" * letters, ".venv")
        spare = names["spare_letters"](venv)
        assert len(str(venv / ("y" * names["LONGEST"]))) + spare == 259
        assert (spare < 0) == too_many


def test_without_a_network_one_sentence_comes_before_any_work(course: Path) -> None:
    """With the real pip, and an index that nobody answers for.

    Debian's Python comes without pip. There the environment's own finds out, which takes longer.
    """
    (course / ".ci" / "lessons.lock").write_text("six==1.17.0\n")
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL": ""}
    *before, said = refused(course, **nowhere, PIP_CONFIG_FILE=os.devnull, PIP_CACHE_DIR="cache")
    assert "Is there a network?" in said
    python = getattr(sys, "_base_executable", sys.executable)
    if ran(python, "-m", "pip", "--version", cwd=course).returncode:
        assert "The packages could not be installed" in said
    else:
        assert "No package can be fetched" in said
        assert not before
        assert not (course / ".venv").exists()


def test_an_interrupted_setup_starts_over(course: Path, pip_calls: Path) -> None:
    """The installer stops half way: one sentence; the next set-up makes all of it anew."""
    program = course / "fake" / "pip" / "__main__.py"
    working = program.read_text()
    program.write_text("raise SystemExit(1)\n")
    assert refused(course)[-1].startswith("The packages could not be installed")
    (course / ".venv" / "half a package").write_text("")
    program.write_text(working)
    made(course)
    assert count(pip_calls) == 2
    assert not (course / ".venv" / "half a package").exists()
    assert setup(course).stdout == ""


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_folder_is_left_alone(course: Path, pip_calls: Path, kind: str) -> None:
    """A `.venv` that is a file or a link gets one sentence, and stays as it is."""
    place = course / ".venv"
    if kind == "file":
        place.write_text("mine")
    else:
        (course / "elsewhere").mkdir()
        place.symlink_to(course / "elsewhere")
    assert refused(course)[-1].startswith(".venv is a file or a link, where a folder is to be made")
    assert pip_calls.read_text() == ""
    assert place.is_symlink() or place.read_text() == "mine"


def test_an_environment_of_somebody_else_is_kept(course: Path, pip_calls: Path) -> None:
    """It is given another name, and both names are said."""
    (course / ".venv").mkdir()
    (course / ".venv" / "my notes").write_text("important")
    assert "the Python in .venv does not start; what was .venv is .venv.1 now" in made(course)
    assert (course / ".venv.1" / "my notes").read_text() == "important"


def test_a_folder_that_can_not_be_written_gets_one_sentence(course: Path, pip_calls: Path) -> None:
    """As a device does that is full, or a folder of somebody else."""
    setup(course)
    (course / ".venv" / "ready").unlink()
    (course / ".venv" / "ready").mkdir()
    assert any("can't be written or used" in line for line in refused(course))


def test_two_setups_at_once_wait_for_each_other(course: Path, pip_calls: Path) -> None:
    """Both end well, and only one of them installs."""
    program = course / "fake" / "pip" / "__main__.py"
    program.write_text("import time\ntime.sleep(0.5)\n" + program.read_text())
    both = [begun(course, "make", "setup", f"PYTHON={sys.executable}") for _ in range(2)]
    assert [one.wait(timeout=100) for one in both] == [0, 0]
    assert count(pip_calls) == 2


def begun(course: Path, *command: str) -> subprocess.Popen:
    """This command, which goes on by itself."""
    environment = surroundings(course)
    return subprocess.Popen(command, cwd=course, env=environment, stdout=subprocess.DEVNULL)


def test_a_setup_that_was_killed_is_started_again_once_its_installer_has_ended(course, pip_calls):
    """The killed set-up's pip lives on; the next set-up waits for it, and then makes all anew."""
    program = course / "fake" / "pip" / "__main__.py"
    program.write_text(program.read_text() + "import time\ntime.sleep(2)\n")
    killed = begun(course, sys.executable, ".ci/setup.py")
    while not pip_calls.read_text():
        assert killed.poll() is None
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    program.write_text(FAKE_PIP)
    said = made(course)
    assert "waiting for it" in said
    assert "Setting up again" in said
    assert count(pip_calls) == 3


@pytest.mark.parametrize(("version", "found"), [("3.9.2", "Python 3.9.2"), ("", "not there")])
def test_without_a_newer_python_there_is_one_sentence(course, tmp_path, version, found):
    """Every Python on the PATH is too old, or none is there: it says what to do, makes nothing."""
    tools = only_tools(tmp_path / "bin")
    for name in ("python3", "python") if version else ():
        interpreter(tmp_path / "bin", name, version)
    [sentence] = refused(course, tools)
    for words in ("Python 3.11 or newer is needed", found, "make setup PYTHON="):
        assert words in sentence
    assert not (course / ".venv").exists()


def test_a_chosen_python_that_is_too_old_gets_one_sentence(course: Path, tmp_path: Path) -> None:
    """PYTHON=... is taken at its word: no other Python is used behind the reader's back."""
    old = interpreter(tmp_path / "an old place", "python3.8", "3.8.1")
    [sentence] = refused(course, PYTHON=str(old))
    assert str(old) in sentence
    assert "Python 3.8.1" in sentence


def test_a_newer_python_is_found_behind_an_old_one(course, pip_calls, tmp_path):
    """python3 is too old, but python3.12 is there and is taken."""
    tools = only_tools(tmp_path / "bin")
    interpreter(tmp_path / "bin", "python3", "3.9.2")
    (tmp_path / "bin" / "python3.12").symlink_to(sys.executable)
    made(course, tools)
    assert pip_calls.read_text()


def test_make_alone_lists_what_can_be_made(course: Path) -> None:
    """Every target has a line of help."""
    done = ran("make", cwd=course, env=surroundings(course), check=True)
    listed = {line.split()[1] for line in done.stdout.splitlines()}
    [phony] = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed == set(phony.split())
