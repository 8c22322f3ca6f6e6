"""Runs the tests that a change reaches: `make test`, and with the long ones, `make night`.

The tests of a file are run in a process of their own, which notes what of the project it reads, as
does every Python that it starts (`reads.py`). A result is kept, in `.venv`, with the contents of
all that was read, and whether it is there where no more was asked; while these are what they were,
the tests are as green as they were. Four kinds of notes stand for more than a file: a folder that
was listed, or holds data that were read, stands for the names in it; one that a link leads to for
all that it holds; a sandbox for all that it may show; and a program of which we don't know what it
reads for everything, the commit included. A change of `WORLD` begins anew.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache, cached_property
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import reads

ROOT = Path(__file__).resolve().parent.parent
WORLD = ("pyproject.toml", "requirements.lock", "Makefile", ".ci/", "tests/conftest.py")
WORLD += ("tests/fit.py", "tests/reads.py", "course_lib/views/letters/")
"""What changes everything; the letters are read by what draws pictures, unheard by Python."""

SEALED = {"chromium", "firefox", "node", "npm", "dot", "ffmpeg", "ffprobe", "pandoc", "pdflatex"}
SEALED |= {"uname", "pagefind", "fc-list", "git log"}
"""Programs that read nothing of the project by themselves; git tells a commit's date alone."""
SANDBOXES = {"bwrap", "deno"}
SHOWN = ("course_lib/", "course_tools/grader/", "autograder_tests/")
"""What a sandbox may show to those inside, who can't tell us what they read."""
UNSEEN = ("__pycache__", ".venv", ".git", ".pytest_cache", ".mypy_cache", ".ruff_cache")
UNSEEN += (".hypothesis", "dist")
"""Folders made by tools. What is in them follows from the rest."""
EVERYTHING, NAMES = "*", "the names of all files"
KEPT = 5
"""So many results of the same tests are kept, for somebody who goes to and fro."""


