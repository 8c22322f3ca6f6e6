"""Open the notebooks in JupyterLab.

course lab                    open them in your browser
course lab --no-browser       on a server: print the address to open

They are looked for in the folder notebooks of the folder where you are, then beside the package.
The first time, the first lesson opens.
Everything after `lab` goes to JupyterLab.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import course_lib

# A classroom may have no network, and nobody there wants to be asked for news of Jupyter. It is
# dark where the reader's system is, until the reader chooses a theme.
OPTIONS = (
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
    "--ServerApp.contents_manager_class=course_lib.commands._opening.Opening",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course lab`: anything that JupyterLab knows."""
    parser.set_defaults(more=[])


def run(arguments: argparse.Namespace) -> int:
    """The exit code of JupyterLab, once it has been closed."""
    # Installed from a copy, the package lies elsewhere than the notebooks.
    folders = (Path.cwd(), Path(course_lib.__file__).resolve().parent.parent)
    root = next((folder for folder in folders if (folder / "notebooks").is_dir()), None)
    if root is None:
        print(
            f"There is no folder notebooks in {folders[0]}."
            " Go to the folder that you unpacked, and start course lab there.",
            file=sys.stderr,
        )
        return 1
    command = [sys.executable, "-m", "jupyterlab", "--ServerApp.root_dir=notebooks", *OPTIONS]
    lessons = sorted((root / "notebooks").glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb"))
    if lessons and not (root / "my_work").exists():  # later one goes on where one was
        first = lessons[0].relative_to(root / "notebooks").as_posix()
        command.append(f"--LabApp.default_url=/lab/tree/{first}")
    if getattr(os, "geteuid", lambda: 1)() == 0:
        # In containers one is root, and JupyterLab would refuse to start.
        command.append("--allow-root")
    # nbgrader starts programs by name, which must be those beside this very Python.
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    settings = [str(Path(__file__).parent / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    if find_spec("course_tools") is None:
        # Students have no use for the menus with which teachers make and check assignments.
        settings.insert(0, str(Path(__file__).parent / "jupyter_students"))
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(programs),
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, settings)),
    }
    # It starts in the course's folder, where nbgrader looks for its settings.
    return until_closed([*command, *arguments.more], cwd=root, env=environment)


def until_closed(command: list[str], **where: Any) -> int:
    """The exit code of this program, which ends as it likes to: it may ask first, and put away."""
    with subprocess.Popen(command, **where) as lab:  # noqa: S603 - our own Python, and the reader's own words
        # Ctrl-C in a terminal reaches it by itself; whoever ends us means it, too.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: lab.terminate())
        return lab.wait()
