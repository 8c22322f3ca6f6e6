"""The first code of each lesson: a cell that gets the course on a computer that does not have it.

Colab, Kaggle and the like bring Jupyter and none of our packages. There the cell asks pip for the
library's wheel, which lies on the course's own site, and for packages that are missing. pip is told
to leave dependencies alone, so nothing that is installed there is replaced. Everywhere else the
cell does nothing.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from course_tools.build.lesson import Cell, Lesson, Part

PROJECT = "pyproject.toml"
VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
PLACEHOLDER = "example.org"
"""Reserved for examples: an address there is none."""

WITH_IT = ("anywidget", "comm", "graphviz", "ipywidgets", "psygnal", "typing_extensions")
"""What the library needs, directly or not, and a kernel may lack; pip passes over what is there."""

TITLE = "Gets the course on Colab, Kaggle and the like; where it is installed, this does nothing"
FETCH = """\
# @title {title} {{ display-mode: "form" }}
if not __import__("importlib.util").util.find_spec("course_lib"):
    print("Getting the course. Does it fail? {site}/hosts.html says what to click.")
    get_ipython().run_line_magic("pip", "install --quiet --no-deps {site}/{packages}")
"""
ASK = """\
# @title {title} {{ display-mode: "form" }}
if not __import__("importlib.util").util.find_spec("course_lib"):
    print("The course is not installed here. Ask your teacher for {wheel},")
    print("put it beside this notebook, and run these words in a cell of their own:")
    print("%pip install --no-deps {packages}")
"""


def wheel_name(text: str) -> str:
    """The name of the wheel's file; `text` is that of the library's first file."""
    version = VERSION.search(text)
    if version is None:
        raise ValueError("course_lib/__init__.py does not say its __version__.")
    return f"course_lib-{version[1]}-py3-none-any.whl"


def with_first_cell(lesson: Lesson, root: Path) -> tuple[Cell, ...]:
    """The lesson's cells, with the one that gets the course behind the opening words.

    A course without a project file has no wheel, and so no such cell.
    """
    project = root / PROJECT
    if not project.is_file():
        return lesson.cells
    library = (root / "course_lib" / "__init__.py").read_text(encoding="utf-8")
    source = first_source(site_address(project.read_text(encoding="utf-8")), wheel_name(library))
    cell = Cell(Part(markdown=False, marks={}, source=source, line=1, first=1), first=True)
    place = 1 if lesson.cells and lesson.cells[0].part.markdown else 0
    return (*lesson.cells[:place], cell, *lesson.cells[place:])


def first_source(site: str, wheel: str) -> str:
    """The cell's code, for a course that is published at this address, or at none.

    It binds no name, so that nothing that is graded depends on it.
    """
    wanted = " ".join((wheel, *WITH_IT))
    template = FETCH if site else ASK
    return template.format(title=TITLE, site=site, wheel=wheel, packages=wanted).rstrip("\n")


def site_address(project_text: str) -> str:
    """The address of the course's site, without a slash at its end; nothing for a placeholder."""
    urls = tomllib.loads(project_text)["project"].get("urls", {})
    address: str = urls.get("Homepage", "").rstrip("/")
    host = urlsplit(address).hostname or ""
    return "" if host == PLACEHOLDER or host.endswith(f".{PLACEHOLDER}") else address