MISSING = "missing program: "
"""So begins the reason of a test that was left out, where a program is missing."""
BAD = ("failure", "error")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tests of a night</title>
<style>body {{ font: 1rem/1.4 sans-serif; margin: 2rem }} td, th {{ padding: 0 1rem 0 0;
text-align: left; vertical-align: top }} td:nth-child(3), td:nth-child(4) {{ text-align: right }}
</style><h1>Tests of a night</h1><p>{}</p><table>
{}</table></html>
"""


class Tree:
    """The files of the project as they are now."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.digest = cache(self._digest)

    @cached_property
    def files(self) -> list[str]:
        """All that git knows, or would if it were added; without git all that there are."""
        words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        try:
            done = subprocess.run(words, cwd=self.root, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            found = (path for path in self.root.rglob("*") if path.is_file())
            names = (path.relative_to(self.root).as_posix() for path in found)
            return sorted(name for name in names if name.partition("/")[0] not in UNSEEN)
        return sorted({*os.fsdecode(done.stdout).split("\0")} - {""})

    def _digest(self, name: str) -> str:
        """A fingerprint of a file, of the names in a folder, or of everything; "" of nothing."""
        path = self.root / name
        if name == EVERYTHING:
            words = ["git", "rev-parse", "HEAD"]
            done = subprocess.run(words, cwd=self.root, capture_output=True, check=False)
            return self.all_of(self.files, done.stdout)
        if name == NAMES:
            return hashlib.sha256("\n".join(self.files).encode()).hexdigest()[:20]
        if name.endswith("**"):
            inside = name.removesuffix("**")
            return self.all_of(each for each in self.files if each.startswith(inside))
        if name.endswith("?"):
            there = path.with_name(path.name[:-1])
            return "folder" if there.is_dir() else "file" * there.exists()
        if name.endswith("/"):
            try:
                listed = sorted(each.name for each in path.iterdir() if each.name not in UNSEEN)
            except OSError:
                return ""
            return "\n".join(listed) and hashlib.sha256("\n".join(listed).encode()).hexdigest()[:20]
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest()[:20]
        except OSError:
            return ""

    def all_of(self, names: Iterable[str], more: bytes = b"") -> str:
        """One fingerprint for these files."""
        lines = [f"{name} {self.digest(name)}" for name in names]
        return hashlib.sha256("\n".join(lines).encode() + more).hexdigest()[:20]

    @cached_property
    def world(self) -> str:
        """A fingerprint of what all tests stand on."""
        from course_lib.commands.doctor import PROGRAMS, find

        programs = [f"{name} {find(name)}" for name in PROGRAMS]
        installed = sorted(f"{one.name} {one.version}" for one in distributions())
        about = [sys.version, platform.platform(), os.environ.get("CI", ""), *programs, *installed]
        names = [name for name in self.files if name.startswith(WORLD)]
        return self.all_of(names, "\n".join(about).encode())


def everything_noted(notes: Iterable[str]) -> set[str]:
    """What these lines of `reads.py` stand for: files, folders, whole trees, or everything."""
    noted = set()
    for line in filter(None, notes):
        if line.startswith("!"):
            if line[1:] in SANDBOXES:
                noted |= {f"{folder}**" for folder in SHOWN}
            elif line[1:] not in SEALED:
                noted.add(NAMES if line == "!git ls-files" else EVERYTHING)
            continue
        folder, cached, name = line.rpartition("__pycache__/")
        if (cached and not name) or line.endswith(("__pycache__?", "pyc?")):
            continue
        name = f"{name.partition('.')[0]}.py" if cached else name
        if (folder + name).partition("/")[0].rstrip("?") in UNSEEN or (folder + name).startswith(
            WORLD
        ):
            continue
        noted.add(folder + name)
        if not name.endswith((".py", "/", "?", "*")):
            noted.add(f"{(folder + name).rpartition('/')[0] or '.'}/")
    return {name for name in noted if not name.endswith("?") or name[:-1] not in noted}


def ignored_in(settings: Path) -> set[str]:
    """The files that pytest is told to ignore, which it doesn't where it is given their names."""
    if not settings.exists():
        return set()
    tools = tomllib.loads(settings.read_text(encoding="utf-8"))["tool"]
    words = tools.get("pytest", {}).get("ini_options", {}).get("addopts", [])
    return {word.removeprefix("--ignore=") for word in words if word.startswith("--ignore=")}


class Unit(NamedTuple):
    """Tests that run in one process: those of a file, or of files that share what takes long."""

    name: str
    files: tuple[str, ...]
    slow: bool = False


def units(tree: Tree, *, slow: bool = False) -> Iterator[Unit]:
    """All tests of the project; with `slow` the long ones alone."""
    groups: dict[str, list[str]] = {}
    ignored = ignored_in(tree.root / "pyproject.toml")
    for name in tree.files:
        path = tree.root / name
        folder, _, file = name.rpartition("/")
        if name.startswith("tests/") and re.fullmatch(r"test_\w+\.py", file):
            text = path.read_text(encoding="utf-8")
            if slow and "slow" not in text:
                continue
            group = re.search(r'xdist_group\("([^"]+)"\)', text)
            groups.setdefault(f"tests/{group[1]}" if group else name, []).append(name)
        elif name in ignored:
            continue
        elif name.startswith(("course_lib/", "course_tools/")) and file.endswith(".py"):
            package = f"{folder}/__init__.py"  # first, as its modules are to be those it imports
            if not slow and ">>> " in path.read_text(encoding="utf-8"):
                group = groups.setdefault(f"{folder}/*.py", [package])
                group += [name] if name != package else []
        elif name == "README.md" and not slow:
            groups[name] = [name]
    for name, files in groups.items():
        yield Unit(name, tuple(files), slow)


class Result(NamedTuple):
    """What became of a unit's tests."""

    world: str
    read: dict[str, str]
    """What was read, with its fingerprint."""
    tests: dict[str, tuple[str, float, str]]
    """For each test `passed`, `skipped`, `failure` or `error`, its seconds, and why no more."""
    seconds: float
    when: str
    green: bool
    since: str = ""
    """When it became what it is, red or green."""
    tries: int = 1

    def holds(self, tree: Tree) -> bool:
        """Whether these tests were green, and all that they read is what it was."""
        same = (tree.digest(name) == digest for name, digest in self.read.items())
        return self.green and self.world == tree.world and all(same)

    def count(self, kind: str = "passed") -> int:
        """How many tests passed, or were left out."""
        return sum(test[0] == kind for test in self.tests.values())


class Store:
    """Results, by unit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, unit: Unit) -> Path:
        """Where a unit's results are."""
        name = re.sub(r"\W+", "-", unit.name).strip("-")
        return self.folder / f"{name}{'-slow' * unit.slow}.json"

    def results(self, unit: Unit) -> list[Result]:
        """What is kept, the newest first."""
        try:
            return [Result(**each) for each in json.loads(self.path(unit).read_text("utf-8"))]
        except (OSError, ValueError, TypeError):
            return []

    def held(self, unit: Unit, tree: Tree) -> Result | None:
        """A result of these very files, if there is one."""
        return next((one for one in self.results(unit) if one.holds(tree)), None)

    def keep(self, unit: Unit, result: Result) -> None:
        """Put this result before the others, but for red ones and those of the same files."""
        others = [one for one in self.results(unit) if one.green and one.read != result.read]
        lines = [one._asdict() for one in [result, *others][:KEPT]]
        temporary = self.path(unit).with_suffix(".new")
        temporary.write_text(json.dumps(lines), encoding="utf-8")
        temporary.replace(self.path(unit))


def run(unit: Unit, root: Path, world: str) -> tuple[Result, str]:
    """Run these tests in a process of their own; the result, and what pytest printed."""
    with tempfile.TemporaryDirectory() as folder:
        notes, report = Path(folder, "notes"), Path(folder, "report.xml")
        notes.touch()
        # Some tests start programs as somebody else, who has to be able to write notes.
        Path(folder).chmod(0o755)
        notes.chmod(0o666)
        hook = Path(reads.__file__).resolve()
        environment = os.environ | {reads.VARIABLE: f"{hook}\n{root}\n{notes}"}
        words = ["-q", "-m", "slow" if unit.slow else "not slow", f"--junitxml={report}"]
        began, start = time.time(), time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words, *unit.files],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        seconds = time.perf_counter() - start
        tree = Tree(root)  # what it is now
        names = everything_noted(notes.read_text("utf-8", errors="surrogateescape").split("\n"))
        result = Result(
            world,
            {
                name: "changed" if changed_since(root / name, began) else tree.digest(name)
                for name in sorted(names)
            },
            dict(outcomes(report)) if report.exists() else {},
            round(seconds, 2),
            time.strftime("%Y-%m-%d %H:%M"),
            done.returncode in (0, 5),  # 5: there was nothing to run
        )
    return result, done.stdout


