"""Say what is installed, what is missing, and how to fix it.

What is looked at is what this installation is for: the library alone needs no JupyterLab, only who
grades needs a sandbox, and who only grades needs nothing else. The exit code is 0 if nothing is
missing that lessons, the library or grading can't do without. Programs that only help are listed,
too.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import course_lib
from course_lib.commands import json_line
from course_lib.play.progress import patience, with_progress

LAB_EXTENSIONS = {
    "@jupyter-widgets/jupyterlab-manager": "shows boards and sliders in a notebook",
    "@jupyter/nbgrader": "shows points, and validates an assignment",
}
SERVER_EXTENSION = "nbgrader.server_extensions.validate_assignment"
OLDEST = (3, 11)
HOME = Path(course_lib.__file__).resolve().parents[1]
"""The course's folder, where the library was not copied from there to somewhere else."""
ABOUT = 19
"""So many things are looked at, for the bar on a terminal; Jupyter takes a few seconds."""
ASKED_FOR = r"""([\w.-]+)>=([\d.]+)(?:;extra==["'](?:lab|plots)["'])?"""
"""A package that lessons need, with its least version: the library's own, and two extras."""


class Program(NamedTuple):
    """A program: what it is called where, what it is for, and its name in a few shops."""

    commands: tuple[str, ...]
    purpose: str
    package: str
    winget: str
    elsewhere: tuple[str, ...] = ()


PROGRAMS = {
    "dot": Program(("dot",), "draws large trees", "graphviz", "Graphviz.Graphviz"),
    "chromium": Program(
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
        "tests the widgets as a reader sees them",
        "chromium",
        "Google.Chrome",
        (
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "C:/Program Files/Google/Chrome/Application/chrome.exe",
        ),
    ),
    "firefox": Program(
        ("firefox", "firefox-esr"),
        "tests the browser edition as other readers see it",
        "firefox",
        "Mozilla.Firefox",
        (
            "/Applications/Firefox.app/Contents/MacOS/firefox",
            "C:/Program Files/Mozilla Firefox/firefox.exe",
        ),
    ),
    "ffmpeg": Program(("ffmpeg",), "makes videos of a search", "ffmpeg", "Gyan.FFmpeg"),
    "latex": Program(
        ("pdflatex",),
        "sets the pictures that are saved as .tex",
        "texlive-pictures",
        "MiKTeX.MiKTeX",
    ),
    "pandoc": Program(
        ("pandoc",), "makes LaTeX of a notebook's words", "pandoc", "JohnMacFarlane.Pandoc"
    ),
    "bubblewrap": Program(
        ("bwrap",), "runs other people's code in a sandbox (Linux only)", "bubblewrap", ""
    ),
    "deno": Program(
        ("deno",),
        "runs other people's code in a sandbox, on every system",
        "",
        "",
        tuple(f"{sysconfig.get_path('scripts')}/{name}" for name in ("deno", "deno.exe")),
    ),
}
SANDBOXES = ("bubblewrap", "deno")

SHOPS = ("brew install", "sudo apt-get install", "sudo dnf install", "sudo pacman -S")
"""How some systems install a package."""


