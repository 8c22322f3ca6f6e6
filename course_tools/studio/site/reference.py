"""The site's pages about the library: one for each room, every public name under a heading."""

from __future__ import annotations

import importlib
import re
from functools import partial
from pathlib import Path
from types import ModuleType

import course_lib
from course_tools.notebooks import SOURCES

API = ("game", "games", "search", "watching", "views", "play", "checks", "questions", "bridges")
REFERENCE = """\
Version {version}. Each name comes with an example that runs, and each page lists its names in the \
order in which the lessons use them."""
FOREIGN = ["pyspiel", "pettingzoo", "gymnasium"]
"""What bridges lead to, and is not installed where pages are made."""


def write_reference(folder: Path, root: Path) -> None:
    """Write a page for each room of the library, and one that lists them.

    A room's names stand in the order in which the lessons use them.
    """
    folder.mkdir()
    lessons = "".join(path.read_text("utf-8") for path in sorted((root / SOURCES).glob("*.py")))
    rooms = []
    for room in API:
        module = importlib.import_module(f"course_lib.{room}")
        listed: list[str] = getattr(module, "__all__", course_lib.__all__)
        names = sorted(
            (name for name in listed if room == "bridges" or hasattr(module, name)),
            key=partial(_first_use, lessons),
        )
        says = (module.__doc__ or "").partition("\n")[0]
        parts = [f"# `{module.__name__}`", f"{says} *(Version {course_lib.__version__}.)*"]
        for name in names:
            kind = _kind(module, name)
            about = [f".. auto{kind}:: {module.__name__}.{name}"]
            about += ["   :members:", "   :undoc-members:"] * (kind == "class")
            parts.append("\n".join([f"## `{name}`\n", "```{eval-rst}", *about, "```"]))
        (folder / f"{room}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        linked = ", ".join(f"[`{name}`]({room}.md#{name.lower()})" for name in names)
        rooms.append(f"| [`{module.__name__}`]({room}.md) | {says} {linked} |")
    pages = ["```{toctree}", ":hidden:", "", *API, "```"]
    head = ["# The library", REFERENCE.format(version=course_lib.__version__), "\n".join(pages)]
    table = ["| room | what is in it |", "| --- | --- |", *rooms]
    text = "\n\n".join([*head, "\n".join(table)])
    (folder / "index.md").write_text(text + "\n", encoding="utf-8")


def _first_use(lessons: str, name: str) -> int:
    """Where the lessons use this name first, in code or in a text."""
    used = re.search(rf"`{name}\b|\b{name}[(=]|\({name}[,)]", lessons)
    return used.start() if used else len(lessons)


def _kind(module: ModuleType, name: str) -> str:
    """How autodoc calls what has this name."""
    if name.islower():
        return "function"
    thing = getattr(module, name)
    ours = isinstance(thing, type) and thing.__module__.startswith("course_lib")
    return "class" if ours else "data"