def changed_since(path: Path, moment: float) -> bool:
    """Whether somebody wrote into this file meanwhile, so that nobody knows what was read."""
    try:
        return path.is_file() and path.stat().st_mtime > moment
    except OSError:
        return False


def outcomes(report: Path) -> Iterator[tuple[str, tuple[str, float, str]]]:
    """What pytest wrote of each test."""
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own pytest wrote it
        name = f"{case.get('classname')}.{case.get('name')}"
        kind = next((child.tag for child in case if child.tag in ("failure", "error")), "passed")
        skipped = case.find("skipped")
        why = "" if skipped is None else str(skipped.get("message"))
        yield name, ("skipped" if why else kind, float(case.get("time", 0)), why)


def install_hook() -> None:
    """Let each Python of this environment look whether it shall note what it reads."""
    place = Path(sysconfig.get_path("purelib"), "course_tests.pth")
    if not place.exists() or place.read_text("utf-8") != reads.LINE:
        place.write_text(reads.LINE, encoding="utf-8")


def ran(todo: list[Unit], root: Path, store: Store, tries: int) -> Iterator[tuple[Unit, Result]]:
    """Each of these with its result, as soon as it is there; what is red may be tried again."""
    world = Tree(root).world

    def attempts(unit: Unit) -> tuple[Unit, Result, str]:
        before = next(iter(store.results(unit)), None)
        tried, green = 0, False
        while tried < tries and not green:
            tried += 1
            result, said = run(unit, root, world)
            green = result.green
        same = before is not None and before.green == result.green
        since = before.since if same else result.when
        return unit, result._replace(tries=tried, since=since), said

    with ThreadPoolExecutor(min(4, 2 * (os.cpu_count() or 1))) as pool:
        waiting = [pool.submit(attempts, unit) for unit in todo]
        try:
            for done in as_completed(waiting):
                unit, result, said = done.result()
                store.keep(unit, result)
                if not result.green:
                    print(f"\n{'=' * 20} {unit.name}\n{said}", flush=True)
                yield unit, result
        finally:
            pool.shutdown(cancel_futures=True)


