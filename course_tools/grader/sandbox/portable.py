"""Sessions in WebAssembly, where there is no bubblewrap: the same on every system.

A session is the program Deno, which may read one folder and do nothing else, and in it a Python for
browsers (Pyodide), which knows no files but those in its own memory. Deno is a package of pip's;
Pyodide's files are fetched once (`fetch`), and looked at before each use.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from course_lib.play.clock import WAITING
from course_tools.grader.sandbox import rooms
from course_tools.grader.sandbox.inside.confine import HOME, MB, Limits
from course_tools.grader.sandbox.inside.wire import READY
from course_tools.grader.sandbox.places import COURSE, NoIsolation
from course_tools.grader.sandbox.session import Session

WEBASSEMBLY = (
    "full: each notebook runs in a WebAssembly of its own, made with Deno, which lets it reach no"
    " file, program, network or setting of this computer, and with limits on all it takes"
)
GET_IT = "course sandbox"
"""The command that makes all of this ready."""

STORE = Path(sys.prefix, "sandbox")
"""Where Pyodide lies, and beside it the memory of Pythons that have everything imported."""

_HERE = Path(__file__).parent / "wasm"
_LOCK = _HERE / "pyodide.lock"
_PYODIDE = "pyodide"
_PROGRAMS = ("session.mjs", "python.mjs")
_PACKAGES = "/packages"
_PACKED = (
    *("anywidget", "asttokens", "comm", "decorator", "executing", "graphviz", "ipython"),
    *("ipython-pygments-lexers", "ipywidgets", "matplotlib-inline", "prompt-toolkit", "psygnal"),
    *("pure-eval", "pygments", "six", "stack-data", "traitlets", "typing-extensions", "wcwidth"),
)
"""What IPython and widgets need, of the packages that are installed here; completions are not."""

_FLAGS = ("--quiet", "--no-prompt", "--no-remote", "--no-npm", "--no-config", "--no-lock")
_OF_V8 = (
    "--disallow-code-generation-from-strings",
    "--max-old-space-size=512",
    # Python's own loop takes a second to be compiled well: only who computes much waits for that.
    "--wasm-tiering-budget=500000000",
)
_PAGE = 65_536
_MOST_FILES = 10_000
_OF_DENO = 600 * MB
"""What Deno may take beside the memory of the Python in it: files that are written lie there."""

_FIRST = f"import sys; sys.path[:0] = {COURSE!r}, {_PACKAGES!r}"
_RUN = "from course_tools.grader.sandbox.inside import portable; portable.{}()"

_PATIENCE = 120
"""So many seconds of computing the making of an image may take, and the start of a session."""
_WALL = 20 * 60
"""So many seconds somebody waits for that: a busy computer takes long, and nothing is wrong."""
_WEEK = 7 * 24 * 3600


class Portable:
    """Makes sessions in WebAssembly, each in a process of its own."""

    def __init__(self, course: Path, limits: Limits, away: Sequence[str] = ()) -> None:
        program = _deno()
        check_pyodide()
        _keep_nothing()
        self._own = contextlib.ExitStack()
        self._place = _image(course, program, self._own, away)
        pages = f"--wasm-max-mem-pages={limits.memory // _PAGE}"
        taken = {
            "memory": limits.memory + _OF_DENO,
            "cpu": limits.cpu,
            "file": limits.file,
            "folder": limits.folder,
            "files": _MOST_FILES,
        }
        self._command = _command(program, self._place.name, taken, pages)

    def session(self) -> Session:
        """A fresh session, which has begun: what it is asked first need not wait for that."""
        session = Session.begin(
            self._command,
            leaves_nothing=True,
            patience=WAITING,
            cwd=self._place.parent,
            env=_environment(),
        )
        late = threading.Timer(_WALL, session.kill)
        late.start()
        began = session.stdout.readline(len(READY)) == READY
        late.cancel()
        if not began:
            session.close()
            raise NoIsolation(f"no session of Deno's begins here; to make it ready again: {GET_IT}")
        return session

    def close(self) -> None:
        """Remove what was made for this sandbox alone."""
        self._own.close()


def _command(program: str, folder: str, told: Mapping[str, int], *of_v8: str) -> list[str]:
    """The words that start Deno; it may read the folder it is started in, and nothing else.

    A path here could hold a comma, which Deno would take for the end of one.
    """
    v8 = f"--v8-flags={','.join([*_OF_V8, *of_v8])}"
    words = [program, "run", *_FLAGS, "--allow-read=.", v8]
    return [*words, f"{folder}/{_PROGRAMS[0]}", json.dumps(told)]


def _environment() -> dict[str, str]:
    """All that Deno knows of this computer's settings; Windows starts nothing without some."""
    needed = ("SYSTEMROOT", "TEMP", "TMP")
    ours = {name: os.environ[name] for name in needed if name in os.environ}
    return {**ours, "DENO_DIR": str(STORE / "deno"), "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}


# --- what has to be here --------------------------------------------------------------------------


def _deno() -> str:
    """Where Deno is; `NoIsolation` if it is not installed beside this Python."""
    found = shutil.which("deno", path=sysconfig.get_path("scripts"))
    if found is None:
        raise NoIsolation("Deno is not installed")
    return found


def check_pyodide() -> None:
    """Look whether Pyodide's files are here, and as the lock has them; else `NoIsolation`."""
    for name, digest in tomllib.loads(_LOCK.read_text(encoding="utf-8"))["files"].items():
        path = STORE / _PYODIDE / name
        if not path.is_file():
            raise NoIsolation("Pyodide is not here")
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise NoIsolation(f"Pyodide's {name} is not the file that {_LOCK.name} names")


def _keep_nothing() -> None:
    """Let Deno store nothing for JavaScript, which the next session could find: a file is there."""
    place = STORE / "deno" / "location_data"
    with contextlib.suppress(PermissionError):  # where we may not write, Deno may not, either
        if place.is_dir():
            shutil.rmtree(place)
        place.parent.mkdir(exist_ok=True)
        place.touch()


def fetch() -> None:
    """Get what is missing: Deno by pip, and Pyodide by Deno; `NoIsolation` says what went wrong."""
    lock = tomllib.loads(_LOCK.read_text(encoding="utf-8"))
    try:
        program = _deno()
    except NoIsolation:
        words = ("install", "--quiet", "--require-hashes", "-r", str(_HERE / "deno.lock"))
        _run(sys.executable, "-m", "pip", *words)
        program = _deno()
    try:
        check_pyodide()
    except NoIsolation:
        STORE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=STORE) as folder:
            entry = Path(folder, "entry.mjs")
            entry.write_text(f'import "npm:{_PYODIDE}@{lock["version"]}";\n', encoding="utf-8")
            words = ("install", "--quiet", "--no-config", "--no-lock", "--node-modules-dir=none")
            _run(program, *words, "--entrypoint", str(entry), DENO_DIR=folder)
            found = {path.name: path for path in Path(folder).glob(f"npm/*/{_PYODIDE}/*/*")}
            (STORE / _PYODIDE).mkdir(exist_ok=True)
            for name in lock["files"].keys() & found.keys():
                found[name].replace(STORE / _PYODIDE / name)
        check_pyodide()


