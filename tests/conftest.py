"""What all tests share: how a test says which program it needs, and what happens without it.

`--bare` hides all these programs: it is how the tests run on a machine that has none of them.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bare import is_marked, path_without
from fit import MISSING, lines_of_skipped

from course_lib.commands.doctor import PROGRAMS, find, how_to_get

_modules: dict[str, Any] = sys.modules
# What nbformat imports builds a grammar of internet addresses, for seconds and for no notebook.
_modules.setdefault("rfc3987_syntax", None)


def unusable(names: str) -> str | None:
    """Why this program, or each of "one or another", can't be used here; `None` if one can."""
    reasons = list(map(_unusable, names.split(" or ")))
    return None if None in reasons else ", and ".join(map(str, reasons))


@cache
def _unusable(name: str) -> str | None:
    if name not in PROGRAMS:
        known = ", ".join(PROGRAMS)
        pytest.fail(f"a test needs {name!r}, which is none of: {known}", pytrace=False)
    place = find(name)
    if place is None:
        return f"{name} is not installed"
    if name == "bubblewrap":
        # In a container it may be installed and yet have no right to make a box.
        tried = [place, "--ro-bind", "/", "/", "--unshare-net", "true"]
        if subprocess.run(tried, capture_output=True, check=False).returncode:
            return f"{name} is installed, but may not make a box here"
    if name == "deno":
        from course_tools.grader.sandbox import NoIsolation, portable

        try:
            portable.fetch()  # once, as a teacher does
        except NoIsolation as error:
            return str(error)
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make test-bare` hide the programs."""
    parser.addoption("--bare", action="store_true", help="hide chromium, dot, bubblewrap and git")


def in_ci() -> bool:
    """Whether nobody is watching, so that a test that does not run has to be a failure."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def pytest_configure(config: pytest.Config) -> None:
    """Hide the programs where that is asked, and let Ctrl-C reach what tests start.

    A shell that starts us in the background has it ignored, and every process would inherit that.
    """
    bare = config.getoption("--bare")
    if bare and not hasattr(config, "workerinput"):  # workers have the PATH of who starts them
        folder = tempfile.TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        os.environ["PATH"] = path_without(Path(folder.name))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # To look through 4,000 tests and their modules for garbage took a tenth of each worker's time.
    gc.set_threshold(20_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without the programs only those tests are loaded that may go differently then."""
    if config.getoption("--bare") and collection_path.name.startswith("test_"):
        return not is_marked(collection_path) or None
    return None


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage."""
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core, because many tests wait for a browser or a kernel."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Send tests that share what is made once for their file to one worker."""
    for item in items:
        fixtures = getattr(item, "_fixtureinfo", None)
        made = fixtures.name2fixturedefs.values() if fixtures else ()
        shared = any(each.scope == "module" for several in made for each in several)
        if shared and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out, or let it fail in CI, when a program that it needs is missing."""
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            why = unusable(name)
            if why is None:
                continue
            if in_ci() and not item.config.getoption("--bare"):
                pytest.fail(f"{why}, and in CI it has to be: {how_to_get(name)}", pytrace=False)
            pytest.skip(f"{MISSING}{name}: {why}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each group of tests that did not run: how many, why, and how to get them."""
    for line in lines_of_skipped(map(reason_of, terminalreporter.stats.get("skipped", []))):
        terminalreporter.write_line(line)


def reason_of(report: pytest.TestReport) -> str:
    """Why a test was left out."""
    where = report.longrepr
    return (where[2] if isinstance(where, tuple) else str(where)).removeprefix("Skipped: ")


class Site(NamedTuple):
    """The site as it was made for tests, and why the browser edition is not in it, if it isn't."""

    folder: Path
    without_lite: str


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The whole site, made once, with pictures in place of steppers; its tests are one group."""
    from course_tools.studio.site import lite

    try:
        lite.need_parts()
        why = ""
    except lite.NotHere as error:  # no lesson needs Node.js, and it all goes on without a network
        why = " ".join(str(error).split())
    folder = tmp_path_factory.mktemp("site") / "site"
    words = ["site", "--stills", "--no-lite" if why else "--lite", "--out", str(folder)]
    # In a process of its own: Sphinx and its theme warn each other of what is to go.
    done = subprocess.run(
        [sys.executable, "-m", "course_tools.cli", *words],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len((done.stdout + done.stderr).splitlines()) <= 40  # as README's reader sees it
    return Site(folder, why)


@pytest.fixture(scope="session")
def kept_workers() -> Iterator[Any]:
    """Processes that grade or play, with their imports and sandboxes begun, by what they do."""
    from course_tools.workers import Processes

    class Kept(Processes):
        """Processes that go on when the grader who has used them is done."""

        def close(self) -> None:
            """Leave them to the next test."""

    kept = cache(Kept)
    made = []
    yield lambda function: made.append(kept(function)) or made[-1]
    for processes in made:
        Processes.close(processes)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in this process says that it takes long: a busy machine is no reason for words."""
    monkeypatch.setattr("course_lib.play.progress._SILENCE", 600.0)


@pytest.fixture
def warm_graders(kept_workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process use those for grading and leagues: to begin one takes most of its time."""
    monkeypatch.setattr("course_tools.workers.Processes", kept_workers)