def lines_of_skipped(reasons: Iterable[str]) -> Iterator[str]:
    """One line for each group of tests that did not run: how many, why, and how to get them."""
    from course_lib.commands.doctor import how_to_get

    for reason, count in sorted(Counter(reasons).items()):
        tests = "1 test" if count == 1 else f"{count} tests"
        name, _, why = reason.removeprefix(MISSING).partition(": ")
        if reason.startswith(MISSING):
            yield f"{tests} did not run, because {why}. To get it: {how_to_get(name)}"
        else:
            yield f"{tests} did not run: {reason}"


def write_page(path: Path, every: list[Unit], results: dict[Unit, Result]) -> None:
    """The page of a night: what is red, and since when; what was green only when tried again."""
    rows = []
    for unit in every:
        one = results.get(unit)
        state = "not yet" if one is None else "green" if one.green else "red"
        if one and one.tries > 1 and one.green:
            state = f"green when tried {one.tries} times"
        kinds = {"red": 0, "not yet": 2, "green": 3}
        red = [] if one is None else [n for n, t in one.tests.items() if t[0] in BAD]
        cells = [unit.name + ", the long ones" * unit.slow, state]
        cells += (
            ["", "", "", ""]
            if one is None
            else [
                str(one.count()),
                f"{one.seconds:.1f}",
                one.since,
                " ".join(red),
            ]
        )
        rows.append((kinds.get(state, 1), cells))
    rows.sort(key=lambda row: row[0])
    head = ("tests", "", "passed", "seconds", "since", "red")
    text = "".join(
        f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>\n"
        for tag, cells in [("th", head), *(("td", cells) for _, cells in rows)]
    )
    count = Counter(cells[1].partition(" when")[0] for _, cells in rows)
    path.parent.mkdir(exist_ok=True)
    path.write_text(PAGE.format(", ".join(f"{n} {s}" for s, n in count.items()), text), "utf-8")


def main(words: list[str], root: Path = ROOT) -> int:
    """0 if all tests are green, those that ran and those that did not have to."""
    parser = argparse.ArgumentParser(prog="fit.py")
    parser.add_argument("--all", action="store_true", help="run also what is green as it is")
    parser.add_argument("--night", action="store_true", help="the long ones, too, and a page")
    chosen = parser.parse_args(words)
    began = time.perf_counter()
    install_hook()
    tree, store = Tree(root), Store(root / ".venv" / "tests")
    every = [*units(tree), *(units(tree, slow=True) if chosen.night else ())]
    results = {} if chosen.all else {one: held for one in every if (held := store.held(one, tree))}
    left_out = sum(map(Result.count, results.values()))
    todo = [one for one in every if one not in results]
    if not chosen.night:  # what takes longest first, so that nobody waits for it at the end
        todo.sort(key=lambda one: -max((r.seconds for r in store.results(one)), default=99))
    page = root / "dist" / "night.html"
    if chosen.night:
        write_page(page, every, results)
    for unit, result in ran(todo, root, store, 3 if chosen.night else 1):
        results[unit] = result
        if sys.stdout.isatty() or chosen.night:
            print(
                f"{len(results):4} of {len(every)} {result.seconds:7.1f} s  {unit.name}", flush=True
            )
        if chosen.night:
            write_page(page, every, results)
    tests = [test for result in results.values() for test in result.tests.values()]
    print(*lines_of_skipped(why for kind, _, why in tests if kind == "skipped"), sep="\n")
    red = [unit.name for unit, result in results.items() if not result.green]
    # As pytest ends, which many a program looks for.
    ran_now = Counter(test[0] for one in todo for test in results[one].tests.values())
    counts = (("failed", BAD), ("passed", ("passed",)), ("skipped", ("skipped",)))
    said = [(sum(ran_now[kind] for kind in kinds), word) for word, kinds in counts]
    told = ", ".join(f"{count} {word}" for count, word in said if count) or "no tests ran"
    print(f"===== {told} in {time.perf_counter() - began:.2f}s =====")
    if left_out:
        print(f"{left_out} were green with these very files: make test ALL=1 runs them again.")
    if red:
        print("Red:", *red)
    return 1 if red else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # for what the course knows of programs
    raise SystemExit(main(sys.argv[1:]))
