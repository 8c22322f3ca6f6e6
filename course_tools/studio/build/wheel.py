"""The library alone as a wheel: what a notebook needs, and nothing to read or to grade."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from course_tools.notebooks import SOURCES
from course_tools.studio.build import packages
from course_tools.studio.build.edition import Edition, checked
from course_tools.studio.build.first_cell import wheel_name

LIBRARY = "course_lib/"
GRADES = ("course_lib", "course_tools", "autograder_tests", SOURCES)
EPOCH = "315532800"
"""1980, for whatever writes a date into a file."""


def write_wheel(folder: Path, root: Path, packed: Edition | None = None) -> Path:
    """Where the wheel was written: the library as this edition has it, or the whole course's.

    Same course, same bytes: no clock gets into it.
    """
    edition = packed or checked(root)
    project = packages.library((root / "pyproject.toml").read_text(encoding="utf-8"))
    kept = {name: data for name, data in edition.items() if name.startswith(LIBRARY)}
    kept["LICENSE"] = edition["LICENSE"]
    _build(folder, kept | {"pyproject.toml": project.encode()})
    return folder / wheel_name(edition[f"{LIBRARY}__init__.py"].decode())


OF_OTHERS = ("studio", "arena", "grader/hand_in", "grader/league", "cli")
"""What of the course's tools grades nothing."""
COMMANDS = ("__init__", "__main__", "_common", "defend", "grade", "new_class", "person", "sandbox")


def write_grader(folder: Path, root: Path, files: Mapping[str, Path]) -> None:
    """Write a wheel with all that grades, of these files, each behind its name in the course."""
    tools = tuple(f"course_tools/{name}" for name in OF_OTHERS)
    wanted = {f"course_tools/cli/{name}.py" for name in COMMANDS}
    kept = {
        name: path.read_bytes()
        for name, path in files.items()
        if name.startswith(GRADES) and (name in wanted or not name.startswith(tools))
    }
    kept["LICENSE"] = (root / "LICENSE").read_bytes()
    project = packages.grader((root / "pyproject.toml").read_text(encoding="utf-8"), GRADES)
    _build(folder, kept | {"pyproject.toml": project.encode()})


def _build(folder: Path, files: Mapping[str, bytes]) -> None:
    """Let hatchling make a wheel of these files."""
    with tempfile.TemporaryDirectory() as work:
        for name, data in files.items():
            path = Path(work, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        goal = str(folder.resolve())
        done = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", goal],
            cwd=work,
            env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise ValueError(f"the wheel was not made: {(done.stdout + done.stderr).strip()}")
