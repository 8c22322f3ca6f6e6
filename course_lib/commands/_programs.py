"""The programs beside Python that pictures and tests can use, and how to get each of them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple


class Program(NamedTuple):
    """A program: what it is called where, what it is for, and its name in a few shops."""

    commands: tuple[str, ...]
    purpose: str
    winget: str
    elsewhere: tuple[str, ...] = ()


PROGRAMS = {
    "dot": Program(("dot",), "draws large trees", "Graphviz.Graphviz"),
    "chromium": Program(
        ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
        "tests the widgets as a reader sees them",
        "Google.Chrome",
        (
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "C:/Program Files/Google/Chrome/Application/chrome.exe",
        ),
    ),
    "bubblewrap": Program(("bwrap",), "keeps a stranger's code in a box (Linux only)", ""),
}


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
    if os.name == "nt":
        return f"winget install {PROGRAMS[name].winget}"
    return "make system"
