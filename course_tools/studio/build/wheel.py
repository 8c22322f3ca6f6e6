"""The library alone as a wheel: what a notebook needs, and nothing to read or to grade."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from course_tools.studio.build import packages
from course_tools.studio.build.edition import check_secrets, contents
from course_tools.studio.build.first_cell import wheel_name

LIBRARY = "course_lib/"
EPOCH = "315532800"
"""1980, for whatever writes a date into a file."""


def write_wheel(folder: Path, root: Path) -> Path:
    """Where the wheel was written: the library as the student edition has it.

    Same course, same bytes: no clock gets into it.
    """
    edition = contents(root)
    project = packages.library((root / "pyproject.toml").read_text(encoding="utf-8"))
    kept = {name: data for name, data in edition.items() if name.startswith(LIBRARY)}
    kept["LICENSE"] = edition["LICENSE"]
    check_secrets(kept, root)
    with tempfile.TemporaryDirectory() as work:
        for name, data in (kept | {"pyproject.toml": project.encode()}).items():
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
    return folder / wheel_name(edition[f"{LIBRARY}__init__.py"].decode())
