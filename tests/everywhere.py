# ruff: noqa: T201 - it says how far it is
"""Runs the core tests in 20 surroundings, and writes the page that says where the course works.

    make everywhere                       all of them, which takes about half an hour
    make everywhere ARGS="3.15 lowest"    those whose names have all these words
    make everywhere ARGS=--list           their names

Each cell is a bare machine: Python and no other program, an ordinary user, and no network once the
packages are there. Bubblewrap makes it, so this runs on Linux. Root gets a Debian of its own for
each Python that Debian has, by `debootstrap`; they are kept in dist/everywhere until somebody
deletes them. Otherwise the Python is one of this machine, with all programs but a shell hidden.
What can't be had here gets a row that says so.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.on_another_python import python_of  # noqa: E402 - found only once ROOT is on the path

WORK = ROOT / "dist" / "everywhere"
PAGE = ROOT / "course_tools" / "site" / "pages" / "everywhere.md"

DEBIANS = {"3.11": "bookworm", "3.13": "trixie", "3.14": "testing", "3.15": "testing"}
"""The Debian that has this Python."""
PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]

PACKAGES = {
    "locked": ["--constraint", "requirements.lock"],
    "lowest": ["--resolution", "lowest-direct"],
    "newest": [],
}
"""Which versions are installed, and how uv is told."""

SURROUNDINGS = {
    "plain": "a plain folder",
    "folder": "a folder called `Käse und Brot/course ü`",
    "home": "a home that can't be written to",
    "locale": "`LANG=C` and umask 077",
    "all": "all three at once",
}

CORE = """
alphabeta check_game checks checks_terminal deepening doctor every_game explanations from_functions
games_by_name games_of_rows havannah known_positions lesson_00 lesson_01 lesson_02 lesson_03
lesson_04 lesson_05 lesson_06 lesson_07 lesson_08 mcts minimax notebooks play predict proofs record
search_sentences small_games students table three_musketeers tournament views_boards views_export
views_layout views_pictures views_player views_playing views_plots views_trees watch_boards
watch_passes watch_phases watch_trace watched
"""
"""The files of tests for what lessons use: games, searches, boards and checks."""

SHORT = """
not every_answer_of_the_bank and not what_students_get_is_what and not the_first_example_is_as
"""
"""Which of these tests run: all but those that judge each known answer, or solve Connect Four
without a compiler, for a minute and more."""

LESSON = "solutions/00_start_here/00_start_here.ipynb"

EXTRAS = ["lab", "plots", "teach"]
TOOLS = """
hatchling hypothesis jupytext nbclient nbformat notebook pytest pytest-timeout pytest-xdist
"""
"""What the core tests need beside the extras of teachers and students."""

COMPILED = ["matplotlib", "numpy", "pillow", "resvg_py", "tornado"]
"""Not to be compiled: of these, the lowest version is the lowest that has a build."""

PASSED_ON = re.compile(r"(UV|PIP|SSL|REQUESTS)_\w+|https?_proxy|no_proxy", re.IGNORECASE)
"""Variables that say how packages are fetched here; only the set-up sees them."""

MINUTES = 40
"""How long a command may take."""

BEGIN, END = "<!-- measured -->", "<!-- end -->"
"""Where on the page the table stands; the rest of it is written by hand."""


@dataclass(frozen=True)
class Cell:
    """One surrounding in which the tests run."""

    python: str
    packages: str
    surroundings: str = "plain"

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return f"{self.python}-{self.packages}-{self.surroundings}"


CELLS = [
    *(Cell(python, packages) for python in PYTHONS for packages in PACKAGES),
    Cell("3.11", "locked", "folder"),
    Cell("3.12", "locked", "locale"),
    Cell("3.13", "locked", "home"),
    Cell("3.14", "locked", "all"),
    Cell("3.15", "newest", "all"),
]


@dataclass(frozen=True)
class Row:
    """What came of a cell, as its line in the table says it."""

    cell: Cell
    result: str
    day: str = ""
    system: str = ""
    version: str = ""
    seconds: int = 0

    @property
    def failed(self) -> bool:
        """Whether tests or the set-up went wrong; what was not run has not failed."""
        return not re.match(r"not run|[\d,]+ passed", self.result)

    @property
    def line(self) -> str:
        """The row as Markdown."""
        cell = self.cell
        where, took = SURROUNDINGS[cell.surroundings], f"{self.seconds}" if self.seconds else ""
        first = (self.version or cell.python, self.system, cell.packages, where)
        return f"| {' | '.join([*first, self.result, took, self.day])} |"


class NotHere(Exception):
    """A cell that can't be run on this machine, and why."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the chosen cells and write the page; 1 if anything failed, 2 if nothing is chosen."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", help="run the cells whose names have all these words")
    parser.add_argument("--list", action="store_true", help="print the names of the cells")
    arguments = parser.parse_args(words)
    chosen = [each for each in CELLS if set(arguments.words) <= set(each.name.split("-"))]
    if not chosen:
        print(f"No cell has all of these words: {' '.join(arguments.words)}", file=sys.stderr)
        return 2
    if arguments.list:
        print(*(each.name for each in chosen), sep="\n")
        return 0
    failures = 0
    for cell in chosen:
        if cell.python in DEBIANS and may_make_debians():
            debian(DEBIANS[cell.python])  # here, and not in two threads at once
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(measured, cell) for cell in chosen]
        for number, future in enumerate(as_completed(running), 1):
            row = future.result()
            failures += row.failed
            print(f"[{number}/{len(chosen)}] {row.cell.name}: {row.result}", end=", ")
            print(f"{row.seconds} CPU seconds", flush=True)
            # At once, so that what was measured is there when the rest is interrupted.
            text = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(page(text, [*rows(text), row]), encoding="utf-8")
    print(f"{failures} of {len(chosen)} failed. The table is in {PAGE.relative_to(ROOT)}.")
    return int(failures > 0)