class Finding(NamedTuple):
    """One thing that was looked at: whether it is as it should be, and what mends it if not."""

    name: str
    ok: bool
    found: str
    mend: str = ""
    needed: bool = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course doctor`."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(arguments: argparse.Namespace) -> int:
    """0 if nothing that is needed is missing, else 1."""
    with patience(lambda: "Still looking: Jupyter takes its time"):
        findings = list(with_progress(examine(), ABOUT, "things looked at"))
    bad = [one for one in findings if one.needed and not one.ok]
    if arguments.json:
        findings_as_data = [one._asdict() for one in findings]
        print(json_line("doctor", {"findings": findings_as_data}, 1 if bad else 0))
    else:
        print("\n".join(report(findings)))
        print()
        print(summary(findings, bad))
    return 1 if bad else 0


def report(findings: list[Finding]) -> Iterator[str]:
    """The findings as lines to read, the command that mends a thing below that thing."""
    width = max(len(one.name) for one in findings)
    for one in findings:
        mark = "[ok]" if one.ok else "[!!]" if one.needed else "[--]"
        yield f"{mark} {one.name:{width}}  {one.found}"
        if not one.ok:
            yield f"     {'':{width}}  -> {one.mend}"


def summary(findings: list[Finding], bad: list[Finding]) -> str:
    """One sentence on all of it."""
    if bad:
        names = ", ".join(one.name for one in bad)
        return f"To fix: {names}. The line with an arrow below each says how."
    if all(one.ok for one in findings):
        return "Everything is there."
    return "Everything that is needed is there. What is marked [--] only helps."


def examine() -> Iterator[Finding]:
    """Look at everything, the quick things first."""
    yield the_python()
    packages = list(the_packages())
    yield from packages
    if only_grades():
        yield the_sandbox()
        return
    if not opens_notebooks():
        found = "installed; without JupyterLab, which would open the lessons"
        yield Finding("library", ok=True, found=found)
    elif all(one.ok for one in packages):
        yield from the_extensions()
        yield the_kernel()
    else:
        waiting = "not looked at, because a package is missing"
        yield Finding("extensions and kernel", ok=False, found=waiting, mend=set_up_again())
    yield from the_programs()


def the_python() -> Finding:
    """Whether this Python is new enough."""
    ok = sys.version_info >= OLDEST
    found = f"{platform.python_version()} in {sys.prefix}"
    return Finding("Python", ok=ok, found=found, mend="install Python 3.11 or newer")


def only_grades() -> bool:
    """Whether this is what a week's zip installs: the grader, without what makes the course."""
    return bool(find_spec("course_tools")) and not find_spec("course_tools.studio")


def opens_notebooks() -> bool:
    """Whether notebooks are opened here: in the course's own set-up, or beside JupyterLab."""
    if only_grades():  # nbgrader brings JupyterLab along
        return False
    try:
        metadata.version("jupyterlab")
    except metadata.PackageNotFoundError:
        return Path(sys.prefix).resolve() == HOME / ".venv" or bool(os.environ.get("CONDA_PREFIX"))
    return True


def the_packages() -> Iterator[Finding]:
    """Whether this package, and each that it asks for, is installed and new enough."""
    try:
        required = metadata.requires("course_lib") or []
        if not opens_notebooks():
            required = [line for line in required if "extra" not in line]
        yield Finding("course_lib", ok=True, found=metadata.version("course_lib"))
    except metadata.PackageNotFoundError:
        yield Finding("course_lib", ok=False, found="not installed", mend=set_up_again())
        return
    for line in required:
        parts = re.fullmatch(ASKED_FOR, line.replace(" ", ""))
        if parts is None:
            continue  # it belongs to an extra that no lesson needs
        name, least = parts.groups()
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, ok=False, found="not installed", mend=set_up_again())
            continue
        ok = numbers(version) >= numbers(least)
        found = version if ok else f"{version}, but {least} or newer is needed"
        yield Finding(name, ok=ok, found=found, mend=set_up_again())


def the_extensions() -> Iterator[Finding]:
    """Whether JupyterLab and its server have loaded what the notebooks use."""
    listed = output_of("-m", "jupyterlab.labextensions", "list")
    for name, purpose in LAB_EXTENSIONS.items():
        line = next((line for line in listed.splitlines() if f"{name} " in line), "")
        if not line:
            yield Finding(name, ok=False, found="not installed", mend=set_up_again())
        else:
            ok = "enabled" in line and "OK" in line
            found = purpose if ok else f"installed, but not enabled: {purpose}"
            yield Finding(
                name, ok=ok, found=found, mend=python_m(f"jupyterlab.labextensions enable {name}")
            )
    listed = output_of("-m", "jupyter_server.extension.serverextension", "list")
    ok = re.search(rf"{re.escape(SERVER_EXTENSION)}\s+enabled", listed) is not None
    yield Finding(
        "nbgrader in the server",
        ok=ok,
        found="answers the Validate button" if ok else "not enabled",
        mend=python_m("jupyter server extension enable --sys-prefix --py nbgrader"),
    )


def the_kernel() -> Finding:
    """Whether a notebook's Python starts, and is this one."""
    name = "kernel"
    program = (
        "from jupyter_client.manager import start_new_kernel\n"
        "manager, client = start_new_kernel(kernel_name='python3', startup_timeout=40)\n"
        "client.execute_interactive('import sys; print(sys.prefix)', timeout=20)\n"
        "client.stop_channels()\n"
        "manager.shutdown_kernel(now=True)\n"
    )
    lines = output_of("-W", "ignore", "-c", program).splitlines()
    if sys.prefix in lines:
        return Finding(name, ok=True, found="starts, and is this Python")
    other = next((line for line in lines if Path(line).is_dir()), None)
    if other is not None:
        mend = python_m("ipykernel install --sys-prefix")
        return Finding(name, ok=False, found=f"starts another Python, in {other}", mend=mend)
    found = f"does not start: {lines[-1] if lines else 'it said nothing'}"
    return Finding(name, ok=False, found=found, mend=set_up_again())


def the_programs() -> Iterator[Finding]:
    """Whether the programs are there that no lesson needs: for who makes the course, or grades."""
    makes = find_spec("course_tools") is not None
    for name, program in PROGRAMS.items():
        if name in SANDBOXES or (name != "dot" and not makes):
            continue
        place = find(name)
        found = f"{place}: {program.purpose}" if place else f"not installed: {program.purpose}"
        yield Finding(name, place is not None, found, mend=how_to_get(name), needed=False)
    if makes:
        yield the_sandbox()


def the_sandbox() -> Finding:
    """What students' code would be graded in here."""
    said = output_of("-m", "course_tools.cli", "sandbox", "--check").strip()
    ok = said.startswith("full: ")
    found = said if ok else said.removeprefix("course sandbox: ")
    return Finding("sandbox", ok, found, mend="course sandbox", needed=only_grades())


def find(name: str) -> str | None:
    """Where this program is, or `None` if it is not installed."""
    program = PROGRAMS[name]
    places = (shutil.which(command) for command in program.commands)
    known = (place for place in program.elsewhere if Path(place).is_file())
    return next((place for place in places if place), None) or next(known, None)


def how_to_get(name: str) -> str:
    """The command that installs this program here, or the reason why none does."""
    if name == "bubblewrap" and not sys.platform.startswith("linux"):
        return "there is no bubblewrap for this system"
    if name == "deno":
        return "course sandbox"
    if sys.platform == "emscripten":
        return "no browser has it"
    if os.name == "nt":
        return f"winget install {PROGRAMS[name].winget}"
    package, script = PROGRAMS[name].package, HOME / ".ci" / "system"
    if script.is_file() and f" {package}" in script.read_text(encoding="utf-8"):
        return "make system"
    shop = next((shop for shop in SHOPS if shutil.which(shop.split()[-2])), None)
    return f"{shop} {package}" if shop else f"your system's package {package}"


def set_up_again() -> str:
    """The command that makes this environment as it should be."""
    if sys.platform == "emscripten":
        return "reload the page"
    if os.environ.get("CONDA_PREFIX") == sys.prefix:
        return "conda env update --file environment.yml"
    if Path(sys.prefix).resolve() != HOME / ".venv":
        return python_m('pip install ".[lab,plots]"') + ", in the course's folder"
    if (HOME / "start.sh").is_file():
        return "start.bat" if os.name == "nt" else "sh start.sh"
    if os.name == "nt":
        return r"py .ci\setup.py"
    return "make setup" if shutil.which("make") else "sh .ci/setup"


def python_m(words: str) -> str:
    """The command that runs a module with this very Python, whichever is on the PATH."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m {words}"


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared.

    >>> numbers("8.10.0rc1") > numbers("8.9")
    True
    """
    return tuple(int(part) for part in re.findall(r"\d+", version))


def output_of(*arguments: str) -> str:
    """What our own Python prints when it is started like this, without colours."""
    command = [sys.executable, *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - our own Python, our own words
            command, capture_output=True, text=True, timeout=90, check=False
        )
    except subprocess.TimeoutExpired:
        return "it took more than 90 seconds"
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