def _run(*words: str, **environment: str) -> None:
    """Run this; a `NoIsolation` with what it said last if it fails."""
    done = subprocess.run(  # noqa: S603 - pip and Deno, with our own words
        words,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    if done.returncode:
        [*_, last] = (done.stderr or done.stdout).strip().splitlines() or ["it gave no reason"]
        raise NoIsolation(f"{Path(words[0]).stem} could not fetch it: {last[:300]}")


# --- the memory that sessions start from ----------------------------------------------------------


def _image(course: Path, program: str, own: contextlib.ExitStack, away: Sequence[str]) -> Path:
    """The folder that sessions start from, made where there is none for this course yet."""
    index, contents = _packed(course, away)
    programs = [(_HERE / name).read_bytes() for name in _PROGRAMS]
    digest = hashlib.sha256(_LOCK.read_bytes())
    for part in (index, contents, *programs, distribution("deno").version.encode()):
        digest.update(hashlib.sha256(part).digest())
    name = f"image-{digest.hexdigest()[:16]}"
    store = STORE
    if (store / name).is_dir():
        return store / name
    if not os.access(store, os.W_OK):
        store = Path(own.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        shutil.copytree(STORE / _PYODIDE, store / _PYODIDE)
    _remove_old(store)
    with tempfile.TemporaryDirectory(dir=store, ignore_cleanup_errors=True) as temporary:
        work = Path(temporary)
        for file, data in zip(_PROGRAMS, programs, strict=True):
            (work / file).write_bytes(data)
        (work / "files.json").write_bytes(index)
        (work / "files").write_bytes(contents)
        try:
            done = subprocess.run(  # noqa: S603 - Deno, and our own program
                _command(
                    program, work.name, {"image": True, "memory": 2048 * MB, "cpu": _PATIENCE}
                ),
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=store,
                env=_environment(),
                timeout=_WALL,
            )
        except subprocess.TimeoutExpired:
            late = f"Deno is here, but no Python began in it within {_WALL // 60} minutes"
            raise NoIsolation(late) from None
        if done.returncode or not done.stdout:
            said = done.stderr.decode(errors="replace").strip()
            raise NoIsolation(f"Deno is here, but no Python begins in it: {said[-500:]}")
        (work / "image").write_bytes(done.stdout)
        with contextlib.suppress(OSError):  # somebody else has just made it
            work.rename(store / name)
    return store / name


def _remove_old(store: Path) -> None:
    """Remove what was made for courses as they were more than a week ago."""
    for folder in store.glob("image-*"):
        if folder.stat().st_mtime < time.time() - _WEEK:
            shutil.rmtree(folder, ignore_errors=True)


def _packed(course: Path, away: Sequence[str]) -> tuple[bytes, bytes]:
    """What a session sees: a list of its files with their sizes, and all that is in them."""
    found = sorted([*_of_course(course, away), *_of_packages()])
    told = {
        "env": {
            "COURSE_GRADING": "1",
            "HOME": HOME,
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
        },
        "files": [(path, len(data)) for path, data in found],
        "program": {"image": f"{_FIRST}; {_RUN.format('prepare')}", "session": _RUN.format("live")},
    }
    return json.dumps(told).encode(), b"".join(data for _, data in found)


def _of_course(course: Path, away: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The rooms that students have, by the paths where a session finds them."""
    for name, place in rooms.as_they_are(course, away).items():
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                inside = path.relative_to(place).as_posix()
                yield (
                    f"{COURSE}/{name}" + (f"/{inside}" if path != place else ""),
                    path.read_bytes(),
                )
    for name, data in rooms.changed_files(course, away).items():
        yield f"{COURSE}/{name}", data


def _of_packages() -> Iterator[tuple[str, bytes]]:
    """The files of the packages, but for what was compiled for this computer."""
    for name in _PACKED:
        with contextlib.suppress(PackageNotFoundError):  # each IPython needs others of them
            for file in distribution(name).files or ():
                compiled = file.suffix in {".so", ".pyd", ".pyc"}
                path = file.locate()
                if ".." not in file.parts and not compiled and Path(path).is_file():
                    yield f"{_PACKAGES}/{file.as_posix()}", Path(path).read_bytes()