def measured(cell: Cell) -> Row:
    """Set up this cell, run the tests there, and say what came of it."""
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    try:
        box = Box.of(cell)
    except NotHere as why:
        return Row(cell, f"not run: {why}", day)
    shutil.rmtree(box.folder, ignore_errors=True)
    copy_course(box.course)
    for command in set_up(cell, box.python):
        done = box.run(*command, network=True)
        if done.returncode:
            box.keep(done)
            return Row(cell, f"no set-up: {tail(done)}", day, box.system, "", box.seconds)
    version = box.run(".venv/bin/python", "--version").stdout.strip().removeprefix("Python ")
    files = [f"tests/test_{name}.py" for name in CORE.split()]
    options = ("-q", "-p", "no:cacheprovider")
    chosen = ["-m", "not slow", "-k", SHORT.strip()]
    if cell.packages != "locked":
        # Old packages warn of new ones, and new ones of what comes: nothing that we could change.
        chosen += ["-W", "default"]
    done = box.run(".venv/bin/python", "-m", "pytest", *options, *chosen, *files, "course_lib")
    result = verdict(done)
    if done.returncode == 0:
        written = ("--execute", "--to", "notebook", "--output-dir", str(box.folder / "ran"))
        done = box.run(".venv/bin/python", "-m", "nbconvert", *written, LESSON)
        if done.returncode:
            result = f"the lesson stopped: {tail(done)}"
    row = Row(cell, result, day, box.system, version, box.seconds)
    if row.failed:
        box.keep(done)
    else:
        shutil.rmtree(box.folder)
    return row


def set_up(cell: Cell, python: str) -> Iterator[list[str]]:
    """The commands that install what the core tests need, in the cell's versions."""
    yield ["uv", "venv", "--quiet", "--clear", "--python", python, ".venv"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tools = [
        line
        for line in project["optional-dependencies"]["dev"]
        if re.split(r"[<>=]", line)[0] in TOOLS.split()
    ]
    unbuilt = [word for name in COMPILED for word in ("--only-binary", name)]
    install = ["uv", "pip", "install", "--quiet", "--python", ".venv/bin/python"]
    yield [*install, *PACKAGES[cell.packages], *unbuilt, "-e", f".[{','.join(EXTRAS)}]", *tools]


def verdict(done: subprocess.CompletedProcess[str]) -> str:
    """How many tests passed and were left out, or which failed, from what pytest printed."""
    counts = {
        what: int(count)
        for count, what in re.findall(r"(\d+) (passed|skipped|failed|errors?)\b", closing(done))
    }
    if done.returncode == 0 and counts.get("passed"):
        skipped = f", {counts['skipped']} left out" if counts.get("skipped") else ""
        return f"{counts['passed']:,} passed{skipped}"
    failed = [
        test or file
        for file, test in re.findall(
            r"^(?:FAILED|ERROR) (?:\S*/)?(\w+\.py)(?:::(\w+))?", done.stdout, re.MULTILINE
        )
    ]
    if not failed:
        return f"no verdict: {tail(done)}"
    names = [f"`{name}`" for name in dict.fromkeys(failed)]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{len(failed)} failed: {', '.join(names[:3])}{more}"


def closing(done: subprocess.CompletedProcess[str]) -> str:
    """The last line that was printed."""
    return (done.stdout.strip().splitlines() or [""])[-1]


def tail(done: subprocess.CompletedProcess[str]) -> str:
    """The last words of a command that went wrong, short enough for a table."""
    lines = (done.stdout + done.stderr).strip().splitlines() or ["nothing was printed"]
    return lines[-1].strip().replace("|", "/")[:120]


@dataclass
class Box:
    """A bare machine in which commands run: its system, Python and folder."""

    cell: Cell
    base: Path
    """The folder that is `/` inside."""
    python: str
    system: str
    seconds: int = 0

    @classmethod
    def of(cls, cell: Cell) -> Box:
        """The box of this cell; `NotHere` says why it can't be made."""
        for program in ("bwrap", "uv"):
            if which(program) is None:
                raise NotHere(f"{program} is not installed")
        suite = DEBIANS.get(cell.python)
        if suite and may_make_debians():
            base = debian(suite)
            if isinstance(base, NotHere):
                raise base
            python = f"/usr/bin/python{cell.python}"
            if not (base / python.lstrip("/")).exists():
                raise NotHere(f"Debian {suite} has no Python {cell.python}")
            release = base / "etc" / "os-release"
        else:
            base, release = Path("/"), Path("/etc/os-release")
            found = python_of(cell.python)
            if found is None:
                raise NotHere(f"there is no Python {cell.python} here")
            python = found
        system = platform.system()
        with contextlib.suppress(OSError):  # only some systems have this file
            system = re.findall(r'^PRETTY_NAME="(.*)"', release.read_text(), re.MULTILINE)[0]
        if base == Path("/"):
            system += ", programs hidden"
        return cls(cell, base, python, system)

    @property
    def folder(self) -> Path:
        """Where all that is this cell's lies, inside as outside."""
        return WORK / "cells" / self.cell.name

    @property
    def course(self) -> Path:
        """The copy of the course."""
        hostile = self.cell.surroundings in {"folder", "all"}
        return self.folder / ("Käse und Brot/course ü" if hostile else "course")

    def keep(self, done: subprocess.CompletedProcess[str]) -> None:
        """Write what went wrong into the cell's folder, which stays."""
        log = self.folder / "log"
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
        print(f"{self.cell.name}: see {log.relative_to(ROOT)}", flush=True)

    def run(self, *command: str, network: bool = False) -> subprocess.CompletedProcess[str]:
        """What came of this command in the box."""
        umask = 0o077 if self.cell.surroundings in {"locale", "all"} else 0o022
        # Only the shell inside can say what all that it started has computed.
        counted = ["sh", "-c", '"$@"; code=$?; times >"$0"; exit $code', str(self.folder / "times")]
        try:
            done = subprocess.run(
                [*self.words(network=network), *counted, *command],
                check=False,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                umask=umask,
                timeout=60 * MINUTES,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 1, "", f"not done in {MINUTES} minutes")
        self.seconds += cpu_seconds(self.folder / "times")
        return done

    def words(self, *, network: bool) -> list[str]:
        """The words of bubblewrap: what the command may see, and as whom it runs."""
        home, cache, programs = self.folder / "home", WORK / "cache", self.folder / "programs"
        for each in (home, cache, programs):
            each.mkdir(parents=True, exist_ok=True)
        if not (programs / "sh").is_symlink():
            (programs / "sh").symlink_to("/bin/sh")
        (self.base / WORK.relative_to("/")).mkdir(parents=True, exist_ok=True)
        words = ["bwrap", "--ro-bind", str(self.base), "/", "--proc", "/proc", "--dev", "/dev"]
        words += ["--tmpfs", "/tmp"]  # noqa: S108 - the box's own
        shown = WORK if network else self.folder
        words += ["--bind", str(shown), str(shown)]
        if self.cell.surroundings in {"home", "all"}:
            words += ["--ro-bind", str(home), str(home)]
        words += ["--unshare-user", "--uid", "1000", "--gid", "1000", "--unshare-pid"]
        words += ["--die-with-parent", "--clearenv", "--chdir", str(self.course)]
        bare = self.base != Path("/")
        variables = {
            "HOME": str(home),
            "LANG": "C" if self.cell.surroundings in {"locale", "all"} else "C.UTF-8",
            "PATH": "/usr/bin:/bin" if bare else str(programs),
        }
        if network:
            uv = str(which("uv"))
            words += [*self.fetching(), "--ro-bind", uv, str(touched(programs / "uv"))]
            variables["PATH"] += f":{programs}"
            variables |= {name: each for name, each in os.environ.items() if PASSED_ON.match(name)}
            variables["UV_CACHE_DIR"] = str(cache)
        else:
            words += ["--unshare-net"]
        for name, value in variables.items():
            words += ["--setenv", name, value]
        return words

    def fetching(self) -> Iterator[str]:
        """The words that show the files of this machine without which nothing can be fetched."""
        if self.base == Path("/"):
            return
        for place in ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/pip.conf", "/etc/uv"):
            if Path(place).exists():
                inside = self.base / place.lstrip("/")
                if Path(place).is_dir():
                    inside.mkdir(exist_ok=True)
                else:
                    touched(inside)
                yield from ("--ro-bind", os.path.realpath(place), place)


def may_make_debians() -> bool:
    """Whether this is root, with debootstrap."""
    return os.geteuid() == 0 and which("debootstrap") is not None


@cache
def debian(suite: str) -> Path | NotHere:
    """A folder with this Debian and its Pythons and little else, or why it can't be made."""
    folder = WORK / "debian" / suite
    if folder.exists():
        return folder
    print(f"Making a Debian {suite}...", flush=True)
    versions = [python for python, each in DEBIANS.items() if each == suite]
    wanted = ",".join(f"python{version}-venv" for version in versions)
    half = folder.with_name(f"{suite}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.parent.mkdir(parents=True, exist_ok=True)
    command = ["debootstrap", "--variant=minbase", f"--include={wanted}", suite, str(half)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        return NotHere(f"debootstrap {suite}: {tail(done)}")
    half.rename(folder)
    return folder


def copy_course(folder: Path) -> None:
    """Put a fresh copy of what git knows, or would if it were added, into this folder."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    shutil.rmtree(folder, ignore_errors=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def rows(text: str) -> list[Row]:
    """The rows of the table on this page, of cells that there still are."""
    cells = {(each.python, each.packages, SURROUNDINGS[each.surroundings]): each for each in CELLS}
    found = []
    for line in re.findall(r"^\| 3\.\d.*\|$", text, re.MULTILINE):
        version, system, packages, where, result, took, day = (
            part.strip() for part in line[1:-1].split("|")
        )
        cell = cells.get((".".join(version.split(".")[:2]), packages, where))
        if cell:
            version = "" if version == cell.python else version
            found.append(Row(cell, result, day, system, version, int(took or 0)))
    return found


def page(text: str, measurements: Iterable[Row]) -> str:
    """The page, with the last measurement of each cell in its table."""
    last = {row.cell: row for row in measurements}
    table = [last.get(cell, Row(cell, "not run yet")) for cell in CELLS]
    ran = [row for row in table if row.system]
    days = sorted({row.day for row in ran})
    when = f" Measured on {' to '.join(dict.fromkeys((days[0], days[-1])))}." if days else ""
    minutes = round(sum(row.seconds for row in ran) / 60)
    failed = sum(row.failed for row in ran)
    summary = (
        f"{len(table)} surroundings: all tests passed in {len(ran) - failed}, some failed in"
        f" {failed}, and {len(table) - len(ran)} were not run.{when}"
        f" The whole table took {minutes} minutes of computing."
    )
    head = "| Python | system | packages | where | result | CPU seconds | measured |"
    rule = "| --- | --- | --- | --- | --- | --- | --- |"
    lines = "\n".join([summary, "", head, rule, *(row.line for row in table)])
    start, before, rest = text.partition(BEGIN)
    _, after, end = rest.partition(END)
    return f"{start}{before}\n{lines}\n{after}{end}"


def which(program: str) -> str | None:
    """Where this program is: beside this Python, or on the path."""
    return shutil.which(program, path=str(Path(sys.executable).parent)) or shutil.which(program)


def cpu_seconds(times: Path) -> int:
    """The sum of what a shell's `times` wrote into this file."""
    spent = re.findall(r"(\d+)m([\d.]+)s", times.read_text(encoding="utf-8"))
    return round(sum(60 * int(minutes) + float(seconds) for minutes, seconds in spent))


def touched(path: Path) -> Path:
    """This file, which is there now: something to lay another one over."""
    path.touch()
    return path


if __name__ == "__main__":
    sys.exit(main())
